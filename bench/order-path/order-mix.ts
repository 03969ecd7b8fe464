// The orders of the load: bids of one demonstration dealer below the MTM, offers of the other above it, in all contracts except
// the contract of the probes. They never deal, and every second arrival deletes the oldest order, so that the books keep their size. The
// soak also has a share of orders that deal, and lets the dealers change sides.
import { Random } from '@openpit/simulator';
import { type InsertOrderBody, otherSide } from '@openpit/wire';

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

export interface MixSettings {
  readonly seed: number;
  /** Makes the request ids of this mix unique. */
  readonly name: string;
  /** The share of orders whose price is as far on the other side of the MTM: they deal with the orders that rest there. None by default. */
  readonly dealShare?: number;
  /** Exchanges the buying and the selling dealers. */
  readonly isSwapped?: boolean;
  /** The only dealer who orders; all by default. */
  readonly only?: Dealer['userId'];
}

/** Rand per ton from the MTM to the best and the worst order. */
const nearest = 5;
const farthest = 25;

export class OrderMix {
  readonly #contracts: readonly QuotedContract[];
  readonly #random: Random;
  readonly #name: string;
  readonly #dealShare: number;
  readonly #isSwapped: boolean;
  readonly #dealers: readonly Dealer[];
  #count = 0;

  constructor(
    contracts: readonly QuotedContract[],
    { seed, name, dealShare = 0, isSwapped = false, only }: MixSettings,
  ) {
    this.#contracts = contracts;
    this.#random = new Random(seed);
    this.#name = name;
    this.#dealShare = dealShare;
    this.#isSwapped = isSwapped;
    this.#dealers = dealers.filter(({ userId }) => only === undefined || userId === only);
  }

  nextRequestId(): string {
    this.#count += 1;
    return `${this.#name}-${String(this.#count).padStart(6, '0')}`;
  }

  nextOrder(): MixedOrder {
    const dealer = this.#random.pick(this.#dealers);
    const quoted = this.#random.pick(this.#contracts);
    if (dealer === undefined || quoted === undefined) throw new Error('The mix has no contract to order.');
    const distance = this.#random.between(nearest, farthest);
    const side = this.#isSwapped ? otherSide(dealer.side) : dealer.side;
    const isPassive = this.#dealShare === 0 || this.#random.between(1, 1_000) > this.#dealShare * 1_000;
    const isBelow = (side === 'B') === isPassive;
    const body: InsertOrderBody = {
      requestId: this.nextRequestId(),
      contract: quoted.contract,
      side,
      type: 0,
      qty: this.#random.between(1, 20),
      price: quoted.mtm + (isBelow ? -distance : distance),
      capacity: 'P',
      principal: dealer.member,
    };
    return { dealer, body };
  }
}
