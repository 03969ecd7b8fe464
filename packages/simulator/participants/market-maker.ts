// A market maker: keeps several levels of bids and offers in every contract, with the same commands as people. Its quotes
// lean against its position and shrink towards its limit, and they stay away from the daily limits.
import { type Command, lots, type OrderGateway, type Outcome, type Price, type Side } from '@openpit/venue';
import { pickMostlyBusy } from '../busiest.ts';
import { FairPrice, SharedMoves } from '../fair-price.ts';
import { type OwnOrder, OwnOrders } from '../own-orders.ts';
import type { Random } from '../random.ts';
import type { HeldPosition, Participant, QuotedContract } from '../simulated-market.ts';

/** Levels on each side by the contract's place among the months; later months use the last place. */
const levelsByPlace = [4, 4, 3, 3, 2];
/** Ticks between two levels of the nearest months. Every second later month has one more, and each a wider spread. */
const gapTicks = 2;
/** Lots on a level. */
const minLots = 2;
const maxLots = 30;
/** Largest long or short position in a contract, and how many ticks a full position shifts the quotes. */
export const makerLimit = 250;
const leanTicks = 12;
/** Most commands of one step; moving all levels takes several steps. */
const commandsPerStep = 4;

interface Quoted {
  readonly contract: QuotedContract;
  readonly fair: FairPrice;
  /** True while a step is moving the levels. */
  isBusy: boolean;
}

interface Level {
  readonly side: Side;
  readonly price: Price;
  readonly lots: number;
}

export class MarketMaker {
  readonly #gateway: OrderGateway;
  readonly #self: Participant;
  readonly #random: Random;
  readonly #own: OwnOrders;
  readonly #quoted: readonly Quoted[];
  readonly #byName: ReadonlyMap<string, Quoted>;

  /** `contracts`: the busiest first. */
  constructor(
    gateway: OrderGateway,
    self: Participant,
    market: {
      readonly contracts: readonly QuotedContract[];
      readonly heldPositions: readonly HeldPosition[];
      readonly random: Random;
    },
  ) {
    this.#gateway = gateway;
    this.#self = self;
    this.#random = market.random;
    this.#own = new OwnOrders(self.userId, market.heldPositions);
    const shared = new Map<string, SharedMoves>();
    const sharedBy = (instrument: string): SharedMoves => {
      const moves = shared.get(instrument) ?? new SharedMoves();
      shared.set(instrument, moves);
      return moves;
    };
    this.#quoted = market.contracts.map((contract) => ({
      contract,
      fair: new FairPrice(contract, sharedBy(contract.instrument)),
      isBusy: false,
    }));
    this.#byName = new Map(
      this.#quoted.map((quotedContract) => [quotedContract.contract.contract, quotedContract]),
    );
  }

  readonly apply = (outcome: Outcome): void => {
    this.#own.apply(outcome);
    for (const event of outcome.events)
      if (event.kind === 'dealMade') this.#byName.get(event.contract)?.fair.learnDeal(event.price);
  };

  /** Enters all levels in every contract. */
  async open(): Promise<void> {
    for (const quotedContract of this.#quoted) await this.#quote(quotedContract, Number.POSITIVE_INFINITY);
  }

  /** Restores the levels of a contract after one of its orders has dealt, or moves a fair price and its levels. */
  async step(intensity: number): Promise<void> {
    const dealt = this.#own.takeDealt();
    const toRestore = dealt === undefined ? undefined : this.#byName.get(dealt);
    if (toRestore !== undefined) return this.#quote(toRestore, Number.POSITIVE_INFINITY);
    const quotedContract = pickMostlyBusy(this.#random, this.#quoted);
    if (quotedContract === undefined) return;
    quotedContract.fair.move(this.#random, intensity);
    await this.#quote(quotedContract, commandsPerStep);
  }

  async #quote(quotedContract: Quoted, maxCommands: number): Promise<void> {
    // Two lanes that move the same levels would enter orders against each other.
    if (quotedContract.isBusy) return;
    quotedContract.isBusy = true;
    try {
      await this.#move(quotedContract, maxCommands);
    } finally {
      quotedContract.isBusy = false;
    }
  }

  async #move({ contract, fair }: Quoted, maxCommands: number): Promise<void> {
    const name = contract.contract;
    const levels = this.#levelsOf(contract, fair);
    const isRising = this.#own
      .in(name, 'S')
      .some(({ price }) => levels.B[0] !== undefined && price <= levels.B[0].price);
    let left = maxCommands;
    // The side that moves away is first: a new bid must not meet the maker's own old offer.
    for (const side of isRising ? (['S', 'B'] as const) : (['B', 'S'] as const))
      left = await this.#moveSide(contract, { side, levels: levels[side], maxCommands: left });
  }

  async #moveSide(
    { contract, place }: QuotedContract,
    {
      side,
      levels,
      maxCommands,
    }: { readonly side: Side; readonly levels: readonly Level[]; readonly maxCommands: number },
  ): Promise<number> {
    const better = (a: Price, b: Price) => (side === 'B' ? b - a : a - b);
    const orders = this.#own.in(contract, side).sort((a, b) => better(a.price, b.price));
    const best = levels[0];
    const tooGood = orders.filter(({ price }) => best === undefined || better(price, best.price) < 0);
    const keptOrders = orders.filter((order) => !tooGood.includes(order));
    const missing = levels.filter(({ price }) => !keptOrders.some((order) => order.price === price));
    const spare = [
      ...tooGood,
      ...keptOrders.filter(({ price }) => !levels.some((level) => level.price === price)).reverse(),
    ];
    let left = maxCommands;
    // Orders at too good a price are moved at any cost; the other levels may wait for the next step.
    for (const order of tooGood) {
      spare.splice(spare.indexOf(order), 1);
      await this.#put(contract, { from: order, to: missing.shift() });
      left -= 1;
    }
    while (left > 0 && missing.length > 0) {
      const isFull = this.#own.in(contract, side).length >= levelsAt(place);
      await this.#put(contract, { from: isFull ? spare.shift() : undefined, to: missing.shift() });
      left -= 1;
    }
    return Math.max(left, 0);
  }

  /** Moves an order to a level, enters a new one, or deletes it; never for more lots than the position limit allows. */
  async #put(
    contract: string,
    { from, to }: { readonly from: OwnOrder | undefined; readonly to: Level | undefined },
  ): Promise<void> {
    const room = to === undefined ? 0 : Math.min(to.lots, this.#room(contract, to.side, from));
    if (from !== undefined)
      await this.#send(room < 1 || to === undefined ? deletion(from) : amendment(from, to, room));
    else if (to !== undefined && room >= 1) await this.#send(this.#insertion(contract, to, room));
  }

  /** Lots that it may still enter on a side, if all its open orders there deal. */
  #room(contract: string, side: Side, except: OwnOrder | undefined): number {
    const open = this.#own
      .in(contract, side)
      .reduce((sum, order) => (order.activeOrderSeq === except?.activeOrderSeq ? sum : sum + order.left), 0);
    const net = this.#own.net(contract);
    return makerLimit - (side === 'B' ? net : -net) - open;
  }

  /** Wanted bids and offers, the best first. */
  #levelsOf({ contract, place }: QuotedContract, fair: FairPrice): Record<Side, Level[]> {
    const net = this.#own.net(contract);
    const lean = (net / makerLimit) * leanTicks;
    const wider = Math.floor(place / 2);
    // The spread widens away from the front.
    const half = this.#random.between(1, 2) + place;
    const side = (which: Side): Level[] => {
      const sign = which === 'B' ? -1 : 1;
      // Lots that the limit still allows on this side. Near the limit each level is smaller.
      let room = makerLimit - (which === 'B' ? net : -net);
      const levels: Level[] = [];
      for (let level = 0; level < levelsAt(place) && room > 0; level += 1) {
        const size = Math.min(
          room,
          Math.max(
            minLots,
            Math.round(this.#random.between(minLots, maxLots) * Math.min(1, room / makerLimit)),
          ),
        );
        room -= size;
        levels.push({
          side: which,
          price: fair.offsetBy(sign * (half + level * (gapTicks + wider)) - lean),
          lots: size,
        });
      }
      return levels;
    };
    return { B: side('B'), S: side('S') };
  }

  #insertion(contract: string, { side, price }: Level, quantity: number): Command {
    const { principal, capacity } = this.#self;
    const terms = { contract, side, type: 'Normal', lots: lots(quantity), price } as const;
    return { kind: 'insertOrder', ...terms, capacity, principal };
  }

  async #send(command: Command): Promise<void> {
    await this.#gateway.submit({ by: { kind: 'user', userId: this.#self.userId }, requestId: null, command });
  }
}

const levelsAt = (place: number): number => levelsByPlace[place] ?? levelsByPlace.at(-1) ?? 0;

const deletion = ({ activeOrderSeq }: OwnOrder): Command => ({ kind: 'deleteActiveOrder', activeOrderSeq });

const amendment = ({ activeOrderSeq }: OwnOrder, { price }: Level, quantity: number): Command => ({
  kind: 'amendActiveOrder',
  activeOrderSeq,
  change: { price, lots: lots(quantity), principal: null, capacity: null },
});
