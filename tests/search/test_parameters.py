"""Tuned numbers of the search: each has a name, a range and a meaning, and reaches the kernels."""

import math

import pytest

from search.parameters import (
    LATE_MOVE_DEPTHS,
    MAX_DEPTH,
    MAX_REDUCED,
    PARAMETERS,
    set_parameters,
)
from search.worker import new_worker


def test_every_parameter_has_a_name_of_its_own_a_meaning_and_a_value_in_its_range() -> None:
    assert len({parameter.name for parameter in PARAMETERS}) == len(PARAMETERS)
    for parameter in PARAMETERS:
        assert parameter.low <= parameter.value <= parameter.high, parameter
        assert parameter.low < parameter.high, parameter
        assert parameter.meaning


def test_a_worker_gets_the_values_or_others() -> None:
    worker = new_worker()
    set_parameters(worker)
    assert all(int(worker[parameter.name]) == parameter.value for parameter in PARAMETERS)
    for parameter in PARAMETERS:
        set_parameters(worker, {parameter.name: parameter.high})
        assert int(worker[parameter.name]) == parameter.high
        others = (other for other in PARAMETERS if other is not parameter)
        assert all(int(worker[other.name]) == other.value for other in others)
    set_parameters(worker)
    assert all(int(worker[parameter.name]) == parameter.value for parameter in PARAMETERS)


def test_a_parameter_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no search parameter 'gravity'"):
        set_parameters(new_worker(), {"gravity": 9, "tree_children": 8})


def test_moves_are_late_by_depth() -> None:
    worker = new_worker()
    values = {f"late_moves_{depth}": 10 * depth for depth in range(1, LATE_MOVE_DEPTHS)}
    set_parameters(worker, values)
    assert worker["late_moves"].tolist() == [10 * depth for depth in range(LATE_MOVE_DEPTHS)]
    assert f"late_moves_{LATE_MOVE_DEPTHS}" not in {parameter.name for parameter in PARAMETERS}


@pytest.mark.parametrize(("base", "divisor"), [(6, 223), (0, 100), (-100, 600), (200, 150)])
def test_reductions_grow_with_the_logarithms_of_depth_and_number(base: int, divisor: int) -> None:
    worker = new_worker()
    set_parameters(worker, {"reduction_base": base, "reduction_divisor": divisor})
    reductions = worker["reductions"]
    assert reductions.shape == (MAX_DEPTH + 1, MAX_REDUCED + 1)
    for depth in range(1, MAX_DEPTH + 1):
        for number in range(1, MAX_REDUCED + 1, 5):
            plies = base / 100 + math.log(depth) * math.log(number) / (divisor / 100)
            if abs(plies - round(plies)) > 1e-9:
                assert int(reductions[depth, number]) == int(plies), (depth, number)
