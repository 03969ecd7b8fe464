// The rows of a data set that belong to members: each visible to its own, with its changes told to each member in order.
import { maySee, ofMember, type Projected, type Viewer } from '../audience.ts';
import { OrderedStreams, type StreamChange } from '../ordered-stream.ts';

export interface SavedMemberRows<Row> {
  readonly rows: readonly Row[];
  readonly streams: readonly (readonly [string, number])[];
}

export class MemberRows<Row extends { readonly member: string }> {
  readonly #keyOf: (row: Row) => number;
  readonly #rows = new Map<number, Row>();
  readonly #streams = new OrderedStreams();
  /** By member, the keys that changed since the last call of takeChanges. */
  readonly #changed = new Map<string, Set<number>>();

  constructor(keyOf: (row: Row) => number) {
    this.#keyOf = keyOf;
  }

  get(key: number): Row | undefined {
    return this.#rows.get(key);
  }

  put(row: Row): void {
    const key = this.#keyOf(row);
    this.#rows.set(key, row);
    this.#touch(row.member, key);
  }

  /** Changes fields of a row that is there. */
  patch(key: number, fields: Partial<Row>): void {
    const row = this.#rows.get(key);
    if (row !== undefined) this.put({ ...row, ...fields });
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
    return { rows, asOf: this.#streams.lastSeq(ofMember(viewer.member)) };
  }

  *projected(): Iterable<Projected<Row>> {
    for (const [key, row] of this.#rows) yield { key, audience: ofMember(row.member), row };
  }

  /** Changes since the last call, one a member, as of this sequence number. */
  takeChanges(seq: number): StreamChange<Row>[] {
    const changes: StreamChange<Row>[] = [];
    for (const [member, keys] of this.#changed) {
      const audience = ofMember(member);
      const rows: Row[] = [];
      const removed: number[] = [];
      for (const key of keys) {
        const row = this.#rows.get(key);
        if (row === undefined) removed.push(key);
        else rows.push(row);
      }
      changes.push({ audience, rows, removed, prev: this.#streams.advance(audience, seq), seq });
    }
    this.#changed.clear();
    return changes;
  }

  save(): SavedMemberRows<Row> {
    return { rows: [...this.#rows.values()], streams: this.#streams.save() };
  }

  load({ rows, streams }: SavedMemberRows<Row>): void {
    this.#rows.clear();
    this.#changed.clear();
    for (const row of rows) this.#rows.set(this.#keyOf(row), row);
    this.#streams.load(streams);
  }

  #touch(member: string, key: number): void {
    const keys = this.#changed.get(member);
    if (keys === undefined) this.#changed.set(member, new Set([key]));
    else keys.add(key);
  }
}
