/**
 * A list of a saved state whose items are made when somebody reads them, because a busy day has more of them than fit into memory at once.
 * It reads what it was made of: whoever keeps it while the state changes must copy it first. As JSON it is an array.
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
