// Plain data as bytes outside the heap, for data that only grows during a business day, so that the garbage collector does not scan
// millions of small objects. A value of some twenty fields takes about fifty bytes. Snapshots contain the bytes as they are, so a change of
// the layout needs a new name for it (`layout`, snapshot-contents.ts).
import type { Chunk, ChunkStore } from './chunk-store.ts';
import { Interned } from './interned.ts';
import type { NextBlock, SavedBlocks } from './long-list.ts';

/** Bytes of a chunk. A longer value gets a chunk for itself. */
export const chunkSize = 1 << 16;
/**
 * The maximum number of distinct texts per field that are encoded as numbers. Beyond that, as for refs, texts are written out.
 */
const textsPerField = 4_096;

/** A number in the bytes is a count times four, plus one of these. */
const natural = 0;
const negative = 1;
const text = 2;
const special = 3;

/** The counts of `special`; from `firstShape` on, an object with the shape of this number. */
const codes = ['null', 'undefined', 'true', 'false', 'float', 'text', 'array', 'uuid', 'hex16'] as const;
const code = Object.fromEntries(codes.map((name, at) => [name, at])) as Readonly<
  Record<(typeof codes)[number], number>
>;
const firstShape = codes.length;
/** Larger numbers are written as floats: 2 to the power of 48. */
const longNumber = 281_474_976_710_656;
/** Numbers below this one can be shifted: 2 to the power of 31. */
const bitOperations = 2_147_483_648;
const uuidLength = 36;
const hex16Length = 16;
/** The bytes of a number, and some more for its kind. */
const longest = 16;
/** A place is a number of 32 bits. */
const maxChunks = 4_294_967_296 / chunkSize;
const noBytes: Uint8Array = new Uint8Array();
const dash = '-'.charCodeAt(0);
const isDashAt = (at: number): boolean => at === 8 || at === 13 || at === 18 || at === 23;

/** How saved bytes are read. */
export interface PackedValuesHead {
  readonly shapes: readonly (readonly (readonly [key: string, texts: readonly string[]])[])[];
  /** The texts of values that are in no object. */
  readonly texts: readonly string[];
  readonly chunks: number;
}

/** The texts of one field. Its last object's shape is the first guess for the next object. */
class Texts extends Interned {
  lastShape: Shape | null = null;
}

/** The fields of objects, in their order. */
interface Shape {
  readonly number: number;
  readonly fields: readonly (readonly [string, Texts])[];
}

/** A prefix of the fields of objects. */
interface ShapeStart {
  readonly next: Map<string, ShapeStart>;
  shape: Shape | null;
}

const newStart = (): ShapeStart => ({ next: new Map(), shape: null });

/** Stores JSON values and undefined. Reading returns what was written, with the fields of objects in the same order. */
export class PackedValues {
  readonly #store: ChunkStore;
  /** The full chunks. */
  #chunks: Chunk[] = [];
  /** The chunk after them. */
  #last = noBytes;
  /** Bytes used of `#last`. */
  #used = 0;
  #scratch: Uint8Array = new Uint8Array(1 << 12);
  /** Bytes used of `#scratch`. */
  #length = 0;
  /** The place of the next byte to read. */
  #from = noBytes;
  #at = 0;
  #starts = newStart();
  #shapes: Shape[] = [];
  #texts = new Texts();

  constructor(store: ChunkStore) {
    this.#store = store;
  }

  save(): SavedBlocks<PackedValuesHead> {
    const shapes = this.#shapes.map(({ fields }) => fields.map(([key, texts]) => [key, texts.all] as const));
    const [last, used] = [this.#last, this.#used];
    return {
      head: { shapes, texts: this.#texts.all, chunks: this.#chunks.length },
      blocks: [...this.#chunks.map((chunk) => () => chunk.bytes), () => last.slice(0, used)],
    };
  }

  /** Replaces all values. Places are as they were. */
  load({ shapes, texts, chunks }: PackedValuesHead, next: NextBlock): void {
    this.clear();
    this.#texts = new Texts(texts);
    this.#starts = newStart();
    this.#shapes = [];
    for (const fields of shapes) {
      const start = this.#startOf(fields.map(([key]) => key));
      start.shape = this.#newShape(fields.map(([key, texts]) => [key, new Texts(texts)]));
    }
    for (let left = chunks; left > 0; left -= 1) this.#chunks.push(this.#store.keep(next()));
    const last = next();
    this.#used = last.length;
    this.#last = new Uint8Array(last.length === 0 ? 0 : Math.max(chunkSize, last.length));
    this.#last.set(last);
  }

  /** Writes a value, and returns the place to read it from: a number below 2 ** 32. */
  add(value: unknown): number {
    this.#length = 0;
    this.#write(value, this.#texts);
    const length = this.#length;
    if (this.#used + length > this.#last.length) {
      if (this.#used > 0) this.#chunks.push(this.#store.keep(this.#last));
      if (this.#chunks.length >= maxChunks)
        throw new RangeError('There are more than four gigabytes of values.');
      this.#last = new Uint8Array(Math.max(chunkSize, length));
      this.#used = 0;
    }
    this.#last.set(this.#scratch.subarray(0, length), this.#used);
    const place = this.#chunks.length * chunkSize + this.#used;
    this.#used += length;
    return place;
  }

  /** The value that was written at a place. */
  read(place: number): unknown {
    const chunk = Math.floor(place / chunkSize);
    this.#at = place % chunkSize;
    const isLast = chunk === this.#chunks.length && this.#at < this.#used;
    const bytes = isLast ? this.#last : this.#chunks[chunk]?.bytes;
    if (bytes === undefined) throw new RangeError(`There is no value at ${place}.`);
    this.#from = bytes;
    const value = this.#read(this.#texts);
    this.#from = noBytes;
    return value;
  }

  /** Drops all values. Shapes and texts are kept, because the next values have the same. */
  clear(): void {
    for (const chunk of this.#chunks) chunk.drop();
    this.#chunks = [];
    this.#last = noBytes;
    this.#used = 0;
  }

  #write(value: unknown, texts: Texts): void {
    this.#reserve(longest);
    if (typeof value === 'number') this.#writeNumber(value);
    else if (typeof value === 'string') this.#writeText(value, texts);
    else if (value === null) this.#put(code.null, special);
    else if (typeof value === 'object') {
      if (Array.isArray(value)) this.#writeArray(value, texts);
      else this.#writeObject(value as Readonly<Record<string, unknown>>, texts);
    } else if (value === undefined) this.#put(code.undefined, special);
    else if (value === true) this.#put(code.true, special);
    else if (value === false) this.#put(code.false, special);
    else throw new TypeError(`A ${typeof value} cannot be packed.`);
  }

  #writeNumber(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) < longNumber && !Object.is(value, -0)) {
      if (value < 0) this.#put(-value, negative);
      else this.#put(value, natural);
      return;
    }
    this.#put(code.float, special);
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setFloat64(0, value, true);
    for (let at = 0; at < 8; at += 1) this.#putByte(bytes.getUint8(at));
  }

  #writeText(value: string, texts: Texts): void {
    if (value.length === uuidLength && this.#writeHex(value, code.uuid, true)) return;
    if (value.length === hex16Length && this.#writeHex(value, code.hex16, false)) return;
    if (texts.size < textsPerField || texts.has(value)) {
      this.#put(texts.numberOf(value), text);
      return;
    }
    this.#put(code.text, special);
    this.#put(value.length, natural);
    this.#reserve(3 * value.length);
    for (let at = 0; at < value.length; at += 1) this.#put(value.charCodeAt(at), natural);
  }

  /** Writes the bytes of hexadecimal digits; false, and nothing, when there is anything else. */
  #writeHex(value: string, as: number, hasDashes: boolean): boolean {
    this.#reserve(longest + value.length);
    const before = this.#length;
    this.#put(as, special);
    let high = -1;
    for (let at = 0; at < value.length; at += 1) {
      const unit = value.charCodeAt(at);
      if (hasDashes && isDashAt(at) && unit === dash) continue;
      const digit = hexDigit(unit);
      if (digit < 0 || (hasDashes && isDashAt(at))) {
        this.#length = before;
        return false;
      }
      if (high < 0) high = digit;
      else {
        this.#putByte((high << 4) | digit);
        high = -1;
      }
    }
    return true;
  }

  #writeArray(items: readonly unknown[], texts: Texts): void {
    this.#put(code.array, special);
    this.#put(items.length, natural);
    for (const item of items) this.#write(item, texts);
  }

  #writeObject(value: Readonly<Record<string, unknown>>, texts: Texts): void {
    const before = this.#length;
    const guess = texts.lastShape;
    if (guess !== null && this.#writeFields(value, guess)) return;
    this.#length = before;
    const shape = this.#shapeOf(value);
    texts.lastShape = shape;
    if (!this.#writeFields(value, shape))
      throw new TypeError('An object with inherited fields cannot be packed.');
  }

  /** False, and anything may be written, when the object does not have this shape. */
  #writeFields(value: Readonly<Record<string, unknown>>, shape: Shape): boolean {
    const { fields } = shape;
    this.#put(firstShape + shape.number, special);
    let at = 0;
    for (const key in value) {
      const field = fields[at];
      if (field === undefined || field[0] !== key) return false;
      this.#write(value[key], field[1]);
      at += 1;
    }
    return at === fields.length;
  }

  #shapeOf(value: object): Shape {
    const keys = Object.keys(value);
    const start = this.#startOf(keys);
    start.shape ??= this.#newShape(keys.map((key) => [key, new Texts()]));
    return start.shape;
  }

  #startOf(keys: readonly string[]): ShapeStart {
    let start = this.#starts;
    for (const key of keys) {
      let next = start.next.get(key);
      if (next === undefined) {
        next = newStart();
        start.next.set(key, next);
      }
      start = next;
    }
    return start;
  }

  #newShape(fields: Shape['fields']): Shape {
    const shape = { number: this.#shapes.length, fields };
    this.#shapes.push(shape);
    return shape;
  }

  /** Seven bits in a byte, the lowest first. */
  #put(count: number, kind: number): void {
    let rest = count * 4 + kind;
    const scratch = this.#scratch;
    let length = this.#length;
    while (rest >= bitOperations) {
      scratch[length] = (rest % 128) | 128;
      length += 1;
      rest = Math.floor(rest / 128);
    }
    let low = rest | 0;
    while (low >= 128) {
      scratch[length] = (low & 127) | 128;
      length += 1;
      low >>>= 7;
    }
    scratch[length] = low;
    this.#length = length + 1;
  }

  #putByte(byte: number): void {
    this.#scratch[this.#length] = byte;
    this.#length += 1;
  }

  /** Reserves space for bytes that are written without a bounds check. */
  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#scratch.length) return;
    const longer = new Uint8Array(2 * (this.#length + bytes));
    longer.set(this.#scratch);
    this.#scratch = longer;
  }

  #read(texts: Texts): unknown {
    const head = this.#take();
    const count = Math.floor(head / 4);
    switch (head % 4) {
      case natural:
        return count;
      case negative:
        return -count;
      case text:
        return texts.at(count);
      default:
        return this.#readSpecial(count, texts);
    }
  }

  #readSpecial(count: number, texts: Texts): unknown {
    if (count >= firstShape) return this.#readObject(count - firstShape);
    switch (codes[count]) {
      case 'null':
        return null;
      case 'true':
        return true;
      case 'false':
        return false;
      case 'float':
        return new DataView(Uint8Array.from({ length: 8 }, () => this.#takeByte()).buffer).getFloat64(
          0,
          true,
        );
      case 'array': {
        const items: unknown[] = [];
        for (let left = this.#takeNatural(); left > 0; left -= 1) items.push(this.#read(texts));
        return items;
      }
      case 'text': {
        let value = '';
        for (let left = this.#takeNatural(); left > 0; left -= 1)
          value += String.fromCharCode(this.#takeNatural());
        return value;
      }
      case 'uuid':
        return [4, 2, 2, 2, 6].map((bytes) => this.#takeHex(bytes)).join('-');
      case 'hex16':
        return this.#takeHex(8);
      default:
        return undefined;
    }
  }

  #readObject(number: number): object {
    const value: Record<string, unknown> = {};
    for (const [key, texts] of this.#shapes[number]?.fields ?? []) {
      const field = this.#read(texts);
      if (key === '__proto__')
        Object.defineProperty(value, key, {
          value: field,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      else value[key] = field;
    }
    return value;
  }

  #takeNatural(): number {
    return Math.floor(this.#take() / 4);
  }

  #take(): number {
    let [value, unit] = [0, 1];
    for (let byte = this.#takeByte(); ; byte = this.#takeByte()) {
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  }

  #takeHex(bytes: number): string {
    let digits = '';
    for (let left = bytes; left > 0; left -= 1) digits += this.#takeByte().toString(16).padStart(2, '0');
    return digits;
  }

  #takeByte(): number {
    const byte = this.#from[this.#at];
    if (byte === undefined) throw new RangeError('The bytes end within a value.');
    this.#at += 1;
    return byte;
  }
}

/** The value of a lower-case hexadecimal digit; -1 for any other character. */
function hexDigit(unit: number): number {
  if (unit >= 48 && unit < 58) return unit - 48;
  return unit >= 97 && unit < 103 ? unit - 87 : -1;
}

/** Numbers from 0 to 2 ** 32 - 1 in a list that only grows, outside the heap. */
export class PackedNumbers {
  #blocks: Uint32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** 0 beyond the end. */
  at(index: number): number {
    return this.#blocks[Math.floor(index / numbersPerBlock)]?.[index % numbersPerBlock] ?? 0;
  }

  /** Extends the list with zeros if the index is beyond its end. */
  set(index: number, value: number): void {
    const block = Math.floor(index / numbersPerBlock);
    while (this.#blocks.length <= block) this.#blocks.push(new Uint32Array(numbersPerBlock));
    const numbers = this.#blocks[block];
    if (numbers !== undefined) numbers[index % numbersPerBlock] = value;
    this.#length = Math.max(this.#length, index + 1);
  }

  push(value: number): void {
    this.set(this.#length, value);
  }

  clear(): void {
    this.#blocks = [];
    this.#length = 0;
  }

  save(): SavedBlocks<{ readonly length: number }> {
    const blocks = this.#blocks.map((numbers) => () => littleEndian(new Uint8Array(numbers.slice().buffer)));
    return { head: { length: this.#length }, blocks };
  }

  /** Replaces all numbers. */
  load({ length }: { readonly length: number }, next: NextBlock): void {
    this.clear();
    this.#length = length;
    for (let at = 0; at < length; at += numbersPerBlock) {
      const numbers = new Uint32Array(numbersPerBlock);
      new Uint8Array(numbers.buffer).set(littleEndian(next()));
      this.#blocks.push(numbers);
    }
  }
}

/** Numbers that are only appended, and rarely read: only the last block is in memory. Saved like `PackedNumbers`. */
export class AddedNumbers {
  readonly #store: ChunkStore;
  /** The full blocks. */
  #blocks: Chunk[] = [];
  /** The block after them. */
  #last = new Uint32Array();
  #used = 0;

  constructor(store: ChunkStore) {
    this.#store = store;
  }

  get length(): number {
    return this.#blocks.length * numbersPerBlock + this.#used;
  }

  /** 0 beyond the end. */
  at(index: number): number {
    const at = index % numbersPerBlock;
    const block = this.#blocks[Math.floor(index / numbersPerBlock)];
    if (block === undefined) return index < this.length ? (this.#last[at] ?? 0) : 0;
    return numbersIn(block.bytes)[at] ?? 0;
  }

  push(value: number): void {
    if (this.#used === 0) this.#last = new Uint32Array(numbersPerBlock);
    this.#last[this.#used] = value;
    this.#used += 1;
    if (this.#used < numbersPerBlock) return;
    this.#blocks.push(this.#store.keep(new Uint8Array(this.#last.buffer)));
    this.#used = 0;
  }

  clear(): void {
    for (const block of this.#blocks) block.drop();
    this.#blocks = [];
    this.#used = 0;
  }

  save(): SavedBlocks<{ readonly length: number }> {
    const blocks: NextBlock[] = this.#blocks.map((block) => () => littleEndian(block.bytes));
    if (this.#used > 0) blocks.push(() => littleEndian(new Uint8Array(this.#last.slice().buffer)));
    return { head: { length: this.length }, blocks };
  }

  /** Replaces all numbers. */
  load({ length }: { readonly length: number }, next: NextBlock): void {
    this.clear();
    for (let left = length; left > 0; left -= numbersPerBlock) {
      // A copy, because the block need not be aligned.
      const bytes = new Uint8Array(littleEndian(next()));
      if (left >= numbersPerBlock) this.#blocks.push(this.#store.keep(bytes));
      else {
        this.#last = numbersIn(bytes);
        this.#used = left;
      }
    }
  }
}

const numbersPerBlock = 1 << 14;

const numbersIn = (bytes: Uint8Array): Uint32Array<ArrayBuffer> =>
  new Uint32Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length / 4);

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Swaps the bytes of numbers of 32 bits on a machine whose first byte is the highest, so that a snapshot can be moved to another machine. */
const littleEndian = (bytes: Uint8Array): Uint8Array =>
  isLittleEndian ? bytes : bytes.map((_byte, at) => bytes[at ^ 3] ?? 0);
