// Lists in saved states. A list that is kept packed also has its bytes, so that a start reads a busy day without making its items.

/** Reads the next block. */
export type NextBlock = () => Uint8Array;

export interface SavedBlocks<Head extends object> {
  /** How the blocks are read, as JSON. */
  readonly head: Head;
  /** Each is read when it is needed, before the state that was saved changes. */
  readonly blocks: readonly NextBlock[];
}

/** The bytes of a list. `kind` names the class that reads them. */
export interface PackedBytes<Head extends object = object> extends SavedBlocks<Head> {
  readonly kind: string;
}

export interface PackedSource {
  /** The number of items. */
  readonly length: number;
  bytes(): PackedBytes;
}

/** Reads the blocks one after another. Throws RangeError beyond the last one. */
export function blockReader(blocks: readonly NextBlock[]): NextBlock {
  let at = 0;
  return () => {
    const block = blocks[at];
    if (block === undefined) throw new RangeError(`There is no block ${at}.`);
    at += 1;
    return block();
  };
}

/**
 * A lazy list in a saved state. Items are created one by one on reading, because a busy day has more of them than fit into
 * memory. They reflect the live state, so copy the list before the state changes. It serialises to a JSON array.
 */
export class LongList<Item> implements Iterable<Item> {
  readonly #items: () => Iterable<Item>;
  readonly #packed: PackedSource | null;

  constructor(items: () => Iterable<Item>, packed: PackedSource | null = null) {
    this.#items = items;
    this.#packed = packed;
  }

  /** The same list as bytes, which are read in a fraction of the time; `null` if it is not packed. */
  get packed(): PackedSource | null {
    return this.#packed;
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items()[Symbol.iterator]();
  }

  toJSON(): readonly Item[] {
    return [...this];
  }
}

/** The bytes of a saved list; `null` if it has only items. */
export const packedBytesOf = (list: Iterable<unknown>): PackedBytes | null =>
  list instanceof LongList ? (list.packed?.bytes() ?? null) : null;
