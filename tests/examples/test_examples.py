"""The examples run as a reader runs them, only shorter. Those that need other libraries are in `tests/clients`."""

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk

FOLDER = Path(__file__).resolve().parents[2] / "examples"
FILES = sorted(FOLDER.glob("*.py"))
MOST_LINES = 200
TINY = ["--players", "3", "--games", "3"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_is_one_short_file(file: Path) -> None:
    """It begins with what it is and how it is run, and uses nothing of the checkout but the package."""
    source = file.read_text(encoding="utf-8")
    tree = ast.parse(source)
    assert f"examples/{file.name}" in (ast.get_docstring(tree) or "")
    assert len(source.splitlines()) <= MOST_LINES
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [alias.name if isinstance(node, ast.Import) else str(node.module) for node in nodes for alias in node.names]
    assert "munchkin_env" in names
    own = [name for name in names if name.partition(".")[0] in ("munchkin_env", "training", "tests", "examples")]
    assert set(own) <= {"munchkin_env", "munchkin_env.envs.jax"}, "an example uses public names, and no other file"


def jax_ppo() -> Any:
    """The example with JAX, where JAX is."""
    pytest.importorskip("jax", reason="JAX is not installed here; `make test-clients` runs these tests")
    return import_module("examples.jax_ppo")


@pytest.mark.compiled
def test_ppo_learns_from_its_games() -> None:
    torch = pytest.importorskip("torch")
    ppo = import_module("examples.ppo")
    args = ppo.arguments([*TINY, "--minutes", "0.01", "--envs", "8", "--steps", "8", "--hidden", "8"])
    agent, curve = ppo.train(args)
    assert curve[-1]["decisions"] == 64 * len(curve)
    torch.manual_seed(args.seed)
    untrained = ppo.Agent(mk.spec(players=3, preset="short"), 8)
    for (name, now), before in zip(agent.named_parameters(), untrained.parameters(), strict=True):
        assert not torch.equal(now, before), f"{name} has not moved"


@pytest.mark.compiled
def test_ppo_writes_its_curve_and_measures_itself(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    file = tmp_path / "new" / "curve.csv"
    words = [*TINY, "--minutes", "0.005", "--envs", "4", "--steps", "8", "--csv", str(file)]
    result = import_module("examples.ppo").main(words)
    assert result.games == 3
    heading, *rows = file.read_text(encoding="utf-8").splitlines()
    assert heading == "seconds,decisions,games,won"
    assert [row.split(",")[1] for row in rows] == [str(32 * (i + 1)) for i in range(len(rows))]


def test_ppo_credits_within_a_game_alone() -> None:
    """Generalised advantages of one row, by hand: what comes after an end is none of the game before."""
    torch = pytest.importorskip("torch")
    ppo = import_module("examples.ppo")
    rewards = torch.tensor([[0.0], [1.0], [0.0]])
    values = torch.tensor([[0.5], [0.25], [0.125]])
    gains = ppo.advantages(rewards, values, torch.tensor([[0.0], [1.0], [0.0]]), torch.tensor([2.0]), 0.5)
    assert gains[:, 0].tolist() == [0.25 - 0.5 + 0.5 * 0.75, 1.0 - 0.25, 2.0 - 0.125]


def test_ppo_plays_by_its_likeliest_legal_answer() -> None:
    torch = pytest.importorskip("torch")
    ppo = import_module("examples.ppo")
    facts = mk.spec(players=3)
    masks = np.zeros((4, facts.num_actions), np.int8)
    masks[:, [3, 7]] = 1
    torch.manual_seed(1)
    seen = np.zeros((4, facts.flat_length), np.int8)
    agent, chances = ppo.Agent(facts, 8), np.array([0.0, np.nextafter(1.0, 0.0), 0.001, 0.999])
    for likeliest in (3, 7):
        agent.actor.bias.data[:] = torch.arange(facts.num_actions) == likeliest
        assert ppo.AgentBot(agent).act_batch(seen, masks, chances).tolist() == [likeliest] * 4


@pytest.mark.compiled
@pytest.mark.parametrize(
    "on",
    ["native", pytest.param("single", marks=pytest.mark.nightly), pytest.param("processes", marks=pytest.mark.nightly)],
)
def test_maskable_ppo_runs_on_all_three(on: str, tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    file = tmp_path / "model.zip"
    words = [*TINY, "--on", on, "--envs", "2", "--decisions", "32", "--steps", "16", "--batch", "16"]
    result = import_module("examples.sb3_maskable").main([*words, "--save", str(file)])
    assert result.games == 3
    assert mk.make_bot(f"pickle:{file}").name.endswith("model")


@pytest.mark.rotating
@pytest.mark.compiled
def test_ppo_ends_after_a_number_of_decisions() -> None:
    torch = pytest.importorskip("torch")
    ppo = import_module("examples.ppo")
    looks: list[int] = []
    args = ppo.arguments([*TINY, "--timesteps", "100", "--envs", "4", "--steps", "8", "--hidden", "8"])
    agent, curve = ppo.train(args, lambda decisions, agent: looks.append(decisions))
    assert looks == [32, 64, 96, 128] == [row["decisions"] for row in curve]
    again, _ = ppo.train(args)
    assert all(torch.equal(*pair) for pair in zip(agent.parameters(), again.parameters(), strict=True))


@pytest.mark.compiled
def test_jax_ppo_learns_and_repeats_a_seed() -> None:
    example = jax_ppo()
    words = [*TINY, "--timesteps", "256", "--envs", "4", "--steps", "16", "--hidden", "8", "--points", "2"]
    args = example.arguments(words)
    looks: list[tuple[int, Any]] = []
    player = example.train(args, lambda *seen: looks.append(seen))
    assert [decisions for decisions, _ in looks] == [128, 256]
    assert all((one != two).any() for one, two in zip(looks[0][1].params, player.params, strict=True))
    again = example.train(args)
    assert all((one == two).all() for one, two in zip(player.params, again.params, strict=True))
    assert example.main(words).games == 3


def test_jax_ppo_credits_each_seat_by_itself() -> None:
    """Two games of three steps by hand: seats 0, 1, 0 decide, and the first game ends by the second step."""
    example = jax_ppo()
    import jax.numpy as jnp

    rewards = np.zeros((3, 2, 2), np.float32)
    rewards[1, 0] = 1.0, -1.0
    seats, done = np.array([[0, 0], [1, 1], [0, 0]]), np.array([[0, 0], [1, 0], [0, 0]])
    values = jnp.array([[0.5, 0.5], [0.25, 0.25], [0.125, 0.125]])
    batch = example.Batch(None, None, jnp.array(seats), None, None, values, jnp.array(rewards), jnp.array(done))
    gains, counts = example.advantages(batch, jnp.array([2.0, 2.0]), jnp.array([0, 1]), 0.5)
    assert counts.tolist() == [[True, True], [True, True], [True, False]]
    last = 2.0 - 0.125  # game 0: seat 0 decides next, in the game that has begun
    assert gains[:, 0].tolist() == [1.0 - 0.5, -1.0 - 0.25, last]
    assert gains[:, 1].tolist() == [0.125 - 0.5, 2.0 - 0.25, 0.0]  # game 1: seat 1 decides next


def test_jax_ppo_plays_by_its_best_legal_action() -> None:
    example, facts = jax_ppo(), mk.spec(players=3)
    net = example.Net(facts, 8, 1.0)
    sizes = [(facts.flat_length, 8), (8, 8), (8, facts.num_actions), (8, 1)]
    params = [array for size in sizes for array in (np.zeros(size), np.zeros(size[1]))]
    masks = np.zeros((4, facts.num_actions), np.int8)
    masks[:, [3, 7]] = 1
    for best in (3, 7):
        params[5] = (np.arange(facts.num_actions) == best) * 1.0
        seen = np.zeros((4, facts.flat_length), np.int8)
        assert example.NetBot(net, params).act_batch(seen, masks, np.zeros(4)).tolist() == [best] * 4
    seen[:, net.levels] = [3, 1, 2]
    assert net(params, seen, masks, np)[1] == pytest.approx((3 - 1.5) / facts.config.goal)


RECURRENT = ["--players", "3", "--timesteps", "64", "--envs", "4", "--steps", "8", "--hidden", "8", "--games", "4"]


@pytest.mark.rotating
@pytest.mark.compiled
@pytest.mark.parametrize("memory", ["gru", "history", "none"])
def test_recurrent_ppo_learns_and_measures_itself(memory: str) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("stable_baselines3")
    example = import_module("examples.recurrent_ppo")
    words = [*RECURRENT, "--memory", memory]
    assert 0.0 <= example.main(words) <= 1.0
    args, looks = example.arguments(words), []
    agent = example.train(args, lambda decisions, agent: looks.append(decisions))
    assert looks == [32, 64]
    torch.manual_seed(args.seed)
    env = example.environment(args, "random", 0, 1.0)
    untrained = example.Agent(env, 8, recurrent=memory == "gru")
    for (name, now), before in zip(agent.named_parameters(), untrained.parameters(), strict=True):
        assert not torch.equal(now, before), f"{name} has not moved"


def test_a_recurrent_agent_remembers_within_a_game_alone() -> None:
    """Sequences and single steps give the same; before a start nothing counts, after it everything."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("stable_baselines3")
    example = import_module("examples.recurrent_ppo")
    args = example.arguments([*RECURRENT, "--memory", "gru"])
    env = example.environment(args, "random", 0, 1.0)
    agent = example.Agent(env, 8, recurrent=True)
    torch.manual_seed(0)
    seen = torch.randint(0, 9, (4, 2, env.observation_space.shape[0]))
    masks = torch.ones(4, 2, int(env.action_space.n))
    starts = torch.tensor([[1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [0.0, 0.0]])
    whole, values, _ = agent(seen, masks, starts, torch.zeros(2, 8))
    state = torch.zeros(2, 8)
    for t in range(4):
        choice, one, state = agent(seen[t : t + 1], masks[t : t + 1], starts[t : t + 1], state)
        assert torch.allclose(choice.logits[0], whole.logits[t], atol=1e-6)
        assert torch.allclose(one[0], values[t], atol=1e-6)
    seen[0] += 1
    _, other, _ = agent(seen, masks, starts, torch.zeros(2, 8))
    assert torch.equal(other[2:, 0], values[2:, 0]), "a game began at the third step of row 0"
    assert not torch.isclose(other[1:, 1], values[1:, 1]).any(), "row 1 still plays the game"
