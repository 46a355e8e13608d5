"""TRL's own trainer plays by the class of tools and steps by its rewards, with a model of 16 units that calls them."""

import math
from pathlib import Path
from typing import Any

import pytest

trl = pytest.importorskip("trl", reason="TRL is not installed; `make test-language` runs these tests")

from datasets import Dataset

from examples.trl_environment import MunchkinTools, games, reward
from tests.llm import tiny_model

SHORT: dict[str, Any] = {"goal": 3, "round_limit": 2, "players": 3, "opponents": "random"}
STEPS, GROUP = 2, 2


def call(number: int) -> str:
    """A call of the tool `answer`, as models of Qwen write it."""
    return f'<tool_call>\n{{"name": "answer", "arguments": {{"number": {number}}}}}\n</tool_call>'


@pytest.mark.slow
def test_a_trainer_calls_the_tools_and_steps(tmp_path: Path) -> None:
    """Each game of a group is asked by tools of its own; some calls are illegal, and are told as failures."""
    seats: list[MunchkinTools] = []
    seen: list[tuple[int, int]] = []

    class Seat(MunchkinTools):
        def __init__(self) -> None:
            super().__init__()
            seats.append(self)

    def watched(environments: list[MunchkinTools], **words: Any) -> list[float]:
        counts = [one._table.counts(0) for one in environments]
        seen.extend((one.calls, one.illegal) for one in counts)
        return reward(environments, **words)

    def legal(environments: list[MunchkinTools], **_: Any) -> list[float]:
        return [-float(one._table.counts(0).illegal) for one in environments]

    says = [call(1), call(99)]
    template = Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja"
    tokenizer = tiny_model.tokens(says, template.read_text(encoding="utf-8"))
    model = tiny_model.model(tokenizer, says)
    before = model.lm_head.weight.detach().clone()
    trainer = trl.GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        args=trl.GRPOConfig(
            output_dir=str(tmp_path), per_device_train_batch_size=GROUP, num_generations=GROUP, max_steps=STEPS,
            max_completion_length=20_000, max_tool_calling_iterations=3, use_cpu=True, bf16=False, report_to=[],
            logging_steps=1, save_strategy="no", learning_rate=0.01, seed=1,
        ),
        reward_funcs=[watched, legal],
        train_dataset=Dataset.from_list([{**row, **SHORT} for row in games(STEPS)]),
        environment_factory=Seat,
    )  # fmt: skip
    trainer.train()
    logs = [line for line in trainer.state.log_history if "tools/call_frequency" in line]
    assert len(logs) == STEPS
    assert all(math.isfinite(line["loss"]) for line in logs)
    assert all(line["tools/call_frequency"] > 0 for line in logs)
    assert any(line["tools/failure_frequency"] > 0 for line in logs)
    assert not before.equal(model.lm_head.weight.detach())
    assert len(seen) == STEPS * GROUP
    assert all(calls > 0 for calls, _ in seen)
    assert any(illegal > 0 for _, illegal in seen)
    unfinished = next(one for one in seats if not one.over and one.reward == 0)
    while not unfinished.over:
        unfinished.answer(1)
    assert reward([unfinished]) == [unfinished.reward]
    assert unfinished.reward in (1.0, -1.0, 0.5, -0.5)
