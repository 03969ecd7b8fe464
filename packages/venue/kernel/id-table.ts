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

  /** `find` must have found nothing. Throws RangeError beyond 134 million entries. */
  add(key: string, result: Result): void {
    const number = this.#places.length;
    if (number >= maxNumber) throw new RangeError('There are too many ids.');
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
const partBits = 8;
const partCount = 1 << partBits;
/** The maximum probe length, so that ids with equal hashes stay cheap. */
const maxSteps = 32;

/**
 * A slot has a number plus one, and five bits of its hash, so that a look-up seldom reads the hash itself, which is elsewhere in memory. 0 is
 * a free slot.
 */
const numberBits = 27;
const maxNumber = (1 << numberBits) - 1;
const slotOf = (number: number, hash: number): number =>
  ((((hash >>> partBits) & 31) << numberBits) | (number + 1)) >>> 0;
const numberIn = (slot: number): number => (slot & maxNumber) - 1;

/** The highest share of used slots, and how much longer a full table becomes. Doubling would leave more slots free in a long day. */
const maxLoad = 0.7;
const growth = 1.5;

/** Maps key hashes, which may collide, to numbers. */
class HashTable {
  /** By number. */
  readonly #hashes: PackedNumbers;
  #slots = new Uint32Array(16);
  #count = 0;

  constructor(hashes: PackedNumbers) {
    this.#hashes = hashes;
  }

  find(hash: number, isWanted: (number: number) => boolean): number | undefined {
    const tag = slotOf(-1, hash);
    let at = this.#first(hash);
    for (let step = 0; step < maxSteps; step += 1) {
      const slot = this.#slots[at] ?? 0;
      if (slot === 0) return undefined;
      if ((slot & ~maxNumber) >>> 0 === tag) {
        const number = numberIn(slot);
        if (this.#hashes.at(number) === hash && isWanted(number)) return number;
      }
      at = at + 1 === this.#slots.length ? 0 : at + 1;
    }
    return undefined;
  }

  /** Returns the numbers that did not fit. */
  add(number: number): readonly number[] {
    if (this.#count + 1 <= maxLoad * this.#slots.length) return this.#put(number) ? none : [number];
    const slots = this.#slots;
    this.#slots = new Uint32Array(Math.ceil(growth * slots.length));
    this.#count = 0;
    const crowded: number[] = [];
    for (const slot of slots) if (slot !== 0 && !this.#put(numberIn(slot))) crowded.push(numberIn(slot));
    if (!this.#put(number)) crowded.push(number);
    return crowded;
  }

  #put(number: number): boolean {
    const hash = this.#hashes.at(number);
    let at = this.#first(hash);
    for (let step = 0; step < maxSteps; step += 1) {
      if (this.#slots[at] === 0) {
        this.#slots[at] = slotOf(number, hash);
        this.#count += 1;
        return true;
      }
      at = at + 1 === this.#slots.length ? 0 : at + 1;
    }
    return false;
  }

  /** The lowest eight bits of a hash choose the part. */
  #first(hash: number): number {
    return Math.floor((hash >>> partBits) * (this.#slots.length / hashesPerPart));
  }
}

const hashesPerPart = 1 << (32 - partBits);

const none: readonly number[] = [];

/** 32-bit FNV-1a with a final mixing step, because tables use all bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
