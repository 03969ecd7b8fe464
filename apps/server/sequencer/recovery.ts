// Opens the market from its record: loads the newest undamaged snapshot and replays the commands after it. Where the outcome
// log has an outcome already, the replay must give the same; where it ends earlier, its missing outcomes are written.
import { isDeepStrictEqual } from 'node:util';
import { Projections, projectionUpgrades, type SavedProjections } from '@openpit/projections';
import type { Journal, OutcomeRow, Snapshots } from '@openpit/storage';
import {
  type Command,
  hashText,
  type Outcome,
  ruleVersion,
  type SavedParts,
  sequenced,
  type UpgradeSteps,
  upgraded,
  Venue,
  type VenueSnapshot,
  venueUpgrades,
} from '@openpit/venue';
import { decodeCommand, decodeOutcome, encodeCommand, encodeOutcome } from './command-codec.ts';
import { RecoveryError, requireKnownRules } from './recovery-error.ts';

export interface Recovered {
  readonly venue: Venue;
  readonly projections: Projections;
  /** How many commands were replayed. */
  readonly replayed: number;
  readonly snapshotSeq: number;
  /** The rules of the version that ran the market before, when this start has changed them; otherwise null. */
  readonly formerRules: number | null;
  /** Snapshots that were skipped, with the reason. */
  readonly damagedSnapshots: readonly { readonly file: string; readonly reason: string }[];
}

/** Throws RecoveryError, or JournalDamagedError from reading the journal. */
export async function recover(journal: Journal, snapshots: Snapshots): Promise<Recovered> {
  const { venue, projections, rules, damaged } = await fromSnapshot(snapshots);
  const snapshotSeq = venue.lastSeq;
  const lastSeq = await journal.lastSeq();
  if (snapshotSeq > lastSeq)
    throw new RecoveryError(
      `The snapshot is of command ${snapshotSeq}, but the journal ends at ${lastSeq}: commands are missing. Put back the journal file that belongs to this folder.`,
    );
  const written = await journal.lastOutcome();
  if (written.seq < snapshotSeq)
    throw new RecoveryError(
      `The outcome log ends at command ${written.seq}, before the snapshot of command ${snapshotSeq}. Move the newest snapshot away; the journal will be replayed from the one before.`,
    );
  const known = outcomesFrom(journal, snapshotSeq + 1);
  let unwritten: Outcome[] = [];
  for await (const rows of readAhead(journal.read(snapshotSeq + 1))) {
    for (const { seq, bytes } of rows) {
      const outcome = venue.handle(decodeCommand(seq, bytes));
      projections.apply(outcome);
      const before = await known.next();
      if (before.done === true) unwritten.push(outcome);
      else compare(before.value, outcome);
    }
    unwritten = await write(journal, unwritten);
  }
  const isTakenOver = rules !== ruleVersion && venue.lastSeq === snapshotSeq;
  if (isTakenOver)
    await submit(journal, { venue, projections }, { kind: 'changeRules', from: rules, to: ruleVersion });
  for (let { continuation } = venue; continuation !== null; { continuation } = venue)
    // The market was killed in the middle of long work: the venue goes on with it before it takes other commands.
    await submit(journal, { venue, projections }, continuation.command, continuation.by);
  return {
    venue,
    projections,
    replayed: venue.lastSeq - snapshotSeq,
    snapshotSeq,
    formerRules: isTakenOver ? rules : null,
    damagedSnapshots: damaged,
  };
}

/** Has the venue handle a command of the market itself, as the sequencer would. */
async function submit(
  journal: Journal,
  { venue, projections }: Pick<Recovered, 'venue' | 'projections'>,
  command: Command,
  by: Outcome['by'] = { kind: 'schedule' },
): Promise<void> {
  const seq = venue.lastSeq + 1;
  const drawSeed = () => 0;
  const placed = sequenced({ by, requestId: null, command }, { seq, at: venue.lastAt, drawSeed });
  await journal.append({ firstSeq: seq, commands: [encodeCommand(placed)] });
  const outcome = venue.handle(placed);
  projections.apply(outcome);
  await write(journal, [outcome]);
}

/** The market of the newest undamaged snapshot with the rules it was written under, or an empty one. Throws RecoveryError. */
export async function fromSnapshot(snapshots: Snapshots): Promise<
  Pick<Recovered, 'venue' | 'projections'> & {
    readonly rules: number;
    readonly damaged: Recovered['damagedSnapshots'];
  }
> {
  const { snapshot, damaged } = await snapshots.latest();
  if (snapshot === undefined)
    return { venue: new Venue(), projections: new Projections(), rules: ruleVersion, damaged };
  const { ruleVersion: rules, seq } = snapshot;
  requireKnownRules(rules);
  const decoder = new TextDecoder();
  const textOf = (name: string) => decoder.decode(snapshot.sections[name]);
  // The hash is of the text, which a former version may have written in another shape.
  if (hashText(textOf('venue')) !== snapshot.stateHash)
    throw new RecoveryError(
      `The state in the snapshot of command ${seq} does not have the hash that was written with it. Move its file away; the journal will be replayed from the one before.`,
    );
  const section = (name: string, steps: UpgradeSteps): unknown =>
    upgraded(JSON.parse(textOf(name)) as SavedParts, { from: rules, to: ruleVersion, steps });
  const venue = Venue.from(section('venue', venueUpgrades) as VenueSnapshot);
  const projections = Projections.from(section('projections', projectionUpgrades) as SavedProjections);
  return { venue, projections, rules, damaged };
}

async function* outcomesFrom(journal: Journal, fromSeq: number): AsyncGenerator<OutcomeRow, undefined> {
  for await (const rows of readAhead(journal.readOutcomes(fromSeq))) yield* rows;
  return undefined;
}

/** Has the journal read the next rows while the ones before are replayed. */
async function* readAhead<Rows>(batches: AsyncIterable<Rows>): AsyncGenerator<Rows, undefined> {
  const iterator = batches[Symbol.asyncIterator]();
  for (let next = iterator.next(); ; ) {
    const { done, value } = await next;
    if (done === true) return;
    next = iterator.next();
    // When nobody asks for them any more, their failure does not matter.
    next.catch(() => undefined);
    yield value;
  }
}

function compare({ seq, bytes }: OutcomeRow, replayed: Outcome): void {
  // Almost always the text is the same, which takes a third of the time to see.
  if (Buffer.compare(encodeOutcome(replayed), bytes) === 0) return;
  if (isDeepStrictEqual(decodeOutcome(seq, bytes), JSON.parse(JSON.stringify(replayed)))) return;
  throw new RecoveryError(
    `Command ${replayed.seq} has another outcome now than when it was handled, although both versions of Openpit have rules ${ruleVersion}. Start the version that wrote the data.`,
  );
}

async function write(journal: Journal, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  const first = outcomes[0];
  if (first !== undefined)
    await journal.appendOutcomes({ firstSeq: first.seq, outcomes: outcomes.map(encodeOutcome) });
  return [];
}
