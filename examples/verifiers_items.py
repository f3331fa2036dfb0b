"""Prompts and a reward in the style of verifiers: `python examples/verifiers_items.py`.

`rows` are what a data set of prompts needs, `reward` scores a completion; hand both to the environment of your choice.
"""

from ninefold.environments import Items

ITEMS = Items(seed=1, empty=(20, 40), partial=True)


def rows(first, count):
    return [
        {"prompt": [{"role": "user", "content": item["question"]}], "answer": item["answer"], "info": item["metadata"]}
        for item in ITEMS.questions(first, count)
    ]


def reward(completion, info):
    text = completion if isinstance(completion, str) else completion[-1]["content"]
    return ITEMS.score_answer(text, {"metadata": info})


if __name__ == "__main__":
    for row in rows(0, 3):
        print(row["info"]["clues"], reward(row["answer"], row["info"]), reward("I give up.", row["info"]))
