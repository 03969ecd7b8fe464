// The orders of the load: bids of one demonstration dealer below the MTM, offers of the other above it, in all contracts except
// that of the probes. They never deal, and every second arrival deletes the oldest order, so that the books keep their size.
import { Random } from '@openpit/simulator';
import type { InsertOrderBody } from '@openpit/wire';

export const dealers = [
  { userId: 'thandi', email: 'thandi@kand.example', member: 'KAND', side: 'B' },
  { userId: 'pieter', email: 'pieter@veld.example', member: 'VELD', side: 'S' },
] as const;
export type Dealer = (typeof dealers)[number];

export interface QuotedContract {
  readonly contract: string;
  /** Rand per ton, whole: on the tick of every instrument of the demonstration market. */
  readonly mtm: number;
}

export interface MixedOrder {
  readonly dealer: Dealer;
  readonly body: InsertOrderBody;
}

/** Rand per ton from the MTM to the best and the worst order. */
const nearest = 5;
const farthest = 25;

export class OrderMix {
  readonly #contracts: readonly QuotedContract[];
  readonly #random: Random;
  readonly #name: string;
  #count = 0;

  /** `name` makes the request ids of this mix unique. */
  constructor(contracts: readonly QuotedContract[], { seed, name }: { seed: number; name: string }) {
    this.#contracts = contracts;
    this.#random = new Random(seed);
    this.#name = name;
  }

  nextRequestId(): string {
    this.#count += 1;
    return `${this.#name}-${String(this.#count).padStart(6, '0')}`;
  }

  nextOrder(): MixedOrder {
    const dealer = this.#random.pick(dealers);
    const quoted = this.#random.pick(this.#contracts);
    if (dealer === undefined || quoted === undefined) throw new Error('The mix has no contract to order.');
    const distance = this.#random.between(nearest, farthest);
    const body: InsertOrderBody = {
      requestId: this.nextRequestId(),
      contract: quoted.contract,
      side: dealer.side,
      type: 0,
      qty: this.#random.between(1, 20),
      price: quoted.mtm + (dealer.side === 'B' ? -distance : distance),
      capacity: 'P',
      principal: dealer.member,
    };
    return { dealer, body };
  }
}
