"""The rational functions of normal/: near-equal-ripple fits in high precision, printed as in the code.

Least squares on the linearised problem f·D − N, reweighted by the last denominator and by the ripple (Lawson), at
Chebyshev's points; relative error. Needs mpmath 1.3:  python3 derivation/rational_fits.py   (about ten seconds)
"""

import mpmath as mp

# The systems are nearly singular: with 60 digits the last bits of some coefficients depend on the precision, with 100 none.
mp.mp.dps = 100


def mills(z):
    return mp.sqrt(mp.pi / 2) * mp.exp(z * z / 2) * mp.erfc(z / mp.sqrt(2))


def excess(z):
    with mp.workdps(160):
        return +(1 / mills(z) - z)


def fit(f, over, under, points, rounds):
    """over, under: functions of the basis; the denominator is 1 + Σ. Returns worst relative error, N, D."""
    values = [f(x) for x in points]
    weights = [1 / v for v in values]
    denominators = [mp.mpf(1)] * len(points)
    ripple = [mp.mpf(1)] * len(points)
    best = None
    for _ in range(rounds):
        system = mp.matrix(len(points), len(over) + len(under))
        right = mp.matrix(len(points), 1)
        for i, x in enumerate(points):
            scale = mp.sqrt(ripple[i]) * weights[i] / denominators[i]
            for j, basis in enumerate(over):
                system[i, j] = scale * basis(x)
            for j, basis in enumerate(under):
                system[i, len(over) + j] = -scale * values[i] * basis(x)
            right[i] = scale * values[i]
        solved = mp.lu_solve(system, right)
        n = [solved[j] for j in range(len(over))]
        d = [solved[len(over) + j] for j in range(len(under))]
        denominators = [1 + sum(c * b(x) for c, b in zip(d, under)) for x in points]
        errors = [
            abs((sum(c * b(x) for c, b in zip(n, over)) / q - v) * w)
            for x, q, v, w in zip(points, denominators, values, weights)
        ]
        worst = max(errors)
        if best is None or worst < best[0]:
            best = (worst, n, d)
        ripple = [r * (e / worst + mp.mpf("1e-3")) for r, e in zip(ripple, errors)]
        top = max(ripple)
        ripple = [r / top for r in ripple]
    return best


def chebyshev(a, b, count):
    a, b = mp.mpf(a), mp.mpf(b)
    return [(a + b) / 2 + (b - a) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * count)) for i in range(count)]


def powers(first, last, origin=0, sign=1):
    return [(lambda k: lambda x: (sign * (x - mp.mpf(origin))) ** k)(k) for k in range(first, last + 1)]


def show(name, result):
    print(f"{name}: worst relative error of the fit {mp.nstr(result[0], 3)}")
    print("  over ", [float(c) for c in reversed(result[1])])
    print("  under", [float(c) for c in reversed(result[2])] + [1.0], flush=True)


def off_centre(v):
    """z / q where N(z) = 1/2 + q and v = q²."""
    q = mp.sqrt(v)
    z = q * mp.sqrt(2 * mp.pi)
    for _ in range(60):
        step = (mp.erf(z / mp.sqrt(2)) / 2 - q) * mp.sqrt(2 * mp.pi) * mp.exp(z * z / 2)
        z -= step
        if abs(step) < mp.mpf(10) ** -85 * abs(z):
            break
    return z / q


def tail(root):
    """z where N(−z) = e^(−root²)."""
    z = mp.sqrt(2) * root
    if root > 2:
        z = mp.sqrt(max(mp.mpf(1), 2 * root * root - mp.log(4 * mp.pi * root * root)))
    for _ in range(60):
        step = (mp.log(mp.erfc(z / mp.sqrt(2)) / 2) + root * root) * mills(z)
        z += step
        if abs(step) < mp.mpf(10) ** -80:
            break
    return z


if __name__ == "__main__":
    show("excess, z 0 … 3", fit(excess, powers(0, 7), powers(1, 8), chebyshev(0, 3, 110), 30))
    show("excess, z 3 … 10", fit(excess, powers(0, 7), powers(1, 8), chebyshev(3, 10, 110), 30))
    far = lambda u: excess(1 / mp.sqrt(u)) / mp.sqrt(u)
    show("excess · z, u = 1/z² to 1/100", fit(far, powers(0, 5), powers(1, 5), chebyshev("1e-9", "0.01", 110), 30))
    middle = lambda v: mp.erf(mp.sqrt(v / 2)) / 2 / mp.sqrt(v)
    show("(N − ½) / z, v = z² to 0.49", fit(middle, powers(0, 4), powers(1, 4), chebyshev("1e-12", "0.49", 60), 20))
    mp.mp.dps = 90
    centre = "0.180625"
    show(
        "quantile / q, in 0.180625 − q²",
        fit(off_centre, powers(0, 8, centre, -1), powers(1, 8, centre, -1), chebyshev("1e-12", "0.18063", 90), 25),
    )
    for start, end, n, d in (("1.6", "4", 7, 7), ("4", "9", 6, 5), ("9", "27.4", 7, 6)):
        show(
            f"quantile, √−ln p from {start} to {end}",
            fit(tail, powers(0, n, start), powers(1, d, start), chebyshev(start, end, 90), 25),
        )
