// A process of the soak: `rebuild FOLDER` compares the state of a server that has stopped cleanly with a market rebuilt from its
// journal alone. The snapshot of a clean stop is the state of the live market; the rebuilt one starts without a snapshot, and
// recovery also compares the outcome of each command with the written outcome. Prints a line of JSON. Plain JavaScript,
// because it runs on the compiled server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Projections } from '@openpit/projections';
import { openSnapshots } from '@openpit/storage';

const [folder = ''] = process.argv.slice(2);
const server = (file) => import(new URL(`../../apps/server/dist/${file}`, import.meta.url).href);
const { openJournalIn } = await server('data-folder.js');
const { recover } = await server('sequencer/recovery.js');

const { snapshot: live } = await (await openSnapshots(join(folder, 'snapshots'))).latest();
if (live === undefined) throw new Error('The server has left no snapshot.');
const saved = comparable(Projections.from(JSON.parse(new TextDecoder().decode(live.sections.projections))));

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
      isVenueEqual: venue.stateHash() === live.stateHash,
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

/** The state without the parts that depend on the times of clients' reads. */
function comparable(projections) {
  // The places in queues are computed only occasionally, for all orders that have moved.
  projections.settleQueuePlaces();
  const state = JSON.parse(JSON.stringify(projections.save()));
  // `versions` counts how often the row of each contract was published.
  delete state.market.versions;
  // A book is added when its contract is first used or read.
  state.books.sort((one, other) => (one.contract < other.contract ? -1 : 1));
  return state;
}

/** The first difference of two values of JSON, as a path with both values. */
function firstDifference(one, other, path) {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return `${path} (live ${JSON.stringify(one)}, rebuilt ${JSON.stringify(other)})`;
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const key = keys.find((at) => JSON.stringify(one[at]) !== JSON.stringify(other[at]));
  return key === undefined
    ? `${path} (in another order)`
    : firstDifference(one[key], other[key], `${path}.${key}`);
}
