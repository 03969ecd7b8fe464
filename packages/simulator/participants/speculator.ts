// A speculator that follows trends: buys when deals are rising, sells when they are falling, and closes its position when the
// move is over. Sometimes it takes a quote in an option, a delta, a split or a spread. It sends TOK orders only, at the
// price of a quote, and keeps its positions small.
import type { ContractBooks } from '@openpit/projections';
import {
  type Command,
  type InsertOrder,
  lots,
  type OrderGateway,
  type Outcome,
  otherSide,
  type Side,
  volatility,
} from '@openpit/venue';
import { bestPrice } from '../best-prices.ts';
import { pickMostlyBusy } from '../busiest.ts';
import { OwnOrders } from '../own-orders.ts';
import type { Random } from '../random.ts';
import type { HeldPosition, Participant, QuotedPackage } from '../simulated-market.ts';
import type { Tape } from '../tape.ts';

/** Largest long or short position in a contract. */
export const speculatorLimit = 40;
const maxLots = 6;
/** Futures that it compares in a step, to follow the future that moves most. */
const comparedContracts = 4;

export class Speculator {
  readonly #gateway: OrderGateway;
  readonly #self: Participant;
  readonly #random: Random;
  readonly #contracts: readonly string[];
  readonly #tape: Tape;
  readonly #books: ContractBooks;
  readonly #own: OwnOrders;
  /** True while an order is in flight. Two orders at the same time could together exceed its limit. */
  #isBusy = false;

  constructor(
    gateway: OrderGateway,
    self: Participant,
    market: {
      /** Futures, the busiest first. */
      readonly contracts: readonly string[];
      readonly heldPositions: readonly HeldPosition[];
      readonly random: Random;
      readonly tape: Tape;
      readonly books: ContractBooks;
    },
  ) {
    this.#gateway = gateway;
    this.#self = self;
    this.#random = market.random;
    this.#contracts = market.contracts;
    this.#tape = market.tape;
    this.#books = market.books;
    this.#own = new OwnOrders(self.userId, market.heldPositions);
  }

  readonly apply = (outcome: Outcome): void => this.#own.apply(outcome);

  /** Trades the future that moves most among a few random ones. */
  async step(): Promise<void> {
    const compared = Array.from({ length: comparedContracts }, () =>
      pickMostlyBusy(this.#random, this.#contracts),
    ).filter((name) => name !== undefined);
    const [contract] = compared.sort(
      (a, b) => Math.abs(this.#tape.momentum(b)) - Math.abs(this.#tape.momentum(a)),
    );
    if (contract !== undefined) await this.trade(contract);
  }

  /** Takes the best quote of a future. */
  async trade(contract: string): Promise<void> {
    const side = this.#side(contract);
    const price = bestPrice(this.#books, contract, otherSide(side));
    const room = this.#room(contract, side);
    if (price !== undefined) await this.#take(contract, { side, price }, room);
  }

  /** Takes the best quote on a random side of an option, a delta or a pair, within the limit of each position it changes. */
  async takeQuote(quotedPackage: QuotedPackage, random: Random): Promise<void> {
    const side: Side = random.chance(0.5) ? 'B' : 'S';
    const best = bestPrice(this.#books, quotedPackage.contract, otherSide(side));
    if (best === undefined) return;
    const price = quotedPackage.kind === 'delta' ? { volatility: volatility(best) } : { price: best };
    const room = positionsChangedBy(quotedPackage).map(({ contract, lots: each }) =>
      // The side of a leg depends on the package, so both sides must have room.
      Math.floor(Math.min(this.#room(contract, 'B'), this.#room(contract, 'S')) / each),
    );
    await this.#take(quotedPackage.contract, { side, ...price }, Math.min(...room));
  }

  async #take(
    contract: string,
    price: Pick<InsertOrder, 'side' | 'price' | 'volatility'>,
    room: number,
  ): Promise<void> {
    if (room <= 0 || this.#isBusy) return;
    const { userId, principal, capacity } = this.#self;
    const quantity = lots(Math.min(room, this.#random.between(1, maxLots)));
    const command: Command = {
      kind: 'insertOrder',
      contract,
      type: 'Tok',
      lots: quantity,
      ...price,
      capacity,
      principal,
    };
    this.#isBusy = true;
    try {
      await this.#gateway.submit({ by: { kind: 'user', userId }, requestId: null, command });
    } finally {
      this.#isBusy = false;
    }
  }

  #room(contract: string, side: Side): number {
    return speculatorLimit - (side === 'B' ? this.#own.net(contract) : -this.#own.net(contract));
  }

  /** With the move, or against it at its limit; without a move it closes its position, or chooses at random when it has none. */
  #side(contract: string): Side {
    const momentum = this.#tape.momentum(contract);
    const withMove = momentum > 0 ? 'B' : 'S';
    if (momentum !== 0) return this.#room(contract, withMove) > 0 ? withMove : otherSide(withMove);
    const net = this.#own.net(contract);
    if (net !== 0) return net > 0 ? 'S' : 'B';
    return this.#random.chance(0.5) ? 'B' : 'S';
  }
}

/** The positions that a deal in it changes, with the most lots of each per lot. */
function positionsChangedBy(
  quotedPackage: QuotedPackage,
): readonly { readonly contract: string; readonly lots: number }[] {
  if (quotedPackage.kind === 'option') return [{ contract: quotedPackage.contract, lots: 1 }];
  if (quotedPackage.kind === 'delta')
    return [
      { contract: quotedPackage.outright, lots: 1 },
      { contract: quotedPackage.option.underlying, lots: 1 },
    ];
  const { plus, minus, plusLots, minusLots } = quotedPackage.legs;
  return [
    { contract: plus, lots: plusLots },
    { contract: minus, lots: minusLots },
  ];
}
