"""Commands to begin with: new, examples."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click

from ..deck.nearest import nearest
from .talk import attempt


def _kinds(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked:
        from ..examples import starters

        click.echo(_columns(list(starters().items())))
        ctx.exit()


@click.command("new")
@click.argument("name", metavar="NAME")
@click.option("-k", "--kind", default="four-bar", show_default=True, metavar="KIND", help="Kind of mechanism.")
@click.option("--kinds", is_flag=True, is_eager=True, expose_value=False, callback=_kinds, help="List the kinds.")
@click.option("-f", "--force", is_flag=True, help="Replace a file that is there.")
def new_command(name: str, kind: str, force: bool) -> None:
    """Write NAME.mec, a deck with comments to change into your own."""
    from ..examples import starter, starters

    known = starters()
    chosen = kind.lower().replace("_", "-")
    if chosen not in known:
        near = nearest(chosen, known)
        remedy = f"did you mean `{near}`?" if near else f"known are {', '.join(known)}"
        raise click.UsageError(f"no kind `{kind}`; {remedy}")
    wanted = os.path.normpath(name) if name.strip() and not name.endswith(("/", os.sep)) else ""
    path = Path(wanted if wanted.lower().endswith(".mec") else f"{wanted}.mec")
    title = path.name[: -len(".mec")].replace("_", " ")
    if not title.strip(". ") or not title.isprintable() or ";" in title:
        raise click.UsageError(f"`{name}` cannot be the name of a deck")
    _write(path, starter(chosen, title), force)
    typed = f"./{path}" if str(path).startswith("-") else str(path)
    click.echo(f"{path}: {known[chosen]}; now `runmec {shlex.quote(typed)}`")


@click.command("examples")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--find", metavar="TEXT", help="List only those whose name, title or description has TEXT.")
@click.option("--all", "every", is_flag=True, help="Copy all of them.")
@click.option("-o", "--out", metavar="DIR", default=".", help="Folder to copy to [default: this one].")
@click.option("-f", "--force", is_flag=True, help="Replace files that are there.")
def examples_command(names: tuple[str, ...], find: str | None, every: bool, out: str, force: bool) -> None:
    """List the example decks, or copy those with a NAME."""
    from ..examples import examples

    known = {example.name: example for example in examples()}
    if find is not None and (names or every):
        raise click.UsageError("--find lists; to copy, give names or --all without it")
    if names and every:
        raise click.UsageError("give names or --all, not both")
    if not names and not every:
        shown = [e for e in known.values() if find is None or find.lower() in _searched(e.name, e.title, e.about)]
        for topic in dict.fromkeys(example.topic for example in shown):
            click.echo(f"\n{topic}")
            click.echo(_columns([(e.name, e.title) for e in shown if e.topic == topic]))
        click.echo("\nrunmec examples NAME copies one into this folder" if shown else f"no example speaks of `{find}`")
        return
    wanted = list(known) if every else [name.lower().removesuffix(".mec") for name in names]
    for name in wanted:
        if name not in known:
            near = nearest(name, known)
            remedy = f"did you mean `{near}`?" if near else "`runmec examples` lists them"
            raise click.UsageError(f"no example `{name}`; {remedy}")
    sources = [source for name in wanted for source in (known[name].path, *known[name].data)]
    paths = [Path(out) / source.name for source in sources]
    _refuse_existing(paths, force)
    for source, path in zip(sources, paths, strict=True):
        _write(path, source.read_bytes(), force=True)
        click.echo(str(path))


def _searched(name: str, title: str, about: list[str]) -> str:
    return " ".join([name, title, *about]).lower()


def _columns(rows: list[tuple[str, str]]) -> str:
    width = max(len(first) for first, _ in rows)
    return "\n".join(f"  {first:{width}}  {second}" for first, second in rows)


def _write(path: Path, content: str | bytes, force: bool) -> None:
    from ..files import make_folder, write_whole

    _refuse_existing([path], force)
    attempt(make_folder, path.parent)
    attempt(write_whole, path, content)


def _refuse_existing(paths: list[Path], force: bool) -> None:
    there = [str(path) for path in paths if os.path.lexists(path)]
    if there and not force:
        shown = ", ".join(there[:3]) + (f" and {len(there) - 3} more" if len(there) > 3 else "")
        raise click.UsageError(
            f"{shown} {'is' if len(there) == 1 else 'are'} there already; "
            "--force replaces, or choose another name or folder"
        )
