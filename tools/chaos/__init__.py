"""Kills, stops and cuts while players play, then checks every promise against what they themselves have seen."""
