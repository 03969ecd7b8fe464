/**
 * A list in a saved state. Its items are made one by one when the list is read, because a busy day has more of them than fit into memory.
 * The items follow the state that was saved: copy the list before the state changes. As JSON it is an array.
 */
export class LongList<Item> implements Iterable<Item> {
  readonly #items: () => Iterable<Item>;

  constructor(items: () => Iterable<Item>) {
    this.#items = items;
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items()[Symbol.iterator]();
  }

  toJSON(): readonly Item[] {
    return [...this];
  }
}
