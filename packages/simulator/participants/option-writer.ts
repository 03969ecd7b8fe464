// An option writer: keeps one two-way quote in each option near the money, in a few deltas, and in splits and spreads, around
// what they are worth. It mends the quote that is furthest off, one at a time, so that the disk is left in peace; it leans
// against what it holds, shows less near its limit and nothing beyond it, nor where a future stands at a limit of the day.
import { type Cents, type Command, cents, type Floor, lots, type Side, volatility } from '@openpit/venue';
import type { FairValue } from '../fair-value.ts';
import { type OwnOrder, OwnOrders } from '../own-orders.ts';
import type { HeldPosition, Participant, QuotedPackage } from '../quoted-contract.ts';
import type { Random } from '../random.ts';

/** What it will hold either way in an option, its delta included, or in a pair. */
export const writerLimit = 60;
const minLots = 2;
const maxLots = 12;
/** A quote is mended when a side stands this share of half its width off where it should. */
const toleratedShare = 0.5;
/** Half of the narrowest quote of a delta, in hundredths of a percent, and the least volatility there is. */
const narrowest = 25;
const leastVolatility = 100;
/** Looks for which a contract is left alone in which it was rejected, so that the others are not left out for it. */
const rejectedLooks = 40;

type Prices = Partial<Record<Side, Cents>>;

export class OptionWriter {
  readonly #floor: Floor;
  readonly #self: Participant;
  readonly #random: Random;
  readonly #fair: FairValue;
  readonly #width: { readonly halfShare: number; readonly halfTicks: number };
  readonly #packages: readonly QuotedPackage[];
  /** Contracts whose deals add to the same position: an option and its delta. */
  readonly #together: ReadonlyMap<string, readonly string[]>;
  readonly #own: OwnOrders;
  /** The look at which a contract where it was rejected is tried again. */
  readonly #triedAgain = new Map<string, number>();
  #looks = 0;

  constructor(
    floor: Floor,
    self: Participant,
    market: {
      readonly packages: readonly QuotedPackage[];
      readonly held: readonly HeldPosition[];
      readonly random: Random;
      readonly fair: FairValue;
      readonly width: { readonly halfShare: number; readonly halfTicks: number };
    },
  ) {
    this.#floor = floor;
    this.#self = self;
    this.#random = market.random;
    this.#fair = market.fair;
    this.#width = market.width;
    this.#packages = market.packages;
    const together = new Map<string, string[]>();
    for (const one of market.packages)
      together.set(positionOf(one), [...(together.get(positionOf(one)) ?? []), one.contract]);
    this.#together = together;
    const held = market.held.filter(({ userId }) => userId === self.userId);
    this.#own = new OwnOrders(
      self.userId,
      held.map(({ contract, net }) => [contract, net] as const),
    );
  }

  readonly watch = (outcome: Parameters<OwnOrders['apply']>[0]): void => this.#own.apply(outcome);

  /** Puts up every quote. */
  async open(isWanted: () => boolean): Promise<void> {
    for (const one of this.#packages) if (isWanted()) await this.#quote(one);
  }

  /** Lets a volatility wander and mends the quote that is furthest off, if one is far enough off. */
  async step(): Promise<void> {
    const wandering = this.#random.pick(this.#packages);
    if (wandering !== undefined) this.#fair.move(wandering, this.#random);
    let worst: QuotedPackage | undefined;
    let furthest = toleratedShare;
    this.#looks += 1;
    for (const one of this.#packages) {
      if ((this.#triedAgain.get(one.contract) ?? 0) > this.#looks) continue;
      const off = this.#off(one);
      if (off <= furthest) continue;
      furthest = off;
      worst = one;
    }
    if (worst !== undefined) await this.#quote(worst);
  }

  /** How far it stands from where it should, in half widths; a missing or unwanted side counts as a whole one. */
  #off(one: QuotedPackage): number {
    const wanted = this.#wanted(one);
    const off = (['B', 'S'] as const).map((side) => {
      const order = this.#resting(one, side);
      const price = wanted.prices[side];
      if (order === undefined || price === undefined)
        return order === undefined && price === undefined ? 0 : 1;
      return Math.abs(order.price - price) / wanted.half;
    });
    return Math.max(...off);
  }

  async #quote(one: QuotedPackage): Promise<void> {
    const { prices } = this.#wanted(one);
    const [bid, offer] = [this.#resting(one, 'B'), this.#resting(one, 'S')];
    if (bid === undefined && offer === undefined && prices.B !== undefined && prices.S !== undefined) {
      const account = this.#account();
      const [buy, sell] = [this.#side(one, 'B', prices.B), this.#side(one, 'S', prices.S)];
      const quote = { contract: one.contract, bid: buy, offer: sell, cancelOther: false, ...account };
      return this.#send(one, { kind: 'insertDoubleOrder', ...quote });
    }
    // The side that makes room goes first: a new bid must not meet the writer's own old offer.
    const isRising = offer !== undefined && prices.B !== undefined && prices.B >= offer.price;
    for (const side of isRising ? (['S', 'B'] as const) : (['B', 'S'] as const))
      await this.#put(one, side, { from: side === 'B' ? bid : offer, to: prices[side] });
  }

  /** Moves the order of a side, puts one there, or takes it away. */
  async #put(
    one: QuotedPackage,
    side: Side,
    { from, to }: { readonly from: OwnOrder | undefined; readonly to: Cents | undefined },
  ): Promise<void> {
    if (to === undefined) {
      if (from !== undefined)
        await this.#send(one, { kind: 'deleteActiveOrder', activeOrderSeq: from.activeOrderSeq });
      return;
    }
    if (from === undefined) {
      const terms = { contract: one.contract, side, type: 'Normal', ...this.#side(one, side, to) } as const;
      return this.#send(one, { kind: 'insertOrder', ...terms, ...this.#account() });
    }
    const left = Math.min(from.left < minLots ? this.#lots() : from.left, this.#room(one, side, from));
    if (from.price === to && from.left === left) return;
    const { activeOrderSeq } = from;
    const asked = one.kind === 'delta' ? { price: null, volatility: volatility(to) } : { price: to };
    const change = {
      ...asked,
      lots: from.left === left ? null : lots(left),
      principal: null,
      capacity: null,
    };
    await this.#send(one, { kind: 'amendActiveOrder', activeOrderSeq, change });
  }

  /** Where its bid and its offer should stand on the tick, if anywhere, and half of what should lie between them. */
  #wanted(one: QuotedPackage): { readonly prices: Prices; readonly half: number } {
    const value = this.#fair.of(one);
    const half = this.#half(one, value ?? 0);
    if (value === undefined || this.#fair.isAtLimit(one)) return { prices: {}, half };
    const lean = (this.#net(one) / writerLimit) * half;
    const lowest =
      one.kind === 'pair' ? Number.NEGATIVE_INFINITY : one.kind === 'delta' ? leastVolatility : one.tick;
    const bid = cents(Math.floor((value - lean - half) / one.tick) * one.tick + 0);
    const offer = cents(Math.ceil((value - lean + half) / one.tick) * one.tick + 0);
    return {
      prices: {
        ...(bid >= lowest && this.#room(one, 'B', this.#resting(one, 'B')) >= 1 ? { B: bid } : {}),
        ...(offer > lowest && this.#room(one, 'S', this.#resting(one, 'S')) >= 1 ? { S: offer } : {}),
      },
      half,
    };
  }

  #half(one: QuotedPackage, value: number): number {
    const { halfShare, halfTicks } = this.#width;
    if (one.kind === 'pair') return halfTicks * one.tick;
    return Math.max(value * halfShare, one.kind === 'delta' ? narrowest : one.tick);
  }

  #resting(one: QuotedPackage, side: Side): OwnOrder | undefined {
    return this.#own.in(one.contract, side)[0];
  }

  /** A delta adds to the position in its option. */
  #net(one: QuotedPackage): number {
    return this.#own.net(positionOf(one));
  }

  /** Lots that it may still have open on a side if all that is open there deals, in the option and its delta together. */
  #room(one: QuotedPackage, side: Side, except: OwnOrder | undefined): number {
    const together = this.#together.get(positionOf(one)) ?? [];
    const open = together.reduce((sum, contract) => sum + this.#own.open(contract, side), 0);
    const net = this.#net(one);
    return writerLimit - (side === 'B' ? net : -net) - open + (except?.left ?? 0);
  }

  #side(one: QuotedPackage, side: Side, price: Cents) {
    return { lots: lots(Math.min(this.#lots(), this.#room(one, side, undefined))), ...priced(one, price) };
  }

  #lots(): number {
    return this.#random.between(minLots, maxLots);
  }

  #account() {
    return { capacity: 'P', principal: this.#self.principal, subAccount: null, ref: '' } as const;
  }

  async #send({ contract }: QuotedPackage, command: Command): Promise<void> {
    const by = { kind: 'user', userId: this.#self.userId } as const;
    const { verdict } = await this.#floor.submit({ by, requestId: null, command });
    if (verdict.kind === 'rejected') this.#triedAgain.set(contract, this.#looks + rejectedLooks);
  }
}

const positionOf = (one: QuotedPackage): string => (one.kind === 'delta' ? one.outright : one.contract);

/** A delta rests at its volatility, which is what is asked for; everything else at its price. */
const priced = (one: QuotedPackage, price: Cents) =>
  one.kind === 'delta' ? { price: cents(0), volatility: volatility(price) } : { price };
