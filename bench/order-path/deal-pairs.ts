// Orders that deal, in pairs: one dealer's order rests, the other dealer's order deals with it. They have their own contract,
// where nobody else enters orders, so that each pair is certain to deal. The sides change with each pair, so that positions stay small, and
// so do the prices, so that no order would match another order of the same dealer that still rests.
import type { InsertOrderBody } from '@openpit/wire';
import { dealers, type MixedOrder, type QuotedContract } from './order-mix.ts';

/** The number of arrivals for each pair of orders: one rests, and the other deals with it. */
export const arrivalsPerDeal = 20;

/** When an order that deals was due and answered, by `machineMs`; `resting`: the number of the order that it dealt with. */
export interface SentDeal {
  readonly resting: number;
  readonly dueMs: number;
  readonly repliedMs: number;
}

/** An accepted order of the dealer whose client watches, and when it was answered, by `machineMs`. */
export interface OwnOrder {
  readonly activeOrderSeq: number;
  readonly repliedMs: number;
}

/** Milliseconds of a clock that all processes of this machine share and that nobody sets. */
export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6;

export class DealPairs {
  readonly #quoted: QuotedContract;
  readonly #name: string;
  #count = 0;

  /** `name`: makes the request ids unique. */
  constructor(quoted: QuotedContract, name: string) {
    this.#quoted = quoted;
    this.#name = name;
  }

  /** The next pair: first the order that rests, of the dealer whose client watches for deals. */
  next(): readonly [resting: MixedOrder, dealing: MixedOrder] {
    const [other, watching] = dealers;
    this.#count += 1;
    const isOffered = this.#count % 2 === 0;
    return [
      { dealer: watching, body: this.#body('rests', isOffered ? 'S' : 'B', watching.member) },
      { dealer: other, body: this.#body('deals', isOffered ? 'B' : 'S', other.member) },
    ];
  }

  #body(what: string, side: 'B' | 'S', principal: string): InsertOrderBody {
    const { contract, mtm } = this.#quoted;
    const requestId = `${this.#name}-${what}-${this.#count}`;
    const price = mtm + (this.#count % 2 === 0 ? 1 : -1);
    return { requestId, contract, side, type: 0, qty: 1, price, capacity: 'P', principal };
  }
}
