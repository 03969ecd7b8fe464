// A process of the soak: `rebuild FOLDER` compares the state of a server that has stopped cleanly with a market rebuilt from its
// journal alone. The snapshot of a clean stop is the state of the live market; the rebuilt one starts without a snapshot, and
// recovery also compares the outcome of each command with the written outcome. Prints a line of JSON.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Projections } from '@openpit/projections';
import { openSnapshots } from '@openpit/storage';
import { openJournalIn } from '../../apps/server/dist/data-folder.js';
import { recover } from '../../apps/server/dist/sequencer/recovery.js';
import { marketOf } from '../../apps/server/dist/sequencer/snapshot-contents.js';

const [folder = ''] = process.argv.slice(2);

const { snapshot: live } = await (await openSnapshots(join(folder, 'snapshots'))).latest();
if (live === undefined) throw new Error('The server has left no snapshot.');
const market = marketOf(live);
const saved = comparable(market.projections);

const journal = await openJournalIn({ dataFolder: folder });
const empty = await mkdtemp(join(tmpdir(), 'openpit-soak-rebuilt-'));
try {
  const begun = performance.now();
  const { venue, projections, replayed } = await recover(journal, await openSnapshots(empty));
  const seconds = (performance.now() - begun) / 1_000;
  const rebuilt = comparable(projections);
  const names = [...new Set([...Object.keys(saved), ...Object.keys(rebuilt)])];
  const bytes = names.map((name) => JSON.stringify(saved[name])?.length ?? 0);
  console.log(
    JSON.stringify({
      replayed,
      seconds,
      liveSeq: live.seq,
      rebuiltSeq: venue.lastSeq,
      // Not the hash in the snapshot: packed lists that are equal can have different bytes.
      isVenueEqual: venue.stateHash() === market.venue.stateHash(),
      projections: names.length,
      bytes: bytes.reduce((sum, one) => sum + one, 0),
      different: names
        .filter((name) => JSON.stringify(saved[name]) !== JSON.stringify(rebuilt[name]))
        .map((name) => firstDifference(saved[name], rebuilt[name], name)),
    }),
  );
} finally {
  await journal.close();
  await rm(empty, { recursive: true, force: true });
}
process.exit(0);

interface Book {
  readonly contract: string;
}

/** The state without the parts that depend on the times of clients' reads. */
function comparable(projections: Projections): Readonly<Record<string, unknown>> {
  // The places in queues are computed only occasionally, for all orders that have moved.
  projections.settleQueuePlaces();
  const state = JSON.parse(JSON.stringify(projections.save()));
  // `versions` counts how often the row of each contract was published.
  delete state.market.versions;
  // A book is added when its contract is first used or read.
  state.books.sort((a: Book, b: Book) => (a.contract < b.contract ? -1 : 1));
  return state;
}

/** The first difference of two values of JSON, as a path with both values. */
function firstDifference(a: unknown, b: unknown, path: string): string {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return `${path} (live ${JSON.stringify(a)}, rebuilt ${JSON.stringify(b)})`;
  const [before, after] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const key = keys.find((at) => JSON.stringify(before[at]) !== JSON.stringify(after[at]));
  return key === undefined
    ? `${path} (in another order)`
    : firstDifference(before[key], after[key], `${path}.${key}`);
}
