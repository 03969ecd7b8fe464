// Traces one command of the journal: replays the market up to it in a copy of the data folder, and collects its effects and the
// messages to each hub group. The folder itself is only read, so a server may be running on it.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  announcementsGroup,
  contractGroup,
  depthGroup,
  feedGroup,
  memberGroup,
  userGroup,
} from '@openpit/market';
import { audienceName, type OutcomeChanges, type Projections } from '@openpit/projections';
import {
  copyJournal,
  copySnapshots,
  type JournalReader,
  type MarketPlace,
  openLibsqlJournal,
  openPostgresReader,
  openSnapshots,
} from '@openpit/storage';
import { type Outcome, ruleVersion, type SequencedCommand } from '@openpit/venue';
import { decodeCommand, decodeOutcome } from '../sequencer/command-codec.ts';
import { newestState } from '../sequencer/recovery.ts';
import { OtherRulesError } from '../sequencer/recovery-error.ts';
import { marketOf } from '../sequencer/snapshot-contents.ts';

/** The command cannot be explained; the message states the reason and what to do. */
export class ExplainError extends Error {
  override name = 'ExplainError';
}

/** The messages sent to one group. */
export interface Sent {
  readonly group: string;
  /** The number of the data set; null for a message that belongs to none. */
  readonly dataSetId: number | null;
  readonly subject: string;
  readonly rows: readonly object[];
  /** The keys of removed rows. */
  readonly removed: readonly (number | string)[];
}

export interface Explained {
  readonly command: SequencedCommand;
  readonly outcome: Outcome;
  /** Whether the outcome log contains the outcome (then it is the same); outcomes are written a moment after their commands. */
  readonly isInLog: boolean;
  readonly sent: readonly Sent[];
  /** The users of a group for rows of members, those with own-only visibility in their own groups. */
  readonly usersOf: (group: string) => readonly string[];
}

/**
 * `onProgress` receives progress sentences. Throws ExplainError or, from copying and reading the journal, JournalDamagedError,
 * DataFolderError or RecoveryError.
 */
export async function explain(
  { dataFolder, database = null }: MarketPlace,
  seq: number,
  onProgress: (sentence: string) => void,
): Promise<Explained> {
  if (database === null && !existsSync(join(dataFolder, 'journal.db')))
    throw new ExplainError(`There is no market in ${dataFolder}. Name its data folder with --data.`);
  const copy = await mkdtemp(join(tmpdir(), 'openpit-explain-'));
  try {
    await copySnapshotsBefore(seq, join(dataFolder, 'snapshots'), join(copy, 'snapshots'));
    if (database === null) copyJournal(dataFolder, copy, () => undefined);
    const journal = await (database === null
      ? openLibsqlJournal({ folder: copy, acceptsMissing: true })
      : openPostgresReader(database));
    try {
      const lastSeq = await journal.lastSeq();
      if (seq > lastSeq)
        throw new ExplainError(
          lastSeq === 0
            ? `The journal of ${dataFolder} has no commands yet.`
            : `There is no command ${seq}: the journal of ${dataFolder} has the commands 1 to ${lastSeq}.`,
        );
      return await replayTo(seq, { journal, folder: copy, onProgress });
    } finally {
      await journal.close();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Only snapshots from before the command are useful. */
async function copySnapshotsBefore(seq: number, from: string, to: string): Promise<void> {
  await copySnapshots(from, to);
  if (!existsSync(to)) return;
  for (const name of await readdir(to))
    if (Number(/\d+/.exec(name)?.[0]) >= seq) await rm(join(to, name), { force: true });
}

async function replayTo(
  seq: number,
  {
    journal,
    folder,
    onProgress,
  }: {
    readonly journal: JournalReader;
    readonly folder: string;
    readonly onProgress: (sentence: string) => void;
  },
): Promise<Explained> {
  await requireOwnRules(journal, seq);
  const { state } = await newestState(journal, await openSnapshots(join(folder, 'snapshots')), seq - 1);
  const { venue, projections } = marketOf(state);
  for await (const rows of journal.read(venue.lastSeq + 1)) {
    onProgress(`Replaying: command ${venue.lastSeq} of ${seq}`);
    for (const row of rows) {
      const command = decodeFor(seq, row);
      const outcome = venue.handle(command);
      if (row.seq < seq) projections.apply(outcome);
      else {
        const sent = collect(projections, outcome);
        const isInLog = await checkLog(journal, outcome);
        return { command, outcome, isInLog, sent, usersOf: usersOf(projections) };
      }
    }
  }
  throw new ExplainError(`The journal ends before command ${seq}.`);
}

/** Throws ExplainError when another version of the rules handled the command. */
async function requireOwnRules(journal: JournalReader, seq: number): Promise<void> {
  for await (const [row] of journal.read(seq)) {
    if (row !== undefined) decodeFor(seq, row);
    return;
  }
}

/** Decodes a command to be replayed, up to and including `seq`. Throws ExplainError. */
function decodeFor(seq: number, row: { readonly seq: number; readonly bytes: Uint8Array }): SequencedCommand {
  try {
    return decodeCommand(row.seq, row.bytes);
  } catch (error) {
    if (!(error instanceof OtherRulesError)) throw error;
    const which = row.seq === seq ? `Command ${seq}` : `Command ${row.seq}, which leads to command ${seq},`;
    throw new ExplainError(
      `${which} was handled under rules ${error.written}; this version of Openpit has rules ${ruleVersion}. Run the same command of the version that wrote it.`,
    );
  }
}

async function checkLog(
  journal: { readOutcomes(from: number): AsyncIterable<readonly { seq: number; bytes: Uint8Array }[]> },
  outcome: Outcome,
): Promise<boolean> {
  for await (const rows of journal.readOutcomes(outcome.seq))
    for (const row of rows) {
      const written = decodeOutcome(row.seq, row.bytes);
      if (isDeepStrictEqual(written, JSON.parse(JSON.stringify(outcome)))) return true;
      throw new ExplainError(
        `Command ${outcome.seq} has a different outcome in the outcome log. Use the version of Openpit that wrote the data.`,
      );
    }
  return false;
}

/** Applies the outcome and returns the messages that the hub would send now and in its next rounds. */
function collect(projections: Projections, outcome: Outcome): Sent[] {
  const all = { isWatched: () => true, isDue: () => true };
  // Discard the work postponed by earlier commands.
  projections.settleQueuePlaces();
  Array.from(projections.takeIndicativePrices());
  Array.from(projections.market.changes(all));
  for (const contract of contractsOf(outcome)) projections.depth.open(contract, true);
  projections.depth.takeChanges();

  // Rows are built lazily.
  const sent = atOnce(projections.apply(outcome), outcome, projections);
  Array.from(projections.takeIndicativePrices());
  for (const { contract, change } of projections.market.changes(all))
    sent.push(part(contractGroup(contract), 'prices of a contract', [change]));
  for (const { contract, change } of projections.depth.takeChanges()) {
    const displaySeq = projections.directory.contract(contract)?.displaySeq ?? 0;
    sent.push(part(depthGroup(displaySeq), `depth of ${contract}`, change.updates));
  }
  for (const places of projections.takeQueuePlaces())
    sent.push({
      ...part(audienceName(places.audience), 'places in the queue', places.rows),
      dataSetId: places.dataSetId,
    });
  return sent;
}

function atOnce(changes: OutcomeChanges, { by }: Outcome, projections: Projections): Sent[] {
  const { dataSets, announcements, notices, rightsOf, newContracts, isMtmChanged } = changes;
  const sent: Sent[] = dataSets.map(({ audience, dataSetId, rows, removed }) => ({
    group: audienceName(audience),
    dataSetId,
    subject: '',
    rows: [...rows],
    removed: [...removed],
  }));
  if (isMtmChanged)
    sent.push(part(announcementsGroup, 'MTM of all contracts', projections.dailyFigures.mtmRows()));
  if (newContracts.length > 0)
    sent.push(
      part(
        feedGroup,
        'new contracts',
        newContracts.map((contract) => ({ contract })),
      ),
    );
  for (const announcement of announcements)
    sent.push(part(announcementsGroup, 'announcement', [announcement]));
  for (const { userId, message } of notices) sent.push(part(userGroup(userId), 'message', [{ message }]));
  if (by.kind !== 'user')
    for (const userId of rightsOf) sent.push(part(userGroup(userId), 'permissions were changed', []));
  return sent;
}

const part = (group: string, dataSet: string, rows: readonly object[]): Sent => ({
  group,
  dataSetId: null,
  subject: dataSet,
  rows,
  removed: [],
});

function contractsOf({ events }: Outcome): readonly string[] {
  const named = events.flatMap((event) =>
    'contract' in event && typeof event.contract === 'string' ? [event.contract] : [],
  );
  return [...new Set(named)];
}

function usersOf(projections: Projections): Explained['usersOf'] {
  return (group) =>
    projections.rights
      .all()
      .filter((user) => memberGroup(user) === group || userGroup(user.userId) === group)
      .map(({ userId }) => userId);
}
