"""What an iteration has played and is not learnt from yet, in memory and in a checkpoint."""

from typing import Any, NamedTuple

import numpy as np
import torch

import munchkin_env as mk
from training.notes import Notes, SparseNotes
from training.run import is_number_or
from training.tables import Batch

PREFIX = "left."


class Left(NamedTuple):
    """Decisions that are to be learnt from, and what the learner knew of the cards as it made them."""

    batch: Batch
    kept: torch.Tensor | None
    """float (types, 1): 0 for types that had to do without what is learnt of them alone; None: none had to."""

    def arrays(self) -> dict[str, np.ndarray]:
        """All of it but what was measured, as a checkpoint has it: no wider than the fullest, however wide an earlier
        iteration's was."""
        seen, choices = self.batch.seen, self.batch.choices
        if "count" in seen:
            entries, answers = int(seen["count"].max(initial=1)), int((choices >= 0).sum(axis=1).max(initial=1))
            seen = {name: part if name == "count" else part[:, :entries] for name, part in seen.items()}
            choices = choices[:, :answers]
        found = {f"{PREFIX}arrays.{name}": one for name, one in self.batch.arrays.items()}
        found |= {f"{PREFIX}seen.{name}": one for name, one in seen.items()}
        found[f"{PREFIX}choices"] = choices
        if self.kept is not None:
            found[f"{PREFIX}kept"] = self.kept.cpu().numpy()
        return found

    @classmethod
    def restored(
        cls, arrays: dict[str, np.ndarray], measured: Any, notes: Notes, network: Any, where: str
    ) -> "Left | None":
        """What `arrays` has made; None if nothing was measured, so nothing left. Raises SaveError for arrays that are
        not such as `notes` makes for the network, which compiled code would read wherever they lead."""
        if measured is None:
            return None
        if not isinstance(measured, dict) or not all(is_number_or(one, float) for one in measured.values()):
            raise mk.SaveError(f"{where}: left: expected measurements, got {measured!r:.80}")
        own = {name.removeprefix(PREFIX): one for name, one in arrays.items() if name.startswith(PREFIX)}
        kept = own.pop("kept", None)
        if kept is not None and kept.shape != (len(network.card.weight), 1):
            raise mk.SaveError(f"{where}: left.kept: expected {len(network.card.weight)} types, got {kept.shape}")
        _check_decisions(own, where)
        seen, facts = _named(own, "seen."), _named(own, "arrays.")
        _check_seen(seen, own["choices"], notes, where)
        batch = Batch(facts, seen, own["choices"], {name: float(one) for name, one in measured.items()})
        return cls(batch, None if kept is None else torch.from_numpy(kept))


def _named(arrays: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {name.removeprefix(prefix): one for name, one in arrays.items() if name.startswith(prefix)}


def _check_decisions(arrays: dict[str, np.ndarray], where: str) -> None:
    """Raises SaveError unless they are of as many decisions, and of finite numbers."""
    decisions = len(arrays["choices"])
    for name, one in arrays.items():
        if len(one) != decisions or (one.dtype.kind == "f" and not np.isfinite(one).all()):
            raise mk.SaveError(f"{where}: left.{name}: expected finite numbers of {decisions} rows, got {len(one)}")


def _check_seen(seen: dict[str, np.ndarray], choices: np.ndarray, notes: Notes, where: str) -> None:
    """Raises SaveError unless observations and choices are as `notes` has them; what is too high for the network is
    refused where it is read."""
    found = {name: (one.dtype.str, one.ndim) for name, one in [*seen.items(), ("choices", choices)]}
    known = {name: (one.dtype.str, one.ndim - 1) for name, one in [*notes.seen.items(), ("choices", notes.choices)]}
    if found != known:
        raise mk.SaveError(f"{where}: left.seen: expected types and dimensions {known}, got {found}")
    if isinstance(notes, SparseNotes):
        width, counts, lowest = seen["indices"].shape[1], seen["count"], int(seen["indices"].min(initial=0))
        least, most = int(counts.min(initial=0)), int(counts.max(initial=0))
        if lowest < 0 or least < 0 or most > width or seen["data"].shape[1] != width:
            raise mk.SaveError(
                f"{where}: left.seen: expected up to {width} entries from 0, got {least} to {most} from {lowest}"
            )


__all__ = ["Left"]
