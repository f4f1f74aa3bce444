"""What settings are called and do, for people, in three languages."""

from services.game.engine.faces import FACES
from services.game.engine.settings import SPECIALS

Text = dict[str, str]


def _text(en: str, de: str, nl: str) -> Text:
    return {"en": en, "de": de, "nl": nl}


# Setting → label and help.
TEXTS: dict[str, tuple[Text, Text]] = {
    "public": (
        _text("Public", "Öffentlich", "Openbaar"),
        _text(
            "Listed on the home screen; anyone may join without the code.",
            "Steht auf der Startseite; jeder kann ohne Code mitspielen.",
            "Staat op het beginscherm; iedereen kan zonder code meedoen.",
        ),
    ),
    "max_players": (
        _text("Seats", "Plätze", "Plaatsen"),
        _text("How many may play, bots too.", "Wie viele mitspielen, Bots auch.", "Hoeveel er meedoen, ook bots."),
    ),
    "start_hand": (
        _text("Start hand", "Starthand", "Beginhand"),
        _text("Cards dealt to each player.", "Karten für jeden zu Beginn.", "Kaarten voor iedereen aan het begin."),
    ),
    "turn_timer_s": (
        _text("Turn timer", "Zugzeit", "Beurttijd"),
        _text(
            "Seconds for a turn; 0 is off. When time is up you draw and the turn passes.",
            "Sekunden je Zug; 0 ist aus. Danach ziehst du und der Zug geht weiter.",
            "Seconden per beurt; 0 is uit. Daarna pak je een kaart en gaat de beurt verder.",
        ),
    ),
    "draw_rule": (
        _text("Drawing", "Ziehen", "Pakken"),
        _text(
            "Draw one card, or go on until one can be played.",
            "Eine Karte ziehen oder weiter, bis eine passt.",
            "Eén kaart pakken, of door tot er een past.",
        ),
    ),
    "target_score": (
        _text("Target score", "Zielpunkte", "Doelscore"),
        _text(
            "Rounds follow until somebody has it; 0 is one round.",
            "Es folgen Runden, bis jemand sie hat; 0 ist eine Runde.",
            "Er volgen rondes tot iemand die heeft; 0 is één ronde.",
        ),
    ),
    "stacking": (
        _text("Stacking", "Stapeln", "Stapelen"),
        _text(
            "Answer a draw card with a draw card: the next player draws it all.",
            "Auf eine Ziehkarte mit einer Ziehkarte antworten: der Nächste zieht alles.",
            "Een trekkaart met een trekkaart beantwoorden: de volgende pakt alles.",
        ),
    ),
    "plus2_on_plus4": (
        _text("+2 on +4", "+2 auf +4", "+2 op +4"),
        _text(
            "A +2 may go on a +4, adding two.",
            "Eine +2 darf auf eine +4, zwei mehr.",
            "Een +2 mag op een +4, twee erbij.",
        ),
    ),
    "jump_in": (
        _text("Jump-in", "Reinwerfen", "Inspringen"),
        _text(
            "Throw in a card identical to the top out of turn; play goes on from you.",
            "Eine Karte, die der obersten gleicht, darfst du jederzeit werfen; weiter geht es nach dir.",
            "Een kaart gelijk aan de bovenste mag je altijd gooien; het gaat verder na jou.",
        ),
    ),
    "chaos_meter": (
        _text("Chaos meter", "Chaosmesser", "Chaosmeter"),
        _text(
            "Actions fill it; at 12 a storm bursts.",
            "Aktionen füllen ihn; bei 12 bricht ein Sturm los.",
            "Acties vullen hem; bij 12 barst een storm los.",
        ),
    ),
    "auto_draw": (
        _text("Auto-draw", "Automatisch ziehen", "Automatisch pakken"),
        _text(
            "Who can play nothing draws by itself after a second.",
            "Wer nichts legen kann, zieht nach einer Sekunde von selbst.",
            "Wie niets kan spelen, pakt na een seconde vanzelf.",
        ),
    ),
    "no_action_finish": (
        _text("Finish on a digit", "Mit Zahl beenden", "Eindigen met cijfer"),
        _text(
            "The very last card must be a digit.",
            "Die allerletzte Karte muss eine Zahl sein.",
            "De allerlaatste kaart moet een cijfer zijn.",
        ),
    ),
    "no_pass": (
        _text("No passing", "Kein Passen", "Niet passen"),
        _text(
            "A drawn card that can be played must be.",
            "Eine gezogene Karte, die passt, muss gelegt werden.",
            "Een gepakte kaart die past, moet gespeeld worden.",
        ),
    ),
    "seven_zero": (
        _text("Seven and zero", "Sieben und null", "Zeven en nul"),
        _text(
            "A 7 swaps hands with a player, a 0 moves all hands on.",
            "Eine 7 tauscht die Hand mit jemandem, eine 0 reicht alle Hände weiter.",
            "Een 7 ruilt de hand met een speler, een 0 schuift alle handen door.",
        ),
    ),
    "challenge": (
        _text("Challenge", "Anzweifeln", "Aanvechten"),
        _text(
            "A Wild +4 may be challenged as a bluff. Off: it may be played at any time.",
            "Eine Farbwahl +4 darf als Bluff angezweifelt werden. Aus: sie darf immer gelegt werden.",
            "Een kleurkeuze +4 mag als bluf worden aangevochten. Uit: hij mag altijd.",
        ),
    ),
    "shuffle_hands": (
        _text("Shuffle Hands", "Hände mischen", "Handen schudden"),
        _text(
            "Adds one wild that shuffles all hands.",
            "Eine Farbwahl mehr, die alle Hände mischt.",
            "Eén kleurkeuze erbij die alle handen schudt.",
        ),
    ),
    "blank_wilds": (
        _text("Blank wilds", "Leere Karten", "Blanco kaarten"),
        _text(
            "Adds three wilds with a rule of your own.",
            "Drei Farbwahlkarten mehr mit eurer eigenen Regel.",
            "Drie kleurkeuzes erbij met een eigen regel.",
        ),
    ),
    "scoring": (
        _text("Scoring", "Wertung", "Puntentelling"),
        _text(
            "The winner takes all points, or each keeps their own and the lowest total wins.",
            "Der Sieger bekommt alle Punkte, oder jeder zählt seine eigenen und die wenigsten gewinnen.",
            "De winnaar krijgt alle punten, of ieder telt de eigen en het laagste totaal wint.",
        ),
    ),
    "bot_takeover": (
        _text("Bot takes over", "Bot übernimmt", "Bot neemt over"),
        _text(
            "Who leaves or is offline for two turns is played by a bot until they come back.",
            "Wer geht oder zwei Züge offline ist, wird bis zur Rückkehr von einem Bot gespielt.",
            "Wie weggaat of twee beurten offline is, wordt tot de terugkeer door een bot gespeeld.",
        ),
    ),
}
_FACE_OF = {face.special: face for face in FACES.values() if face.special}
TEXTS |= {f"specials.{name}": (dict(_FACE_OF[name].label), dict(_FACE_OF[name].help)) for name in SPECIALS}
