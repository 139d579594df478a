"""What happens without a person at the screen: letters out, feeds, the night's work."""
