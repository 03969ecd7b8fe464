"""The largest and the mean error of each function in units in the last place, over many points; and the twelve hardest
points, which are HARDEST in reference_values.py. It calls the compiled code, so first: npx tsc -b packages/pricing. Needs
Node and mpmath 1.3; from the package's folder:

    python3 derivation/sweep.py 90000 1        (points per function, seed; some minutes)
"""

import json
import math
import random
import subprocess
import sys

import mpmath as mp
from reference_values import FUNCTIONS  # and its 60 digits

ASK = """
const modules = ['elementary/exponential', 'elementary/logarithm', 'normal/distribution',
  'normal/mills-ratio', 'normal/quantile'];
const loaded = await Promise.all(modules.map((name) => import(process.cwd() + '/dist/' + name + '.js')));
const functions = Object.assign({}, ...loaded);
const { readFileSync } = await import('node:fs');
const points = JSON.parse(readFileSync(0, 'utf8'));
const answers = Object.entries(points).map(([name, xs]) => [name, xs.map(functions[name])]);
process.stdout.write(JSON.stringify(Object.fromEntries(answers)));
"""

count, seed = (int(word) for word in sys.argv[1:3])
source = random.Random(seed)
points = {name: [draw(source) for _ in range(count)] for name, (_, draw) in FUNCTIONS.items()}
asked = subprocess.run(
    ["node", "--input-type=module", "-e", ASK], input=json.dumps(points), capture_output=True, text=True, check=True
)
answers = json.loads(asked.stdout)

hardest = {}
for name, (true, _) in FUNCTIONS.items():
    errors = []
    for x, answer in zip(points[name], answers[name]):
        value = true(mp.mpf(x))
        errors.append((float(abs(mp.mpf(float(answer)) - value) / math.ulp(float(value))), x))
    errors.sort(reverse=True)
    hardest[name] = [x for _, x in errors[:12]]
    mean = sum(error for error, _ in errors) / count
    print(f"{name}: worst of {count} points {errors[0][0]:.3f} ulp at {errors[0][1]!r}, mean {mean:.3f}", flush=True)

print("\nHARDEST = " + json.dumps(hardest, indent=4))
