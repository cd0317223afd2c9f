"""Records all golden games: `python -m tests.golden`. Those that are no longer listed are removed."""

from tests.golden import FOLDER, recipes, record, write


def main() -> None:
    """Plays, writes, and says what changed."""
    old = {file.name for file in FOLDER.glob("*.json")}
    for seed, recipe in enumerate(recipes()):
        file = FOLDER / f"{recipe.name}.json"
        text = write(record(recipe, seed))
        if not file.exists():
            print(f"new      {file.name}")
        elif file.read_text("utf-8") != text:
            print(f"changed  {file.name}")
        file.write_text(text, "utf-8")
        old.discard(file.name)
    for name in sorted(old):
        print(f"removed  {name}")
        (FOLDER / name).unlink()


if __name__ == "__main__":
    main()
