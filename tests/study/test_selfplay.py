"""Games of the engine against itself."""

from study.selfplay import SelfPlay


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_jobs() -> None:
    play = SelfPlay(game_types=("Base", "Base+MLP"), nodes=50, seed=7)
    games = [game.game_string for game in play.games(4, jobs=2)]
    assert games == [game.game_string for game in play.games(4, jobs=1)]
    assert games[1:3] == [game.game_string for game in play.games(2, first=1, jobs=2)]
    assert len({*games}) == 4
    other = SelfPlay(game_types=("Base", "Base+MLP"), nodes=50, seed=8)
    assert games[0] != next(other.games(1)).game_string


def test_games_that_nobody_waits_for_are_given_up() -> None:
    games = SelfPlay(nodes=200).games(1000)
    assert next(games).ply > 10
    games.close()  # type: ignore[attr-defined]
