// The member-owned rows of a data set. Each member, and each dealer with own-only visibility, has an ordered stream of changes.
// Only a record is stored for each row; the row itself is built when it is sent.

import { type ChunkStore, LongList, packedBytesOf } from '@openpit/venue';
import {
  type Audience,
  audienceOf,
  dealerAudience,
  everyone,
  isInAudience,
  memberAudience,
  type Viewer,
} from './audience.ts';
import {
  AscendingRecords,
  type Packing,
  passedAtOnce,
  type RecordKey,
  type RecordStore,
} from './record-store.ts';
import type { Steps } from './steps.ts';

/**
 * A change of a member's data set. Each names the previous change, so that a client that has missed one detects it and requests the
 * complete set again.
 */
export interface DataSetChange {
  readonly dataSetId: number;
  readonly audience: Audience;
  /** Built when first read, which must be before the next outcome is applied. */
  readonly rows: readonly object[];
  readonly removed: readonly RecordKey[];
  readonly prev: number;
  readonly seq: number;
}

/**
 * The data that a set stores for a row; a record belongs to one set. `dealer` is as in MemberRow.
 */
export interface MemberRecord<Key extends RecordKey = number> {
  readonly key: Key;
  readonly member: string;
  readonly dealer?: string | null;
  /** Used by the set only: the round of the record's last change, 0 for none. */
  round: number;
}

export interface SavedMemberRows<Saved> {
  readonly records: Iterable<Saved>;
  readonly streams: readonly (readonly [string, number])[];
  /** For dealers with own-only visibility: member, dealer, sequence number of the last change. */
  readonly dealerStreams: readonly (readonly [string, string, number])[];
}

/** The functions of a set that make rows from its records. */
interface RecordKind<Rec extends MemberRecord<RecordKey>, Row extends object> {
  readonly dataSetId: number;
  readonly rowOf: (record: Rec) => Row;
  /** The key of the row if it differs from the record's key, because rows of two members may have the same key. */
  readonly rowKeyOf?: (key: Rec['key']) => RecordKey;
  /**
   * For records whose keys ascend, and that stay until all are cleared at the end of the day: they are packed. Such a record may be
   * changed only in the outcome that read it.
   */
  readonly daily?: Packing<Rec> & { readonly store: ChunkStore };
  /** True if everyone has the same rows, in one stream, and the records have no member; false by default. */
  readonly isForEveryone?: boolean;
}

/** The changes of one audience since they were last taken. */
interface MemberStream<Rec> {
  readonly audience: Audience;
  lastSeq: number;
  /** Shared and empty between two changes. */
  changed: Rec[];
}

/** The number of loaded records after which they are packed. */
const settleEvery = 1_000;

export class MemberRows<Rec extends MemberRecord<RecordKey>, Row extends object> {
  readonly #kind: RecordKind<Rec, Row>;
  readonly #records: RecordStore<Rec>;
  /** The same, if they are packed. */
  readonly #daily: AscendingRecords<Rec> | null;
  readonly #streams = new Map<string, MemberStream<Rec>>();
  /** By member, the streams of its dealers with own-only visibility. Few members have any. */
  readonly #dealerStreams = new Map<string, Map<string, MemberStream<Rec>>>();
  /** The streams with changes, in the order of their first change. */
  readonly #touched: MemberStream<Rec>[] = [];
  /** The number of streams in `#touched`: the list keeps its length, because an emptied array must grow again. */
  #touchedCount = 0;
  /** Counts the calls of takeChanges that took something. */
  #round = 1;

  constructor(kind: RecordKind<Rec, Row>) {
    this.#kind = kind;
    this.#daily = kind.daily === undefined ? null : new AscendingRecords(kind.daily, kind.daily.store);
    this.#records = this.#daily ?? new Map<RecordKey, Rec>();
  }

  get size(): number {
    return this.#records.size;
  }

  get(key: Rec['key']): Rec | undefined {
    return this.#records.get(key);
  }

  /** The records of all members. */
  all(): Iterable<Rec> {
    return this.#records.values();
  }

  /** The rows of all members. */
  *rows(): Generator<Row> {
    for (const record of this.#records.values()) yield this.#kind.rowOf(record);
  }

  /** Adds a record, or replaces the one with the same key. */
  put(record: Rec): void {
    if (this.#dealerStreams.size > 0) {
      // When a record moves to another dealer, the previous dealer loses it.
      const before = this.#records.get(record.key);
      if (before !== undefined) this.#touchDealers(before);
    }
    this.#records.set(record.key, record);
    this.changed(record);
  }

  /** Marks a record as changed; its member and dealer must be the same as before. */
  changed(record: Rec): void {
    if (record.round !== this.#round) {
      record.round = this.#round;
      this.#mark(this.#stream(record.member), record);
    }
    if (this.#dealerStreams.size > 0) this.#touchDealers(record);
  }

  drop(record: Rec): void {
    if (this.#records.delete(record.key)) this.changed(record);
  }

  clear(): void {
    for (const record of [...this.#records.values()]) this.drop(record);
  }

  /** As `clear`, one record per step. */
  *clearing(): Steps {
    for (const record of this.#daily === null ? [...this.#records.values()] : this.#records.values()) {
      // A day can have more records than fit into memory, so unchanged records keep only the fields that `drop` reads.
      const { key, member, dealer, round } = record;
      const isNow = this.#daily === null || round === this.#round;
      this.drop(isNow ? record : ({ key, member, dealer, round } as Rec));
      yield;
    }
  }

  /** See RowSource. Records may be added, replaced and dropped between two steps. */
  *rowsFor(viewer: Viewer): Generator<Row | undefined> {
    const audience = this.#audienceOf(viewer);
    const isOfMember = this.#daily !== null && audience.kind !== 'everyone';
    const records = isOfMember ? this.#daily.of(audience.member) : this.#records.values();
    let passed = 0;
    for (const record of records) {
      if (record === undefined) yield undefined;
      else if (isInAudience(audience, record)) yield this.#kind.rowOf(record);
      else {
        passed += 1;
        if (passed % passedAtOnce === 0) yield undefined;
      }
    }
  }

  asOf(viewer: Viewer): number {
    return this.#streamOf(this.#audienceOf(viewer))?.lastSeq ?? 0;
  }

  /** Starts a stream for this dealer. */
  openDealerStream(
    { member, dealer }: { readonly member: string; readonly dealer: string },
    seq: number,
  ): void {
    if (this.#kind.isForEveryone === true) return;
    let streams = this.#dealerStreams.get(member);
    if (streams === undefined) {
      streams = new Map();
      this.#dealerStreams.set(member, streams);
    }
    if (!streams.has(dealer)) {
      const audience = dealerAudience(member, dealer);
      streams.set(dealer, { audience, lastSeq: seq, changed: none });
    }
  }

  /** Appends the changes since the last call, one for each audience, as of this sequence number. */
  takeChanges(seq: number, to: { readonly changeDataSet: (change: DataSetChange) => void }): void {
    if (this.#touchedCount === 0) return;
    for (let at = 0; at < this.#touchedCount; at += 1) {
      const stream = this.#touched[at];
      if (stream === undefined) continue;
      const { audience, lastSeq: prev, changed } = stream;
      to.changeDataSet(new LazyChange(this.#kind, this.#records, { audience, changed, prev, seq }));
      stream.lastSeq = seq;
      stream.changed = none;
    }
    this.#touchedCount = 0;
    this.#round += 1;
    // The rows of the changes must still be built from this round's records.
    this.#daily?.settle();
  }

  /**
   * Publishes newer states of records outside the ordered stream, between two changes. A client may miss one, because another soon
   * replaces it.
   */
  overlay(records: readonly Rec[]): DataSetChange[] {
    const byStream = new Map<MemberStream<Rec>, Rec[]>();
    const add = (stream: MemberStream<Rec>, record: Rec) => {
      const changed = byStream.get(stream);
      if (changed === undefined) byStream.set(stream, [record]);
      else changed.push(record);
    };
    for (const record of records) {
      add(this.#stream(record.member), record);
      for (const stream of this.#dealerStreams.get(record.member)?.values() ?? [])
        if (isInAudience(stream.audience, record)) add(stream, record);
    }
    return [...byStream].map(
      ([{ audience, lastSeq }, changed]) =>
        new LazyChange(this.#kind, this.#records, { audience, changed, prev: lastSeq, seq: lastSeq }),
    );
  }

  save<Saved>(savedOf: (record: Rec) => Saved): SavedMemberRows<Saved> {
    const streams = [...this.#streams].map(([member, { lastSeq }]) => [member, lastSeq] as const);
    const dealerStreams = [...this.#dealerStreams].flatMap(([member, ofMember]) =>
      [...ofMember].map(([dealer, { lastSeq }]) => [member, dealer, lastSeq] as const),
    );
    const daily = this.#daily;
    // A record that is packed is saved as it is packed.
    const packed = daily === null ? null : { length: daily.size, bytes: () => daily.save() };
    return { records: new LongList(() => this.#saved(savedOf), packed), streams, dealerStreams };
  }

  load<Saved>(
    { records, streams, dealerStreams }: SavedMemberRows<Saved>,
    loaded: (saved: Saved) => Rec,
  ): void {
    this.#records.clear();
    this.#streams.clear();
    this.#dealerStreams.clear();
    this.#touchedCount = 0;
    const packed = this.#daily === null ? null : packedBytesOf(records);
    if (packed !== null) this.#daily?.load(packed);
    else
      for (const saved of records) {
        const record = loaded(saved);
        this.#records.set(record.key, record);
        if (this.#records.size % settleEvery === 0) this.#daily?.settle();
      }
    for (const [member, lastSeq] of streams) this.#stream(member).lastSeq = lastSeq;
    for (const [member, dealer, lastSeq] of dealerStreams) this.openDealerStream({ member, dealer }, lastSeq);
  }

  *#saved<Saved>(savedOf: (record: Rec) => Saved): Generator<Saved> {
    for (const record of this.#records.values()) yield savedOf(record);
  }

  #audienceOf(viewer: Viewer): Audience {
    return this.#kind.isForEveryone === true ? everyone : audienceOf(viewer);
  }

  #stream(member: string): MemberStream<Rec> {
    let stream = this.#streams.get(member);
    if (stream === undefined) {
      const audience = this.#kind.isForEveryone === true ? everyone : memberAudience(member);
      stream = { audience, lastSeq: 0, changed: none };
      this.#streams.set(member, stream);
    }
    return stream;
  }

  #streamOf(audience: Audience): MemberStream<Rec> | undefined {
    if (audience.kind === 'everyone') return this.#streams.get('');
    if (audience.kind === 'member') return this.#streams.get(audience.member);
    return this.#dealerStreams.get(audience.member)?.get(audience.dealer);
  }

  #touchDealers(record: Rec): void {
    for (const stream of this.#dealerStreams.get(record.member)?.values() ?? [])
      if (isInAudience(stream.audience, record)) this.#mark(stream, record);
  }

  #mark(stream: MemberStream<Rec>, record: Rec): void {
    if (stream.changed === none) {
      this.#touched[this.#touchedCount] = stream;
      this.#touchedCount += 1;
      stream.changed = [record];
    } else stream.changed.push(record);
  }
}

/** Shared by all streams without changes, and never pushed to. */
const none: never[] = [];

/** Builds its rows only when they are read, because most changes are for audiences without a listener. */
class LazyChange<Rec extends MemberRecord<RecordKey>, Row extends object> implements DataSetChange {
  readonly audience: Audience;
  readonly prev: number;
  readonly seq: number;
  readonly #kind: RecordKind<Rec, Row>;
  readonly #records: Pick<RecordStore<Rec>, 'get'>;
  readonly #changed: readonly Rec[];
  #rows: Row[] | null = null;
  #removed: RecordKey[] | null = null;

  constructor(
    kind: RecordKind<Rec, Row>,
    records: Pick<RecordStore<Rec>, 'get'>,
    {
      audience,
      changed,
      prev,
      seq,
    }: {
      readonly audience: Audience;
      readonly changed: readonly Rec[];
      readonly prev: number;
      readonly seq: number;
    },
  ) {
    this.#kind = kind;
    this.#records = records;
    this.audience = audience;
    this.#changed = changed;
    this.prev = prev;
    this.seq = seq;
  }

  get dataSetId(): number {
    return this.#kind.dataSetId;
  }

  get rows(): readonly Row[] {
    return this.#rows ?? this.#make();
  }

  get removed(): readonly RecordKey[] {
    if (this.#removed === null) this.#make();
    return this.#removed ?? [];
  }

  #make(): Row[] {
    const rows: Row[] = [];
    const removed: RecordKey[] = [];
    // A dealer's list contains a record once for each change.
    for (const record of new Set(this.#changed)) {
      const current = this.#records.get(record.key);
      if (current === undefined || !isInAudience(this.audience, current))
        removed.push(this.#kind.rowKeyOf?.(record.key) ?? record.key);
      // A record that was replaced in the same outcome is no longer the row of its key; the new one is also
      // in the list.
      else if (current === record) rows.push(this.#kind.rowOf(record));
    }
    this.#rows = rows;
    this.#removed = removed;
    return rows;
  }
}
