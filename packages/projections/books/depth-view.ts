// The depth of one watched contract (PANEL-17, MODEL-2): row n contains the n-th order of each side. Changes are published as
// cell updates of types 0 to 6. A client that fell behind receives the whole depth.
import {
  type DeltaTerms,
  type DepthRow,
  type DepthUpdate,
  type DepthUpdateType,
  depthCellOf,
  emptyDepthRow,
  maxDepthRows,
  toRand,
} from '@openpit/wire';
import { undisclosed } from '../reference/directory.ts';
import type { ContractBook } from './contract-book.ts';

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

/** The terms of a resting order on a delta; null for an order on another contract. */
export type TermsOf = (activeOrderSeq: number) => DeltaTerms | null;

/** The rows of a book, at most `maxDepthRows`. */
function depthRows(
  { buys, sells }: ContractBook,
  { disclosesMembers, termsOf }: { readonly disclosesMembers: boolean; readonly termsOf: TermsOf },
): DepthRow[] {
  const count = Math.min(Math.max(buys.length, sells.length), maxDepthRows);
  const nameOf = (member: string) => (disclosesMembers ? member : undisclosed);
  return Array.from({ length: count }, (_, row): DepthRow => {
    const [buy, sell] = [buys[row], sells[row]];
    const bidTerms = buy === undefined ? null : termsOf(buy.activeOrderSeq);
    const offerTerms = sell === undefined ? null : termsOf(sell.activeOrderSeq);
    return {
      buyer: buy === undefined ? null : nameOf(buy.member),
      bidPrice: buy === undefined ? null : toRand(buy.price),
      bidQty: buy?.lots ?? 0,
      offerQty: sell?.lots ?? 0,
      sellPrice: sell === undefined ? null : toRand(sell.price),
      seller: sell === undefined ? null : nameOf(sell.member),
      ...(bidTerms !== null && { bidTerms }),
      ...(offerTerms !== null && { offerTerms }),
    };
  });
}

const cells = Object.entries(depthCellOf).map(
  ([updateType, cell]) => [Number(updateType) as Exclude<DepthUpdateType, 0>, cell] as const,
);

/** The updates that turn `before` into `after`; none when they are equal. */
function depthUpdates(before: readonly DepthRow[], after: readonly DepthRow[]): DepthUpdate[] {
  const updates: DepthUpdate[] = [];
  for (let rowNumber = 0; rowNumber < Math.max(before.length, after.length); rowNumber += 1) {
    const now = after[rowNumber];
    if (now === undefined) {
      updates.push({ updateType: 0, updateValue: null, rowNumber });
      continue;
    }
    const was = before[rowNumber] ?? emptyDepthRow;
    for (const [updateType, cell] of cells) {
      const terms = updateType === 2 ? now.bidTerms : updateType === 5 ? now.offerTerms : undefined;
      const hadTerms = updateType === 2 ? was.bidTerms : updateType === 5 ? was.offerTerms : undefined;
      if (was[cell] === now[cell] && isSame(hadTerms, terms)) continue;
      updates.push({ updateType, updateValue: now[cell], rowNumber, ...(terms !== undefined && { terms }) });
    }
  }
  return updates;
}

const isSame = (a: DeltaTerms | undefined, b: DeltaTerms | undefined): boolean =>
  a?.premium === b?.premium && a?.reference === b?.reference && a?.delta === b?.delta;

export class DepthView {
  readonly #book: ContractBook;
  readonly #shown: { readonly disclosesMembers: boolean; readonly termsOf: TermsOf };
  #image: DepthImage;

  constructor(
    book: ContractBook,
    {
      disclosesMembers,
      termsOf,
      firstSeq,
    }: { readonly disclosesMembers: boolean; readonly termsOf: TermsOf; readonly firstSeq: number },
  ) {
    this.#book = book;
    this.#shown = { disclosesMembers, termsOf };
    this.#image = { rows: depthRows(book, this.#shown), seq: firstSeq };
  }

  /** The depth as last published. */
  get image(): DepthImage {
    return this.#image;
  }

  /** Publishes the changes since the last call; null if there are none. */
  takeChange(): DepthChange | null {
    const rows = depthRows(this.#book, this.#shown);
    const updates = depthUpdates(this.#image.rows, rows);
    if (updates.length === 0) return null;
    const prev = this.#image.seq;
    this.#image = { rows, seq: prev + 1 };
    return { updates, prev, seq: this.#image.seq, whole: this.#image };
  }
}
