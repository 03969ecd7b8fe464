// Who may know whom in this package: protocol ← backplane ← hub ← transports ← server, and no file that, over others, needs
// itself. Types count as well.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('.', import.meta.url));
const layers = ['protocol', 'backplane', 'hub', 'transports'];
/** Files of the root folder that every layer may use. */
const leaves = [
  'client-answer-error.ts',
  'clock.ts',
  'hub-error.ts',
  'logger.ts',
  'settings.ts',
  'standard-schema.ts',
];
/** It counts by transport, and is counted in by hub and transports. */
const metrics = 'metrics.ts';

type Imports = ReadonlyMap<string, readonly string[]>;

function readImports(): Imports {
  const imports = new Map<string, readonly string[]>();
  for (const folder of ['', ...layers]) {
    for (const name of readdirSync(join(root, folder))) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      const file = join(folder, name);
      const code = readFileSync(join(root, file), 'utf8');
      const named = [...code.matchAll(/\bfrom '(\.[^']+)'/g)].map((match) => match[1] ?? '');
      imports.set(
        file,
        named.map((path) => normalize(join(dirname(file), path))),
      );
    }
  }
  return imports;
}

/** Where a file stands: the higher, the more it may know. */
function levelOf(file: string): number {
  if (leaves.includes(file)) return -1;
  const layer = layers.indexOf(dirname(file));
  if (layer >= 0) return layer;
  return file === metrics ? layers.indexOf('hub') : layers.length;
}

function breachesOf(imports: Imports): string[] {
  return [...imports].flatMap(([file, used]) =>
    used.filter((other) => levelOf(other) > levelOf(file)).map((other) => `${file} imports ${other}`),
  );
}

/** The files on a way from `start` back to it; empty when there is none. */
function cycleFrom(imports: Imports, start: string): readonly string[] {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return [];
}

describe('the layers of the package', () => {
  const imports = readImports();

  it('know only those below them', () => {
    expect(imports.size).toBeGreaterThan(60);
    expect(breachesOf(imports)).toEqual([]);
  });

  it('have no file that needs itself', () => {
    const cycles = [...imports.keys()]
      .map((file) => cycleFrom(imports, file))
      .filter(({ length }) => length > 0);
    expect(cycles).toEqual([]);
  });

  it('would be seen to be broken', () => {
    const planted: Imports = new Map([
      ...imports,
      ['protocol/json.ts', ['hub/router.ts']],
      ['hub/hub.ts', ['transports/gate.ts']],
    ]);
    expect(breachesOf(planted).sort()).toEqual([
      'hub/hub.ts imports transports/gate.ts',
      'protocol/json.ts imports hub/router.ts',
    ]);
    expect(cycleFrom(planted, 'protocol/json.ts')).not.toEqual([]);
  });
});
