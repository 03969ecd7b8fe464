// The depth of the contracts that someone looks at (PANEL-17, MODEL-2): row by row the n-th order of each side, published
// in ticks as cell updates of types 0 to 6, or whole where that is shorter. A view starts with its first watcher.
import {
  type DepthRow,
  type DepthUpdate,
  type DepthUpdateType,
  emptyDepthRow,
  maxDepthRows,
} from '@openpit/wire';
import { undisclosed } from '../data-sets/contract-facts.ts';
import type { ContractBook } from '../market/contract-book.ts';
import { rand } from '../rand.ts';

export interface DepthImage {
  readonly rows: readonly DepthRow[];
  /** Grows with each published change of this contract's depth. */
  readonly seq: number;
}

export interface DepthChange {
  readonly updates: readonly DepthUpdate[];
  readonly prev: number;
  readonly seq: number;
  /** The depth after the change. */
  readonly whole: DepthImage;
}

/** The rows of a book, at most `maxDepthRows`. */
export function depthRows(book: ContractBook, disclosesMembers: boolean): DepthRow[] {
  const count = Math.min(Math.max(book.buys.length, book.sells.length), maxDepthRows);
  const nameOf = (member: string) => (disclosesMembers ? member : undisclosed);
  return Array.from({ length: count }, (_, row): DepthRow => {
    const [buy, sell] = [book.buys[row], book.sells[row]];
    return {
      buyer: buy === undefined ? null : nameOf(buy.member),
      bidPrice: buy === undefined ? null : rand(buy.price),
      bidQty: buy?.lots ?? 0,
      offerQty: sell?.lots ?? 0,
      sellPrice: sell === undefined ? null : rand(sell.price),
      seller: sell === undefined ? null : nameOf(sell.member),
    };
  });
}

const cells: readonly (readonly [Exclude<DepthUpdateType, 0>, keyof DepthRow])[] = [
  [1, 'buyer'],
  [2, 'bidPrice'],
  [3, 'bidQty'],
  [4, 'offerQty'],
  [5, 'sellPrice'],
  [6, 'seller'],
];

/** The updates that turn `before` into `after`; none when they are equal. */
export function depthUpdates(before: readonly DepthRow[], after: readonly DepthRow[]): DepthUpdate[] {
  const updates: DepthUpdate[] = [];
  for (let rowNumber = 0; rowNumber < Math.max(before.length, after.length); rowNumber += 1) {
    const now = after[rowNumber];
    if (now === undefined) {
      updates.push({ updateType: 0, updateValue: null, rowNumber });
      continue;
    }
    const was = before[rowNumber] ?? emptyDepthRow;
    for (const [updateType, cell] of cells)
      if (was[cell] !== now[cell]) updates.push({ updateType, updateValue: now[cell], rowNumber });
  }
  return updates;
}

export class DepthView {
  readonly #book: ContractBook;
  readonly #disclosesMembers: boolean;
  #image: DepthImage;

  constructor(
    book: ContractBook,
    { disclosesMembers, firstSeq }: { disclosesMembers: boolean; firstSeq: number },
  ) {
    this.#book = book;
    this.#disclosesMembers = disclosesMembers;
    this.#image = { rows: depthRows(book, disclosesMembers), seq: firstSeq };
  }

  /** The depth as last published. */
  get image(): DepthImage {
    return this.#image;
  }

  /** Publishes what has changed since the last call, null when nothing has. */
  takeChange(): DepthChange | null {
    const rows = depthRows(this.#book, this.#disclosesMembers);
    const updates = depthUpdates(this.#image.rows, rows);
    if (updates.length === 0) return null;
    const prev = this.#image.seq;
    this.#image = { rows, seq: prev + 1 };
    return { updates, prev, seq: this.#image.seq, whole: this.#image };
  }
}
