"""Scores, win rate models and options."""

import pytest

import ferz
from ferz.engine import Cp, EngineError, Limit, Mate, MateGiven, Option, PovScore, PovWdl
from ferz.engine import UciOptionMap, Wdl

FROM_WORST = [Mate(0), Mate(-2), Mate(-30), Cp(-900), Cp(0), Cp(1), Cp(20000), Mate(40), Mate(1)]
FROM_WORST.append(MateGiven)


def test_scores_are_ordered_from_being_mated_to_having_mated():
    assert sorted(reversed(FROM_WORST)) == FROM_WORST
    assert len(set(FROM_WORST)) == len(FROM_WORST)
    for low, high in zip(FROM_WORST, FROM_WORST[1:]):
        assert low < high and not high < low and low != high
        assert -high < -low
    with pytest.raises(TypeError):
        Cp(1) < 2


def test_negation_is_the_view_of_the_other_side():
    for score in FROM_WORST:
        assert -(-score) == score
        assert PovScore(score, ferz.WHITE) == PovScore(-score, ferz.BLACK)
        assert hash(PovScore(score, ferz.WHITE)) == hash(PovScore(-score, ferz.BLACK))
    assert PovScore(Cp(-30), ferz.BLACK).white() == Cp(30)
    assert PovScore(Mate(3), ferz.BLACK).pov(ferz.WHITE) == Mate(-3)


def test_scores_as_numbers_and_texts():
    assert Mate(5).score() is None and Mate(5).score(mate_score=1000) == 995
    assert Mate(-5).score(mate_score=1000) == -995
    assert MateGiven.score(mate_score=1000) == 1000 and Mate(0).score(mate_score=1000) == -1000
    assert [str(score) for score in (Cp(7), Cp(-7), Cp(0), Mate(2), Mate(-2), Mate(0))] == [
        "+7",
        "-7",
        "0",
        "#+2",
        "#-2",
        "#-0",
    ]
    assert repr(PovScore(Mate(-0), ferz.BLACK)) == "PovScore(Mate(-0), BLACK)"
    assert abs(Mate(-3)) == Mate(3) and abs(Mate(0)) is MateGiven


@pytest.mark.parametrize("model", ["sf12", "sf14", "sf15", "sf15.1", "sf16", "sf16.1", "sf"])
def test_win_rates_of_stockfish_grow_with_the_score(model):
    for ply in (0, 1, 16, 40, 400):
        last = -1.0
        for score in FROM_WORST:
            wdl = score.wdl(model=model, ply=ply)
            assert wdl.total() == 1000 and min(wdl) >= 0
            assert wdl.expectation() >= last
            last = wdl.expectation()
            if isinstance(score, Cp):
                assert -wdl == Cp(-score.cp).wdl(model=model, ply=ply)
        assert Cp(0).wdl(model=model, ply=ply).expectation() == 0.5


def test_models_of_normalised_scores_give_half_the_wins_at_100_centipawns_in_move_32():
    for model in ("sf15.1", "sf16", "sf16.1"):
        assert abs(Cp(100).wdl(model=model, ply=64).winning_chance() - 0.5) < 0.006


def test_win_rates_of_lichess_have_no_draws():
    wdl = Cp(100).wdl(model="lichess")
    assert (wdl.draws, wdl.total()) == (0, 1000)
    # The published curve: 1 / (1 + exp(-0.00368208 * cp)).
    assert abs(wdl.winning_chance() - 0.591) < 0.001
    assert Mate(1).wdl(model="lichess").wins > Cp(5000).wdl(model="lichess").wins


def test_statistics():
    wdl = Wdl(600, 300, 100)
    assert (wdl.winning_chance(), wdl.drawing_chance(), wdl.losing_chance()) == (0.6, 0.3, 0.1)
    assert wdl.expectation() == 0.75
    assert list(-wdl) == [100, 300, 600]
    assert not Wdl(0, 0, 0)
    pov = PovWdl(wdl, ferz.BLACK)
    assert pov.white() == -wdl and pov == PovWdl(-wdl, ferz.WHITE)
    assert (pov[0], len(pov), tuple(pov)) == (600, 3, (600, 300, 100))


def test_limits_print_the_given_fields():
    assert repr(Limit()) == "Limit()"
    assert repr(Limit(time=0.5, white_clock=3)) == "Limit(time=0.5, white_clock=3)"
    assert Limit(depth=3) == Limit(depth=3) != Limit(nodes=3)


def option(kind, low=None, high=None, var=None):
    return Option("Name", kind, None, low, high, var)


def test_option_values_are_checked():
    assert option("check").parse("false") is False and option("check").parse(1) is True
    assert option("spin", 1, 5).parse("4") == 4
    assert option("combo", var=["a", "b"]).parse("b") == "b"
    assert option("button").parse(True) is None
    assert option("string").parse(7) == "7"
    for bad, value in [
        (option("spin", 1, 5), 6),
        (option("spin", 1, 5), 0),
        (option("spin", 1, 5), None),
        (option("spin", 1, 5), "many"),
        (option("combo", var=["a"]), "A"),
        (option("string"), "two\nlines"),
        (option("mystery"), 1),
    ]:
        with pytest.raises(EngineError, match="Name"):
            bad.parse(value)


def test_names_of_options_ignore_case():
    options = UciOptionMap([("MultiPV", 1)], Hash=16)
    options["multipv"] = 3
    assert options["MULTIPV"] == 3 and "hash" in options and len(options) == 2
    assert options == {"hash": 16, "MultiPV": 3} and options != {"hash": 16}
    assert options != {1: 2}
    copied = options.copy()
    del copied["HASH"]
    assert "Hash" in options and list(copied) == ["multipv"]
    assert Option("multiPV", "spin", 1, 1, 5, None).is_managed()
    assert not Option("Hash", "spin", 1, 1, 5, None).is_managed()
