// Matching only: the venue's order book with its events, on a seeded stream of commands, with 1 and 100 books. No checks, no
// journal, no encoding. nodejs-order-book runs the same stream for comparison. Results are checked against those that the
// generator of the stream expects.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bestCpuRate } from './cpu-rate.ts';
import { driveBooks, type StreamResult } from './matching/drive-books.ts';
import { drivePeer } from './matching/drive-peer.ts';
import { readStream } from './matching/stream-file.ts';
import { percentile, printTable } from './table.ts';

const commands = 1_000_000;
const passes = 7;
const peerPasses = 2;
const generator = fileURLToPath(new URL('./matching/order-stream.mjs', import.meta.url));

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-stream-'));
  try {
    const rows = [1, 100].flatMap((books) => measure(folder, books));
    printTable(
      `Order book with its events, ${commands.toLocaleString('en-GB')} commands, seed 42, best of ${passes} passes`,
      [
        'order book',
        'books',
        'M commands / CPU-s',
        'p50 ns',
        'p99 ns',
        'p99.9 ns',
        'deals',
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
  const own = bestCpuRate(passes, commands, () => {
    result = driveBooks(stream);
  });
  let peer = { trades: 0, volume: 0 };
  const peerRate = bestCpuRate(peerPasses, commands, () => {
    peer = drivePeer(stream);
  });
  const times = timeEach(stream);
  const isRight =
    result.trades === expected.trades && result.volume === expected.volume && result.hash === expected.hash;
  if (!isRight) process.exitCode = 1;
  const agrees = peer.trades === expected.trades && peer.volume === expected.volume;
  return [
    [
      'Openpit',
      books,
      (own / 1e6).toFixed(1),
      percentile(times, 0.5),
      percentile(times, 0.99),
      percentile(times, 0.999),
      result.trades,
      result.hash,
      isRight ? 'yes' : `NO: ${JSON.stringify(expected)}`,
    ],
    [
      'nodejs-order-book',
      books,
      (peerRate / 1e6).toFixed(2),
      '',
      '',
      '',
      peer.trades,
      '',
      agrees ? 'deals and volume' : `no: ${JSON.stringify(peer)}`,
    ],
  ];
}

/** Sorted nanoseconds of each command, with the reading of the clock. */
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
