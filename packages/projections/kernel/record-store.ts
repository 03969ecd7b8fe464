// The records of a set. A set that only grows during the day and is cleared at its end needs no hashing: its keys are
// numbers in ascending order, so that an array can hold it.

/** Most sets have numbers; those whose key is composite have texts. */
export type RecordKey = number | string;

export interface RecordStore<Rec> {
  readonly size: number;
  get(key: RecordKey): Rec | undefined;
  set(key: RecordKey, record: Rec): void;
  /** True when there was such a record. */
  delete(key: RecordKey): boolean;
  values(): Iterable<Rec>;
  clear(): void;
}

/** Records with keys that ascend, from the first after the last `clear`. */
export class AscendingRecords<Rec> implements RecordStore<Rec> {
  /** Indexed by key minus the first key; a hole for a number without a record. */
  #records: (Rec | undefined)[] = [];
  #firstKey = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: number): Rec | undefined {
    return this.#records[key - this.#firstKey];
  }

  set(key: number, record: Rec): void {
    if (this.#records.length === 0) this.#firstKey = key;
    const place = key - this.#firstKey;
    if (place < 0) throw new RangeError(`Record ${key} comes after record ${this.#firstKey}.`);
    while (this.#records.length < place) this.#records.push(undefined);
    if (this.#records[place] === undefined) this.#size += 1;
    this.#records[place] = record;
  }

  delete(key: number): boolean {
    const place = key - this.#firstKey;
    if (this.#records[place] === undefined) return false;
    this.#records[place] = undefined;
    this.#size -= 1;
    if (this.#size === 0) this.#records = [];
    return true;
  }

  *values(): Generator<Rec> {
    for (const record of this.#records) if (record !== undefined) yield record;
  }

  clear(): void {
    this.#records = [];
    this.#size = 0;
  }
}
