"""Which buffers a `bufcalc` is calculated from, in an order in which they can be."""

from __future__ import annotations

from collections.abc import Container, Sequence

from .model import Store


def needed(all_stores: Sequence[Store], buffers: Sequence[int], known: Container[int] = ()) -> list[Store]:
    """What fills these buffers and all that they are calculated from, each behind what it needs itself.

    What is `known` is left out. A stack in place of recursion: chains may be as long as a deck.
    """
    stores = {store.buffer: store for store in all_stores}
    found: dict[int, Store] = {}
    begun: set[int] = set()
    pending = list(reversed(buffers))
    while pending:
        buffer = pending[-1]
        if buffer in known or buffer in found:
            pending.pop()
        elif buffer in begun:
            found[pending.pop()] = stores[buffer]
        else:
            begun.add(buffer)
            pending += [other for other in _uses(stores[buffer]) if other not in begun]
    return list(found.values())


def _uses(store: Store) -> list[int]:
    if store.expression is None:
        return []
    return list(dict.fromkeys(number for name, number in store.expression.uses() if name == "buf"))
