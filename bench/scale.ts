// A market of ten thousand contracts and a thousand users on the compiled server: its memory, the size of its snapshot, the
// time of a start from the snapshot, and how long the main thread is blocked while a snapshot is taken. Each in its own
// process.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTable } from './table.ts';

const orders = 60_000;

interface Memory {
  readonly rssMiB: number;
  readonly heapMiB: number;
}
interface Filled {
  readonly contracts: readonly number[];
  readonly empty: Memory;
  readonly full: Memory;
  readonly openOrders: number;
  readonly deals: number;
}
interface Blocked {
  readonly longestMs: number;
  readonly p99Ms: number;
}
interface Started {
  readonly startMs: number;
  readonly replayed: number;
  readonly before: Blocked;
  readonly during: Blocked;
}

interface Sliced {
  /** The processor time of all threads, then of the main thread. */
  readonly cpuMs: number;
  readonly threadMs: number;
  readonly slices: number;
  /** The longest slice, CPU time of the main thread, and the collections of garbage in it, by the clock. */
  readonly longestMs: number;
  readonly collectedMs: number;
  /**
   * CPU time of the main thread in the projection after the last slice, which is sliced as well: the sum of these slices, and the longest.
   */
  readonly projected: readonly [number, number];
  /** The changed rows, made for everybody. */
  readonly rows: readonly [number, number];
  /** The outcome for the outcome log. */
  readonly encoded: readonly [number, number];
}
interface Cleared {
  readonly accounts: number;
  readonly positions: number;
  readonly orders: number;
  readonly previewMs: number;
  readonly valuation: Sliced;
  readonly again: Sliced;
  readonly endOfDay: Sliced;
}

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-scale-'));
  try {
    const filled = measured<Filled>('fill', folder, String(orders));
    const snapshotMiB = newestSnapshot(folder) / 1024 / 1024;
    const first = measured<Started>('start', folder);
    const contracts = filled.contracts.reduce((sum, count) => sum + count, 0);
    printTable(
      `${contracts.toLocaleString('en-GB')} contracts, 1,000 users; ${filled.openOrders.toLocaleString('en-GB')} open orders and ${filled.deals.toLocaleString('en-GB')} sides of deals of the day`,
      ['what', 'value', 'unit'],
      [
        ['memory of the process before the first order, with the follower', filled.empty.rssMiB, 'MiB'],
        ['heap of the main thread in it', filled.empty.heapMiB, 'MiB'],
        ['memory with all orders and deals', filled.full.rssMiB, 'MiB'],
        ['heap of the main thread in it', filled.full.heapMiB, 'MiB'],
        ['snapshot file', Math.round(snapshotMiB * 10) / 10, 'MiB'],
        ['start from the snapshot', first.startMs, 'ms'],
        ['commands replayed at the start', first.replayed, ''],
        [
          '1,000 orders a second, no snapshot: longest block of the main thread',
          first.before.longestMs,
          'ms',
        ],
        ['the same, p99', first.before.p99Ms, 'ms'],
        ['1,000 orders a second, with a snapshot: longest block', first.during.longestMs, 'ms'],
        ['the same, p99', first.during.p99Ms, 'ms'],
      ],
    );
    const cleared = measured<Cleared>('clearing');
    const expiry = measured<Cleared>('expiry');
    const rowOf = (what: string, run: Sliced) => [
      what,
      run.cpuMs,
      run.threadMs,
      run.slices,
      run.longestMs,
      run.collectedMs,
      ...[run.projected, run.rows, run.encoded].map(([all, longest]) => `${all}, ${longest}`),
    ];
    const expiring = `${expiry.positions.toLocaleString('en-GB')} positions, most of them expire, as do ${expiry.orders.toLocaleString('en-GB')} orders`;
    printTable(
      `Clearing of ${contracts.toLocaleString('en-GB')} contracts, ${cleared.accounts.toLocaleString('en-GB')} accounts with ${cleared.positions.toLocaleString('en-GB')} positions; CPU ms`,
      [
        'what',
        'all threads',
        'main thread',
        'slices',
        'longest',
        'of it garbage',
        'projections, longest',
        'rows, longest',
        'encoding, longest',
      ],
      [
        rowOf('valuation of the market, the first of the process', cleared.valuation),
        rowOf('another valuation', cleared.again),
        rowOf('end of the day', cleared.endOfDay),
        rowOf('valuation with many young orders, the first of the process', expiry.valuation),
        rowOf('another valuation with them', expiry.again),
        rowOf(`end of an expiry day: ${expiring}`, expiry.endOfDay),
        ['preview of a margin, 200 legs: the mean of 50', cleared.previewMs, '', '', '', '', '', '', ''],
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measured<Figures>(...words: readonly string[]): Figures {
  const name = words[0] === 'clearing' || words[0] === 'expiry' ? 'clearing' : 'measure';
  const script = fileURLToPath(new URL(`./scale/${name}.ts`, import.meta.url));
  const text = execFileSync(process.execPath, [...process.execArgv, '--expose-gc', script, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(text.trim().split('\n').at(-1) ?? '') as Figures;
}

function newestSnapshot(folder: string): number {
  const files = readdirSync(join(folder, 'snapshots')).sort();
  return statSync(join(folder, 'snapshots', files.at(-1) ?? '')).size;
}
