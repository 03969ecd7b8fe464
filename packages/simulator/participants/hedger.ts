// A hedger: in the harvest season farmers sell, in other seasons mills and feeders buy. It deals in small slices; most of
// them join the best price on their side.
import type { ContractBooks } from '@openpit/projections';
import { type Clock, type Command, lots, type OrderGateway, type Outcome, type Side } from '@openpit/venue';
import { bestPrice } from '../best-prices.ts';
import { OwnOrders } from '../own-orders.ts';
import type { Random } from '../random.ts';
import type { HeldPosition, Participant, QuotedContract } from '../simulated-market.ts';

/** Largest long or short position in a contract. At this size it first reduces the position to half. */
export const hedgerLimit = 120;
/** Number of contracts that it trades. */
const tradedContracts = 16;
const minSlice = 1;
const maxSlice = 8;
/** Share of its slices that are large, and their size. */
const largeShare = 0.03;
const [smallestLarge, largestLarge] = [20, 60];
/** Share of its slices that deal immediately at the price of the other side. */
const urgentShare = 0.35;

/** The months (1 to 12) when the harvest of an instrument is sold. */
const harvest: Readonly<Record<string, readonly number[]>> = {
  WMAZ: [3, 4, 5, 6, 7],
  YMAZ: [3, 4, 5, 6, 7],
  SORG: [3, 4, 5, 6],
  SUNS: [3, 4, 5, 6],
  SOYA: [3, 4, 5, 6],
  WEAT: [10, 11, 12, 1],
};

export class Hedger {
  readonly #gateway: OrderGateway;
  readonly #self: Participant;
  readonly #random: Random;
  readonly #books: ContractBooks;
  readonly #clock: Clock;
  readonly #own: OwnOrders;
  readonly #contracts: readonly QuotedContract[];
  /** The contracts where it reduces its position. */
  readonly #unwinding = new Set<string>();

  constructor(
    gateway: OrderGateway,
    self: Participant,
    market: {
      readonly contracts: readonly QuotedContract[];
      readonly heldPositions: readonly HeldPosition[];
      readonly random: Random;
      readonly books: ContractBooks;
      readonly clock: Clock;
    },
  ) {
    this.#gateway = gateway;
    this.#self = self;
    this.#random = market.random;
    this.#books = market.books;
    this.#clock = market.clock;
    this.#own = new OwnOrders(self.userId, market.heldPositions);
    this.#contracts = market.contracts.slice(0, tradedContracts);
  }

  readonly apply = (outcome: Outcome): void => this.#own.apply(outcome);

  async step(): Promise<void> {
    const contract = this.#random.pick(this.#contracts);
    if (contract === undefined) return;
    const name = contract.contract;
    const resting = [...this.#own.in(name, 'B'), ...this.#own.in(name, 'S')][0];
    // One slice at a time: a slice that has not dealt is deleted before the next one.
    if (resting !== undefined) {
      const { activeOrderSeq } = resting;
      await this.#send({ kind: 'deleteActiveOrder', activeOrderSeq });
      return;
    }
    const side = this.#side(contract);
    const room = hedgerLimit - (side === 'B' ? this.#own.net(name) : -this.#own.net(name));
    const isUrgent = this.#random.chance(urgentShare);
    const price = bestPrice(this.#books, name, isUrgent === (side === 'B') ? 'S' : 'B');
    if (price === undefined || room <= 0) return;
    await this.#send({
      kind: 'insertOrder',
      contract: name,
      side,
      type: isUrgent ? 'Tok' : 'Normal',
      lots: lots(Math.min(room, this.#slice())),
      price,
      capacity: this.#self.capacity,
      principal: this.#self.principal,
    });
  }

  #slice(): number {
    return this.#random.chance(largeShare)
      ? this.#random.between(smallestLarge, largestLarge)
      : this.#random.between(minSlice, maxSlice);
  }

  #side({ contract, instrument }: QuotedContract): Side {
    const net = this.#own.net(contract);
    if (Math.abs(net) >= hedgerLimit) this.#unwinding.add(contract);
    if (Math.abs(net) <= hedgerLimit / 2) this.#unwinding.delete(contract);
    if (this.#unwinding.has(contract)) return net > 0 ? 'S' : 'B';
    return isHarvest(instrument, this.#clock.now()) ? 'S' : 'B';
  }

  async #send(command: Command): Promise<void> {
    await this.#gateway.submit({ by: { kind: 'user', userId: this.#self.userId }, requestId: null, command });
  }
}

/** True if the instrument's harvest is sold at this time. */
export function isHarvest(instrument: string, at: number): boolean {
  return harvest[instrument]?.includes(new Date(at).getUTCMonth() + 1) ?? false;
}
