"""Pending decisions of an iteration, played and not learnt from yet, in memory and in a checkpoint."""

import hashlib
from typing import Any, NamedTuple

import numpy as np
import torch

import munchkin_env as mk
from training.rollout_buffer import Notes, SparseNotes
from training.run import is_number_or
from training.tables import Batch

PREFIX = "left."


class Left(NamedTuple):
    """Decisions to learn from, and the learner's knowledge of the cards when it made them."""

    batch: Batch
    kept: torch.Tensor | None
    """Mask of card types, float (types, 1): 0 for types without vectors of their own then; None: all had them."""
    done: float
    """Finished share of the phase, which gives the settings of its play and its learning."""

    def arrays(self) -> dict[str, np.ndarray]:
        """Return its arrays for a checkpoint: with no more entries than the fullest observation."""
        seen = self.batch.seen
        if "count" in seen:
            entries = int(seen["count"].max(initial=1))
            seen = {name: part if name == "count" else part[:, :entries] for name, part in seen.items()}
        found = {f"{PREFIX}arrays.{name}": one for name, one in self.batch.arrays.items()}
        found |= {f"{PREFIX}seen.{name}": one for name, one in seen.items()}
        found[f"{PREFIX}choices"] = self.batch.choices
        if self.kept is not None:
            found[f"{PREFIX}kept"] = self.kept.cpu().numpy()
        return found

    def facts(self) -> dict[str, Any]:
        """Return the other facts, with a digest of the arrays as written."""
        return {"measured": self.batch.measured, "done": self.done, "digest": digest_of(self.arrays())}

    @classmethod
    def restored(cls, arrays: dict[str, np.ndarray], facts: Any, notes: Notes, where: str) -> "Left | None":
        """Return the decisions of `arrays` and `facts`; None if there are none.

        Raises SaveError for changed ones, and for those that compiled code would read out of bounds.
        """
        if facts is None:
            return None
        own = {name: one for name, one in arrays.items() if name.startswith(PREFIX)}
        measured, done = _checked(facts, digest_of(own), where)
        own = {name.removeprefix(PREFIX): one for name, one in own.items()}
        seen, parts = _named(own, "seen."), _named(own, "arrays.")
        _check_seen(seen, own["choices"], notes, where)
        kept = own.get("kept")
        batch = Batch(parts, seen, own["choices"], measured)
        return cls(batch, None if kept is None else torch.from_numpy(kept), done)


def digest_of(arrays: dict[str, np.ndarray]) -> str:
    """Return a digest of names, types, shapes and bytes."""
    found = hashlib.sha256()
    for name, one in sorted(arrays.items()):
        found.update(f"{name} {one.dtype.str} {one.shape};".encode())
        found.update(np.ascontiguousarray(one).data)
    return found.hexdigest()


def _checked(facts: Any, digest: str, where: str) -> tuple[dict[str, float], float]:
    """Return (measurements, finished share of the phase). Raises SaveError."""
    if not isinstance(facts, dict):
        raise mk.SaveError(f"{where}: left: expected facts by name, got {facts!r:.80}")
    measured, done, told = (facts.get(name) for name in ("measured", "done", "digest"))
    if not isinstance(measured, dict) or not all(is_number_or(one, float) for one in measured.values()):
        raise mk.SaveError(f"{where}: left.measured: expected numbers by name, got {measured!r:.80}")
    if not is_number_or(done, float) or not 0 <= float(done or 0) <= 1:
        raise mk.SaveError(f"{where}: left.done: expected 0 to 1, got {done!r:.80}")
    if told != digest:
        raise mk.SaveError(f"{where}: left.digest: expected that of the arrays, {digest}, got {told!r:.80}")
    return {str(name): float(one) for name, one in measured.items()}, float(done or 0)


def _named(arrays: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {name.removeprefix(prefix): one for name, one in arrays.items() if name.startswith(prefix)}


def _check_seen(seen: dict[str, np.ndarray], choices: np.ndarray, notes: Notes, where: str) -> None:
    """Raise SaveError unless observations have the shapes of `notes`.

    Numbers too high for the network are refused where they are read.
    """
    is_sparse = isinstance(notes, SparseNotes)
    width = seen["indices"].shape[-1] if is_sparse and "indices" in seen else 0
    wide = ("indices", "data") if is_sparse else ()
    shapes = {name: (width,) if name in wide else one.shape[2:] for name, one in notes.seen.items()}
    known = {name: (notes.seen[name].dtype.str, len(choices), *shape) for name, shape in shapes.items()}
    found = {name: (one.dtype.str, *one.shape) for name, one in seen.items()}
    if found != known:
        raise mk.SaveError(f"{where}: left.seen: expected types and shapes {known}, got {found}")
    if is_sparse:
        lowest, counts = int(seen["indices"].min(initial=0)), seen["count"]
        least, most = int(counts.min(initial=0)), int(counts.max(initial=0))
        if lowest < 0 or least < 0 or most > width:
            raise mk.SaveError(
                f"{where}: left.seen: expected up to {width} entries from 0, got {least} to {most} from {lowest}"
            )
