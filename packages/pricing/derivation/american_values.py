"""testing/american-values.json: American puts on a future, by an independent method. From the package's folder:

    python3 derivation/american_values.py        (plain Python; some minutes)

The code solves system A of Andersen, Lake and Offengenden with 13 points and 20 nodes. This solves their system B (the
value at the boundary, not its slope) with 41 points and 96 nodes until it converges, and integrates the premium with 600 nodes. A
row is [F, K, T, volatility, rate, value].
"""

import json
import math


def gauss_legendre(count):
    nodes = []
    for i in range(1, count + 1):
        x = math.cos(math.pi * (i - 0.25) / (count + 0.5))
        for _ in range(100):
            before, value = 1.0, x
            for k in range(2, count + 1):
                before, value = value, ((2 * k - 1) * x * value - (k - 1) * before) / k
            slope = count * (x * value - before) / (x * x - 1)
            x -= value / slope
            if abs(value / slope) < 1e-16:
                break
        angle = math.pi / 4 * (1 + x)
        nodes.append((math.pi / 4 * 2 / ((1 - x * x) * slope * slope), math.sin(angle), math.cos(angle)))
    return nodes


def distribution(z):
    return math.erfc(-z / math.sqrt(2)) / 2


DEGREE = 40
NODES = gauss_legendre(96)
FINE = gauss_legendre(600)
POINTS = [0.5 + 0.5 * math.cos(math.pi * i / DEGREE) for i in range(DEGREE + 1)]


def coefficients(values):
    return [
        sum((0.5 if i in (0, DEGREE) else 1) * values[i] * math.cos(math.pi * i * k / DEGREE) for i in range(DEGREE + 1))
        * (1 if k in (0, DEGREE) else 2)
        / DEGREE
        for k in range(DEGREE + 1)
    ]


def log_boundary(curve, root):
    y = 2 * root - 1
    one = two = 0.0
    for c in curve[:0:-1]:
        one, two = 2 * y * one - two + c, one
    return -math.sqrt(max(0.0, y * one - two + curve[0]))


def boundary(interest, deviation):
    root = math.sqrt(0.25 + 2 * interest / deviation**2)
    endless = (root - 0.5) / (root + 0.5)
    logs = [math.log(endless + (1 - endless) * math.exp(-2 * deviation * p / (1 - endless))) for p in POINTS]
    for _ in range(400):
        curve = coefficients([v * v for v in logs])
        improved = []
        for p, log in zip(POINTS, logs):
            if p < 1e-12:
                improved.append(0.0)
                continue
            a, s = interest * p * p, deviation * p
            over = under = 0.0
            for w, sine, cosine in NODES:
                lower = (log - log_boundary(curve, p * cosine)) / (s * sine) - 0.5 * s * sine
                weight = w * 2 * sine * cosine * math.exp(a * cosine * cosine)
                over += weight * distribution(lower)
                under += weight * distribution(lower + s * sine)
            lower = log / s - 0.5 * s
            improved.append(math.log((distribution(lower) + a * over) / (distribution(lower + s) + a * under)))
        moved = max(abs(x - y) for x, y in zip(improved, logs))
        logs = [min(-1e-300, v) if p >= 1e-12 else 0.0 for v, p in zip(improved, POINTS)]
        if moved < 1e-12 * deviation:
            break
    return coefficients([v * v for v in logs])


def put(forward, strike, years, volatility, rate):
    interest, deviation = rate * years, volatility * math.sqrt(years)
    curve = boundary(interest, deviation)
    log = math.log(forward / strike)
    if log <= log_boundary(curve, 1):
        return strike - forward
    d = log / deviation + deviation / 2
    european = math.exp(-interest) * (strike * distribution(deviation - d) - forward * distribution(-d))
    premium = 0.0
    for w, sine, cosine in FINE:
        s = deviation * sine
        upper = (log - log_boundary(curve, cosine)) / s + 0.5 * s
        held = strike * distribution(s - upper) - forward * distribution(-upper)
        premium += w * 2 * sine * cosine * interest * math.exp(-interest * sine * sine) * held
    return european + premium


CASES = [
    (4000, 4000, 90 / 365, 0.25, 0.0825),
    (4077, 4200, 84 / 365, 0.28, 0.08),
    (4077, 3900, 84 / 365, 0.3, 0.08),
    (7590, 7800, 45 / 365, 0.22, 0.0825),
    (100, 100, 1, 0.25, 0.05),
    (4000, 4500, 1, 0.2, 0.1),
    (4000, 3500, 1, 0.35, 0.07),
    (4000, 4300, 7 / 365, 0.4, 0.1),
    (4000, 4000, 2, 0.6, 0.2),
    (4000, 9000, 3, 1.5, 0.4),
    (4000, 4000, 3, 0.05, 0.01),
    (4000, 2500, 2, 1, 0.3),
    (4000, 4000, 20, 4, 0.05),
    (4000, 2000, 20, 4, 0.1),
    (4000, 9000, 20, 2, 0.2),
    (4000, 4000, 20, 1, 0.4),
]

if __name__ == "__main__":
    rows = [[*case, put(*case)] for case in CASES]
    lines = ",\n".join(f"    {json.dumps(r)}" for r in rows)
    with open("testing/american-values.json", "w") as file:
        file.write('{\n  "note": "made by derivation/american_values.py",\n  "puts": [\n' + lines + "\n  ]\n}\n")
