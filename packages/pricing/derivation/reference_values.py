"""The reference values of testing/: what the functions must give, to 40 digits. Needs mpmath 1.3; from the package's folder:

    python3 derivation/reference_values.py

A row of elementary-values.json is [x, the double nearest to f(x), the part that it lacks in units in its last place], of
black-values.json [type, F, K, T, volatility, the double nearest to the undiscounted price, the part that it lacks]; so a
test can measure fractions of an ulp. The points are random (fixed seed) over the range in which a function is used;
`HARDEST` are those with the largest errors that sweep.py found in 90,000 points or more.
"""

import json
import math
import random
import re

import mpmath as mp

mp.mp.dps = 60

HARDEST = {
    "exp": [0.6091212148312479, 1.318408010294661, 0.6847495723050088, -407.01543397735804, -2.141560557531193, -630.4962218971923, 1.2644417302217335, -572.0338351791725, -1.3239277449902147, 1.9633177618961781, 0.6194517526309937, 170.4403792740777],
    "expMinus1": [-0.0027296175921946997, -0.002713187538574857, -0.0027421375743870158, -0.002741464211794664, -0.0027193663836442283, -0.002729495824496553, -0.0027269099909972283, -0.0027201765251447796, -0.002727343609876698, -0.002823588903993368, -0.0028297054313952685, -0.0028524028848551097],
    "ln": [1.003597060975153, 0.9983184782304306, 0.9986776020023171, 0.9982290504894991, 1.4350897982367314, 1.0000000000012648, 1.0000000010200543, 2.6851883595030016e-200, 0.9999597841261476, 0.8745280196308158, 0.9896236303357, 8.83611948402942e-100],
    "lnOf1Plus": [-0.0033320764641757705, 0.0018242279566038633, 0.004293036286981078, -0.0009325926951078145, -0.012503585250669857, -0.0017216403830389027, -0.0022911610494702472, -0.00012936933939045048, -0.0006218516984972666, -2.3796484827087738e-07, 0.007699399586272193, 37521763651.068855],
    "normalDensity": [11.519155901507474, 28.858244512113743, 27.72981214232277, 35.00132668518927, 22.51543666177895, 27.53025539999362, 15.203826770070009, 5.355926476302557, 2.830983875435777, 26.294882782851346, 2.824105260311626, 12.615014816983603],
    "normalDistribution": [-0.6965614685708841, -0.727062414532222, -0.7071382412811147, -0.810221102271728, -0.758684272354553, -0.7242685711594596, -1.1624779001909973, -3.6717938584998393, -0.6794180779024668, -0.7412076790237594, -14.267614638676008, -27.7102642233887],
    "millsRatio": [0.3035837473860422, 0.3474251895164411, 0.4214288416314047, 0.4222203533425398, 0.3885281409622323, 0.44449798121152195, 0.3809637011484934, 0.36892046675413215, 0.34494755288592294, 0.3458117094197587, 0.3366064538214082, 0.49381670048376647],
    "millsExcess": [7.866746748461982, 7.926296348791235, 3.6332750484589242, 8.043474927588946, 8.050132676207173, 9.42917081815885, 9.45368732855318, 8.653208021577775, 8.3610959578602, 8.41364353197556, 5.25782532329487, 9.63051937511666],
    "normalQuantile": [0.45074053425453486, 0.4082437983634465, 0.5936003357064824, 7.867869999186956e-219, 0.8233151208217337, 0.3125519713985505, 3.8564508664950215e-177, 0.8269757210288043, 0.309560277260591, 0.4110728762686131, 1.9486443202016524e-175, 0.45314192137572673],
}


def distribution(z):
    return mp.erfc(-z / mp.sqrt(2)) / 2


def mills(z):
    return mp.sqrt(mp.pi / 2) * mp.exp(z * z / 2) * mp.erfc(z / mp.sqrt(2))


def quantile(p):
    if p == mp.mpf("0.5"):
        return mp.mpf(0)
    small = min(p, 1 - p)
    log = mp.log(small)
    z = mp.sqrt(-2 * log - mp.log(-4 * mp.pi * log)) if small < 1e-3 else mp.mpf(float(mp.sqrt(2) * mp.erfinv(1 - 2 * small)))
    for _ in range(30):
        step = (mp.log(distribution(-z)) - log) * mills(z)
        z += step
        if abs(step) < mp.mpf(10) ** -45:
            break
    return -z if p < small + mp.mpf("1e-60") else z


FUNCTIONS = {
    "exp": (mp.exp, lambda r: r.choice([r.uniform(-745, 709), r.uniform(-2, 2), r.uniform(-1, 1) * 2.0 ** -r.randint(0, 60)])),
    "expMinus1": (mp.expm1, lambda r: r.choice([r.uniform(-3, 3), r.uniform(-50, 700), r.uniform(-1, 1) * 2.0 ** -r.randint(0, 60)])),
    "ln": (mp.log, lambda r: r.choice([2.0 ** r.uniform(-1074, 1023), r.uniform(0.5, 2), 1 + r.uniform(-1, 1) * 2.0 ** -r.randint(1, 50)])),
    "lnOf1Plus": (mp.log1p, lambda r: r.choice([r.uniform(-1, 1), 2.0 ** r.uniform(0, 900), r.uniform(-1, 1) * 2.0 ** -r.randint(1, 60)])),
    "normalDensity": (lambda z: mp.exp(-z * z / 2) / mp.sqrt(2 * mp.pi), lambda r: r.choice([r.uniform(-5, 5), r.uniform(-38, 38)])),
    "normalDistribution": (distribution, lambda r: r.choice([r.uniform(-1, 1), r.uniform(-6, 8), r.uniform(-37.5, 0)])),
    "normalQuantile": (quantile, lambda r: r.choice([r.random(), 2.0 ** r.uniform(-1022, 0), 2.0 ** r.uniform(-20, 0)])),
    "millsRatio": (mills, lambda r: r.choice([r.uniform(0, 3), r.uniform(3, 40), 2.0 ** r.uniform(5, 60)])),
    "millsExcess": (lambda z: 1 / mills(z) - z, lambda r: r.choice([r.uniform(0, 3), r.uniform(3, 11)])),
}


def row(inputs, value):
    nearest = float(value)
    missing = (value - mp.mpf(nearest)) / mp.mpf(math.ulp(nearest))
    return [*inputs, nearest, float(mp.nstr(missing, 6))]


def elementary():
    rows = {}
    for name, (f, draw) in FUNCTIONS.items():
        source = random.Random(f"openpit {name}")
        points = [draw(source) for _ in range(100)] + HARDEST.get(name, [])
        rows[name] = [row([x], f(mp.mpf(x))) for x in sorted(set(points))]
    return rows


def price(kind, f, k, t, vol):
    f, k, t, vol = (mp.mpf(v) for v in (f, k, t, vol))
    s = vol * mp.sqrt(t)
    d1 = mp.log(f / k) / s + s / 2
    call = f * distribution(d1) - k * distribution(d1 - s)
    return call if kind == "call" else k * distribution(s - d1) - f * distribution(-d1)


def black():
    """Out of the money: z = |ln(F/K)| / (σ√T) from 0 to 35, σ√T from 0.0005 to 10; the last 24 have a large z and σ√T."""
    source = random.Random("openpit black")
    rows = []
    while len(rows) < 240:
        forward = round(source.uniform(50, 9000), 2)
        vol = float(f"{10 ** source.uniform(-2, 0.6):.4g}")
        t = float(f"{10 ** source.uniform(-2.6, 1):.6g}")
        z = source.choice([0, source.uniform(0, 3), source.uniform(3, 30)])
        strike = round(forward * math.exp(min(12, z * vol * math.sqrt(t)) * source.choice([-1, 1])), 2)
        if strike <= 0:
            continue
        kind = "call" if strike >= forward else "put"
        value = price(kind, forward, strike, t, vol)
        if value > mp.mpf(10) ** -280:
            rows.append(row([kind, forward, strike, t, vol], value))
    for _ in range(24):
        vol = float(f"{source.uniform(0.3, 1.9):.4g}")
        strike = float(f"{1000 * math.exp(source.uniform(12, 34) * vol):.6g}")
        rows.append(row(["call", 1000, strike, 1, vol], price("call", 1000, strike, 1, vol)))
    return rows


def as_formatted(text):
    """Writes 1e-05 as the formatter of this repository does: 1e-5."""
    return re.sub(r"e\+?(-?)0*(\d)", r"e\1\2", text)


def write(path, head, tables):
    """Writes one row per line."""
    with open(path, "w") as file:
        parts = [f'  "note": {json.dumps(head)}']
        for name, rows in tables.items():
            lines = ",\n".join(f"    {as_formatted(json.dumps(r))}" for r in rows)
            parts.append(f'  "{name}": [\n{lines}\n  ]')
        file.write("{\n" + ",\n".join(parts) + "\n}\n")


if __name__ == "__main__":
    write("testing/elementary-values.json", "made by derivation/reference_values.py with mpmath 1.3 at 60 digits", elementary())
    write("testing/black-values.json", "made by derivation/reference_values.py with mpmath 1.3 at 60 digits", {"prices": black()})
