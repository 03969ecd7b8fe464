// Matching alone: the venue's order book with its events out on the seeded command stream, 1 and 100 books. No risk
// checks, no journal, no encoding; beside it, in the same run, nodejs-order-book on the same stream. The result of each stream is checked against the one that the generator expects.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { driveBooks, type StreamResult } from './drive-books.ts';
import { drivePeer } from './drive-peer.ts';
import { readStream } from './stream-file.ts';
import { percentile, printTable } from './table.ts';

const commands = 1_000_000;
const passes = 7;
const peerPasses = 2;
const generator = fileURLToPath(new URL('./order-stream.mjs', import.meta.url));

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-stream-'));
  try {
    const rows = [1, 100].flatMap((books) => measure(folder, books));
    printTable(
      `Order book with events out, ${commands.toLocaleString('en-GB')} commands, seed 42, best of ${passes} passes`,
      [
        'order book',
        'books',
        'M commands / CPU-s',
        'p50 ns',
        'p99 ns',
        'p99.9 ns',
        'trades',
        'hash',
        'as expected',
      ],
      rows,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measure(folder: string, books: number): (string | number)[][] {
  const file = join(folder, `stream-${books}.bin`);
  execFileSync(
    process.execPath,
    [generator, '--n', String(commands), '--books', String(books), '--seed', '42', '--out', file],
    { stdio: 'ignore' },
  );
  const expected = JSON.parse(readFileSync(`${file}.expect.json`, 'utf8')) as StreamResult;
  const stream = readStream(file);
  let result = driveBooks(stream);
  const own = bestRate(passes, () => {
    result = driveBooks(stream);
  });
  let peer = { trades: 0, volume: 0 };
  const peerRate = bestRate(peerPasses, () => {
    peer = drivePeer(stream);
  });
  const times = timeEach(stream);
  const right =
    result.trades === expected.trades && result.volume === expected.volume && result.hash === expected.hash;
  if (!right) process.exitCode = 1;
  const agrees = peer.trades === expected.trades && peer.volume === expected.volume;
  return [
    [
      'Openpit',
      books,
      own.toFixed(1),
      percentile(times, 0.5),
      percentile(times, 0.99),
      percentile(times, 0.999),
      result.trades,
      result.hash,
      right ? 'yes' : `NO: ${JSON.stringify(expected)}`,
    ],
    [
      'nodejs-order-book',
      books,
      peerRate.toFixed(2),
      '',
      '',
      '',
      peer.trades,
      '',
      agrees ? 'trades and volume' : `no: ${JSON.stringify(peer)}`,
    ],
  ];
}

/** Millions of commands per CPU-second, the best pass. */
function bestRate(times: number, work: () => void): number {
  let best = 0;
  for (let pass = 0; pass < times; pass += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, commands / (user + system));
  }
  return best;
}

/** Nanoseconds of each command, sorted; the clock's own call is in them. */
function timeEach(stream: Int32Array): Float64Array {
  const times = new Float64Array(stream.length / 6);
  let before = process.hrtime.bigint();
  driveBooks(stream, (index) => {
    const now = process.hrtime.bigint();
    times[index] = Number(now - before);
    before = now;
  });
  return times.sort();
}
