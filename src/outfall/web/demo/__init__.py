"""The demonstration: two invented towns with invented cases in every state, dated from today."""
