"""Plays rooms full of players over real sockets and measures what a move costs."""
