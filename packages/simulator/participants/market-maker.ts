// A market maker: keeps a short ladder of bids and offers in every contract, through the same commands as people. When its
// belief moves it withdraws what would now be too good, and puts a new best quote where the belief says.
import { type Cents, type Command, type Floor, lots, type Outcome, type Side } from '@openpit/venue';
import { FairPrice } from '../fair-price.ts';
import type { OpenOrder, Participant, QuotedContract } from '../quoted-contract.ts';
import type { Random } from '../random.ts';

/** Levels kept on each side. */
const levels = 4;
/** Share of the steps that go to the busiest contracts, and how many those are. */
const busyShare = 0.7;
const busyContracts = 12;

interface Quotes {
  readonly contract: QuotedContract;
  readonly fair: FairPrice;
  /** Own orders in the book, as far as known: one that dealt away is found missing when it is withdrawn. */
  readonly orders: Map<number, { readonly side: Side; readonly price: Cents }>;
}

export class MarketMaker {
  readonly #floor: Floor;
  readonly #self: Participant;
  readonly #random: Random;
  readonly #quotes: readonly Quotes[];

  /** `contracts` come with the busiest first. */
  constructor(
    floor: Floor,
    self: Participant,
    market: { contracts: readonly QuotedContract[]; random: Random },
  ) {
    this.#floor = floor;
    this.#self = self;
    this.#random = market.random;
    this.#quotes = market.contracts.map((contract) => ({
      contract,
      fair: new FairPrice(contract),
      orders: new Map(),
    }));
  }

  /** Takes away what was left from before a restart, then puts up a whole ladder in every contract. */
  async open(leftOver: readonly OpenOrder[]): Promise<void> {
    for (const { activeOrderSeq } of leftOver) await this.#delete(activeOrderSeq);
    for (const quotes of this.#quotes)
      for (let level = levels; level > 0; level -= 1)
        for (const side of ['B', 'S'] as const)
          await this.#insert(quotes, side, quotes.fair.off(sign(side) * level * 2));
  }

  /** Moves the belief about one contract and its best quotes with it. */
  async step(): Promise<void> {
    const busy = this.#random.chance(busyShare);
    const quotes = this.#random.pick(busy ? this.#quotes.slice(0, busyContracts) : this.#quotes);
    if (quotes === undefined) return;
    quotes.fair.move(this.#random);
    const half = this.#random.between(1, 3);
    const best = { B: quotes.fair.off(-half), S: quotes.fair.off(half) };
    // Both sides withdraw before either quotes: a new bid must not meet the maker's own old offer.
    for (const side of ['B', 'S'] as const) await this.#withdraw(quotes, side, best[side]);
    for (const side of ['B', 'S'] as const)
      if (!own(quotes, side).some(([, { price }]) => price === best[side]))
        await this.#insert(quotes, side, best[side]);
  }

  /** Takes away what is now too good, and the furthest where the ladder would grow too long. */
  async #withdraw(quotes: Quotes, side: Side, best: Cents): Promise<void> {
    const worse = (a: Cents, b: Cents) => (side === 'B' ? a - b : b - a);
    const ladder = own(quotes, side).sort(([, a], [, b]) => worse(a.price, b.price));
    const tooGood = ladder.filter(([, { price }]) => worse(price, best) > 0);
    const kept = ladder.filter(([, { price }]) => worse(price, best) <= 0);
    const comes = kept.some(([, { price }]) => price === best) ? 0 : 1;
    for (const [activeOrderSeq] of [
      ...tooGood,
      ...kept.slice(0, Math.max(kept.length + comes - levels, 0)),
    ]) {
      await this.#delete(activeOrderSeq);
      quotes.orders.delete(activeOrderSeq);
    }
  }

  async #insert({ contract, orders }: Quotes, side: Side, price: Cents): Promise<void> {
    const { verdict } = await this.#send({
      kind: 'insertOrder',
      contract: contract.contract,
      side,
      type: 'Normal',
      lots: lots(this.#random.between(1, 30)),
      price,
      capacity: 'P',
      principal: this.#self.principal,
      subAccount: null,
      ref: '',
    });
    if (verdict.kind !== 'accepted' || verdict.answer === null) return;
    if (verdict.answer.state === 'Active') orders.set(verdict.answer.activeOrderSeq, { side, price });
  }

  async #delete(activeOrderSeq: number): Promise<void> {
    await this.#send({ kind: 'deleteActiveOrder', activeOrderSeq });
  }

  #send(command: Command): Promise<Outcome> {
    return this.#floor.submit({ by: { kind: 'user', userId: this.#self.userId }, requestId: null, command });
  }
}

const own = (quotes: Quotes, side: Side) => [...quotes.orders].filter(([, order]) => order.side === side);

const sign = (side: Side): number => (side === 'B' ? -1 : 1);
