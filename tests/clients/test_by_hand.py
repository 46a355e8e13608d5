"""Examples of libraries that fit into none of our environments: run by hand in one of their own, skipped elsewhere."""

from pathlib import Path

import numpy as np
import pytest

import munchkin_env as mk

WHY = "is not installed here; docs/guides/other-libraries.md has the commands"


def test_agilerl_learns_with_the_masks_that_it_acted_with() -> None:
    pytest.importorskip("agilerl", reason=f"AgileRL {WHY}")
    from examples import agilerl_ppo

    words = ["--updates", "2", "--envs", "4", "--steps", "16", "--games", "4", "--round-limit", "3"]
    agent, match = agilerl_ppo.main(words)
    assert match.games == 4
    kept = agent.rollout_buffer.buffer
    masks, actions = kept["action_masks"].bool(), kept["actions"].long().reshape(16, 4, 1)
    assert masks.shape == (16, 4, mk.spec(players=4, preset="short").num_actions)
    assert masks.gather(2, actions).all()
    assert 1 < masks.sum(2).float().mean() < 60


def test_agilerl_plays_legally_against_its_own_opinion() -> None:
    pytest.importorskip("agilerl", reason=f"AgileRL {WHY}")
    from examples import agilerl_ppo

    agent, _ = agilerl_ppo.main(["--updates", "0", "--envs", "2", "--steps", "4", "--games", "1", "--round-limit", "3"])
    facts = mk.spec(players=4, preset="short")
    masks = np.zeros((64, facts.num_actions), np.int8)
    masks[np.arange(64), np.arange(64)] = 1
    seen = np.zeros((64, facts.flat_length), np.int8)
    answers = agilerl_ppo.AgileBot(agent, facts).act_batch(seen, masks, np.zeros(64))
    assert answers.tolist() == list(range(64))


def test_benchmarl_answers_legally_and_waits_when_not_asked(tmp_path: Path) -> None:
    pytest.importorskip("benchmarl", reason=f"BenchMARL {WHY}")
    from examples import benchmarl_ippo

    words = ["--iterations", "2", "--frames", "200", "--round-limit", "2", "--hidden", "8"]
    run = benchmarl_ippo.experiment(words, str(tmp_path))
    batches = []
    keep = run._on_batch_collected
    run._on_batch_collected = lambda batch: (batches.append(batch.clone()), keep(batch))[1]
    run.run()
    assert run.n_iters_performed == 2
    masks = batches[0]["player", "action_mask"]
    assert masks.gather(-1, batches[0]["player", "action"].long()[..., None]).all()
    waiting = masks[..., -1] & (masks.sum(-1) == 1)
    assert (waiting.sum(-1) >= 2).all(), "of three seats at most one is asked"
