"""Plays the seats that bots hold: takes owed turns off a work queue and answers them like any player."""
