// A trader who leaves limit orders some ticks away from the market and waits: the depth behind the market maker's quotes. Each
// step sends one command at most: it replaces an order that has dealt, brings back one that the market has left behind, or
// moves one.
import type { ContractBooks } from '@openpit/projections';
import {
  asPrice,
  type Command,
  lots,
  type OrderGateway,
  type Outcome,
  otherSide,
  type Price,
  type Side,
} from '@openpit/venue';
import { middlePrice } from '../best-prices.ts';
import { pickMostlyBusy } from '../busiest.ts';
import { OwnOrders } from '../own-orders.ts';
import type { Random } from '../random.ts';
import type { HeldPosition, Participant, QuotedContract } from '../simulated-market.ts';

/** Largest long or short position in a contract. */
export const restingLimit = 200;
/**
 * Orders on each side by the contract's place among the months. Later months have as many as the last one. With six orders of each trader the nearest
 * months keep ten levels even while a jump of the price takes several of them: thirteen levels were left in the thinnest moment that was measured.
 */
const ordersByPlace = [6, 6, 2, 2, 1];
/** Ticks from the middle of the market in the nearest months; `thinning` times as many in later ones. */
const nearestTicks = 4;
const furthestTicks = 30;
/** An order that is further away than this is moved. */
const reachTicks = 60;
/** Lots of an order: round numbers, small ones more often. Later months have a part of them. */
const sizes = [2, 3, 5, 5, 10, 10, 15, 20, 25, 40];

export class RestingTrader {
  readonly #gateway: OrderGateway;
  readonly #self: Participant;
  readonly #random: Random;
  readonly #contracts: readonly QuotedContract[];
  readonly #byName: ReadonlyMap<string, QuotedContract>;
  readonly #books: ContractBooks;
  readonly #own: OwnOrders;

  constructor(
    gateway: OrderGateway,
    self: Participant,
    market: {
      /** The busiest first. */
      readonly contracts: readonly QuotedContract[];
      readonly heldPositions: readonly HeldPosition[];
      readonly random: Random;
      readonly books: ContractBooks;
    },
  ) {
    this.#gateway = gateway;
    this.#self = self;
    this.#random = market.random;
    this.#contracts = market.contracts;
    this.#byName = new Map(market.contracts.map((contract) => [contract.contract, contract]));
    this.#books = market.books;
    this.#own = new OwnOrders(self.userId, market.heldPositions);
  }

  readonly apply = (outcome: Outcome): void => this.#own.apply(outcome);

  /** Enters all its orders, as long as `isRunning`. */
  async open(isRunning: () => boolean): Promise<void> {
    for (const contract of this.#contracts)
      for (const side of ['B', 'S'] as const)
        for (let count = 0; count < ordersAt(contract) && isRunning(); count += 1)
          await this.#send(this.#insertion(contract, side));
  }

  /** Corrects a contract after one of its orders has dealt, otherwise one of the busiest, or moves an order of it. */
  async step(): Promise<void> {
    const quotedContract =
      this.#byName.get(this.#own.takeDealt() ?? '') ?? pickMostlyBusy(this.#random, this.#contracts);
    if (quotedContract === undefined) return;
    const first: Side = this.#random.chance(0.5) ? 'B' : 'S';
    await this.#send(
      this.#correction(quotedContract, first) ??
        this.#correction(quotedContract, otherSide(first)) ??
        this.#move(quotedContract, first, this.#random.pick(this.#own.in(quotedContract.contract, first))),
    );
  }

  #correction(quotedContract: QuotedContract, side: Side): Command | undefined {
    const orders = this.#own.in(quotedContract.contract, side);
    if (orders.length < ordersAt(quotedContract)) return this.#insertion(quotedContract, side);
    const middle = this.#middle(quotedContract);
    const reach = reachTicks * thinning(quotedContract) * quotedContract.tick;
    const left = orders.find(({ price }) => Math.abs(price - middle) > reach);
    return left && this.#move(quotedContract, side, left);
  }

  #insertion(quotedContract: QuotedContract, side: Side): Command | undefined {
    const { contract } = quotedContract;
    const price = this.#price(quotedContract, side);
    const net = this.#own.net(contract);
    const room = restingLimit - (side === 'B' ? net : -net) - this.#own.open(contract, side);
    const lotCount = Math.ceil((this.#random.pick(sizes) ?? 1) / thinning(quotedContract));
    if (price === undefined || room < 1) return undefined;
    const { capacity, principal } = this.#self;
    const terms = { contract, side, type: 'Normal', lots: lots(Math.min(lotCount, room)), price } as const;
    return { kind: 'insertOrder', ...terms, capacity, principal };
  }

  #move(
    quotedContract: QuotedContract,
    side: Side,
    order: { readonly activeOrderSeq: number } | undefined,
  ): Command | undefined {
    const price = this.#price(quotedContract, side);
    if (order === undefined || price === undefined) return undefined;
    const change = { price, lots: null, principal: null, capacity: null };
    return { kind: 'amendActiveOrder', activeOrderSeq: order.activeOrderSeq, change };
  }

  /** A random price away from the market that no order has yet; undefined if it would be outside the daily limits. */
  #price(quotedContract: QuotedContract, side: Side): Price | undefined {
    const { contract, tick, limits } = quotedContract;
    const sign = side === 'B' ? -1 : 1;
    const middle = Math.round(this.#middle(quotedContract) / tick);
    const book = this.#books.of(contract);
    const usedPrices = new Set((side === 'B' ? book.buys : book.sells).map(({ price }) => price));
    const ticks = this.#random.between(nearestTicks, Math.round(furthestTicks * thinning(quotedContract)));
    let price = asPrice((middle + sign * ticks) * tick);
    while (usedPrices.has(price)) price = asPrice(price + sign * tick);
    const isOutside = limits !== null && (price < limits.low || price > limits.high);
    return isOutside || price < tick ? undefined : price;
  }

  #middle({ contract, start }: QuotedContract): number {
    return middlePrice(this.#books, contract) ?? start;
  }

  async #send(command: Command | undefined): Promise<void> {
    if (command === undefined) return;
    await this.#gateway.submit({ by: { kind: 'user', userId: this.#self.userId }, requestId: null, command });
  }
}

/** How much smaller and further apart the orders of a later month are, as a factor. */
const thinning = ({ place }: QuotedContract): number => 1 + place / 2;

const ordersAt = ({ place }: QuotedContract): number => ordersByPlace[place] ?? ordersByPlace.at(-1) ?? 0;
