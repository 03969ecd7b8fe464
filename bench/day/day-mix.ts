// A seeded mix of commands for a day of any length: half of them inserts, a third cancels, about one in twenty deals. The number of
// open orders stays the same, and so does the memory of the mix itself. Each command has a request id, as the calls of clients have, and
// every second order has a unique ref.
import { Random } from '@openpit/simulator';
import { type Command, lots, type Outcome, type Submission } from '@openpit/venue';
import { dealerFlags, futuresReferenceData, randomOrder, randomPrice } from '../venue/futures-mix.ts';

const maxOpen = 10_500;
const leastOpen = 10_000;

/** An open order of a dealer, by the dealer's place in the list. */
interface OpenOrder {
  readonly activeOrderSeq: number;
  readonly dealer: number;
  isSuspended: boolean;
}

export class DayMix {
  readonly #random: Random;
  readonly #data = futuresReferenceData();
  readonly #contracts: string[] = [];
  readonly #open: OpenOrder[] = [];
  /** By number, the place in the list. */
  readonly #places = new Map<number, number>();
  #inserted = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  get openOrders(): number {
    return this.#open.length;
  }

  /** Opens the market and registers its dealers. */
  opening(): Submission[] {
    const by = { kind: 'operator', operatorId: 'bench' } as const;
    const referenceData = this.#data;
    const commands: Command[] = [{ kind: 'openMarket', businessDay: '2026-11-18', referenceData }];
    for (const [at, { member, code: dealer }] of referenceData.dealers.entries()) {
      commands.push({ kind: 'registerUser', userId: `u${at}`, member, dealer });
      commands.push({ kind: 'grantPermissions', userId: `u${at}`, flags: dealerFlags });
    }
    const own = referenceData.dealers.map((_, at) =>
      this.#by(at, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(1000) }),
    );
    return [...commands.map((command) => ({ by, requestId: null, command })), ...own];
  }

  learn({ events, by }: Outcome): void {
    for (const event of events)
      if (event.kind === 'marketOpened')
        this.#contracts.push(...event.contracts.map(({ contract }) => contract));
      else if (event.kind === 'orderRested' && by.kind === 'user')
        this.#rest(event.activeOrderSeq, Number(by.userId.slice(1)));
      else if (event.kind === 'orderSuspended') this.#at(event.activeOrderSeq, true);
      else if (event.kind === 'orderFilled' || event.kind === 'orderKilled' || event.kind === 'orderDeleted')
        this.#remove(event.activeOrderSeq);
  }

  next(): Submission {
    const random = this.#random;
    const share = random.share();
    if (this.#open.length < leastOpen || share < 0.5) return this.#insert();
    const { activeOrderSeq, dealer, isSuspended } = random.pick(this.#open) ?? noOrder;
    if (this.#open.length > maxOpen || share < 0.83)
      return this.#by(dealer, { kind: 'deleteActiveOrder', activeOrderSeq });
    if (isSuspended) return this.#by(dealer, { kind: 'resubmitActiveOrder', activeOrderSeq });
    if (share < 0.93) return this.#by(dealer, { kind: 'suspendActiveOrder', activeOrderSeq });
    if (share < 0.97) return this.#by(dealer, { kind: 'reduceActiveOrder', activeOrderSeq, lots: lots(1) });
    const change = { price: randomPrice(random, 'B'), lots: null, principal: null, capacity: null };
    return this.#by(dealer, { kind: 'amendActiveOrder', activeOrderSeq, change });
  }

  #insert(): Submission {
    const dealer = this.#random.between(0, this.#data.dealers.length - 1);
    this.#inserted += 1;
    // No other order of the day has the same ref.
    const ref = this.#inserted % 2 === 0 ? `A${this.#inserted}` : '';
    return this.#by(dealer, randomOrder(this.#random, this.#contracts, dealer, ref));
  }

  /** A submission whose texts are new strings, as if they had been read from the body of a call. */
  #by(dealer: number, command: Command): Submission {
    const by = { kind: 'user', userId: `u${dealer}` };
    return JSON.parse(JSON.stringify({ by, requestId: this.#requestId(), command })) as Submission;
  }

  /** A UUID, as browsers make them. */
  #requestId(): string {
    const hex = (digits: number) =>
      this.#random
        .between(0, 16 ** digits - 1)
        .toString(16)
        .padStart(digits, '0');
    return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(8)}${hex(4)}`;
  }

  #rest(activeOrderSeq: number, dealer: number): void {
    if (this.#places.has(activeOrderSeq)) {
      this.#at(activeOrderSeq, false);
      return;
    }
    this.#places.set(activeOrderSeq, this.#open.length);
    this.#open.push({ activeOrderSeq, dealer, isSuspended: false });
  }

  #at(activeOrderSeq: number, isSuspended: boolean): void {
    const order = this.#open[this.#places.get(activeOrderSeq) ?? -1];
    if (order !== undefined) order.isSuspended = isSuspended;
  }

  #remove(activeOrderSeq: number): void {
    const place = this.#places.get(activeOrderSeq);
    const last = this.#open.pop();
    if (place === undefined || last === undefined) {
      if (last !== undefined) this.#open.push(last);
      return;
    }
    this.#places.delete(activeOrderSeq);
    if (last.activeOrderSeq === activeOrderSeq) return;
    this.#open[place] = last;
    this.#places.set(last.activeOrderSeq, place);
  }
}

const noOrder: OpenOrder = { activeOrderSeq: 1, dealer: 0, isSuspended: false };
