"""Fetching ahead: while one game is played the next one comes into the cache. Thousands of games fit in none."""

from typing import Any

from munchkin_env.engine.kernels.kernel import INTERPRETED, kernel
from munchkin_env.engine.state.layout import CARD, FRAME, STATE

MANY = 256  # more games than this do not fit into the second level of cache
LINE = 64  # bytes that come at once
NEAR = 2  # levels of cache: 3 is the first one, which one game alone would fill

_OFFSETS = {name: int(STATE.fields[name][1]) for name in ("combat", "frame", "card")}  # type: ignore[index]
COMBAT_END = _OFFSETS["combat"] + 128  # its numbers and the first monsters
FRAMES, FRAMES_END = _OFFSETS["frame"], _OFFSETS["frame"] + 8 * FRAME.itemsize  # as many as are seldom exceeded
CARDS, CARD_BYTES = _OFFSETS["card"], CARD.itemsize

if INTERPRETED:

    def fetch(rows: Any, i: int, offset: int) -> None:
        """Nothing: only compiled code waits for memory."""

else:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic
    def fetch(typing_context: Any, rows: Any, i: Any, offset: Any) -> Any:
        """Asks for the line at a byte of row `i`; does nothing else, and never fails."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            row = cgutils.get_item_pointer(context, builder, signature.args[0], array, [arguments[1]], wraparound=False)
            byte = builder.gep(builder.bitcast(row, ir.IntType(8).as_pointer()), [arguments[2]])
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte.type, number, number, number])
            prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            builder.call(prefetch, [byte, number(0), number(NEAR), number(1)])
            return context.get_dummy_value()

        return types.void(rows, types.int64, types.int64), build


@kernel
def fetch_row(positions, i, n_cards):
    """Asks for what a decision of the game in row `i` will read: its numbers, the top of its stack, its cards."""
    for at in range(0, COMBAT_END, LINE):
        fetch(positions, i, at)
    for at in range(FRAMES, FRAMES_END, LINE):
        fetch(positions, i, at)
    for at in range(CARDS, CARDS + n_cards * CARD_BYTES, LINE):
        fetch(positions, i, at)
