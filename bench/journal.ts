// The journal alone, in a file and in PostgreSQL: commands appended one at a time and in batches, each acknowledged when it is on
// the disk.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Journal, openLibsqlJournal, openPostgresJournal } from '@openpit/storage';
import { startPostgres } from '@openpit/storage/testing';
import { percentile, printTable } from './table.ts';

const commandBytes = 256;

export async function run(): Promise<void> {
  const rows: (string | number)[][] = [];
  const server = await startPostgres();
  try {
    for (const batch of [1, 64, 512])
      for (const engine of ['libsql', 'PostgreSQL']) {
        const folder = await mkdtemp(join(tmpdir(), 'openpit-journal-'));
        const journal = await (engine === 'libsql'
          ? openLibsqlJournal({ folder })
          : openPostgresJournal({ folder, url: await server.createDatabase(() => undefined) }));
        rows.push([batch, engine, ...(await measure(journal, batch))]);
        await journal.close();
        await rm(folder, { recursive: true });
      }
  } finally {
    server.kill();
  }
  printTable(
    `Journal in libsql (WAL, FULL, on its own thread) and in PostgreSQL (on a socket of this machine), ${commandBytes} B per command, one append in flight`,
    ['batch', 'engine', 'commands/s', 'p50 ms', 'p99 ms'],
    rows,
  );
}

async function measure(journal: Journal, batch: number): Promise<(string | number)[]> {
  const appends = batch === 1 ? 2000 : 400;
  const commands = Array.from({ length: batch }, () => new Uint8Array(commandBytes).fill(120));
  const times = new Float64Array(appends);
  const start = performance.now();
  for (let at = 0; at < appends; at += 1) {
    const before = performance.now();
    await journal.append({ firstSeq: at * batch + 1, commands });
    times[at] = performance.now() - before;
  }
  const seconds = (performance.now() - start) / 1000;
  times.sort();
  return [
    Math.round((appends * batch) / seconds),
    percentile(times, 0.5).toFixed(2),
    percentile(times, 0.99).toFixed(2),
  ];
}
