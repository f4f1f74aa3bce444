"""Cards are their notation: "r5", "gskip", "wild+4", and on the discard pile "wild/g" with the colour chosen."""

COLOURS = "rygb"

# A card in hand or in the draw pile, or on the discard pile with a wild's colour behind a slash.
Card = str


def bare(card: Card) -> Card:
    """The card without a chosen colour: what a wild is again once it is recycled (COM-06)."""
    return card[:-2] if card[-2:-1] == "/" else card


def with_colour(card: Card, colour: str) -> Card:
    """A wild as it lies on the discard pile; a coloured card as it is."""
    return f"{card}/{colour}" if card[0] == "w" else card


def colour_of(card: Card) -> str:
    """The colour to follow once the card lies on top; empty for a wild that has none yet."""
    if card[0] in COLOURS:
        return card[0]
    return card[-1] if card[-2:-1] == "/" else ""
