// The naive twin of the venue: the market folded from what the venue tells, step by step, and plainly. It throws where an event
// contradicts what it knows: a quantity that was lost, a place in the queue that was passed over, a crossed book, positions
// that do not come to nothing in sum. For property tests only.
import { permissionFlags } from '../access/permission-flags.ts';
import type { Command } from '../commands.ts';
import type { DealState } from '../deals/deal.ts';
import { isStanding } from '../deals/deal.ts';
import { countsForMarket } from '../deals/deal-origin.ts';
import type { UnmatchedDeal } from '../deals/unmatched-deal.ts';
import type {
  ContractListing,
  DealMade,
  OrderAccepted,
  OrderOwner,
  OrderPlace,
  PositionChanged,
  PriceLimits,
  VenueEvent,
} from '../events.ts';
import { lots as asLots, type Cents, type Lots, type Side } from '../kernel/units.ts';
import type { Outcome } from '../outcome.ts';
import { addDealOfValue, type Position } from '../positions/position.ts';
import type { Instrument } from '../reference/reference-data.ts';
import type { ContractGroup, Phase } from '../session/session.ts';
import type { VenueSnapshot } from '../snapshot.ts';

export interface TwinOrder
  extends Pick<OrderAccepted, 'activeOrderSeq' | 'contract' | 'side' | 'type' | 'lots'> {
  price: Cents;
  remaining: Lots;
  owner: OrderOwner;
  stands: 'entering' | 'inBook' | 'suspended' | 'heldOver';
}

export interface TwinDeal {
  readonly dealSeq: number;
  readonly matchSeq: number;
  readonly contract: string;
  readonly side: Side;
  readonly lots: Lots;
  readonly dealtAt: number;
  readonly origin: DealMade['origin'];
  value: number;
  owner: OrderOwner;
  state: DealState;
}

export interface TwinContract {
  readonly listing: ContractListing;
  readonly tick: Cents;
  mtm: Cents;
  limits: PriceLimits | null;
  last: Cents | null;
  /** What counts for the day's figures, by match, as it was dealt. */
  readonly counted: Map<number, { readonly lots: Lots; price: Cents }>;
  readonly B: TwinOrder[];
  readonly S: TwinOrder[];
}

/** What nobody may act on without these flags. */
export function flagsFor({ kind }: Command): readonly string[] {
  if (kind === 'insertOrder' || kind === 'insertDoubleOrder' || kind === 'addStrike')
    return ['insertOrderOrDouble'];
  if (kind === 'amendActiveOrder') return ['suspendActiveOrder', 'editSuspendOrder', 'resubmitActiveOrder'];
  return permissionFlags.has(kind) ? [kind] : [];
}

function claim(holds: boolean, broken: string): asserts holds {
  if (!holds) throw new Error(broken);
}

function known<T>(value: T | undefined, what: string): T {
  claim(value !== undefined, `${what} is not known`);
  return value;
}

export class MarketTwin {
  readonly instruments = new Map<string, Instrument>();
  readonly contracts = new Map<string, TwinContract>();
  readonly names: string[] = [];
  /** Splits and spreads among them. */
  readonly pairs: string[] = [];
  readonly orders = new Map<number, TwinOrder>();
  readonly heldOver = new Map<number, TwinOrder>();
  readonly deals = new Map<number, TwinDeal>();
  /** By the capturing side's number. */
  readonly items = new Map<number, UnmatchedDeal>();
  readonly waiting = new Map<number, UnmatchedDeal>();
  readonly positions = new Map<number, PositionChanged>();
  readonly flags = new Map<string, Set<string>>();
  /** Users who are kept to their own. */
  readonly ownOnly = new Set<string>();
  readonly phases = new Map<ContractGroup, Phase>();
  readonly halted = new Set<string>();
  readonly collecting = new Set<string>();
  readonly limited = new Set<string>();
  businessDay = '';
  readonly #sums = new Map<string, number>();
  readonly #entering = new Set<TwinOrder>();
  readonly #touched = new Set<string>();
  /** All that was dealt today and has not been taken back; what is passed on stands once more, at who passed it on. */
  readonly #dealt = { lots: 0, value: 0 };
  #packages: DealMade[] = [];
  #legs: DealMade[] = [];

  /** Throws what is contradictory in words. */
  fold({ events, verdict, repeats, by, at }: Outcome, command: Command): void {
    claim(verdict.kind === 'accepted' || events.length === 0, 'a rejected command told events');
    claim(repeats === null || events.length === 0, 'a repeated command told events');
    if (verdict.kind === 'rejected' || repeats !== null) return;
    if (by.kind === 'user') {
      const lacking = flagsFor(command).filter((flag) => this.flags.get(by.userId)?.has(flag) !== true);
      claim(lacking.length === 0, `${by.userId} was let do ${command.kind} without ${lacking.join(', ')}`);
      for (const { member, dealer } of this.#actedOn(command))
        claim(
          this.ownOnly.has(by.userId)
            ? by.userId === `${member}/${dealer}`
            : by.userId.startsWith(`${member}/`),
          `${by.userId} was let do ${command.kind} to what belongs to ${member}/${dealer}`,
        );
    }
    for (const event of events) this.#fold(event, at);
    claim(this.#entering.size === 0, 'an accepted order neither rests nor has ended');
    for (const name of this.#touched) {
      const { B, S } = this.contract(name);
      const [bid, offer] = [B[0], S[0]];
      if (bid !== undefined && offer !== undefined && !this.collecting.has(name))
        claim(bid.price < offer.price, `the book of ${name} is crossed: ${bid.price} and ${offer.price}`);
      claim((this.#sums.get(name) ?? 0) === 0, `the positions in ${name} do not come to nothing in sum`);
    }
    this.#touched.clear();
    for (const whole of this.#packages) this.#checkPackage(whole);
    this.#packages = [];
    this.#legs = [];
  }

  /** Whose the orders and deals are on which the command acts. */
  #actedOn(command: Command): OrderOwner[] {
    const orders = 'activeOrderSeq' in command ? [command.activeOrderSeq] : [];
    const deals = 'dealSeqs' in command ? command.dealSeqs : 'dealSeq' in command ? [command.dealSeq] : [];
    return [
      ...orders.map((seq) => this.orders.get(seq)?.owner),
      ...deals.map((seq) => this.deals.get(seq)?.owner),
    ].filter((owner) => owner !== undefined);
  }

  contract(name: string): TwinContract {
    return known(this.contracts.get(name), `contract ${name}`);
  }

  /** Throws where the venue's memory is otherwise than what it has told. */
  compare({ market, orders, positions, deals }: VenueSnapshot): void {
    same(
      'orders',
      [...this.orders.values()].map(orderLine).sort(),
      orders
        .map(({ isHeldOver, ...order }) =>
          orderLine({ ...order, stands: isHeldOver ? 'heldOver' : 'suspended' }),
        )
        .sort(),
    );
    for (const { contract, buys, sells, mtm, limits, lock, last, high, low } of market?.contracts ?? []) {
      const twin = this.contract(contract);
      const prices = [...twin.counted.values()].map(({ price }) => price);
      const figures = [
        prices.at(-1) ?? null,
        prices.length === 0 ? null : Math.max(...prices),
        prices.length === 0 ? null : Math.min(...prices),
      ];
      same(`last, high and low of ${contract}`, figures, [last, high, low]);
      same(`the limit at which ${contract} is locked`, this.#lockedAt(twin), lock?.limit ?? null);
      same(`queues of ${contract}`, [...twin.B, 0, ...twin.S].map(numberOf), [...buys, 0, ...sells]);
      same(`marks of ${contract}`, [twin.mtm, twin.limits], [mtm, limits]);
    }
    same('collecting', [...this.collecting].sort(), [...(market?.session.collecting ?? [])].sort());
    const held = [...this.positions.values()].map(({ kind: _kind, ...position }) => position);
    same('positions', held.sort(bySeq), [...positions.positions].sort(bySeq));
    same('deals', [...this.deals.values()].map(dealLine), deals.deals.map(dealLine));
    same('unmatched deals', [...this.items.values()], deals.unmatched);
    this.#compareFolded(positions.positions);
  }

  #lockedAt({ listing, limits, B, S }: TwinContract): Cents | null {
    if (limits === null || this.collecting.has(listing.contract)) return null;
    if (B[0]?.price === limits.high) return limits.high;
    return S[0]?.price === limits.low ? limits.low : null;
  }

  /** Positions are just what the deals that stand make of them. */
  #compareFolded(positions: readonly Position[]): void {
    const anew = new Map<string, Position>();
    for (const position of positions)
      anew.set(keyOf(position), {
        ...position,
        net: position.opening,
        bought: asLots(0),
        sold: asLots(0),
        cost: position.opening * this.contract(position.contract).mtm,
        realised: 0,
      });
    const standing = [...this.deals.values()].filter(isStanding);
    standing.sort((a, b) => a.dealtAt - b.dealtAt || a.dealSeq - b.dealSeq);
    const net = { lots: 0, value: 0 };
    for (const deal of standing) {
      const key = keyOf({ ...deal.owner, contract: deal.contract });
      addDealOfValue(known(anew.get(key), `the position of deal ${deal.dealSeq}`), deal);
      net.lots += deal.side === 'B' ? deal.lots : -deal.lots;
      net.value += deal.side === 'B' ? deal.value : -deal.value;
    }
    same('positions of the standing deals', [...anew.values()], positions);
    same('lots and value of the standing deals', net, { lots: 0, value: 0 });
    const bought = { lots: 0, value: 0 };
    for (const { side, lots, value } of standing) if (side === 'B') add(bought, { lots, value });
    same('what was dealt and what stands', this.#dealt, bought);
  }

  #fold(event: VenueEvent, at: number): void {
    switch (event.kind) {
      case 'marketOpened':
        this.businessDay = event.businessDay;
        for (const instrument of event.instruments) this.instruments.set(instrument.code, instrument);
        for (const listing of event.contracts) this.#list(listing);
        break;
      case 'strikeAdded':
      case 'contractsListed':
        for (const listing of event.contracts) this.#list(listing);
        break;
      case 'userRegistered':
        this.flags.set(event.userId, new Set());
        break;
      case 'dealerScopeSet':
        if (event.scope === 'own') this.ownOnly.add(event.userId);
        else this.ownOnly.delete(event.userId);
        break;
      case 'permissionsGranted':
        for (const flag of event.flags) this.flags.get(event.userId)?.add(flag);
        break;
      case 'permissionsRevoked':
        for (const flag of event.flags) this.flags.get(event.userId)?.delete(flag);
        break;
      case 'orderAccepted':
        this.#accept(event);
        break;
      case 'orderRested':
        this.#rest(event.activeOrderSeq, event);
        break;
      case 'orderCollected':
        this.collecting.add(event.contract);
        this.#rest(event.activeOrderSeq, event);
        break;
      case 'contractUncrossed':
        this.collecting.delete(event.contract);
        this.#touched.add(event.contract);
        break;
      case 'dealMade':
        this.#deal(event, at);
        break;
      case 'orderFilled':
        this.#end(event.activeOrderSeq, 0);
        break;
      case 'orderKilled': {
        const order = this.#order(event.activeOrderSeq);
        claim(order.type !== 'Normal', `Normal order ${order.activeOrderSeq} was killed`);
        claim(order.type === 'Tok' || event.lots === order.lots, 'a FOK order dealt in part');
        this.#end(event.activeOrderSeq, event.lots);
        break;
      }
      case 'orderDeleted':
      case 'orderExpired':
        this.#leaveBook(event);
        this.#end(event.activeOrderSeq, event.lots);
        break;
      case 'orderSuspended':
        this.#leaveBook(event).stands = 'suspended';
        break;
      case 'orderHeldOver':
        claim(event.rested, `order ${event.activeOrderSeq} is held over and was in no book`);
        this.#holdOver(this.#leaveBook(event));
        break;
      case 'orderReduced': {
        const order = this.#place(event);
        claim(
          event.left > 0 && event.left < order.remaining,
          `order ${event.activeOrderSeq} was not reduced`,
        );
        order.remaining = event.left;
        break;
      }
      case 'orderEdited': {
        const order = this.#order(event.activeOrderSeq);
        claim(
          order.stands === 'suspended',
          `order ${event.activeOrderSeq} was edited and is ${order.stands}`,
        );
        Object.assign(order, { price: event.price, remaining: event.lots, owner: event.owner });
        break;
      }
      case 'orderResubmitted': {
        const order = this.#order(event.activeOrderSeq);
        claim(
          order.stands === 'suspended',
          `order ${event.activeOrderSeq} came back and was ${order.stands}`,
        );
        order.stands = 'entering';
        this.#entering.add(order);
        break;
      }
      case 'positionChanged':
        this.#hold(event);
        break;
      case 'positionLimited':
        if (event.maxLots === null) this.limited.delete(event.principal);
        else this.limited.add(event.principal);
        break;
      case 'dealBooked':
        this.deals.set(event.dealSeq, { ...event, state: 'Open' });
        break;
      case 'dealStateChanged':
        this.#dealOf(event.dealSeq).state = event.state;
        break;
      case 'dealMoved':
        this.#dealOf(event.dealSeq).owner = event.to;
        break;
      case 'dealRepriced':
        for (const { dealSeq } of event.sides) {
          const deal = this.#dealOf(dealSeq);
          deal.value = event.newPrice * deal.lots;
        }
        add(this.#dealt, { lots: 0, value: (event.newPrice - event.price) * event.lots });
        known(this.contract(event.contract).counted.get(event.matchSeq), `deal ${event.matchSeq}`).price =
          event.newPrice;
        break;
      case 'dealCancelled':
        this.contract(event.contract).counted.delete(event.matchSeq);
        if (event.origin !== 'package')
          add(this.#dealt, { lots: -event.lots, value: -event.lots * event.price });
        break;
      case 'unmatchedDealInserted':
      case 'unmatchedDealEdited':
      case 'unmatchedDealEnded':
        this.items.set(event.item.ownSeq, event.item);
        if (event.item.state === 'Accepted') add(this.#dealt, event.item);
        if (event.item.state === 'Waiting') this.waiting.set(event.item.ownSeq, event.item);
        else this.waiting.delete(event.item.ownSeq);
        break;
      case 'phaseBegan':
        for (const group of event.groups) this.phases.set(group, event.phase);
        break;
      case 'instrumentHalted':
        this.halted.add(event.instrument);
        break;
      case 'instrumentResumed':
        this.halted.delete(event.instrument);
        break;
      case 'limitsChanged':
        this.contract(event.contract).limits = event.limits;
        break;
      case 'dayEnded':
        this.businessDay = event.nextBusinessDay;
        for (const { contract, mtm, limits } of event.marks)
          Object.assign(this.contract(contract), { mtm, limits, last: null });
        for (const { counted } of this.contracts.values()) counted.clear();
        for (const { B, S } of this.contracts.values())
          claim(B.length + S.length === 0, 'an order was in a book when the day had ended');
        this.collecting.clear();
        this.deals.clear();
        Object.assign(this.#dealt, { lots: 0, value: 0 });
        this.items.clear();
        this.waiting.clear();
        break;
      default:
    }
  }

  #list(listing: ContractListing): void {
    this.names.push(listing.contract);
    if (listing.legs !== undefined) this.pairs.push(listing.contract);
    const tickOf = (instrument: string) => this.instruments.get(instrument)?.tick ?? 1;
    const legs = listing.legs === undefined ? [] : [listing.legs.plus, listing.legs.minus];
    const ticks = legs.map((leg) => this.contract(leg).tick);
    const own = listing.contractType === 5 ? 1 : tickOf(listing.instrument);
    const tick = (legs.length > 0 ? Math.max(...ticks) : own) as Cents;
    const { mtm, limits } = listing;
    this.contracts.set(listing.contract, {
      listing,
      tick,
      mtm,
      limits,
      last: null,
      counted: new Map(),
      B: [],
      S: [],
    });
  }

  #accept(event: OrderAccepted): void {
    const { activeOrderSeq, contract, side, type, lots, price, owner } = event;
    claim(!this.orders.has(activeOrderSeq), `order ${activeOrderSeq} was accepted twice`);
    claim(lots >= 1, `order ${activeOrderSeq} has no lots`);
    const entering = { stands: 'entering', remaining: lots } as const;
    const order: TwinOrder = { activeOrderSeq, contract, side, type, lots, price, owner, ...entering };
    this.orders.set(activeOrderSeq, order);
    this.#entering.add(order);
  }

  /** Behind all that are there at its price or a better one. */
  #rest(activeOrderSeq: number, told: Pick<OrderPlace, 'contract' | 'side' | 'price' | 'lots'>): void {
    const order = this.#order(activeOrderSeq);
    const { contract, side, price, remaining } = order;
    const isTold = told.contract === contract && told.side === side && told.price === price;
    claim(isTold && told.lots === remaining, `order ${activeOrderSeq} rests on other terms than it has`);
    this.#touched.add(contract);
    // Before and after an opening it is told that an order which is there already waits, or rests.
    if (order.stands === 'inBook') {
      claim(this.collecting.has(contract), `order ${activeOrderSeq} came to rest twice`);
      return;
    }
    claim(order.stands !== 'suspended', `order ${activeOrderSeq} rests and was suspended`);
    const queue = this.contract(contract)[side];
    const worse = queue.findIndex((other) => (side === 'B' ? other.price < price : other.price > price));
    queue.splice(worse < 0 ? queue.length : worse, 0, order);
    order.stands = 'inBook';
    this.#entering.delete(order);
    this.heldOver.delete(activeOrderSeq);
  }

  #deal(made: DealMade, at: number): void {
    const { contract: name, price, lots, origin } = made;
    const contract = this.contract(name);
    if (countsForMarket[origin]) contract.counted.set(made.matchSeq, { lots, price });
    claim(lots >= 1, `match ${made.matchSeq} has no lots`);
    if (origin === 'screen' || origin === 'package') this.#match(made, contract);
    if (origin === 'package') {
      this.#packages.push(made);
      return;
    }
    if (origin !== 'screen') this.#legs.push(made);
    const { limits, tick } = contract;
    claim(price > 0 && price % tick === 0, `match ${made.matchSeq} has a price of ${price}`);
    if (limits !== null)
      claim(price >= limits.low && price <= limits.high, `${name} dealt at ${price}, outside its limits`);
    contract.last = price;
    add(this.#dealt, { lots, value: price * lots });
    const { matchSeq } = made;
    const terms = { matchSeq, contract: name, lots, value: price * lots, origin, dealtAt: at };
    const state = 'Open' as const;
    for (const [side, own] of [
      ['B', made.buy],
      ['S', made.sell],
    ] as const)
      this.deals.set(own.dealSeq, { ...terms, dealSeq: own.dealSeq, side, owner: own.owner, state });
  }

  /** The best price first, the oldest order first, at the price of the one that rested. */
  #match({ matchSeq, buy, sell, lots, price, aggressor }: DealMade, contract: TwinContract): void {
    const orders = { B: this.#order(buy.activeOrderSeq), S: this.#order(sell.activeOrderSeq) };
    this.#touched.add(contract.listing.contract);
    claim(orders.B.price >= price && orders.S.price <= price, `match ${matchSeq} is at nobody's price`);
    for (const [side, told] of [
      ['B', buy],
      ['S', sell],
    ] as const) {
      const order = orders[side];
      claim(
        order.remaining - lots === told.left,
        `match ${matchSeq} leaves ${told.left} of ${order.remaining}`,
      );
      claim(told.left >= 0, `match ${matchSeq} deals more than there was`);
      order.remaining = told.left;
      if (side === aggressor) {
        claim(order.stands !== 'inBook', `order ${order.activeOrderSeq} took and was in the book`);
        continue;
      }
      claim(contract[side][0] === order, `match ${matchSeq} passed over a better or older order`);
      claim(aggressor === null || order.price === price, `match ${matchSeq} is not at the resting price`);
      if (told.left > 0) continue;
      contract[side].shift();
      order.stands = 'entering';
      this.#entering.add(order);
    }
  }

  /** The legs of a split or spread lie its difference apart; an option has the lots of its delta, and a hedge no more. */
  #checkPackage(whole: DealMade): void {
    const [first, second] = this.#legs.filter(({ linkedGroup }) => linkedGroup === whole.linkedGroup);
    const leg = known(first, `a leg of package ${whole.matchSeq}`);
    same('owners of a package and its leg', leg.buy.owner, whole.buy.owner);
    if (leg.origin === 'delta') {
      claim(
        leg.lots === whole.lots && (second?.lots ?? 0) <= whole.lots,
        'a delta with other lots than its option',
      );
      return;
    }
    const other = known(second, `the other leg of package ${whole.matchSeq}`);
    claim(
      leg.price - other.price === whole.price,
      `the legs of ${whole.contract} are not its difference apart`,
    );
    same('owners of a package and its other leg', other.sell.owner, whole.buy.owner);
    const tons = ({ contract, lots }: DealMade) =>
      lots * (this.instruments.get(this.contract(contract).listing.instrument)?.tonsPerContract ?? 0);
    claim(tons(leg) === tons(other), `the legs of ${whole.contract} are not equal in tons`);
  }

  #hold(event: PositionChanged): void {
    const { positionSeq, contract, net, opening, bought, sold } = event;
    claim(net === opening + bought - sold, `position ${positionSeq} is not what was bought and sold`);
    const before = this.positions.get(positionSeq)?.net ?? 0;
    this.#sums.set(contract, (this.#sums.get(contract) ?? 0) + net - before);
    this.#touched.add(contract);
    // A position that is flat when the day begins is forgotten.
    if (net === 0 && opening === 0 && bought === 0 && sold === 0 && this.deals.size === 0)
      this.positions.delete(positionSeq);
    else this.positions.set(positionSeq, event);
  }

  #place(told: OrderPlace): TwinOrder {
    const order = this.#order(told.activeOrderSeq);
    const rested = order.stands === 'inBook';
    const isThere = told.contract === order.contract && told.side === order.side && told.rested === rested;
    const isSame = told.price === order.price && told.lots === order.remaining;
    claim(isThere && isSame, `order ${told.activeOrderSeq} is told to stand where it does not`);
    return order;
  }

  #leaveBook(told: OrderPlace): TwinOrder {
    const order = this.#place(told);
    this.#entering.delete(order);
    this.heldOver.delete(order.activeOrderSeq);
    if (order.stands !== 'inBook') return order;
    const queue = this.contract(order.contract)[order.side];
    queue.splice(queue.indexOf(order), 1);
    order.stands = 'suspended';
    return order;
  }

  #holdOver(order: TwinOrder): void {
    order.stands = 'heldOver';
    this.heldOver.set(order.activeOrderSeq, order);
  }

  #end(activeOrderSeq: number, left: number): void {
    const order = this.#order(activeOrderSeq);
    claim(order.remaining === left, `order ${activeOrderSeq} ended with ${left} of ${order.remaining} left`);
    claim(order.stands !== 'inBook', `order ${activeOrderSeq} ended and is in the book`);
    this.#entering.delete(order);
    this.heldOver.delete(activeOrderSeq);
    this.orders.delete(activeOrderSeq);
  }

  #order(activeOrderSeq: number): TwinOrder {
    return known(this.orders.get(activeOrderSeq), `order ${activeOrderSeq}`);
  }

  #dealOf(dealSeq: number): TwinDeal {
    return known(this.deals.get(dealSeq), `deal ${dealSeq}`);
  }
}

const numberOf = (order: TwinOrder | number): number =>
  typeof order === 'number' ? order : order.activeOrderSeq;
function add(sum: { lots: number; value: number }, more: { readonly lots: number; readonly value: number }) {
  sum.lots += more.lots;
  sum.value += more.value;
}
const bySeq = (one: { positionSeq: number }, other: { positionSeq: number }): number =>
  one.positionSeq - other.positionSeq;
const keyOf = ({
  principal,
  subAccount,
  contract,
}: Pick<Position, 'principal' | 'subAccount' | 'contract'>) => `${principal} ${subAccount ?? ''} ${contract}`;
const orderLine = ({
  activeOrderSeq,
  price,
  remaining,
  owner,
  stands,
}: Pick<TwinOrder, 'activeOrderSeq' | 'price' | 'remaining' | 'owner' | 'stands'>) =>
  `${activeOrderSeq} ${remaining} at ${price} of ${owner.userId} for ${owner.principal} ${owner.subAccount ?? ''}${stands === 'heldOver' ? ', held over' : ''}`;
const dealLine = ({
  dealSeq,
  side,
  lots,
  value,
  owner,
  state,
}: Pick<TwinDeal, 'dealSeq' | 'side' | 'lots' | 'value' | 'owner' | 'state'>) =>
  `${dealSeq} ${side} ${lots} worth ${value} for ${owner.principal} ${owner.subAccount ?? ''} of ${owner.userId}, ${state}`;

/** Equal as data, key by key. */
function same(what: string, told: unknown, held: unknown): void {
  const [one, other] = [canonical(told), canonical(held)];
  claim(one === other, `${what}: told ${one}, held ${other}`);
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
