// The rows of a data set that belong to members: each visible to its own, with its changes told to each member in order, and to each
// dealer who is kept to his own.
import {
  type Audience,
  audienceOf,
  type MemberRow,
  mayHear,
  ofDealer,
  ofMember,
  type Viewer,
} from '../audience.ts';

/** A change of a member's data set. Each says which came before it, so that who misses one knows it and asks for everything again (design §4.3). */
export interface DataSetChange {
  readonly dataSetId: number;
  readonly audience: Audience;
  readonly rows: readonly object[];
  readonly removed: readonly number[];
  readonly prev: number;
  readonly seq: number;
}

export interface SavedMemberRows<Row> {
  readonly rows: readonly Row[];
  readonly streams: readonly (readonly [string, number])[];
  /** Of dealers who are kept to their own: member, dealer, and what they were told last. */
  readonly dealerStreams: readonly (readonly [string, string, number])[];
}

/** What one member, or one dealer who is kept to his own, has been told, and the keys that changed since. */
interface MemberStream {
  readonly audience: Audience;
  lastSeq: number;
  readonly changed: Set<number>;
}

export class MemberRows<Row extends MemberRow> {
  readonly #dataSetId: number;
  readonly #keyOf: (row: Row) => number;
  readonly #rows = new Map<number, Row>();
  readonly #streams = new Map<string, MemberStream>();
  /** By member, the streams of its dealers who are kept to their own. Few have any. */
  readonly #dealerStreams = new Map<string, Map<string, MemberStream>>();
  /** The streams that have changes, in the order in which they got them. */
  readonly #touched: MemberStream[] = [];

  constructor(dataSetId: number, keyOf: (row: Row) => number) {
    this.#dataSetId = dataSetId;
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: number): Row | undefined {
    return this.#rows.get(key);
  }

  /** Whether the row was put since changes were last taken: nobody has seen it yet, and it may still be written to. */
  isNew(row: Row): boolean {
    return this.#streams.get(row.member)?.changed.has(this.#keyOf(row)) === true;
  }

  /** Sets a row. One that was taken with the changes is never written to again: it may be on its way to a client. */
  put(row: Row): void {
    const key = this.#keyOf(row);
    if (this.#dealerStreams.size > 0) this.#touchDealers(key, [this.#rows.get(key), row]);
    this.#rows.set(key, row);
    this.#touch(this.#stream(row.member), key);
  }

  drop(key: number): void {
    const row = this.#rows.get(key);
    if (row === undefined) return;
    if (this.#dealerStreams.size > 0) this.#touchDealers(key, [row]);
    this.#rows.delete(key);
    this.#touch(this.#stream(row.member), key);
  }

  clear(): void {
    for (const key of [...this.#rows.keys()]) this.drop(key);
  }

  /** What this viewer may see, and the number from which changes go on. */
  image(viewer: Viewer): { rows: Row[]; asOf: number } {
    const audience = audienceOf(viewer);
    const rows = [...this.#rows.values()].filter((row) => mayHear(audience, row));
    return { rows, asOf: this.#streamOf(audience)?.lastSeq ?? 0 };
  }

  /** The rows of all members. */
  all(): Iterable<Row> {
    return this.#rows.values();
  }

  /** From now on this dealer is told what is his own in a stream of its own. */
  keepToOwn({ member, dealer }: { readonly member: string; readonly dealer: string }, seq: number): void {
    let streams = this.#dealerStreams.get(member);
    if (streams === undefined) {
      streams = new Map();
      this.#dealerStreams.set(member, streams);
    }
    if (!streams.has(dealer))
      streams.set(dealer, { audience: ofDealer(member, dealer), lastSeq: seq, changed: new Set() });
  }

  /** Appends the changes since the last call, one a member, as of this sequence number. */
  takeChanges(seq: number, changes: DataSetChange[]): void {
    if (this.#touched.length === 0) return;
    for (const stream of this.#touched) {
      const rows: Row[] = [];
      const removed: number[] = [];
      for (const key of stream.changed) {
        const row = this.#rows.get(key);
        if (row === undefined || !mayHear(stream.audience, row)) removed.push(key);
        else rows.push(row);
      }
      const { audience, lastSeq: prev } = stream;
      changes.push({ dataSetId: this.#dataSetId, audience, rows, removed, prev, seq });
      stream.lastSeq = seq;
      stream.changed.clear();
    }
    this.#touched.length = 0;
  }

  /**
   * Replaces rows by newer states that are no step of the ordered stream: each change comes after what was told and before what
   * will be, so that who misses one misses nothing but a state that is soon replaced.
   */
  overlay(rows: readonly Row[]): DataSetChange[] {
    const byStream = new Map<MemberStream, Row[]>();
    const tell = (stream: MemberStream, row: Row) => {
      const ofOne = byStream.get(stream);
      if (ofOne === undefined) byStream.set(stream, [row]);
      else ofOne.push(row);
    };
    for (const row of rows) {
      this.#rows.set(this.#keyOf(row), row);
      tell(this.#stream(row.member), row);
      for (const stream of this.#dealerStreams.get(row.member)?.values() ?? [])
        if (mayHear(stream.audience, row)) tell(stream, row);
    }
    return [...byStream].map(([{ audience, lastSeq }, changed]) => ({
      dataSetId: this.#dataSetId,
      audience,
      rows: changed,
      removed: [],
      prev: lastSeq,
      seq: lastSeq,
    }));
  }

  save(): SavedMemberRows<Row> {
    const streams = [...this.#streams].map(([member, { lastSeq }]) => [member, lastSeq] as const);
    const dealerStreams = [...this.#dealerStreams].flatMap(([member, ofMember]) =>
      [...ofMember].map(([dealer, { lastSeq }]) => [member, dealer, lastSeq] as const),
    );
    return { rows: [...this.#rows.values()], streams, dealerStreams };
  }

  load({ rows, streams, dealerStreams }: SavedMemberRows<Row>): void {
    this.#rows.clear();
    this.#streams.clear();
    this.#dealerStreams.clear();
    this.#touched.length = 0;
    for (const row of rows) this.#rows.set(this.#keyOf(row), row);
    for (const [member, lastSeq] of streams) this.#stream(member).lastSeq = lastSeq;
    for (const [member, dealer, lastSeq] of dealerStreams) this.keepToOwn({ member, dealer }, lastSeq);
  }

  #stream(member: string): MemberStream {
    let stream = this.#streams.get(member);
    if (stream === undefined) {
      stream = { audience: ofMember(member), lastSeq: 0, changed: new Set() };
      this.#streams.set(member, stream);
    }
    return stream;
  }

  #streamOf(audience: Audience): MemberStream | undefined {
    if (audience.kind === 'member') return this.#streams.get(audience.member);
    if (audience.kind !== 'dealer') return undefined;
    return this.#dealerStreams.get(audience.member)?.get(audience.dealer);
  }

  /** A row that has gone to another dealer is gone for the one who had it. */
  #touchDealers(key: number, states: readonly (Row | undefined)[]): void {
    for (const state of states) {
      if (state === undefined) continue;
      for (const stream of this.#dealerStreams.get(state.member)?.values() ?? [])
        if (mayHear(stream.audience, state)) this.#touch(stream, key);
    }
  }

  #touch(stream: MemberStream, key: number): void {
    if (stream.changed.size === 0) this.#touched.push(stream);
    stream.changed.add(key);
  }
}
