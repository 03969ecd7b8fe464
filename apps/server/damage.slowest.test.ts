// Any file of the data folder, damaged at rest or while the server runs: the server continues with correct data, or reports the
// damage. It never ends without a message, and never answers with a part of the data.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { DamageCases, DamageLine, DamageResult } from './testing/damage-cases.ts';

const isLong = process.env.OPENPIT_LONG === '1';
const counts = isLong ? { flip: 500, burst: 100, cut: 50 } : { flip: 8, burst: 2, cut: 2 };
const total = counts.flip + counts.burst + counts.cut;
/** Per process: each case starts servers, which leave memory behind. */
const casesPerProcess = 50;
const seed = isLong ? Date.now() % 1_000_000 : 20_261_122;
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

async function run(cases: DamageCases): Promise<{ results: DamageResult[]; ended: string; last: string }> {
  const program = fileURLToPath(new URL('./testing/damage-cases.ts', import.meta.url));
  const flags = ['--expose-gc', '--conditions=openpit-source', '--import', tsx];
  const child = spawn(process.execPath, [...flags, program, JSON.stringify(cases)], { stdio: 'pipe' });
  const results: DamageResult[] = [];
  let last = 'before the first case';
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const closed = new Promise<string>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`)),
  );
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as DamageLine;
    if ('end' in line) results.push(line.end);
    else last = line.begin;
  }
  return { results, ended: `${await closed}${errors === '' ? '' : `: ${errors.slice(-2000)}`}`, last };
}

it(`The server continues with correct data or reports the damage, in ${total} cases (seed ${seed})`, async () => {
  const all: DamageResult[] = [];
  for (let from = 0; from < total; from += casesPerProcess) {
    const folder = await mkdtemp(join(tmpdir(), 'openpit-damaged-'));
    try {
      const { results, ended, last } = await run({ folder, seed, counts, from, to: from + casesPerProcess });
      expect(ended, last).toBe('exit code 0');
      expect(results.filter(({ kind }) => kind === 'wrong')).toEqual([]);
      all.push(...results);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  expect(all).toHaveLength(total);
  // Some cases do damage, and not all of them end the server.
  const kinds = new Set(all.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['answered', 'correct']));
}, 1_800_000);
