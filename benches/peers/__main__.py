"""Print what pip has to install so that every peer can be measured, one requirement a line."""

from peers import load, names

if __name__ == "__main__":
    print(*(requirement for name in names() for requirement in load(name).requires), sep="\n")
