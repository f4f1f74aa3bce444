"""`python -m tools.fuzz.process TARGET …`: one Atheris run; what follows the target is libFuzzer's. See __main__."""

import sys

import atheris

with atheris.instrument_imports(include=["services", "tools.fuzz.targets"]):
    from tools.fuzz.targets import TARGETS


def main() -> None:
    target = TARGETS[sys.argv.pop(1)]
    # Atheris ends the process itself: by an exception that nobody caught, or by libFuzzer's time limit.
    atheris.Setup(sys.argv, target.test)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
