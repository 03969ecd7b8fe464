// An option writer: keeps one two-way quote around the value of each option near the money, of a few deltas, and of splits and
// spreads. Each step corrects the quote that is furthest from its value, so that few commands are written to the disk. The
// quotes lean against the position, shrink towards its limit, and are withdrawn where a future is at a daily limit.
import {
  asPrice,
  type Command,
  lots,
  type OrderGateway,
  type Outcome,
  type Price,
  type Side,
  volatility,
} from '@openpit/venue';
import type { FairValue } from '../fair-value.ts';
import { type OwnOrder, OwnOrders } from '../own-orders.ts';
import type { Random } from '../random.ts';
import type { HeldPosition, Participant, QuotedPackage } from '../simulated-market.ts';

/** Largest long or short position in an option together with its delta, or in a pair. */
export const writerLimit = 60;
const minLots = 2;
const maxLots = 12;
/** Distance of a side from its wanted price, as a share of half the quote's width, that needs no correction. */
const toleratedShare = 0.5;
/** How much an option's quote widens with the distance between the strike and the future's price, as a share of that price. */
const widening = 10;
/** Minimum half width of a delta's quote, and the lowest volatility that the market accepts, in hundredths of a percent. */
const minDeltaHalf = 25;
const minVolatility = 100;
/** How many steps the writer skips a contract after a rejection, so that it corrects the others in the meantime. */
const skippedSteps = 40;

type Prices = Partial<Record<Side, Price>>;

export class OptionWriter {
  readonly #gateway: OrderGateway;
  readonly #self: Participant;
  readonly #random: Random;
  readonly #fair: FairValue;
  readonly #width: { readonly halfShare: number; readonly halfTicks: number };
  readonly #packages: readonly QuotedPackage[];
  /** Contracts whose deals add to the same position: an option and its delta. */
  readonly #together: ReadonlyMap<string, readonly string[]>;
  readonly #own: OwnOrders;
  /** The step at which it tries a contract again after a rejection. */
  readonly #skippedUntil = new Map<string, number>();
  #steps = 0;

  constructor(
    gateway: OrderGateway,
    self: Participant,
    market: {
      readonly packages: readonly QuotedPackage[];
      readonly heldPositions: readonly HeldPosition[];
      readonly random: Random;
      readonly fair: FairValue;
      readonly width: { readonly halfShare: number; readonly halfTicks: number };
    },
  ) {
    this.#gateway = gateway;
    this.#self = self;
    this.#random = market.random;
    this.#fair = market.fair;
    this.#width = market.width;
    this.#packages = market.packages;
    const together = new Map<string, string[]>();
    for (const quotedPackage of market.packages)
      together.set(positionOf(quotedPackage), [
        ...(together.get(positionOf(quotedPackage)) ?? []),
        quotedPackage.contract,
      ]);
    this.#together = together;
    this.#own = new OwnOrders(self.userId, market.heldPositions);
  }

  readonly apply = (outcome: Outcome): void => this.#own.apply(outcome);

  /** Enters all quotes, as long as `isRunning`. */
  async open(isRunning: () => boolean): Promise<void> {
    for (const quotedPackage of this.#packages) if (isRunning()) await this.#quote(quotedPackage);
  }

  /** Moves a volatility a little, and corrects the quote that is furthest from its value if it is too far. */
  async step(): Promise<void> {
    const drifting = this.#random.pick(this.#packages);
    if (drifting !== undefined) this.#fair.driftVolatility(drifting, this.#random);
    let worst: QuotedPackage | undefined;
    let furthest = toleratedShare;
    this.#steps += 1;
    for (const quotedPackage of this.#packages) {
      if ((this.#skippedUntil.get(quotedPackage.contract) ?? 0) > this.#steps) continue;
      const distance = this.#distance(quotedPackage);
      if (distance <= furthest) continue;
      furthest = distance;
      worst = quotedPackage;
    }
    if (worst !== undefined) await this.#quote(worst);
  }

  /** Distance of its quote from the wanted one, in half widths; a missing or unwanted side counts as one. */
  #distance(quotedPackage: QuotedPackage): number {
    const quote = this.#wanted(quotedPackage);
    const distances = (['B', 'S'] as const).map((side) => {
      const order = this.#resting(quotedPackage, side);
      const price = quote.prices[side];
      if (order === undefined || price === undefined)
        return order === undefined && price === undefined ? 0 : 1;
      return Math.abs(order.price - price) / quote.half;
    });
    return Math.max(...distances);
  }

  async #quote(quotedPackage: QuotedPackage): Promise<void> {
    const { prices } = this.#wanted(quotedPackage);
    const [bid, offer] = [this.#resting(quotedPackage, 'B'), this.#resting(quotedPackage, 'S')];
    if (bid === undefined && offer === undefined && prices.B !== undefined && prices.S !== undefined) {
      const account = this.#account();
      const [buy, sell] = [
        this.#side(quotedPackage, 'B', prices.B),
        this.#side(quotedPackage, 'S', prices.S),
      ];
      const quote = {
        contract: quotedPackage.contract,
        bid: buy,
        offer: sell,
        cancelOther: false,
        ...account,
      };
      return this.#send(quotedPackage, { kind: 'insertDoubleOrder', ...quote });
    }
    // The side that moves away is first: a new bid must not meet the writer's own old offer.
    const isRising = offer !== undefined && prices.B !== undefined && prices.B >= offer.price;
    for (const side of isRising ? (['S', 'B'] as const) : (['B', 'S'] as const))
      await this.#put(quotedPackage, side, { from: side === 'B' ? bid : offer, to: prices[side] });
  }

  /** Moves the order of a side, enters one, or deletes it. */
  async #put(
    quotedPackage: QuotedPackage,
    side: Side,
    { from, to }: { readonly from: OwnOrder | undefined; readonly to: Price | undefined },
  ): Promise<void> {
    if (to === undefined) {
      if (from !== undefined)
        await this.#send(quotedPackage, { kind: 'deleteActiveOrder', activeOrderSeq: from.activeOrderSeq });
      return;
    }
    if (from === undefined) {
      const terms = {
        contract: quotedPackage.contract,
        side,
        type: 'Normal',
        ...this.#side(quotedPackage, side, to),
      } as const;
      return this.#send(quotedPackage, { kind: 'insertOrder', ...terms, ...this.#account() });
    }
    const left = Math.min(
      from.left < minLots ? this.#lots() : from.left,
      this.#room(quotedPackage, side, from),
    );
    if (from.price === to && from.left === left) return;
    const { activeOrderSeq } = from;
    const targetSpread =
      quotedPackage.kind === 'delta' ? { price: null, volatility: volatility(to) } : { price: to };
    const change = {
      ...targetSpread,
      lots: from.left === left ? null : lots(left),
      principal: null,
      capacity: null,
    };
    await this.#send(quotedPackage, { kind: 'amendActiveOrder', activeOrderSeq, change });
  }

  /** The desired bid and offer, rounded to ticks, if any, and half of the distance between them. */
  #wanted(quotedPackage: QuotedPackage): { readonly prices: Prices; readonly half: number } {
    const value = this.#fair.of(quotedPackage);
    const half = this.#half(quotedPackage, value ?? 0);
    if (value === undefined || this.#fair.isAtLimit(quotedPackage)) return { prices: {}, half };
    const lean = (this.#net(quotedPackage) / writerLimit) * half;
    const lowest =
      quotedPackage.kind === 'pair'
        ? Number.NEGATIVE_INFINITY
        : quotedPackage.kind === 'delta'
          ? minVolatility
          : quotedPackage.tick;
    const bid = asPrice(Math.floor((value - lean - half) / quotedPackage.tick) * quotedPackage.tick + 0);
    const offer = asPrice(Math.ceil((value - lean + half) / quotedPackage.tick) * quotedPackage.tick + 0);
    // The hedge of a delta is dealt at another price than its quote was made at, so there is room for a move.
    if (
      quotedPackage.kind === 'delta' &&
      (this.#fair.premium(quotedPackage.option, bid) ?? 0) < 2 * quotedPackage.leastPremium
    )
      return { prices: {}, half };
    return {
      prices: {
        ...(bid >= lowest && this.#room(quotedPackage, 'B', this.#resting(quotedPackage, 'B')) >= 1
          ? { B: bid }
          : {}),
        ...(offer > lowest && this.#room(quotedPackage, 'S', this.#resting(quotedPackage, 'S')) >= 1
          ? { S: offer }
          : {}),
      },
      half,
    };
  }

  #half(quotedPackage: QuotedPackage, value: number): number {
    const { halfShare, halfTicks } = this.#width;
    if (quotedPackage.kind === 'pair') return halfTicks * quotedPackage.tick;
    if (quotedPackage.kind === 'delta') return Math.max(value * halfShare, minDeltaHalf);
    // Wider away from the money, where a quote is worth less attention.
    return (
      Math.max(value * halfShare, quotedPackage.tick) *
      (1 + this.#fair.distanceFromMoney(quotedPackage) * widening)
    );
  }

  #resting(quotedPackage: QuotedPackage, side: Side): OwnOrder | undefined {
    return this.#own.in(quotedPackage.contract, side)[0];
  }

  /** A delta adds to the position in its option. */
  #net(quotedPackage: QuotedPackage): number {
    return this.#own.net(positionOf(quotedPackage));
  }

  /** Lots that it may still enter on a side, if all its open orders there deal, in the option and its delta together. */
  #room(quotedPackage: QuotedPackage, side: Side, except: OwnOrder | undefined): number {
    const together = this.#together.get(positionOf(quotedPackage)) ?? [];
    const open = together.reduce((sum, contract) => sum + this.#own.open(contract, side), 0);
    const net = this.#net(quotedPackage);
    return writerLimit - (side === 'B' ? net : -net) - open + (except?.left ?? 0);
  }

  #side(quotedPackage: QuotedPackage, side: Side, price: Price) {
    return {
      lots: lots(Math.min(this.#lots(), this.#room(quotedPackage, side, undefined))),
      ...priced(quotedPackage, price),
    };
  }

  #lots(): number {
    return this.#random.between(minLots, maxLots);
  }

  #account() {
    const { capacity, principal } = this.#self;
    return { capacity, principal };
  }

  async #send({ contract }: QuotedPackage, command: Command): Promise<void> {
    const by = { kind: 'user', userId: this.#self.userId } as const;
    const { verdict } = await this.#gateway.submit({ by, requestId: null, command });
    if (verdict.kind === 'rejected') this.#skippedUntil.set(contract, this.#steps + skippedSteps);
  }
}

const positionOf = (quotedPackage: QuotedPackage): string =>
  quotedPackage.kind === 'delta' ? quotedPackage.outright : quotedPackage.contract;

/** A delta is quoted by volatility, everything else by price. */
const priced = (quotedPackage: QuotedPackage, price: Price) =>
  quotedPackage.kind === 'delta' ? { volatility: volatility(price) } : { price };
