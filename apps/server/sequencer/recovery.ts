// Recovers the market: loads the newest undamaged state, from a snapshot or the journal, and replays the later commands. The
// replay must reproduce the outcomes in the outcome log, and missing outcomes are written. If the journal alone would not suffice
// to repeat this, the loaded state is first stored in it.
import { isDeepStrictEqual } from 'node:util';
import type { Projections } from '@openpit/projections';
import {
  type DamagedBaseState,
  damagedBaseState,
  decodeSnapshot,
  encodeSnapshot,
  type Journal,
  type JournalReader,
  type OutcomeRow,
  type Snapshot,
  type Snapshots,
} from '@openpit/storage';
import {
  type ChunkStore,
  type Command,
  type Outcome,
  ruleVersion,
  sequenced,
  type Venue,
} from '@openpit/venue';
import { decodeCommand, decodeOutcome, encodeCommand, encodeOutcome, rulesOf } from './command-codec.ts';
import { RecoveryError, requireKnownRules } from './recovery-error.ts';
import { hashOfState, marketOf } from './snapshot-contents.ts';

export interface Recovered {
  readonly venue: Venue;
  readonly projections: Projections;
  /** The number of replayed commands. */
  readonly replayed: number;
  /** The last command in the loaded state; 0 if no state was loaded. */
  readonly snapshotSeq: number;
  /** The earlier rule version if this start has upgraded the market; otherwise null. */
  readonly formerRules: number | null;
  /** Snapshots that were skipped, with the reason. */
  readonly damagedSnapshots: readonly { readonly file: string; readonly reason: string }[];
  /** The state in the journal that was damaged and has been written again; otherwise null. */
  readonly repairedState: DamagedBaseState | null;
  readonly beginning: Beginning | null;
}

/** How the market reached its current state. */
export interface Beginning {
  /** As it was loaded; undefined if the first command was replayed. */
  readonly state: Snapshot | undefined;
  /** The later commands, as stored in the journal. */
  readonly commands: readonly Uint8Array[];
}

/** Beyond this number of commands, about ten megabytes, writing the current state is cheaper. */
const maxInBeginning = 50_000;

/** `store` keeps the bytes of the day. Throws RecoveryError, or JournalDamagedError from reading the journal. */
export async function recover(
  journal: Journal,
  snapshots: Snapshots,
  store?: ChunkStore,
): Promise<Recovered> {
  const commands: Uint8Array[] = [];
  const { venue, projections, loaded } = await replay(journal, snapshots, {
    store,
    takeMissing: (outcomes) => write(journal, outcomes),
    onCommand: (bytes) => {
      if (commands.length <= maxInBeginning) commands.push(bytes);
    },
  });
  const snapshotSeq = loaded.state?.seq ?? 0;
  const rules = loaded.state?.ruleVersion ?? ruleVersion;
  // The state is stored before the rules change. A start that is killed in between only finds one more state of an existing
  // command.
  const repairedState = await keepOpenable(journal, loaded);
  const isTakenOver = rules !== ruleVersion && venue.lastSeq === snapshotSeq;
  if (isTakenOver)
    commands.push(
      await submit(journal, { venue, projections }, { kind: 'changeRules', from: rules, to: ruleVersion }),
    );
  for (let { continuation } = venue; continuation !== null; { continuation } = venue)
    // The market was killed in the middle of long work: the venue continues it before it accepts other commands.
    commands.push(await submit(journal, { venue, projections }, continuation.command, continuation.by));
  return {
    venue,
    projections,
    replayed: venue.lastSeq - snapshotSeq,
    snapshotSeq,
    formerRules: isTakenOver ? rules : null,
    damagedSnapshots: loaded.damagedSnapshots,
    repairedState,
    beginning: commands.length > maxInBeginning ? null : { state: loaded.state, commands },
  };
}

interface Replayed {
  readonly venue: Venue;
  readonly projections: Projections;
  readonly loaded: NewestState;
}

/**
 * Replays the entire journal without writing to it. `takeMissing` receives the outcomes missing from the outcome log;
 * `onProgress` receives the number of replayed commands and the total. Throws like `recover`.
 */
export async function replay(
  journal: JournalReader,
  snapshots: Snapshots,
  {
    store,
    takeMissing = async () => undefined,
    onCommand = () => undefined,
    onProgress = () => undefined,
  }: {
    readonly store?: ChunkStore | undefined;
    readonly takeMissing?: (outcomes: readonly Outcome[]) => Promise<void>;
    readonly onCommand?: (bytes: Uint8Array) => void;
    readonly onProgress?: (replayed: number, total: number) => void;
  } = {},
): Promise<Replayed> {
  const lastSeq = await journal.lastSeq();
  const loaded = await newestState(journal, snapshots, lastSeq);
  const { venue, projections } = marketOf(loaded.state, store);
  const fromSeq = venue.lastSeq;
  if (fromSeq > lastSeq)
    throw new RecoveryError(
      `The snapshot is of command ${fromSeq}, but the journal ends at ${lastSeq}: commands are missing. Put back the journal file that belongs to this folder.`,
    );
  const written = await journal.lastOutcome();
  if (written.seq < fromSeq)
    throw new RecoveryError(
      `The outcome log ends at command ${written.seq}, before the snapshot of command ${fromSeq}. Move the newest snapshot away; the journal will be replayed from the one before.`,
    );
  await requireReplayable(journal, loaded, lastSeq);
  const laterOutcomes = outcomesFrom(journal, fromSeq + 1);
  for await (const rows of readAhead(journal.read(fromSeq + 1))) {
    const missing: Outcome[] = [];
    for (const { seq, bytes } of rows) {
      const outcome = venue.handle(decodeCommand(seq, bytes));
      projections.apply(outcome);
      onCommand(bytes);
      const before = await laterOutcomes.next();
      if (before.done === true) missing.push(outcome);
      else compare(before.value, outcome);
    }
    await takeMissing(missing);
    onProgress(venue.lastSeq - fromSeq, lastSeq - fromSeq);
  }
  return { venue, projections, loaded };
}

interface NewestState {
  /** Undefined if the journal must be replayed from its first command. */
  readonly state: Snapshot | undefined;
  /** The command of the newest undamaged state in the journal, 0 if there is none. */
  readonly baseSeq: number;
  /** States in the journal that are newer and damaged, the newest first. */
  readonly damagedBases: readonly DamagedBaseState[];
  readonly damagedSnapshots: readonly { readonly file: string; readonly reason: string }[];
}

/**
 * The newest undamaged state up to the command `upTo`: the newest snapshot or, if newer, the state in the journal. Throws
 * RecoveryError if its hash does not match.
 */
export async function newestState(
  journal: Pick<JournalReader, 'baseState'>,
  snapshots: Snapshots,
  upTo: number,
): Promise<NewestState> {
  const { snapshot, damaged: damagedSnapshots } = await snapshots.latest();
  const damagedBases: DamagedBaseState[] = [];
  for (let before = upTo; ; ) {
    const base = await journal.baseState(before);
    if (base === undefined) {
      if (snapshot !== undefined) requireHash(snapshot);
      return { state: snapshot, baseSeq: 0, damagedBases, damagedSnapshots };
    }
    const { seq } = base;
    before = seq - 1;
    if ('damage' in base) {
      damagedBases.push(base);
      continue;
    }
    if (snapshot !== undefined && snapshot.seq >= seq) {
      requireHash(snapshot);
      return { state: snapshot, baseSeq: seq, damagedBases, damagedSnapshots };
    }
    const decoded = await decodeSnapshot(base.bytes);
    if ('reason' in decoded) damagedBases.push({ seq, damage: decoded.reason });
    else if (!hasHash(decoded.snapshot))
      damagedBases.push({ seq, damage: 'it does not have the hash that was written with it' });
    else return { state: decoded.snapshot, baseSeq: seq, damagedBases, damagedSnapshots };
  }
}

/** The hash is of the text, which an earlier version may have written in another shape. */
const hasHash = ({ stateHash, sections }: Snapshot): boolean => hashOfState(sections) === stateHash;

function requireHash(snapshot: Snapshot): void {
  requireKnownRules(snapshot.ruleVersion);
  if (hasHash(snapshot)) return;
  throw new RecoveryError(
    `The state in the snapshot of command ${snapshot.seq} does not have the hash that was written with it. Move its file away; the journal will be replayed from the one before.`,
  );
}

/**
 * Stores the loaded state in the journal, unless the journal can be replayed without it, from its own newest state or its first
 * command. Returns the damaged state that it replaces.
 */
async function keepOpenable(
  journal: Journal,
  { state, baseSeq, damagedBases: [damaged] }: NewestState,
): Promise<DamagedBaseState | null> {
  const next = await rulesAt(journal, baseSeq + 1);
  const isOpenable = damaged === undefined && (next === ruleVersion || next === 'none');
  if (state === undefined || isOpenable) return null;
  await journal.putBaseState({ seq: state.seq, bytes: await encodeSnapshot(state) });
  return damaged ?? null;
}

/**
 * Rejects a market whose commands no version can replay, because the state at the beginning of their rules is missing. Commands of
 * an earlier version that was not stopped cleanly are rejected when they are decoded: that version can replay them.
 */
async function requireReplayable(
  journal: JournalReader,
  { state, damagedBases: [damaged] }: NewestState,
  lastSeq: number,
): Promise<void> {
  const [next, last] = [await rulesAt(journal, (state?.seq ?? 0) + 1), await rulesAt(journal, lastSeq)];
  if (next === last || next === 'none' || next === ruleVersion) return;
  for (const rules of [next, last]) if (rules !== 'none') requireKnownRules(rules);
  if (damaged !== undefined) throw damagedBaseState(damaged);
  throw new RecoveryError(
    `The market has rules ${last} since an upgrade, and the state with which they began is neither in its journal nor, undamaged, in its folder snapshots. Without it no version can replay the commands. Put back the folder snapshots, or restore a backup that has it.`,
  );
}

/** The rules under which a command was written, or 'none' if there is no such command. */
async function rulesAt(
  journal: Pick<JournalReader, 'lastSeq' | 'read'>,
  seq: number,
): Promise<number | undefined | 'none'> {
  if (seq < 1 || seq > (await journal.lastSeq())) return 'none';
  for await (const [row] of journal.read(seq)) return row === undefined ? 'none' : rulesOf(row.bytes);
  return 'none';
}

/** Handles a command of the market itself, as the sequencer would. */
async function submit(
  journal: Journal,
  { venue, projections }: Pick<Recovered, 'venue' | 'projections'>,
  command: Command,
  by: Outcome['by'] = { kind: 'schedule' },
): Promise<Uint8Array> {
  const seq = venue.lastSeq + 1;
  const drawSeed = () => 0;
  const placed = sequenced({ by, requestId: null, command }, { seq, at: venue.lastAt, drawSeed });
  const bytes = encodeCommand(placed);
  await journal.append({ firstSeq: seq, commands: [bytes] });
  const outcome = venue.handle(placed);
  projections.apply(outcome);
  await write(journal, [outcome]);
  return bytes;
}

async function* outcomesFrom(journal: JournalReader, fromSeq: number): AsyncGenerator<OutcomeRow, undefined> {
  for await (const rows of readAhead(journal.readOutcomes(fromSeq))) yield* rows;
  return undefined;
}

/** Reads ahead in the journal while earlier rows are replayed. */
async function* readAhead<Rows>(batches: AsyncIterable<Rows>): AsyncGenerator<Rows, undefined> {
  const iterator = batches[Symbol.asyncIterator]();
  for (let next = iterator.next(); ; ) {
    const { done, value } = await next;
    if (done === true) return;
    next = iterator.next();
    // If the rows are no longer needed, a failed read does not matter.
    next.catch(() => undefined);
    yield value;
  }
}

function compare({ seq, bytes }: OutcomeRow, replayed: Outcome): void {
  // Almost always the texts are equal, and comparing them takes a third of the time.
  if (Buffer.compare(encodeOutcome(replayed), bytes) === 0) return;
  if (isDeepStrictEqual(decodeOutcome(seq, bytes), JSON.parse(JSON.stringify(replayed)))) return;
  throw new RecoveryError(
    `Command ${replayed.seq} has a different outcome now than when it was handled, although both versions of Openpit have rules ${ruleVersion}. Start the version that wrote the data.`,
  );
}

async function write(journal: Journal, outcomes: readonly Outcome[]): Promise<void> {
  const first = outcomes[0];
  if (first !== undefined)
    await journal.appendOutcomes({ firstSeq: first.seq, outcomes: outcomes.map(encodeOutcome) });
}
