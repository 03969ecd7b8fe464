// The business day's deals, one row per side (data set 7, PANEL-10). A replaced deal stays for the day with its state, in one
// group with the deals derived from it.
import type {
  Capacity,
  ChunkStore,
  DealBooked,
  DealMade,
  DealMoved,
  DealOrigin,
  DealRepriced,
  DealState,
  OptionDealt,
  Side,
  UnmatchedDeal,
} from '@openpit/venue';
import { averageRand, type DealRow, dataSets, toPercent, toRand } from '@openpit/wire';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import { type FactsOf, undisclosed } from '../reference/directory.ts';

/** One side of a deal. `value` is cents times lots; amount and fee are cents. */
interface DealRecord extends MemberRecord {
  readonly dealer: string;
  readonly matchSeq: number;
  readonly time: number;
  readonly contract: string;
  readonly side: Side;
  readonly qty: number;
  value: number;
  readonly averagePrice: number | null;
  amount: number;
  fee: number | null;
  readonly activeOrderSeq: number | null;
  principal: string;
  subAccount: string | null;
  capacity: Capacity;
  readonly ref: string;
  /** The member on the other side; empty if deals with several were cumulated. */
  readonly counterparty: string;
  readonly isDisclosed: boolean;
  readonly origin: DealOrigin;
  readonly isAggressor: boolean;
  state: DealState;
  linkedGroup: number | null;
  option: OptionDealt | null;
  changes: DealRow['changes'];
}

/** A deal that counts for a position. `amount`: cents. */
export interface StandingDeal {
  readonly dealSeq: number;
  readonly principal: string;
  readonly contract: string;
  readonly side: Side;
  readonly amount: number;
}

type SavedDealRecord = Omit<DealRecord, 'round'>;
export type SavedDealRows = SavedMemberRows<SavedDealRecord>;

/** Written field by field, because a spread is slow. */
const saved = (deal: DealRecord): SavedDealRecord => ({
  key: deal.key,
  member: deal.member,
  dealer: deal.dealer,
  matchSeq: deal.matchSeq,
  time: deal.time,
  contract: deal.contract,
  side: deal.side,
  qty: deal.qty,
  value: deal.value,
  averagePrice: deal.averagePrice,
  amount: deal.amount,
  fee: deal.fee,
  activeOrderSeq: deal.activeOrderSeq,
  principal: deal.principal,
  subAccount: deal.subAccount,
  capacity: deal.capacity,
  ref: deal.ref,
  counterparty: deal.counterparty,
  isDisclosed: deal.isDisclosed,
  origin: deal.origin,
  isAggressor: deal.isAggressor,
  state: deal.state,
  linkedGroup: deal.linkedGroup,
  option: deal.option,
  changes: deal.changes,
});
const loaded = (deal: SavedDealRecord): DealRecord => ({ ...deal, round: 0 });

const unchanged: DealRow['changes'] = [];

export class Deals implements Projection {
  readonly #facts: FactsOf;
  readonly #rows: MemberRows<DealRecord, DealRow>;

  constructor(facts: FactsOf, store: ChunkStore) {
    this.#facts = facts;
    const daily = { pack: saved, unpack: loaded, store };
    const rowOf = (record: DealRecord) => this.#row(record);
    this.#rows = new MemberRows({ dataSetId: dataSets.deals.id, rowOf, daily });
  }

  get dataSets() {
    return { deals: this.#rows };
  }

  readonly on: EventHandlers = {
    dayEnded: () => this.#rows.clearing(),
    dealMade: (event, { at }) => {
      // A package has no position; the deals that it prints have their own rows.
      if (event.origin === 'package') return;
      this.#rows.put(matchedSide(event, 'B', at));
      this.#rows.put(matchedSide(event, 'S', at));
    },
    dealBooked: (event) => this.#rows.put(bookedSide(event)),
    dealStateChanged: ({ dealSeq, state, linkedGroup, fee }) => {
      const deal = this.#rows.get(dealSeq);
      if (deal === undefined) return;
      deal.state = state;
      deal.linkedGroup = linkedGroup;
      deal.fee = fee;
      this.#rows.changed(deal);
    },
    dealRepriced: (event, { at }) => {
      for (const { dealSeq } of event.sides) this.#reprice(dealSeq, event, at);
    },
    dealMoved: (event, { at }) => this.#move(event, at),
  };

  /** The deals that count for positions. */
  *standing(): Generator<StandingDeal> {
    for (const { key: dealSeq, principal, contract, side, amount, state } of this.#rows.all())
      if (state === 'Open' || state === 'Assigning') yield { dealSeq, principal, contract, side, amount };
  }

  /** The price of the deal that an unmatched deal passes on, or of its own terms if it passes on none. */
  priceOf({ dealSeq, value, lots }: Pick<UnmatchedDeal, 'dealSeq' | 'value' | 'lots'>): number {
    const averagePrice = dealSeq === null ? null : (this.#rows.get(dealSeq)?.averagePrice ?? null);
    return priceOf({ value, qty: lots, averagePrice });
  }

  save(): SavedDealRows {
    return this.#rows.save(saved);
  }

  load(rows: SavedDealRows): void {
    this.#rows.load(rows, loaded);
  }

  #reprice(dealSeq: number, { newPrice, newAmount, price, option }: DealRepriced, time: number): void {
    const deal = this.#rows.get(dealSeq);
    if (deal === undefined) return;
    const [from, to] = [String(toRand(price)), String(toRand(newPrice))];
    deal.value = newPrice * deal.qty;
    deal.amount = newAmount;
    deal.option = option;
    deal.changes = [...deal.changes, { time, dealer: '', what: 'price', from, to }];
    this.#rows.changed(deal);
  }

  #move({ dealSeq, what: field, from, to, fee, by }: DealMoved, time: number): void {
    const deal = this.#rows.get(dealSeq);
    if (deal === undefined) return;
    const textOf = ({ principal, subAccount }: DealMoved['from']) =>
      field === 'principal' ? principal : (subAccount ?? '');
    deal.principal = to.principal;
    deal.subAccount = to.subAccount;
    deal.capacity = to.capacity;
    deal.fee = fee;
    const change = { time, dealer: by, what: field, from: textOf(from), to: textOf(to) };
    deal.changes = [...deal.changes, change];
    this.#rows.changed(deal);
  }

  #row(deal: DealRecord): DealRow {
    const { contract, member, counterparty, qty } = deal;
    const { origin, capacity, option, state } = deal;
    const { displaySeq, instrument, disclosesMembers } = this.#facts(contract);
    const isKnown = deal.isDisclosed || disclosesMembers || counterparty === member || counterparty === '';
    const row: DealRow = {
      dealSeq: deal.key,
      matchSeq: deal.matchSeq,
      time: deal.time,
      contract,
      displaySeq,
      instrument,
      side: deal.side,
      qty,
      price: priceOf(deal),
      value: toRand(deal.amount),
      activeOrderSeq: deal.activeOrderSeq,
      principal: deal.principal,
      subAccount: deal.subAccount,
      member,
      dealer: deal.dealer,
      capacity,
      counterparty: isKnown ? counterparty : undisclosed,
      origin,
      ref: deal.ref,
      isAggressor: deal.isAggressor,
      state,
      linkedGroup: deal.linkedGroup,
      fee: toRand(deal.fee),
      changes: deal.changes,
    };
    return option === null ? row : { ...row, ...volatilityOf(option) };
  }
}

/** A part of deals that were cumulated at their average keeps it, despite odd cents in its value. */
const priceOf = ({ value, qty, averagePrice }: Pick<DealRecord, 'value' | 'qty' | 'averagePrice'>): number =>
  averagePrice === null ? averageRand(value, qty) : averagePrice / 10_000;

function matchedSide(deal: DealMade, side: Side, time: number): DealRecord {
  const [ownSide, other] = side === 'B' ? [deal.buy, deal.sell] : [deal.sell, deal.buy];
  const { principal, subAccount, member, dealer, capacity, ref } = ownSide.owner;
  return {
    key: ownSide.dealSeq,
    member,
    dealer,
    round: 0,
    matchSeq: deal.matchSeq,
    time,
    contract: deal.contract,
    side,
    qty: deal.lots,
    value: deal.price * deal.lots,
    averagePrice: null,
    amount: deal.amount,
    fee: ownSide.fee,
    activeOrderSeq: ownSide.activeOrderSeq,
    principal,
    subAccount,
    capacity,
    ref,
    counterparty: other.owner.member,
    isDisclosed: false,
    origin: deal.origin,
    isAggressor: deal.aggressor === side,
    state: 'Open',
    linkedGroup: deal.linkedGroup,
    option: deal.option,
    changes: unchanged,
  };
}

function bookedSide(deal: DealBooked): DealRecord {
  const { principal, subAccount, member, dealer, capacity, ref } = deal.owner;
  return {
    key: deal.dealSeq,
    member,
    dealer,
    round: 0,
    matchSeq: deal.matchSeq,
    time: deal.dealtAt,
    contract: deal.contract,
    side: deal.side,
    qty: deal.lots,
    value: deal.value,
    averagePrice: deal.averagePrice,
    amount: deal.amount,
    fee: deal.fee,
    activeOrderSeq: deal.activeOrderSeq,
    principal,
    subAccount,
    capacity,
    ref,
    counterparty: deal.counterparty,
    isDisclosed: deal.isDisclosed,
    origin: deal.origin,
    isAggressor: deal.isAggressor,
    state: 'Open',
    linkedGroup: deal.linkedGroup,
    option: deal.option,
    changes: unchanged,
  };
}

/** The fields that only deals in options have. */
const volatilityOf = ({ volatility, reference }: OptionDealt): Pick<DealRow, 'volatility' | 'reference'> => ({
  volatility: volatility === null ? null : toPercent(volatility),
  reference: toRand(reference),
});
