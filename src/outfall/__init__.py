"""Outfall: what a town's stormwater ordinance says about a case, each figure with its paragraph."""

__version__ = "0.1.0"
