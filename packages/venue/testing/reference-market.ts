// The reference model of the venue: the market derived from its events alone, in the simplest way. It throws if an event contradicts the
// model: lost lots, an order that was passed over in the queue, a crossed book, or positions whose sum is not zero.
import { exactHedge } from '@openpit/pricing';
import {
  type ContractGroup,
  type DealState,
  isPermissionFlag,
  otherSide,
  type PermissionFlag,
  type Phase,
  type Side,
} from '@openpit/terms';
import type { ContractListing, PriceLimits } from '../contracts/contract-listing.ts';
import type { Instrument } from '../contracts/instrument.ts';
import { isStanding } from '../deals/deal.ts';
import type { DealMade } from '../deals/deal-events.ts';
import { countsForMarket } from '../deals/deal-origin.ts';
import type { UnmatchedDeal } from '../deals/unmatched-deal.ts';
import type { DayEnded, PhaseBegan } from '../exchange-day/exchange-day-events.ts';
import type { OptionExercised } from '../expiry/expiry-events.ts';
import { type Day, isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import { businessDaysAfter } from '../kernel/trading-day.ts';
import type { Lots, Price } from '../kernel/units.ts';
import type { Command, VenueEvent, VenueRejection } from '../modules.ts';
import type { MarketValued } from '../mtm/mtm-events.ts';
import type { OrderAccepted, OrderPlace } from '../orders/order-events.ts';
import type { Outcome } from '../outcome.ts';
import type { PositionChanged } from '../positions/position.ts';
import type { OrderOwner } from '../rights/owner.ts';
import { claim, claimSame, known } from './claims.ts';
import { ReferenceMoney } from './reference-money.ts';
import { ReferenceSilo } from './reference-silo.ts';

export interface ModelOrder
  extends Pick<OrderAccepted, 'activeOrderSeq' | 'contract' | 'side' | 'type' | 'lots'> {
  price: Price;
  pricing: OrderAccepted['pricing'];
  remaining: Lots;
  /** Millionths of a lot of hedge that its deals have left out; not a number after an auction at another volatility. */
  unhedged: number;
  owner: OrderOwner;
  /** `entering`: while a command is handled, neither resting nor ended. */
  status: 'entering' | 'inBook' | 'suspended' | 'heldOver';
}

export interface ModelDeal {
  readonly dealSeq: number;
  readonly matchSeq: number;
  readonly contract: string;
  readonly side: Side;
  readonly lots: Lots;
  readonly dealtAt: number;
  readonly origin: DealMade['origin'];
  /** Cents per ton times lots. */
  value: number;
  owner: OrderOwner;
  state: DealState;
  fee: number;
}

export interface ModelContract {
  listing: ContractListing;
  readonly tick: Price;
  mtm: Price;
  limits: PriceLimits | null;
  last: Price | null;
  /** By match, the deals that count for the day's figures, in the order they were dealt. */
  readonly counted: Map<number, { readonly lots: Lots; price: Price }>;
  /** The bids in the book, in price–time order. */
  readonly B: ModelOrder[];
  /** The offers in the book, in price–time order. */
  readonly S: ModelOrder[];
}

const entries: ReadonlySet<Command['kind']> = new Set([
  'insertOrder',
  'insertDoubleOrder',
  'addStrike',
  'tenderSiloCert',
  'withdrawSiloTender',
  'insertSiloCertAuctionBid',
]);

/** The commands that can move a deal out of an account. */
const givingCommands: ReadonlySet<Command['kind']> = new Set([
  'splitDeal',
  'correctDealPrinciple',
  'subAccountChange',
  'tripartiteDeal',
  'acceptUnmatchedDeal',
  'cancelDeal',
]);

/** Events that do not change the margins of a valuation that was made after trading. */
const keepsMargins: ReadonlySet<VenueEvent['kind']> = new Set([
  'announcementMade',
  'dealerScopeSet',
  'instrumentHalted',
  'instrumentResumed',
  'marketValued',
  'memberPut',
  'clientPut',
  'dealerPut',
  'mtmApproved',
  'orderDeleted',
  'orderSuspended',
  'ordersSuspendedFor',
  'permissionsGranted',
  'permissionsRevoked',
  'siloBidChanged',
  'siloCertChanged',
  'siloLotChanged',
  'siloStageBegun',
  'tradingResumed',
  'tradingStopped',
  'unmatchedDealEdited',
  'unmatchedDealInserted',
]);

/** An exercise closes the option at 0; the future that it opens is held like any other. */
export const isClosing = ({ origin, value }: ModelDeal): boolean =>
  origin === 'delivery' || (origin === 'exercise' && value === 0);
const accountOf = ({
  contract,
  owner,
}: Pick<ModelDeal, 'contract'> & { readonly owner: Pick<OrderOwner, 'principal' | 'subAccount'> }): string =>
  `${owner.principal}/${owner.subAccount ?? ''} in ${contract}`;

/** The permissions without which no user may send the command. */
function flagsFor({ kind }: Command): readonly PermissionFlag[] {
  if (entries.has(kind)) return ['insertOrderOrDouble'];
  if (kind === 'amendActiveOrder') return ['suspendActiveOrder', 'editSuspendOrder', 'resubmitActiveOrder'];
  return isPermissionFlag(kind) ? [kind] : [];
}

export class ReferenceMarket {
  readonly instruments = new Map<string, Instrument>();
  readonly contracts = new Map<string, ModelContract>();
  /** The names of all contracts, in the order of listing. */
  readonly names: string[] = [];
  /** The names of the splits and spreads. */
  readonly pairs: string[] = [];
  readonly orders = new Map<number, ModelOrder>();
  readonly heldOver = new Map<number, ModelOrder>();
  readonly deals = new Map<number, ModelDeal>();
  /** The day's unmatched deals by the reporting side's number, in any state. */
  readonly items = new Map<number, UnmatchedDeal>();
  readonly waiting = new Map<number, UnmatchedDeal>();
  /** The lots and value that passing on a deal added to the totals, by the deal that was passed on. */
  readonly #passedOn = new Map<number, { readonly lots: number; readonly value: number }>();
  readonly positions = new Map<number, PositionChanged>();
  readonly flags = new Map<string, Set<PermissionFlag>>();
  /** Users with own-only visibility. */
  readonly ownOnly = new Set<string>();
  readonly phases = new Map<ContractGroup, Phase>();
  readonly halted = new Set<string>();
  /** Members and dealers whose trading is stopped. */
  readonly stopped = new Map<string, { readonly member: string; readonly dealer: string | null }>();
  /** Members and clients that the operator has made inactive. */
  readonly inactive = new Set<string>();
  /** Futures whose trading has ended today; whether their instrument was halted then. */
  readonly #closed = new Map<string, boolean>();
  /** The margins by the last valuation, if the day ends now; null if something has changed since. */
  #marginsIfEnded: ReadonlyMap<string, number> | null = null;
  /** The same when the day began to end. */
  #marginsAtEnd: ReadonlyMap<string, number> | null = null;
  /** Contracts whose orders wait for the call auction. */
  readonly inAuction = new Set<string>();
  /** Principals with a position limit, in lots. */
  readonly limited = new Map<string, number>();
  readonly money = new ReferenceMoney();
  readonly silo = new ReferenceSilo();
  /** By position, the lots that are abandoned: at most the lots that have been long since. */
  readonly abandoned = new Map<number, number>();
  /** By position, the latest instruction to abandon lots, with the net lots then and the changes since, by match. */
  readonly instructions = new Map<
    number,
    {
      readonly lots: number;
      readonly net: number;
      readonly changes: { readonly lots: number; readonly matchSeq: number }[];
    }
  >();
  /** The match of the deal that has changed last. */
  #changedMatch = 0;
  /** The matches that the outcome cancels. */
  readonly #cancelled = new Set<number>();
  /**
   * All that was dealt today and not cancelled. A deal that was passed on counts twice, because it also counts for the member that passed
   * it on.
   */
  readonly dealt = { lots: 0, value: 0 };
  /** The day's latest valuation; number 0 before the first. */
  valued: Pick<MarketValued, 'run' | 'isFinal' | 'marks'> = { run: 0, isFinal: false, marks: [] };
  /** The valuation with whose MTM the day ends. */
  approved: Pick<MarketValued, 'marks'> | null = null;
  /** True if the operator has corrected an MTM of the day. */
  isCorrected = false;
  businessDay = '';
  deliveryVatPercent = 0;
  /** By account. */
  readonly vatNumbers = new Map<string, string>();
  readonly #holidays = new Set<Day>();
  /** By contract, the sum of all positions. */
  readonly #sums = new Map<string, number>();
  readonly #entering = new Set<ModelOrder>();
  /** Contracts of this outcome whose book or positions changed. */
  readonly #touched = new Set<string>();
  #packages: { readonly made: DealMade; readonly orders: Readonly<Record<Side, ModelOrder>> }[] = [];
  #legs: DealMade[] = [];

  contract(name: string): ModelContract {
    return known(this.contracts.get(name), `contract ${name}`);
  }

  /** True if the instrument, or the instrument of a leg, is halted. */
  isHalted({ instrument, legs }: ContractListing): boolean {
    if (legs === undefined) return this.halted.has(instrument);
    return [legs.plus, legs.minus].some((leg) => this.isHalted(this.contract(leg).listing));
  }

  /** True if the contract, or every leg, is in one of the phases. */
  #isIn(phases: readonly Phase[], listing: ContractListing): boolean {
    const { legs } = listing;
    if (legs === undefined) return phases.includes(this.phases.get(this.#groupOf(listing)) ?? 'continuous');
    return [legs.plus, legs.minus].every((leg) => this.#isIn(phases, this.contract(leg).listing));
  }

  #groupOf({ instrument, firstDeliveryDay }: ContractListing): ContractGroup {
    if (this.instruments.get(instrument)?.settlement === 'cash') return 'world';
    return this.businessDay >= firstDeliveryDay ? 'deliveryMonth' : 'other';
  }

  /** A dealer, or an account without one, may deal now. */
  #mayDeal(
    {
      member,
      principal,
      dealer = '',
    }: Pick<OrderOwner, 'member' | 'principal'> & { readonly dealer?: string },
    what: string,
  ): void {
    const isStopped = [...this.stopped.values()].some(
      (stop) => stop.member === member && (stop.dealer === null || stop.dealer === dealer),
    );
    claim(!isStopped, `${what} of ${member}/${dealer}, whose trading is stopped`);
    const isInactive = this.inactive.has(member) || this.inactive.has(principal);
    claim(!isInactive, `${what} of ${principal}, which is not active`);
  }

  /** Claims that no pending item could deal for a party that may not trade. */
  #checkWaiting(): void {
    if (this.stopped.size === 0 && this.inactive.size === 0) return;
    for (const { status, owner } of this.orders.values())
      if (status !== 'suspended') this.#mayDeal(owner, 'an order that waits');
    for (const { owner } of this.waiting.values()) this.#mayDeal(owner, 'an unmatched deal that waits');
    for (const { state, seller } of this.silo.lots.values())
      if (state === 'Tendered' || state === 'In auction') this.#mayDeal(seller, 'a tender that waits');
    for (const bid of this.silo.bids.values())
      if (bid.state === 'Open') this.#mayDeal(bid, 'a bid that waits');
  }

  /** Follows the events of an outcome. Throws an error that describes any contradiction. */
  apply({ events, verdict, repeats, by, at }: Outcome, command: Command): void {
    claim(verdict.kind === 'accepted' || events.length === 0, 'a rejected command emitted events');
    claim(repeats === null || events.length === 0, 'a repeated command emitted events');
    if (repeats !== null) return;
    if (verdict.kind === 'rejected') {
      this.#checkRejected(verdict.rejection, command);
      return;
    }
    if (by.kind === 'user') this.#checkRights(by.userId, command);
    this.silo.begin(command);
    this.#cancelled.clear();
    if (command.kind === 'endDay') this.#marginsAtEnd = this.#marginsIfEnded;
    const covered = givingCommands.has(command.kind) ? this.#coveredClosings() : null;
    for (const event of events) {
      if (!keepsMargins.has(event.kind)) this.#marginsIfEnded = null;
      this.#follow(event, at);
      this.silo.follow(event, this);
    }
    if (covered !== null) this.#checkCovered(covered, events);
    this.silo.check();
    this.#checkWaiting();
    claim(this.#entering.size === 0, 'an accepted order neither rests nor has ended');
    for (const name of this.#touched) this.#checkContract(name);
    this.#touched.clear();
    for (const { made, orders } of this.#packages) this.#checkPackage(made, orders);
    this.#packages = [];
    this.#legs = [];
  }

  /** An order is rejected for a position limit only if it could lead above the limit, and further from flat. */
  #checkRejected({ code, details }: VenueRejection, command: Command): void {
    claim(
      code !== 'matchChanged' || command.kind !== 'cancelDeal',
      'an error trade could not be cancelled, because a member had changed a side of it',
    );
    if (code !== 'positionAboveLimit' || command.kind !== 'insertOrder') return;
    const { contract, reach } = details as { readonly contract: string; readonly reach?: number };
    const { principal } = command;
    const max = this.limited.get(principal);
    claim(max !== undefined, `an order of ${principal}, which has no position limit, was above it`);
    const net = this.#netOf(principal, contract);
    if (reach !== undefined)
      claim(
        Math.abs(reach) > (max ?? 0) && Math.abs(reach) > Math.abs(net),
        `an order of ${principal} was rejected that takes ${contract} from ${net} to ${reach}; its limit is ${max}`,
      );
  }

  /** Claims that an accepted order alone neither exceeds the limit nor moves an account above it further from flat. */
  #checkLimit({ owner, contract, side, lots }: OrderAccepted): void {
    const max = this.limited.get(owner.principal);
    const { kind } = this.contract(contract).listing;
    if (max === undefined || (kind !== 'future' && kind !== 'option')) return;
    const net = this.#netOf(owner.principal, contract);
    const reach = net + (side === 'B' ? lots : -lots);
    claim(
      Math.abs(reach) <= max || Math.abs(reach) <= Math.abs(net),
      `an order of ${owner.principal} was accepted that takes ${contract} from ${net} to ${reach}; its limit is ${max}`,
    );
  }

  /** Over all sub-accounts. */
  #netOf(principal: string, contract: string): number {
    let sum = 0;
    for (const position of this.positions.values())
      if (position.contract === contract && position.principal === principal) sum += position.net;
    return sum;
  }

  #checkRights(userId: string, command: Command): void {
    const lacking = flagsFor(command).filter((flag) => this.flags.get(userId)?.has(flag) !== true);
    claim(lacking.length === 0, `${userId} could send ${command.kind} without ${lacking.join(', ')}`);
    for (const { member, dealer } of this.#ownersActedOn(command)) {
      const isAllowed = this.ownOnly.has(userId)
        ? userId === `${member}/${dealer}`
        : userId.startsWith(`${member}/`);
      claim(isAllowed, `${userId} could send ${command.kind} for what belongs to ${member}/${dealer}`);
    }
    const tendered =
      command.kind === 'tenderSiloCert'
        ? this.silo.certs.get(command.siloReceiptNo)
        : command.kind === 'withdrawSiloTender'
          ? this.silo.lots.get(command.siloCertSeq)?.seller
          : undefined;
    if (tendered !== undefined)
      claim(
        userId.startsWith(`${tendered.member}/`) && !this.ownOnly.has(userId),
        `${userId} could send ${command.kind} for a certificate of ${tendered.member}`,
      );
  }

  /** The owners of the orders and deals that the command acts on. */
  #ownersActedOn(command: Command): Pick<OrderOwner, 'member' | 'dealer'>[] {
    if (command.kind === 'deleteSiloCertAuctionBid')
      return [known(this.silo.bids.get(command.siloBidSeq), 'the bid that was deleted')];
    const orders = 'activeOrderSeq' in command ? [command.activeOrderSeq] : [];
    const deals = 'dealSeqs' in command ? command.dealSeqs : 'dealSeq' in command ? [command.dealSeq] : [];
    return [
      ...orders.map((seq) => this.orders.get(seq)?.owner),
      ...deals.map((seq) => this.deals.get(seq)?.owner),
    ].filter((owner) => owner !== undefined);
  }

  #checkContract(name: string): void {
    const { B, S } = this.contract(name);
    const [bid, offer] = [B[0], S[0]];
    if (bid !== undefined && offer !== undefined && !this.inAuction.has(name))
      claim(bid.price < offer.price, `the book of ${name} is crossed: ${bid.price} and ${offer.price}`);
    claim((this.#sums.get(name) ?? 0) === 0, `the sum of the positions in ${name} is not zero`);
  }

  #follow(event: VenueEvent, at: number): void {
    switch (event.kind) {
      case 'marketOpened':
        this.businessDay = event.businessDay;
        this.deliveryVatPercent = event.market.deliveryVatPercent ?? 0;
        for (const party of [...event.members, ...event.clients]) this.#setVatNumber(party);
        for (const { date } of event.holidays) this.#holidays.add(parseIsoDate(date) ?? (0 as Day));
        for (const instrument of event.instruments) this.instruments.set(instrument.code, instrument);
        for (const listing of event.contracts) this.#list(listing);
        break;
      case 'referenceDataChanged':
        for (const instrument of event.instruments) this.instruments.set(instrument.code, instrument);
        this.deliveryVatPercent = event.market.deliveryVatPercent ?? 0;
        this.#holidays.clear();
        for (const { date } of event.holidays) this.#holidays.add(parseIsoDate(date) ?? (0 as Day));
        for (const dates of event.dates ?? []) {
          const contract = this.contract(dates.contract);
          contract.listing = { ...contract.listing, ...dates };
        }
        break;
      case 'strikeAdded':
      case 'contractsListed':
        for (const listing of event.contracts) this.#list(listing);
        break;
      case 'userRegistered':
        this.flags.set(event.userId, new Set());
        break;
      case 'tradingStopped':
      case 'tradingResumed': {
        const { member, dealer } = event;
        if (event.kind === 'tradingResumed') this.stopped.delete(`${member} ${dealer}`);
        else this.stopped.set(`${member} ${dealer}`, { member, dealer });
        break;
      }
      case 'memberPut':
      case 'clientPut': {
        const party = event.kind === 'memberPut' ? event.member : event.client;
        const { code, active } = party;
        this.#setVatNumber(party);
        if (active) this.inactive.delete(code);
        else this.inactive.add(code);
        break;
      }
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
        this.#checkLimit(event);
        this.#accept(event);
        break;
      case 'orderRested':
        this.#rest(event);
        break;
      case 'orderJoinedAuction':
        this.inAuction.add(event.contract);
        this.#rest(event);
        break;
      case 'contractUncrossed':
        this.inAuction.delete(event.contract);
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
        this.#leaveBook(event).status = 'suspended';
        break;
      case 'orderHeldOver':
        claim(event.rested, `order ${event.activeOrderSeq} is held over but was in no book`);
        this.#holdOver(this.#leaveBook(event));
        break;
      case 'orderReduced': {
        const order = this.#orderAt(event);
        const isLess = event.left > 0 && event.left < order.remaining;
        claim(isLess, `order ${event.activeOrderSeq} was not reduced`);
        order.remaining = event.left;
        break;
      }
      case 'orderEdited': {
        const order = this.#order(event.activeOrderSeq);
        const { status } = order;
        const mayChange = status === 'suspended' || status === 'heldOver';
        claim(mayChange, `order ${event.activeOrderSeq} was edited while ${status}`);
        const { price, pricing, lots: remaining, owner } = event;
        Object.assign(order, { price, pricing, remaining, owner });
        break;
      }
      case 'orderResubmitted': {
        const order = this.#order(event.activeOrderSeq);
        const { status } = order;
        claim(status === 'suspended', `order ${event.activeOrderSeq} was resubmitted while ${status}`);
        order.status = 'entering';
        this.#entering.add(order);
        break;
      }
      case 'positionChanged':
        this.#hold(event);
        break;
      case 'positionLimited':
        if (event.maxLots === null) this.limited.delete(event.principal);
        else this.limited.set(event.principal, event.maxLots);
        break;
      case 'dealBooked':
        this.deals.set(event.dealSeq, { ...event, fee: event.fee ?? 0, state: 'Open' });
        this.#changedMatch = event.matchSeq;
        break;
      case 'dealStateChanged':
        Object.assign(this.#dealOf(event.dealSeq), { state: event.state, fee: event.fee ?? 0 });
        if (event.state === 'Cancelled') {
          this.#cancelled.add(this.#dealOf(event.dealSeq).matchSeq);
          const { lots: passed, value } = this.#passedOn.get(event.dealSeq) ?? { lots: 0, value: 0 };
          add(this.dealt, { lots: -passed, value: -value });
          this.#passedOn.delete(event.dealSeq);
        }
        break;
      case 'dealMoved':
        Object.assign(this.#dealOf(event.dealSeq), { owner: event.to, fee: event.fee ?? 0 });
        this.#changedMatch = this.#dealOf(event.dealSeq).matchSeq;
        break;
      case 'dealRepriced':
        for (const { dealSeq } of event.sides) {
          const deal = this.#dealOf(dealSeq);
          deal.value = event.newPrice * deal.lots;
        }
        add(this.dealt, { lots: 0, value: (event.newPrice - event.price) * event.lots });
        known(this.contract(event.contract).counted.get(event.matchSeq), `deal ${event.matchSeq}`).price =
          event.newPrice;
        break;
      case 'dealCancelled':
        this.contract(event.contract).counted.delete(event.matchSeq);
        if (event.origin !== 'package')
          add(this.dealt, { lots: -event.lots, value: -event.lots * event.price });
        break;
      case 'optionExercised': {
        const { listing } = this.contract(event.contract);
        add(this.dealt, { lots: 2 * event.lots, value: event.lots * listing.strike });
        const sumOf = (all: OptionExercised['assigned']) =>
          all.reduce((sum, accountLots) => sum + accountLots.lots, 0);
        claimSame(
          `exercised and assigned lots of ${event.contract}`,
          [sumOf(event.exercised), sumOf(event.assigned)],
          [event.lots, event.lots],
        );
        if (event.isAutomatic)
          for (const { positionSeq, contract, net } of this.positions.values())
            if (contract === event.contract && net > 0)
              claimSame(
                `lots of ${contract} that are not exercised`,
                net,
                this.abandoned.get(positionSeq) ?? 0,
              );
        break;
      }
      case 'siloDelivered':
        this.#mayDeal(event.buyer, 'a certificate');
        this.#mayDeal(event.seller, 'a certificate');
        claim(!this.isHalted(this.contract(event.contract).listing), 'a certificate was awarded in a halt');
        add(this.dealt, { lots: event.lots, value: event.lots * event.mtm });
        break;
      case 'optionAbandoned':
        if (event.lots === 0) this.abandoned.delete(event.positionSeq);
        else this.abandoned.set(event.positionSeq, event.lots);
        if (event.lots === 0) this.instructions.delete(event.positionSeq);
        else {
          const { net } = known(this.positions.get(event.positionSeq), 'the position that is abandoned');
          this.instructions.set(event.positionSeq, { lots: event.lots, net, changes: [] });
        }
        this.positions.set(event.positionSeq, {
          ...known(this.positions.get(event.positionSeq), 'the position that is abandoned'),
          abandoned: event.lots,
        });
        break;
      case 'moneyMoved':
        this.money.move(event);
        break;
      case 'paymentDue':
        this.money.due(event);
        break;
      case 'marginRequired':
        this.money.require(event);
        break;
      case 'unmatchedDealInserted':
      case 'unmatchedDealEdited':
      case 'unmatchedDealEnded':
        this.items.set(event.item.unmatchedSeq, event.item);
        if (event.item.state === 'Accepted') {
          this.#checkAccepted(event.item);
          add(this.dealt, event.item);
          if (event.item.dealSeq !== null) this.#passedOn.set(event.item.dealSeq, event.item);
        }
        if (event.item.state === 'Waiting') this.waiting.set(event.item.unmatchedSeq, event.item);
        else this.waiting.delete(event.item.unmatchedSeq);
        break;
      case 'marketValued':
        this.#checkMarks(event.marks);
        this.#marginsIfEnded = this.money.value(this, event);
        if (!event.isFinal) this.#marginsIfEnded = null;
        this.valued = event;
        break;
      case 'mtmCorrected':
        this.isCorrected = true;
        this.approved = null;
        break;
      case 'mtmApproved':
        claimSame('the approved valuation', event.run, this.valued.run);
        this.approved = this.valued;
        break;
      case 'phaseBegan':
        if (event.phase === 'continuous') {
          this.approved = null;
          this.isCorrected = false;
          this.valued = { ...this.valued, isFinal: false };
        }
        this.#closeBooks(event);
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
        this.#checkMarks(event.marks);
        this.#closed.clear();
        this.money.checkMargins(this.#marginsAtEnd ?? new Map());
        this.#checkApproved(event);
        for (const { contract, mtm } of event.marks) this.contract(contract).mtm = mtm;
        this.money.endDay(this);
        this.businessDay = event.nextBusinessDay;
        for (const { contract, mtm, limits } of event.marks)
          Object.assign(this.contract(contract), { mtm, limits, last: null });
        for (const { counted, B, S } of this.contracts.values()) {
          counted.clear();
          claim(B.length + S.length === 0, 'an order was in a book when the day had ended');
        }
        this.inAuction.clear();
        this.deals.clear();
        Object.assign(this.dealt, { lots: 0, value: 0 });
        this.items.clear();
        this.waiting.clear();
        this.#passedOn.clear();
        this.instructions.clear();
        claim(this.abandoned.size === 0, 'lots were abandoned after their expiry day');
        this.#checkExpired(event.businessDay);
        break;
      default:
    }
  }

  /** Records whether each future's instrument is halted when its trading ends, and forgets it when trading continues. */
  #closeBooks({ groups, phase }: PhaseBegan): void {
    for (const [name, { listing }] of this.contracts) {
      if (listing.kind !== 'future' || !groups.includes(this.#groupOf(listing))) continue;
      if (phase === 'continuous') this.#closed.delete(name);
      else if (this.#isIn(['continuous'], listing) && !this.#closed.has(name))
        this.#closed.set(name, this.isHalted(listing));
    }
  }

  /** A book that was halted when trading ended has no bid and no offer that could be an MTM. */
  #checkMarks(marks: MarketValued['marks']): void {
    if (this.approved !== null) return;
    for (const { contract, method } of marks) {
      const wasHalted = this.#closed.get(contract) ?? this.isHalted(this.contract(contract).listing);
      const isOfBook = method === 'bid' || method === 'offer' || method === 'limit';
      claim(!wasHalted || !isOfBook, `the MTM of ${contract}, which was halted, is of its book: ${method}`);
    }
  }

  /** Accounts and contracts with lots that the account held and that were exercised or delivered today. */
  #coveredClosings(): ReadonlySet<string> {
    const keys = new Set<string>();
    for (const deal of this.deals.values()) if (isClosing(deal)) keys.add(accountOf(deal));
    return new Set([...keys].filter((key) => this.#isCovered(key)));
  }

  /** True if the account held all lots that it has exercised and delivered today. */
  #isCovered(account: string): boolean {
    const deals = [...this.deals.values()].filter((deal) => isStanding(deal) && accountOf(deal) === account);
    // A deal in the same millisecond may have been made before.
    deals.sort((a, b) => a.dealtAt - b.dealtAt || Number(isClosing(a)) - Number(isClosing(b)));
    const position = [...this.positions.values()].find(
      (position) => accountOf({ ...position, owner: position }) === account,
    );
    let net: number = position?.opening ?? 0;
    return deals.every((deal) => {
      const signed = deal.side === 'B' ? deal.lots : -deal.lots;
      const isEnough = net * signed < 0 && Math.abs(net) >= deal.lots;
      net += signed;
      return !isClosing(deal) || isEnough;
    });
  }

  /** Lots that were exercised or delivered neither leave their account nor are cancelled. */
  #checkCovered(covered: ReadonlySet<string>, events: readonly VenueEvent[]): void {
    for (const event of events) {
      if (event.kind !== 'dealMoved' && event.kind !== 'dealStateChanged') continue;
      const deal = this.#dealOf(event.dealSeq);
      const account = accountOf(event.kind === 'dealMoved' ? { ...deal, owner: event.from } : deal);
      claim(
        !covered.has(account) || this.#isCovered(account),
        `lots of ${account} were exercised or delivered, and have left`,
      );
    }
  }

  /** Checks that both sides may deal now. A deal that is passed on was made before a halt. */
  #checkAccepted({ type, contract, owner, accepted }: UnmatchedDeal): void {
    this.#mayDeal(owner, 'an unmatched deal');
    this.#mayDeal(known(accepted ?? undefined, 'who accepted it'), 'an unmatched deal');
    const isHalted = type === 'reported' && this.isHalted(this.contract(contract).listing);
    claim(!isHalted, 'a deal was reported in a halt');
  }

  /** A day whose MTM was approved ends with that MTM of its futures. */
  #checkApproved({ marks }: DayEnded): void {
    if (this.approved !== null) {
      const futuresOf = (all: readonly { readonly contract: string; readonly mtm: number }[]) =>
        all
          .filter(({ contract }) => this.contract(contract).listing.kind === 'future')
          .map(({ contract, mtm }) => [contract, mtm]);
      claimSame('the approved MTM', futuresOf(marks), futuresOf(this.approved.marks));
    }
    this.approved = null;
    this.valued = { run: 0, isFinal: false, marks: [] };
    this.isCorrected = false;
  }

  /** Claims that no account holds an option or a cash-settled future after its last trading day, or another future five business days later. */
  #checkExpired(ended: string): void {
    for (const { contract, net } of this.positions.values()) {
      const { kind, lastTradingDay, instrument } = this.contract(contract).listing;
      const ends = kind === 'option' || this.instruments.get(instrument)?.settlement === 'cash';
      const traded = parseIsoDate(lastTradingDay) ?? (0 as Day);
      const lastDay = ends ? lastTradingDay : isoDate(businessDaysAfter(traded, 5, this.#holidays));
      claim(net === 0 || lastDay > ended, `somebody holds ${contract}, which has ended`);
    }
  }

  #setVatNumber({ code, vatNumber }: { readonly code: string; readonly vatNumber?: string }): void {
    if (vatNumber === undefined) this.vatNumbers.delete(code);
    else this.vatNumbers.set(code, vatNumber);
  }

  #list(listing: ContractListing): void {
    const { contract, instrument, kind, mtm, limits, legs } = listing;
    this.names.push(contract);
    if (legs !== undefined) this.pairs.push(contract);
    const legTicks = legs === undefined ? [] : [legs.plus, legs.minus].map((leg) => this.contract(leg).tick);
    const own = kind === 'delta' ? 1 : (this.instruments.get(instrument)?.tick ?? 1);
    const tick = (legs === undefined ? own : Math.max(...legTicks)) as Price;
    const nothingYet = { last: null, counted: new Map(), B: [], S: [] };
    this.contracts.set(contract, { listing, tick, mtm, limits, ...nothingYet });
  }

  #accept(event: OrderAccepted): void {
    const { activeOrderSeq, contract, side, type, lots, price, pricing, owner } = event;
    this.#mayDeal(owner, 'an order');
    const isIn = this.#isIn(['preOpen', 'continuous'], this.contract(contract).listing);
    claim(isIn, `an order in ${contract} was accepted while it, or a leg, is closed`);
    claim(!this.orders.has(activeOrderSeq), `order ${activeOrderSeq} was accepted twice`);
    claim(lots >= 1, `order ${activeOrderSeq} has no lots`);
    const entering = { status: 'entering', remaining: lots, unhedged: 0 } as const;
    const order: ModelOrder = {
      activeOrderSeq,
      contract,
      side,
      type,
      lots,
      price,
      pricing,
      owner,
      ...entering,
    };
    this.orders.set(activeOrderSeq, order);
    this.#entering.add(order);
  }

  /** Behind all orders at the same price or a better one. */
  #rest(event: Omit<OrderPlace, 'rested'>): void {
    const { activeOrderSeq } = event;
    const order = this.#order(activeOrderSeq);
    const { contract, side, price, remaining } = order;
    const isSame = event.contract === contract && event.side === side && event.price === price;
    claim(isSame && event.lots === remaining, `order ${activeOrderSeq} rests on other terms than it has`);
    this.#touched.add(contract);
    // Before and after a call auction, orders that are already in the book also have this event.
    if (order.status === 'inBook') {
      claim(this.inAuction.has(contract), `order ${activeOrderSeq} rested twice`);
      return;
    }
    claim(order.status !== 'suspended', `order ${activeOrderSeq} rests while suspended`);
    const queue = this.contract(contract)[side];
    const worse = queue.findIndex((other) => (side === 'B' ? other.price < price : other.price > price));
    queue.splice(worse < 0 ? queue.length : worse, 0, order);
    order.status = 'inBook';
    this.#entering.delete(order);
    this.heldOver.delete(activeOrderSeq);
  }

  #deal(made: DealMade, at: number): void {
    const { contract: name, price, lots, origin } = made;
    const contract = this.contract(name);
    if (countsForMarket[origin]) contract.counted.set(made.matchSeq, { lots, price });
    claim(lots >= 1, `match ${made.matchSeq} has no lots`);
    const orders = origin === 'screen' || origin === 'package' ? this.#match(made, contract) : null;
    claim(!this.isHalted(contract.listing), `${name} dealt in a halt`);
    claim(this.#isIn(['continuous'], contract.listing), `${name} dealt outside continuous trading`);
    this.#mayDeal(made.buy.owner, 'a deal');
    this.#mayDeal(made.sell.owner, 'a deal');
    if (orders !== null && origin === 'package') {
      this.#packages.push({ made, orders });
      return;
    }
    if (origin !== 'screen') this.#legs.push(made);
    const { limits, tick } = contract;
    claim(price > 0 && price % tick === 0, `match ${made.matchSeq} has a price of ${price}`);
    if (limits !== null)
      claim(price >= limits.low && price <= limits.high, `${name} dealt at ${price}, outside its limits`);
    contract.last = price;
    add(this.dealt, { lots, value: price * lots });
    const { matchSeq } = made;
    this.#changedMatch = matchSeq;
    const terms = { matchSeq, contract: name, lots, value: price * lots, origin, dealtAt: at };
    const state = 'Open' as const;
    for (const [side, own] of [
      ['B', made.buy],
      ['S', made.sell],
    ] as const)
      this.deals.set(own.dealSeq, {
        ...terms,
        dealSeq: own.dealSeq,
        side,
        owner: own.owner,
        state,
        fee: own.fee ?? 0,
      });
  }

  /** The best price first, at one price the oldest order first, at the price of the order that rested. */
  #match(
    { matchSeq, buy, sell, lots, price, aggressor }: DealMade,
    contract: ModelContract,
  ): Readonly<Record<Side, ModelOrder>> {
    const orders = { B: this.#order(buy.activeOrderSeq), S: this.#order(sell.activeOrderSeq) };
    this.#touched.add(contract.listing.contract);
    const isAgreed = orders.B.price >= price && orders.S.price <= price;
    claim(isAgreed, `match ${matchSeq} is at a price that an order does not accept`);
    for (const [side, own] of [
      ['B', buy],
      ['S', sell],
    ] as const) {
      const order = orders[side];
      const { remaining, activeOrderSeq } = order;
      claim(remaining - lots === own.left, `match ${matchSeq} leaves ${own.left} of ${remaining}`);
      claim(own.left >= 0, `match ${matchSeq} deals more lots than there were`);
      order.remaining = own.left;
      if (side === aggressor) {
        claim(order.status !== 'inBook', `order ${activeOrderSeq} was the aggressor but in the book`);
        continue;
      }
      claim(contract[side][0] === order, `match ${matchSeq} passed over a better or older order`);
      claim(aggressor === null || order.price === price, `match ${matchSeq} is not at the resting price`);
      if (own.left > 0) continue;
      contract[side].shift();
      order.status = 'entering';
      this.#entering.add(order);
    }
    return orders;
  }

  /**
   * The prices of the legs of a split or spread differ by its price, and the legs are equal in tons. The option of a delta
   * has the lots of the delta, its hedge at most as many.
   */
  #checkPackage(whole: DealMade, orders: Readonly<Record<Side, ModelOrder>>): void {
    const [first, second] = this.#legs.filter(({ linkedGroup }) => linkedGroup === whole.linkedGroup);
    const leg = known(first, `a leg of package ${whole.matchSeq}`);
    claimSame('owners of a package and its leg', leg.buy.owner, whole.buy.owner);
    if (leg.origin === 'delta') {
      const isEqual = leg.lots === whole.lots && (second?.lots ?? 0) <= whole.lots;
      claim(isEqual, 'a delta has other lots than its option');
      this.#checkHedge(whole, orders, second?.lots ?? 0);
      return;
    }
    const other = known(second, `the other leg of package ${whole.matchSeq}`);
    const difference = leg.price - other.price;
    claim(difference === whole.price, `the legs of ${whole.contract} differ by another price than its own`);
    claimSame('owners of a package and its other leg', other.sell.owner, whole.buy.owner);
    const tons = ({ contract, lots }: DealMade) =>
      lots * (this.instruments.get(this.contract(contract).listing.instrument)?.tonsPerContract ?? 0);
    claim(tons(leg) === tons(other), `the legs of ${whole.contract} are not equal in tons`);
  }

  /** The hedge of an order is off by at most half a lot after each of its deals, and by less than one and a half after its last deal. */
  #checkHedge(whole: DealMade, orders: Readonly<Record<Side, ModelOrder>>, hedge: number): void {
    const { aggressor, lots, price } = whole;
    const rested = aggressor === null ? null : orders[otherSide(aggressor)];
    const terms = rested !== null && rested.price === price ? rested.pricing : null;
    for (const [order, { left }] of [
      [orders.B, whole.buy],
      [orders.S, whole.sell],
    ] as const) {
      order.unhedged += exactHedge(lots, terms?.delta ?? Number.NaN) - hedge * 1_000_000;
      const most = left > 0 ? 500_000 : 1_499_999;
      claim(
        !(Math.abs(order.unhedged) > most),
        `order ${order.activeOrderSeq} lacks hedge: ${order.unhedged}`,
      );
    }
  }

  /** An instruction covers the lots that have been long since it was given. Matches that are cancelled were never dealt. */
  #abandonedIn(position: PositionChanged): number {
    const instruction = this.instructions.get(position.positionSeq);
    if (instruction === undefined) return 0;
    const { changes } = instruction;
    const kept = changes.filter(({ matchSeq }) => !this.#cancelled.has(matchSeq));
    const net = kept.reduce((sum, change) => sum + change.lots, instruction.net);
    const change = { lots: position.net - net, matchSeq: this.#cancelled.size > 0 ? 0 : this.#changedMatch };
    changes.splice(0, changes.length, ...kept, change);
    let running = instruction.net;
    const all = changes.map(({ lots }) => {
      running += lots;
      return Math.max(running, 0);
    });
    return Math.min(instruction.lots, ...all);
  }

  #hold(event: PositionChanged): void {
    const { positionSeq, contract, net, opening, bought, sold } = event;
    const left = this.#abandonedIn(event);
    claimSame(`the abandoned lots of position ${positionSeq}`, event.abandoned, left);
    if (left === 0) this.abandoned.delete(positionSeq);
    else this.abandoned.set(positionSeq, left);
    const isSum = net === opening + bought - sold;
    claim(isSum, `position ${positionSeq} is not its opening and what was bought and sold`);
    const before = this.positions.get(positionSeq)?.net ?? 0;
    this.#sums.set(contract, (this.#sums.get(contract) ?? 0) + net - before);
    this.#touched.add(contract);
    // A position that is flat when the day begins is dropped.
    if (net === 0 && opening === 0 && bought === 0 && sold === 0 && this.deals.size === 0)
      this.positions.delete(positionSeq);
    else this.positions.set(positionSeq, event);
  }

  /** The order; its place must match the event. */
  #orderAt(event: OrderPlace): ModelOrder {
    const order = this.#order(event.activeOrderSeq);
    const rested = order.status === 'inBook';
    const isThere = event.contract === order.contract && event.side === order.side && event.rested === rested;
    const isSame = event.price === order.price && event.lots === order.remaining;
    claim(isThere && isSame, `order ${event.activeOrderSeq} is not where its event says`);
    return order;
  }

  #leaveBook(event: OrderPlace): ModelOrder {
    const order = this.#orderAt(event);
    this.#entering.delete(order);
    this.heldOver.delete(order.activeOrderSeq);
    if (order.status !== 'inBook') return order;
    const queue = this.contract(order.contract)[order.side];
    queue.splice(queue.indexOf(order), 1);
    order.status = 'suspended';
    return order;
  }

  #holdOver(order: ModelOrder): void {
    order.status = 'heldOver';
    this.heldOver.set(order.activeOrderSeq, order);
  }

  #end(activeOrderSeq: number, left: number): void {
    const order = this.#order(activeOrderSeq);
    const { remaining, status } = order;
    claim(remaining === left, `order ${activeOrderSeq} ended with ${left} of ${remaining} left`);
    claim(status !== 'inBook', `order ${activeOrderSeq} ended but is in the book`);
    this.#entering.delete(order);
    this.heldOver.delete(activeOrderSeq);
    this.orders.delete(activeOrderSeq);
  }

  #order(activeOrderSeq: number): ModelOrder {
    return known(this.orders.get(activeOrderSeq), `order ${activeOrderSeq}`);
  }

  #dealOf(dealSeq: number): ModelDeal {
    return known(this.deals.get(dealSeq), `deal ${dealSeq}`);
  }
}

function add(sum: { lots: number; value: number }, more: { readonly lots: number; readonly value: number }) {
  sum.lots += more.lots;
  sum.value += more.value;
}
