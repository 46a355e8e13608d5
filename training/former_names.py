"""Former names of settings and of shipped configs: each is refused, and the message gives the present name."""

_ALGORITHM = {
    "steps": "n_steps",
    "epochs": "n_epochs",
    "minibatch": "batch_size",
    "follow_noise": "noise_scale_factor",
    "value": "vf_coef",
    "gradient": "max_grad_norm",
}
_SECTIONS = {
    "run": {
        "folder": "dir",
        "start": "init_from",
        "decisions": "total_timesteps",
        "tensorboard": "loggers",
    },
    "game": {"games": "n_envs", "also": "extra_editions"},
    "opponents": {
        "past": "past_selves",
        "active": "active_selves",
        "alike": "same_kind_prob",
        "prioritised": "pfsp_power",
    },
    "imitation": {
        **_ALGORITHM,
        "asked": "query_fraction",
        "teacher_plays": "teacher_play_fraction",
        "passes": "pass_keep_fraction",
    },
    "ppo": {
        **_ALGORITHM,
        "outcome": "outcome_coef",
        "gain": "lead_coef",
        "strength": "strength_coef",
        "rivalry": "opponents_lead_coef",
        "clip": "clip_range",
        "entropy": "ent_coef",
        "teacher_weight": "teacher_coef",
        "kept": "keep_fraction",
    },
    "phases": {"decisions": "timesteps", "games": "n_envs"},
}
SETTINGS = {
    f"{section}.{former}": f"{section}.{present}"
    for section, names in _SECTIONS.items()
    for former, present in names.items()
}
"""Present names of settings by former ones, with their sections."""
CONFIGS = {
    "veteran": "imitate_ppo",
    "zero": "selfplay",
    "demo": "quickstart",
    "everywhere": "all_editions",
    "laptop": "ppo_scratch",
    "blend": "all_editions",
}
"""Present names of shipped configs by former ones."""

OPTIONS = {
    "--batch": "--train-batch-size",
    "--minibatch": "--batch-size",
    "--epochs": "--n-epochs",
    "--lr": "--learning-rate",
    "--clip": "--clip-range",
    "--entropy": "--ent-coef",
}
"""Present options of `python -m training.rllib` by former ones."""
