// Acknowledged commands survive kill -9 at any moment. Three cycles in the suite; more with
// OPENPIT_KILL_CYCLES=300, other moments with OPENPIT_KILL_SEED.
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresJournal } from '../postgres/postgres-journal.ts';
import { commandBytes, outcomeBytes } from '../testing/numbered-commands.ts';
import { sharedPostgres } from '../testing/postgres-server.ts';
import { randomNumbers } from '../testing/random-numbers.ts';
import { sourceCommand, startProcess } from '../testing/source-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Journal } from './journal.ts';
import { openLibsqlJournal } from './libsql-journal.ts';

const cycles = Number(process.env.OPENPIT_KILL_CYCLES ?? 3);
const seed = Number(process.env.OPENPIT_KILL_SEED ?? 20261121);
// Each cycle reads everything from the start.
const killsPerFolder = 10;
const timeoutMs = 120_000 + cycles * 60_000;

/**
 * Kills the writer a moment after a random number of acknowledged batches. Returns the last acknowledged
 * number.
 */
async function lastAcknowledged(
  place: readonly string[],
  cycle: number,
  random: (below: number) => number,
): Promise<number> {
  const batches = 1 + random(150);
  const momentMs = random(4);
  const child = startProcess(
    sourceCommand('append-until-killed', place[0] ?? '', String(seed + cycle), ...place.slice(1)),
  );
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_, signal) => resolve(signal)),
  );
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  let acknowledged = 0;
  let lines = 0;
  for await (const line of createInterface(child.stdout)) {
    const [, number] = /^(?:ready )?(\d+)$/.exec(line) ?? [];
    if (number === undefined) throw new Error(`the writer said ${line}`);
    acknowledged = Number(number);
    lines += 1;
    if (lines === batches) setTimeout(() => child.kill('SIGKILL'), momentMs);
  }
  expect(await ended, errors).toBe('SIGKILL');
  return acknowledged;
}

interface Place {
  /** The arguments of the writer. */
  readonly parameters: readonly string[];
  open(): Promise<Journal>;
}

const kinds: readonly { readonly name: string; create(): Promise<Place> }[] = [
  {
    name: 'a journal in the data folder',
    create: async () => {
      const folder = temporaryFolder();
      return { parameters: [folder], open: () => openLibsqlJournal({ folder }) };
    },
  },
  {
    name: 'a journal in PostgreSQL',
    create: async () => {
      const folder = temporaryFolder();
      const url = await (await sharedPostgres()).createDatabase(onTestFinished);
      return { parameters: [folder, url], open: () => openPostgresJournal({ url, folder }) };
    },
  },
];

describe.each(kinds)('$name whose process is killed', ({ create }) => {
  it(
    `has every acknowledged command, in order, with its bytes and without a gap, after each of ${cycles} kills (seed ${seed})`,
    async () => {
      const random = randomNumbers(seed);
      let place: Place | undefined;
      for (let cycle = 1; cycle <= cycles; cycle += 1) {
        const kills = ((cycle - 1) % killsPerFolder) + 1;
        if (kills === 1 || place === undefined) place = await create();
        const acknowledged = await lastAcknowledged(place.parameters, cycle, random);
        const journal = await place.open();
        const lastSeq = await journal.lastSeq();
        expect(acknowledged).toBeGreaterThan(0);
        expect(lastSeq).toBeGreaterThanOrEqual(acknowledged);
        expect(journal.epoch).toBe(2 * kills);

        let seq = 0;
        for await (const rows of journal.read(1)) {
          for (const row of rows) {
            seq += 1;
            expect(row.seq).toBe(seq);
            if (Buffer.compare(row.bytes, commandBytes(seq)) !== 0)
              expect(row.bytes, `command ${seq}`).toEqual(commandBytes(seq));
          }
        }
        expect(seq).toBe(lastSeq);

        // The outcomes may lag behind; up to their last one they are a complete chain.
        let outcomeSeq = 0;
        for await (const rows of journal.readOutcomes(1)) {
          for (const row of rows) {
            outcomeSeq += 1;
            if (Buffer.compare(row.bytes, outcomeBytes(outcomeSeq)) !== 0)
              expect(row.bytes).toEqual(outcomeBytes(outcomeSeq));
          }
        }
        expect(outcomeSeq).toBe((await journal.lastOutcome()).seq);
        expect(outcomeSeq).toBeLessThanOrEqual(lastSeq);
        await journal.close();
      }
    },
    timeoutMs,
  );
});
