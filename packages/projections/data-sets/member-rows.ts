// The rows of a data set that belong to members: each visible to its own, with its changes told to each member in order.
import { type Audience, maySee, ofMember, type Projected, type Viewer } from '../audience.ts';

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
}

/** What one member has been told, and the keys that changed since. */
interface MemberStream {
  readonly audience: Audience;
  lastSeq: number;
  readonly changed: Set<number>;
}

export class MemberRows<Row extends { readonly member: string }> {
  readonly #dataSetId: number;
  readonly #keyOf: (row: Row) => number;
  readonly #rows = new Map<number, Row>();
  readonly #streams = new Map<string, MemberStream>();
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
    this.#rows.set(key, row);
    this.#touch(row.member, key);
  }

  drop(key: number): void {
    const row = this.#rows.get(key);
    if (row === undefined) return;
    this.#rows.delete(key);
    this.#touch(row.member, key);
  }

  clear(): void {
    for (const key of [...this.#rows.keys()]) this.drop(key);
  }

  /** What this viewer may see, and the number from which changes go on. */
  image(viewer: Viewer): { rows: Row[]; asOf: number } {
    const rows = [...this.projected()]
      .filter(({ audience }) => maySee(viewer, audience))
      .map(({ row }) => row);
    return { rows, asOf: this.#streams.get(viewer.member)?.lastSeq ?? 0 };
  }

  *projected(): Iterable<Projected<Row>> {
    for (const [key, row] of this.#rows) yield { key, audience: ofMember(row.member), row };
  }

  /** Appends the changes since the last call, one a member, as of this sequence number. */
  takeChanges(seq: number, changes: DataSetChange[]): void {
    if (this.#touched.length === 0) return;
    for (const stream of this.#touched) {
      const rows: Row[] = [];
      const removed: number[] = [];
      for (const key of stream.changed) {
        const row = this.#rows.get(key);
        if (row === undefined) removed.push(key);
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
    const byMember = new Map<string, Row[]>();
    for (const row of rows) {
      this.#rows.set(this.#keyOf(row), row);
      const ofOne = byMember.get(row.member);
      if (ofOne === undefined) byMember.set(row.member, [row]);
      else ofOne.push(row);
    }
    return [...byMember].map(([member, changed]) => {
      const { audience, lastSeq } = this.#stream(member);
      return {
        dataSetId: this.#dataSetId,
        audience,
        rows: changed,
        removed: [],
        prev: lastSeq,
        seq: lastSeq,
      };
    });
  }

  save(): SavedMemberRows<Row> {
    const streams = [...this.#streams].map(([member, { lastSeq }]) => [member, lastSeq] as const);
    return { rows: [...this.#rows.values()], streams };
  }

  load({ rows, streams }: SavedMemberRows<Row>): void {
    this.#rows.clear();
    this.#streams.clear();
    this.#touched.length = 0;
    for (const row of rows) this.#rows.set(this.#keyOf(row), row);
    for (const [member, lastSeq] of streams) this.#stream(member).lastSeq = lastSeq;
  }

  #stream(member: string): MemberStream {
    let stream = this.#streams.get(member);
    if (stream === undefined) {
      stream = { audience: ofMember(member), lastSeq: 0, changed: new Set() };
      this.#streams.set(member, stream);
    }
    return stream;
  }

  #touch(member: string, key: number): void {
    const stream = this.#stream(member);
    if (stream.changed.size === 0) this.#touched.push(stream);
    stream.changed.add(key);
  }
}
