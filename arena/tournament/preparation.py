"""Before the first game: every engine is tried, and the pool of players is opened."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from arena.match.adjudication import asking_for_scores
from arena.match.inspection import UnfitEngineError, inspect_engine
from arena.settings import ArenaError, EngineSettings, TournamentSettings
from arena.tournament.pools import LOCAL_CLUSTER, ClusterError, LocalPool, Pool
from engine.cores import usable_cores

if TYPE_CHECKING:
    from arena.tournament.dask_pool import DaskPool


def prepare(
    settings: TournamentSettings,
    game_types: tuple[str, ...],
    dask: str | None = None,
    concurrency: int | None = None,
) -> tuple[tuple[EngineSettings, ...], Pool]:
    """Try every engine, all of them before complaining, and open the place to play.

    A cluster elsewhere tries them on each of its workers. Raises UnfitEngineError, ClusterError.
    """
    engines = settings.engines
    if settings.conditions.score_rules:
        engines = tuple(map(asking_for_scores, engines))
    if dask is not None and dask != LOCAL_CLUSTER:
        cluster = _open_cluster(dask, 1)
        try:
            return _fitted(engines, lambda engine: cluster.inspect(engine, game_types)), cluster
        except ArenaError:
            cluster.close()
            raise
    fitted = _fitted(engines, lambda engine: {"": inspect_engine(engine, game_types)})
    concurrency = concurrency or default_concurrency(fitted)
    if dask is not None:
        return fitted, _open_cluster(LOCAL_CLUSTER, concurrency)
    return fitted, LocalPool(concurrency)


def _open_cluster(address: str, concurrency: int) -> "DaskPool":
    """Only here Dask needs to be installed. Raises ClusterError."""
    try:
        from arena.tournament.dask_pool import open_cluster
    except ImportError:
        raise ClusterError("Dask is missing: pip install 'propolis[cluster]'") from None
    return open_cluster(address, concurrency)


def default_concurrency(engines: tuple[EngineSettings, ...]) -> int:
    """As many games as there are cores, divided by the most threads that any engine uses."""
    return max(1, usable_cores() // max(engine.threads for engine in engines))


def _fitted(
    engines: tuple[EngineSettings, ...],
    inspect: Callable[[EngineSettings], dict[str, EngineSettings | UnfitEngineError]],
) -> tuple[EngineSettings, ...]:
    fitted: list[EngineSettings] = []
    complaints: list[str] = []
    for engine in engines:
        for place, found in inspect(engine).items():
            if isinstance(found, UnfitEngineError):
                complaints.append(f"on worker {place}: {found}" if place else str(found))
                break
            fit = found
        else:
            taken = [other.name for other in fitted]
            fitted.append(replace(fit, name=_fresh_name(fit.name, taken)))
    if complaints:
        raise UnfitEngineError("\n".join(complaints))
    return tuple(fitted)


def _fresh_name(name: str, taken: list[str]) -> str:
    candidates = (name, *(f"{name} ({number})" for number in range(2, len(taken) + 3)))
    return next(candidate for candidate in candidates if candidate not in taken)
