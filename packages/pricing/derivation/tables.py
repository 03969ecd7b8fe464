"""The tables of elementary/ and american/, printed as in the code. Needs mpmath 1.3: python3 derivation/tables.py"""

import mpmath as mp

mp.mp.dps = 60


def show(name, values):
    print(name, ", ".join(repr(float(v)) for v in values), "", sep="\n")


def to_multiple_of(value, step):
    return mp.nint(value / step) * step


def gauss_legendre(count):
    nodes = []
    for i in range(1, count + 1):
        x = mp.cos(mp.pi * (i - mp.mpf("0.25")) / (count + mp.mpf("0.5")))
        for _ in range(60):
            before, value = mp.mpf(1), x
            for k in range(2, count + 1):
                before, value = value, ((2 * k - 1) * x * value - (k - 1) * before) / k
            slope = count * (x * value - before) / (x * x - 1)
            x -= value / slope
            if abs(value / slope) < mp.mpf(10) ** -38:
                break
        nodes.append((x, 2 / ((1 - x * x) * slope * slope)))
    return sorted(nodes)


if __name__ == "__main__":
    roots = [mp.mpf(2) ** (mp.mpf(j) / 128) for j in range(128)]
    show("rootsOfTwo", roots)
    show("rootsOfTwoMissing", [mp.mpf(mp.nstr((r - mp.mpf(float(r))) / mp.mpf(float(r)), 10)) for r in roots])
    step = mp.log(2) / 128
    high = to_multiple_of(step, mp.mpf(2) ** -39)
    show("perLn2, stepHigh, stepLow", [1 / step, high, step - high])

    end = mp.mpf(2) ** -42
    logs = [-mp.log(mp.mpf(round(131072 / j)) / 1024) for j in range(90, 181)]
    highs = [to_multiple_of(v, end) for v in logs]
    show("lnHigh", highs)
    show("lnLow", [mp.mpf(mp.nstr(v - h, 11)) for v, h in zip(logs, highs)])
    high = to_multiple_of(mp.log(2), end)
    show("ln2High, ln2Low", [high, mp.log(2) - high])

    for count in (20, 128):
        half = gauss_legendre(count)[: count // 2]
        show(f"weights of {count} nodes, first half", [w * mp.pi / 4 for _, w in half])
        show("their sines", [mp.sin(mp.pi / 4 * (1 + x)) for x, _ in half])
        show("their cosines", [mp.cos(mp.pi / 4 * (1 + x)) for x, _ in half])
