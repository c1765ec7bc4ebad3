"""Hive for machine learning: numbered actions, observation planes, batches, an environment.

from learning import GameBatch

batch = GameBatch(1024, "Base+MLP", auto_reset=True)
actions, offsets = batch.legal_actions()
batch.step(actions[offsets[:-1]])
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from learning.actions import action_mask as action_mask
    from learning.actions import action_of as action_of
    from learning.actions import legal_actions as legal_actions
    from learning.actions import move_of as move_of
    from learning.batch import GameBatch as GameBatch
    from learning.centre import CENTRES as CENTRES
    from learning.environment import HiveEnvironment as HiveEnvironment
    from learning.environment import env as env
    from learning.numbering import ACTIONS as ACTIONS
    from learning.numbering import ACTIONS_VERSION as ACTIONS_VERSION
    from learning.numbering import NO_ACTION as NO_ACTION
    from learning.numbering import PASS_ACTION as PASS_ACTION
    from learning.observations import OBSERVATION_SHAPE as OBSERVATION_SHAPE
    from learning.observations import hands as hands
    from learning.observations import observation as observation
    from learning.outcomes import Outcome as Outcome
    from learning.planes import OBSERVATION_VERSION as OBSERVATION_VERSION
    from learning.planes import PLANES as PLANES
    from learning.symmetry import SYMMETRIES as SYMMETRIES
    from learning.symmetry import fits as fits
    from learning.symmetry import symmetric_actions as symmetric_actions
    from learning.symmetry import symmetric_planes as symmetric_planes
    from learning.symmetry import symmetric_policy as symmetric_policy
else:
    from engine.lazy_names import lazy_names

    __all__, __getattr__, __dir__ = lazy_names(
        globals(),
        {
            "learning.actions": ("action_mask", "action_of", "legal_actions", "move_of"),
            "learning.batch": ("GameBatch",),
            "learning.centre": ("CENTRES",),
            "learning.environment": ("HiveEnvironment", "env"),
            "learning.numbering": ("ACTIONS", "ACTIONS_VERSION", "NO_ACTION", "PASS_ACTION"),
            "learning.observations": ("OBSERVATION_SHAPE", "hands", "observation"),
            "learning.outcomes": ("Outcome",),
            "learning.planes": ("OBSERVATION_VERSION", "PLANES"),
            "learning.symmetry": (
                "SYMMETRIES",
                "fits",
                "symmetric_actions",
                "symmetric_planes",
                "symmetric_policy",
            ),
        },
    )
