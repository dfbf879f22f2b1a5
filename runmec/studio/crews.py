"""Processes for pages: every page has its own to calculate and to read with, as far as there are any."""

from __future__ import annotations

from .workers import Worker

CREWS_AT_MOST = 4  # that work at the same time; further pages share with those that have the fewest
_SEARCH_PATIENCE = 30.0  # seconds for the descent that is under way when a search is stopped


class Crew:
    """Processes that begin with the first thing they are asked."""

    def __init__(self, folder: str) -> None:
        self.calculating, self.editing = Worker(folder), Worker(folder)
        self.searching = Worker(folder, _SEARCH_PATIENCE)
        self.pages: set[int] = set()

    @property
    def workers(self) -> tuple[Worker, Worker, Worker]:
        return self.calculating, self.editing, self.searching

    def start(self) -> None:
        self.calculating.start()
        self.editing.start()

    def close(self) -> None:
        for worker in self.workers:
            worker.close()


class Crews:
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._all: list[Crew] = []

    def start(self) -> None:
        """One that the first page finds at work."""
        first = Crew(self._folder)
        first.start()
        self._all.append(first)

    def of(self, page: int) -> Crew:
        """The crew of a page, from its first request on."""
        for crew in self._all:
            if page in crew.pages:
                return crew
        least = min(self._all, key=lambda crew: len(crew.pages), default=None)
        if least is None or (least.pages and len(self._all) < CREWS_AT_MOST):
            least = Crew(self._folder)
            self._all.append(least)
        least.pages.add(page)
        return least

    def forget(self, page: int) -> None:
        """A page has gone; one crew without pages is kept for the next."""
        for crew in self._all:
            if page in crew.pages:
                crew.pages.discard(page)
                for worker in crew.workers:
                    worker.forget(page)
        for crew in [crew for crew in self._all if not crew.pages][1:]:
            self._all.remove(crew)
            crew.close()

    def close(self) -> None:
        for crew in self._all:
            crew.close()
