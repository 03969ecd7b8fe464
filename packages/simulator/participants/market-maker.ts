// A market maker: keeps a short ladder of bids and offers in every contract, through the same commands as people. It leans
// against what it holds, quotes less the more it holds, stops on a side at its limit, and stays away from the day's limits.
import type { Cents, Command, Floor, Side } from '@openpit/venue';
import { lots } from '@openpit/venue';
import { FairPrice } from '../fair-price.ts';
import { type OwnOrder, OwnOrders } from '../own-orders.ts';
import type { HeldPosition, Participant, QuotedContract } from '../quoted-contract.ts';
import type { Random } from '../random.ts';

/** Levels kept on each side, and the ticks between them. */
const levels = 4;
const gapTicks = 2;
/** Lots on a level. */
const minLots = 2;
const maxLots = 30;
/** What it will hold either way in a contract, and by how many ticks a full position shifts its quotes. */
export const makerLimit = 250;
const leanTicks = 12;
/** Commands that one step may send: a ladder is moved over several. */
const changesPerStep = 4;
/** Share of the steps that go to the busiest contracts, and how many those are. */
const busyShare = 0.7;
const busyContracts = 12;

interface Quoted {
  readonly contract: QuotedContract;
  readonly fair: FairPrice;
  isBusy: boolean;
}

interface Rung {
  readonly side: Side;
  readonly price: Cents;
  readonly lots: number;
}

export class MarketMaker {
  readonly #floor: Floor;
  readonly #self: Participant;
  readonly #random: Random;
  readonly #own: OwnOrders;
  readonly #quoted: readonly Quoted[];
  readonly #byName: ReadonlyMap<string, Quoted>;

  /** `contracts` come with the busiest first. */
  constructor(
    floor: Floor,
    self: Participant,
    market: {
      readonly contracts: readonly QuotedContract[];
      readonly held: readonly HeldPosition[];
      readonly random: Random;
    },
  ) {
    this.#floor = floor;
    this.#self = self;
    this.#random = market.random;
    const held = market.held.filter(({ userId }) => userId === self.userId);
    this.#own = new OwnOrders(
      self.userId,
      held.map(({ contract, net }) => [contract, net] as const),
    );
    this.#quoted = market.contracts.map((contract) => ({
      contract,
      fair: new FairPrice(contract),
      isBusy: false,
    }));
    this.#byName = new Map(this.#quoted.map((one) => [one.contract.contract, one]));
  }

  /** Learns of what happened, its own orders and deals among it. */
  readonly watch = (outcome: Parameters<OwnOrders['apply']>[0]): void => {
    this.#own.apply(outcome);
    for (const event of outcome.events)
      if (event.kind === 'dealMade') this.#byName.get(event.contract)?.fair.hear(event.price);
  };

  /** Puts up a whole ladder in every contract. */
  async open(): Promise<void> {
    for (const one of this.#quoted) await this.#quote(one, Number.POSITIVE_INFINITY);
  }

  /** Mends a ladder that something was taken from, or moves the belief about a contract and its ladder with it. */
  async step(vigour: number): Promise<void> {
    const hit = this.#own.takeHit();
    const mend = hit === undefined ? undefined : this.#byName.get(hit);
    if (mend !== undefined) return this.#quote(mend, levels * 2);
    const busy = this.#random.chance(busyShare);
    const one = this.#random.pick(busy ? this.#quoted.slice(0, busyContracts) : this.#quoted);
    if (one === undefined) return;
    one.fair.move(this.#random, vigour);
    await this.#quote(one, changesPerStep);
  }

  async #quote(one: Quoted, mostChanges: number): Promise<void> {
    // Another lane is at this ladder; two hands on one ladder would cross each other.
    if (one.isBusy) return;
    one.isBusy = true;
    try {
      await this.#move(one, mostChanges);
    } finally {
      one.isBusy = false;
    }
  }

  async #move({ contract, fair }: Quoted, mostChanges: number): Promise<void> {
    const name = contract.contract;
    const wanted = this.#ladder(name, fair);
    const rising = this.#own
      .in(name, 'S')
      .some(({ price }) => wanted.B[0] !== undefined && price <= wanted.B[0].price);
    let left = mostChanges;
    // The side that makes room goes first: a new bid must not meet the maker's own old offer.
    for (const side of rising ? (['S', 'B'] as const) : (['B', 'S'] as const))
      left = await this.#moveSide(name, { side, rungs: wanted[side], mostChanges: left });
  }

  async #moveSide(
    contract: string,
    {
      side,
      rungs,
      mostChanges,
    }: { readonly side: Side; readonly rungs: readonly Rung[]; readonly mostChanges: number },
  ): Promise<number> {
    const better = (a: Cents, b: Cents) => (side === 'B' ? b - a : a - b);
    const orders = this.#own.in(contract, side).sort((a, b) => better(a.price, b.price));
    const best = rungs[0];
    const tooGood = orders.filter(({ price }) => best === undefined || better(price, best.price) < 0);
    const kept = orders.filter((order) => !tooGood.includes(order));
    const missing = rungs.filter(({ price }) => !kept.some((order) => order.price === price));
    const spare = [
      ...tooGood,
      ...kept.filter(({ price }) => !rungs.some((rung) => rung.price === price)).reverse(),
    ];
    let left = mostChanges;
    // What is too good must go, whatever it takes; the rest of the ladder may wait for the next step.
    for (const order of tooGood) {
      spare.splice(spare.indexOf(order), 1);
      await this.#put(contract, { from: order, to: missing.shift() });
      left -= 1;
    }
    while (left > 0 && missing.length > 0) {
      const isFull = this.#own.in(contract, side).length >= levels;
      await this.#put(contract, { from: isFull ? spare.shift() : undefined, to: missing.shift() });
      left -= 1;
    }
    return Math.max(left, 0);
  }

  /** Moves an order to a rung, puts a new one there, or takes it away; never more than its limit leaves room for. */
  async #put(
    contract: string,
    { from, to }: { readonly from: OwnOrder | undefined; readonly to: Rung | undefined },
  ): Promise<void> {
    const room = to === undefined ? 0 : Math.min(to.lots, this.#room(contract, to.side, from));
    if (from !== undefined)
      await this.#send(room < 1 || to === undefined ? deletion(from) : amendment(from, to, room));
    else if (to !== undefined && room >= 1) await this.#send(this.#insertion(contract, to, room));
  }

  /** Lots that it may still have open on a side if all that is open there deals. */
  #room(contract: string, side: Side, except: OwnOrder | undefined): number {
    const open = this.#own
      .in(contract, side)
      .reduce((sum, order) => (order.activeOrderSeq === except?.activeOrderSeq ? sum : sum + order.left), 0);
    const net = this.#own.net(contract);
    return makerLimit - (side === 'B' ? net : -net) - open;
  }

  /** Where its bids and offers should stand, the best first. */
  #ladder(contract: string, fair: FairPrice): Record<Side, Rung[]> {
    const net = this.#own.net(contract);
    const lean = (net / makerLimit) * leanTicks;
    const half = this.#random.between(1, 2);
    const side = (which: Side): Rung[] => {
      const sign = which === 'B' ? -1 : 1;
      // What it may still take on this side, and less on each level the nearer the limit is.
      let room = makerLimit - (which === 'B' ? net : -net);
      const rungs: Rung[] = [];
      for (let level = 0; level < levels && room > 0; level += 1) {
        const size = Math.min(
          room,
          Math.max(
            minLots,
            Math.round(this.#random.between(minLots, maxLots) * Math.min(1, room / makerLimit)),
          ),
        );
        room -= size;
        rungs.push({ side: which, price: fair.off(sign * (half + level * gapTicks) - lean), lots: size });
      }
      return rungs;
    };
    return { B: side('B'), S: side('S') };
  }

  #insertion(contract: string, { side, price }: Rung, quantity: number): Command {
    const { principal } = this.#self;
    const terms = { contract, side, type: 'Normal', lots: lots(quantity), price } as const;
    return { kind: 'insertOrder', ...terms, capacity: 'P', principal, subAccount: null, ref: '' };
  }

  async #send(command: Command): Promise<void> {
    await this.#floor.submit({ by: { kind: 'user', userId: this.#self.userId }, requestId: null, command });
  }
}

const deletion = ({ activeOrderSeq }: OwnOrder): Command => ({ kind: 'deleteActiveOrder', activeOrderSeq });

const amendment = ({ activeOrderSeq }: OwnOrder, { price }: Rung, quantity: number): Command => ({
  kind: 'amendActiveOrder',
  activeOrderSeq,
  change: { price, lots: lots(quantity), principal: null, capacity: null },
});
