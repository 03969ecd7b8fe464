// Data folders with a file that was cut or has a wrong bit: each either restores every acknowledged command or is rejected with a sentence.
// No folder opens with fewer commands, and no fault ends the process.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolderError, JournalDamagedError, JournalHeldError } from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import { anOrder } from '@openpit/venue/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMarketIn } from './data-folder.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';
import { RecoveryError } from './sequencer/recovery-error.ts';
import { seedSmallMarket, send } from './testing/seed-small-market.ts';

const rounds = process.env.OPENPIT_LONG === '1' ? 400 : process.env.OPENPIT_QUICK === '1' ? 10 : 20;
const clock = new VirtualClock(epochMs(1_795_000_000_000));
const problems = [DataFolderError, JournalDamagedError, JournalHeldError, RecoveryError];

let base: string;
let killed: string;
let stopped: string;
let refs: string[];

const open = (dataFolder: string) =>
  openMarketIn({ dataFolder }, { clock, onStopped: (cause) => expect.fail(cause.message) });

/** Writes a market, and copies its folder as after kill -9 and as after a clean stop. */
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'openpit-damage-'));
  stopped = join(base, 'stopped');
  killed = join(base, 'killed');
  const market = await open(stopped);
  await seedSmallMarket(market, ['abdul']);
  refs = Array.from({ length: 120 }, (_, at) => `R${at}`);
  for (const ref of refs) await send(market, 'abdul', { ...anOrder, ref }, ref);
  await market.gateway.outcomesWritten();
  await cp(stopped, killed, { recursive: true, filter: (source) => !source.endsWith('snapshots') });
  await market.close();
});
afterAll(() => rm(base, { recursive: true, force: true }));

/** Random numbers from 0 to 1, the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 4_294_967_296;
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return names.filter((name) => /journal\.db|journal\.tail|snapshot-/.test(name)).sort();
}

async function damage(file: string, random: () => number): Promise<string> {
  const bytes = await readFile(file);
  if (bytes.length === 0) return `${file} is empty`;
  const kind = random();
  // Mostly near the end, where an unfinished write does damage.
  const at = Math.floor(bytes.length * (1 - random() * random()));
  if (kind < 0.4) {
    await writeFile(file, bytes.subarray(0, at));
    return `${file} cut to ${at} of ${bytes.length} bytes`;
  }
  const where = Math.min(at, bytes.length - 1);
  bytes[where] = (bytes[where] ?? 0) ^ (1 << Math.floor(random() * 8));
  await writeFile(file, bytes);
  return `${file} flipped at ${where} of ${bytes.length}`;
}

describe('a damaged data folder', () => {
  it(`restores everything or is rejected with a sentence, ${rounds} times`, async () => {
    const ended = { whole: 0, rejected: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const random = randomNumbers(round + 1);
      const folder = join(base, `round-${round}`);
      await cp(round % 2 === 0 ? killed : stopped, folder, { recursive: true });
      const files = await filesIn(folder);
      const file = files[Math.floor(random() * files.length)] ?? '';
      const what = await damage(file, random);
      const opened = await open(folder).catch((error: unknown) => error);
      if (opened instanceof Error) {
        expect(
          problems.some((kind) => opened instanceof kind),
          `${what}: ${opened.stack}`,
        ).toBe(true);
        expect(opened.message.length, what).toBeGreaterThan(20);
        ended.rejected += 1;
      } else {
        const market = opened as Awaited<ReturnType<typeof open>>;
        const { rows } = market.view.rowsFor('activeOrders', { userId: 'abdul', member: 'KAND' });
        expect(
          rows.map(({ ref }) => ref),
          what,
        ).toEqual(refs);
        await market.close();
        ended.whole += 1;
      }
      await rm(folder, { recursive: true });
    }
    expect(ended.whole).toBeGreaterThan(0);
    expect(ended.rejected).toBeGreaterThan(0);
  }, 600_000);
});
