// A table of the values stored for each request id. It is off the heap, because there are as many ids as commands (decision 31).
// A key consists of the sender, a space and the id. Keys are compared in full, so equal hashes never cause a mix-up.
import type { ChunkStore } from './chunk-store.ts';
import { blockReader, type SavedBlocks } from './long-list.ts';
import { AddedNumbers, PackedNumbers, PackedValues, type PackedValuesHead } from './packed-values.ts';

export interface IdTableHead {
  readonly values: PackedValuesHead;
  readonly count: number;
}

export class IdTable<Result> {
  readonly #values: PackedValues;
  /** By number, the place of an entry in the values. */
  readonly #places: AddedNumbers;
  /** By number, the hash of a key, so that a table is loaded without reading its keys. */
  readonly #hashes = new PackedNumbers();
  readonly #parts: (HashTable | undefined)[] = [];
  /** The numbers of ids that did not fit into their table. There are few, unless someone picks ids with colliding hashes. */
  readonly #crowded = new Map<string, number>();

  constructor(store: ChunkStore) {
    this.#values = new PackedValues(store);
    this.#places = new AddedNumbers(store);
  }

  get size(): number {
    return this.#places.length;
  }

  /** The number of the entry of a key, from 0 on. */
  find(key: string): number | undefined {
    const hash = hashOf(key);
    const number = this.#parts[hash % partCount]?.find(hash, (number) => this.#keyOf(number) === key);
    return number ?? (this.#crowded.size === 0 ? undefined : this.#crowded.get(key));
  }

  /** `find` must have found nothing. */
  add(key: string, result: Result): void {
    const number = this.#places.length;
    const at = key.lastIndexOf(' ');
    this.#places.push(this.#values.add([key.slice(0, at), key.slice(at + 1), result]));
    this.#hashes.push(hashOf(key));
    this.#enter(number);
  }

  save(): SavedBlocks<IdTableHead> {
    const [values, places, hashes] = [this.#values.save(), this.#places.save(), this.#hashes.save()];
    return {
      head: { values: values.head, count: this.size },
      blocks: [...values.blocks, ...places.blocks, ...hashes.blocks],
    };
  }

  static load<Result>({ head, blocks }: SavedBlocks<IdTableHead>, store: ChunkStore): IdTable<Result> {
    const table = new IdTable<Result>(store);
    const next = blockReader(blocks);
    const { values, count: length } = head;
    table.#values.load(values, next);
    table.#places.load({ length }, next);
    table.#hashes.load({ length }, next);
    for (let number = 0; number < length; number += 1) table.#enter(number);
    return table;
  }

  /** The table is not used again. */
  drop(): void {
    this.#values.clear();
    this.#places.clear();
  }

  /** The entry that was added with this number, from 0 on. */
  entry(number: number): [key: string, result: Result] {
    const [sender, requestId, result] = this.#values.read(this.#places.at(number)) as [
      string,
      string,
      Result,
    ];
    return [`${sender} ${requestId}`, result];
  }

  /** The entries from a number on. */
  *entries(from = 0): Generator<[key: string, result: Result]> {
    for (let number = from; number < this.size; number += 1) yield this.entry(number);
  }

  #enter(number: number): void {
    const hash = this.#hashes.at(number);
    const part = this.#parts[hash % partCount] ?? new HashTable(this.#hashes);
    this.#parts[hash % partCount] = part;
    for (const crowded of part.add(number)) this.#crowded.set(this.#keyOf(crowded), crowded);
  }

  #keyOf(number: number): string {
    return this.entry(number)[0];
  }
}

/** One table per part of the day, because a single table would take a second to grow. */
const partCount = 256;
/** The maximum probe length, so that ids with equal hashes stay cheap. */
const maxSteps = 32;

/** Maps key hashes, which may collide, to numbers. At most half of the slots are used. */
class HashTable {
  /** By number. */
  readonly #hashes: PackedNumbers;
  /** Plus one; 0 for a free slot. */
  #numbers = new Uint32Array(16);
  #count = 0;

  constructor(hashes: PackedNumbers) {
    this.#hashes = hashes;
  }

  find(hash: number, isWanted: (number: number) => boolean): number | undefined {
    const last = this.#numbers.length - 1;
    for (let step = 0; step < maxSteps; step += 1) {
      const number = this.#numbers[(Math.floor(hash / partCount) + step) & last] ?? 0;
      if (number === 0) return undefined;
      if (this.#hashes.at(number - 1) === hash && isWanted(number - 1)) return number - 1;
    }
    return undefined;
  }

  /** Returns the numbers that did not fit. */
  add(number: number): readonly number[] {
    if (2 * (this.#count + 1) <= this.#numbers.length) return this.#put(number) ? none : [number];
    const numbers = this.#numbers;
    this.#numbers = new Uint32Array(2 * numbers.length);
    this.#count = 0;
    const crowded: number[] = [];
    for (const place of numbers) if (place !== 0 && !this.#put(place - 1)) crowded.push(place - 1);
    if (!this.#put(number)) crowded.push(number);
    return crowded;
  }

  #put(number: number): boolean {
    const first = Math.floor(this.#hashes.at(number) / partCount);
    const last = this.#numbers.length - 1;
    for (let step = 0; step < maxSteps; step += 1) {
      const slot = (first + step) & last;
      if (this.#numbers[slot] !== 0) continue;
      this.#numbers[slot] = number + 1;
      this.#count += 1;
      return true;
    }
    return false;
  }
}

const none: readonly number[] = [];

/** 32-bit FNV-1a with a final mixing step, because tables use the lowest bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
