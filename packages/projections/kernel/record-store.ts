// The records of a set. A set that only grows during the day and is cleared at its end needs no hashing: its keys are
// numbers in ascending order. It may have millions of records, which are kept as bytes outside the heap (decision 31).
import {
  blockReader,
  type ChunkStore,
  chunksInMemory,
  type PackedBytes,
  PackedNumbers,
  PackedValues,
  type PackedValuesHead,
} from '@openpit/venue';

/** Most sets have numbers; those whose key is composite have texts. */
export type RecordKey = number | string;

export interface RecordStore<Rec> {
  readonly size: number;
  get(key: RecordKey): Rec | undefined;
  set(key: RecordKey, record: Rec): void;
  /** True if there was such a record. */
  delete(key: RecordKey): boolean;
  values(): Iterable<Rec>;
  clear(): void;
}

/** The conversion of records to values of JSON, and of values to records that have not changed in any round. */
export interface Packing<Rec> {
  readonly pack: (record: Rec) => object;
  readonly unpack: (packed: never) => Rec;
}

interface RecordsHead {
  readonly values: PackedValuesHead;
  readonly count: number;
  readonly firstKey: number;
  readonly size: number;
  /** In the order of their numbers. */
  readonly members: readonly string[];
  /** The records whose newest state is not in the values: the key, and the packed record. */
  readonly unpacked: readonly (readonly [key: number, packed: object])[];
}

/** Records with keys that ascend, from the first after the last `clear`. */
export class AscendingRecords<
  Rec extends { readonly key: RecordKey; readonly member: string; readonly round: number },
> implements RecordStore<Rec>
{
  readonly #packing: Packing<Rec>;
  readonly #values: PackedValues;
  /** By key minus the first key: `absent`, `notPacked`, or the place in `#values` plus `firstPlace`. */
  readonly #places = new PackedNumbers();
  /** By key minus the first key, the number of the member, so that the records of others need not be read. */
  readonly #members = new PackedNumbers();
  readonly #memberNumbers = new Map<string, number>();
  #firstKey = 0;
  #size = 0;
  /** The records that were added or read since the last `settle`, and those between the two before it. */
  #young = new Map<RecordKey, Rec>();
  #older = new Map<RecordKey, Rec>();

  constructor(packing: Packing<Rec>, store: ChunkStore) {
    this.#packing = packing;
    this.#values = new PackedValues(store);
  }

  get size(): number {
    return this.#size;
  }

  /** The same object until the second `settle`, so that it can be changed. */
  get(key: RecordKey): Rec | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    if (this.#placeOf(key) === absent) return undefined;
    const record = this.#older.get(key) ?? this.#read(key);
    this.#young.set(key, record);
    return record;
  }

  set(key: number, record: Rec): void {
    if (this.#places.length === 0) this.#firstKey = key;
    const at = key - this.#firstKey;
    if (at < 0) throw new RangeError(`Record ${key} comes after record ${this.#firstKey}.`);
    if (this.#places.at(at) === absent) {
      this.#size += 1;
      this.#places.set(at, notPacked);
    }
    let member = this.#memberNumbers.get(record.member);
    if (member === undefined) {
      member = this.#memberNumbers.size;
      this.#memberNumbers.set(record.member, member);
    }
    this.#members.set(at, member);
    this.#older.delete(key);
    this.#young.set(key, record);
  }

  delete(key: RecordKey): boolean {
    if (this.#placeOf(key) === absent) return false;
    this.#places.set(Number(key) - this.#firstKey, absent);
    this.#young.delete(key);
    this.#older.delete(key);
    this.#size -= 1;
    if (this.#size === 0) this.clear();
    return true;
  }

  /**
   * Packs the records that have not been added or read since the last call.
   * A caller that has read a record before that must no longer change it.
   */
  settle(): void {
    for (const [key, record] of this.#older)
      if (!this.#young.has(key) && this.#isUnpacked(key, record))
        this.#places.set(
          Number(key) - this.#firstKey,
          this.#values.add(this.#packing.pack(record)) + firstPlace,
        );
    this.#older.clear();
    [this.#older, this.#young] = [this.#young, this.#older];
  }

  /** All records, even while records are deleted. */
  *values(): Generator<Rec> {
    for (let at = 0; at < this.#places.length; at += 1)
      if (this.#places.at(at) !== absent) yield this.#present(this.#firstKey + at);
  }

  /** The records of a member, even while records are added or deleted; `undefined` for some hundred records of others. */
  *of(member: string): Generator<Rec | undefined> {
    const number = this.#memberNumbers.get(member);
    for (let at = 0; at < this.#places.length; at += 1)
      if (this.#members.at(at) === number && this.#places.at(at) !== absent)
        yield this.#present(this.#firstKey + at);
      else if (at % passedAtOnce === 0) yield undefined;
  }

  clear(): void {
    this.#values.clear();
    this.#places.clear();
    this.#members.clear();
    this.#young.clear();
    this.#older.clear();
    this.#size = 0;
  }

  /** The bytes of all records. */
  save(): PackedBytes<RecordsHead> {
    const [values, places, members] = [this.#values.save(), this.#places.save(), this.#members.save()];
    const unpacked = [...this.#older, ...this.#young]
      .filter(([key, record]) => this.#isUnpacked(key, record))
      .map(([key, record]) => [Number(key), this.#packing.pack(record)] as const);
    return {
      kind: 'records',
      head: {
        ...{ values: values.head, count: this.#places.length, firstKey: this.#firstKey, size: this.#size },
        ...{ members: [...this.#memberNumbers.keys()], unpacked },
      },
      blocks: [...values.blocks, ...places.blocks, ...members.blocks],
    };
  }

  /** Replaces all records. */
  load({ head, blocks }: PackedBytes): void {
    const { values, count: length, firstKey, size, members, unpacked } = head as RecordsHead;
    const next = blockReader(blocks);
    this.clear();
    this.#values.load(values, next);
    this.#places.load({ length }, next);
    this.#members.load({ length }, next);
    this.#memberNumbers.clear();
    for (const member of members) this.#memberNumbers.set(member, this.#memberNumbers.size);
    this.#firstKey = firstKey;
    this.#size = size;
    for (const [key, packed] of unpacked) {
      this.#places.set(key - firstKey, notPacked);
      this.#young.set(key, this.#packing.unpack(packed as never));
    }
  }

  /** True if the newest state of an unsettled record is missing in the values. */
  #isUnpacked(key: RecordKey, record: Rec): boolean {
    return record.round !== 0 || this.#placeOf(key) === notPacked;
  }

  #present(key: number): Rec {
    return this.#young.get(key) ?? this.#older.get(key) ?? this.#read(key);
  }

  #placeOf(key: RecordKey): number {
    const at = Number(key) - this.#firstKey;
    return at < 0 ? absent : this.#places.at(at);
  }

  #read(key: RecordKey): Rec {
    return this.#packing.unpack(this.#values.read(this.#placeOf(key) - firstPlace) as never);
  }
}

/** The number of records that a reader skips in one step. */
export const passedAtOnce = 256;

const absent = 0;
const notPacked = 1;
const firstPlace = 2;

/** The items of a packed list of records. */
export function packedRecordItems(packed: PackedBytes): Iterable<object> {
  type Packed = { readonly key: number; readonly member: string; readonly round: number };
  const records = new AscendingRecords<Packed>(
    { pack: (record) => record, unpack: (record) => record },
    chunksInMemory,
  );
  records.load(packed);
  return records.values();
}
