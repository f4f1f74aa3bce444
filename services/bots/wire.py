"""A bot's commands as the contract has them."""

from zerocards.game.v1 import command_pb2 as pb

from services.game.engine import commands as game

# Field of the message for commands that say nothing more.
_PLAIN: dict[type[game.Command], str] = {
    game.DrawCard: "draw",
    game.PassTurn: "pass",
    game.TakeStack: "take",
    game.ChallengeWild: "challenge",
    game.CallLastCard: "call",
}


def command(asked: game.Command) -> pb.Command:
    """The message for a command that a bot may give; TypeError for any other."""
    message = pb.Command(turn=asked.turn)
    match asked:
        case game.PlayCard():
            message.play.CopyFrom(_play(asked))
        case game.ChooseColour():
            message.colour.colour = asked.colour
        case game.CatchPlayer():
            message.catch.seat = asked.seat
        case game.AnswerDuel():
            message.answer.answer = asked.answer
        case game.HandInStroke():
            message.circle.points.extend(map(round, asked.points))
        case _ if (field := _PLAIN.get(type(asked))) is not None:
            getattr(message, field).SetInParent()
        case _:
            raise TypeError(f"no bot asks for {type(asked).__name__}")
    return message


def _play(asked: game.PlayCard) -> pb.PlayCard:
    return pb.PlayCard(
        card=asked.card,
        colour=asked.colour,
        target=asked.target,
        give=asked.give,
        extra=asked.extra,
        extra_colour=asked.extra_colour,
        extra_target=asked.extra_target,
        extra_give=asked.extra_give,
    )
