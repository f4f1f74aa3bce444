"""Search with the engine itself: the unseen cards are dealt as they may lie, and the game is played out from there."""
