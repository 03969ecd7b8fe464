// Data set 7: the business day's deals, a row a side, each visible to its own member (PANEL-10). A deal that was replaced stays for the
// day with its state, in one group with what became of it.
import {
  bookingFee,
  type DealBooked,
  type DealMade,
  type DealMoved,
  type DealRepriced,
  type DealSide,
  type EventOrigin,
  type OptionDealt,
  type Side,
  type VenueEvent,
} from '@openpit/venue';
import { type DealRow, dataSetIds } from '@openpit/wire';
import { rand, randOrNull } from '../rand.ts';
import { fourDecimals } from './completed-orders.ts';
import { type ContractFacts, undisclosed } from './contract-facts.ts';
import { MemberRows } from './member-rows.ts';

const unchanged: DealRow['changes'] = [];

export class Deals {
  readonly rows = new MemberRows<DealRow>(dataSetIds.deals, (row) => row.dealSeq);
  readonly #facts: ContractFacts;

  constructor(facts: ContractFacts) {
    this.#facts = facts;
  }

  apply(event: VenueEvent, { at }: EventOrigin): void {
    switch (event.kind) {
      case 'dayEnded':
        this.rows.clear();
        break;
      case 'dealMade':
        // Nothing is held of a package but the deals that it prints, which have rows of their own.
        if (event.origin === 'package') break;
        this.rows.put(this.#row(event, 'B', at));
        this.rows.put(this.#row(event, 'S', at));
        break;
      case 'dealBooked':
        this.rows.put(this.#booked(event));
        break;
      case 'dealStateChanged': {
        const row = this.rows.get(event.dealSeq);
        const { state, linkedGroup } = event;
        // What came of the deal bears its fee; a mistake bears none.
        const isFree = state === 'Split' || state === 'Cumulated' || state === 'Cancelled';
        const fee = row?.fee != null && isFree ? 0 : (row?.fee ?? null);
        if (row !== undefined) this.rows.put({ ...row, state, linkedGroup, fee });
        break;
      }
      case 'dealRepriced':
        for (const { dealSeq } of event.sides) this.#reprice(dealSeq, event, at);
        break;
      case 'dealMoved':
        this.#move(event, at);
        break;
      default:
    }
  }

  #row(deal: DealMade, side: Side, time: number): DealRow {
    const { contract, lots: qty } = deal;
    const [own, other]: [DealSide, DealSide] = side === 'B' ? [deal.buy, deal.sell] : [deal.sell, deal.buy];
    const { displaySeq, instrument, tons, disclosesMembers, fees } = this.#facts(contract);
    const { principal, subAccount, member, dealer, capacity, ref } = own.owner;
    const known = disclosesMembers || other.owner.member === member;
    const row: DealRow = {
      dealSeq: own.dealSeq,
      matchSeq: deal.matchSeq,
      time,
      contract,
      displaySeq,
      instrument,
      side,
      qty,
      price: rand(deal.price),
      value: (deal.price * qty * tons) / 100,
      activeOrderSeq: own.activeOrderSeq,
      principal,
      subAccount,
      member,
      dealer,
      capacity,
      counterparty: known ? other.owner.member : undisclosed,
      origin: deal.origin,
      ref,
      isAggressor: deal.aggressor === side,
      state: 'Open',
      linkedGroup: deal.linkedGroup,
      fee: randOrNull(bookingFee(fees, { origin: deal.origin, lots: qty, capacity })),
      changes: unchanged,
    };
    return deal.option === null ? row : { ...row, ...volatilityOf(deal.option) };
  }

  #booked(deal: DealBooked): DealRow {
    const { contract, lots: qty, counterparty } = deal;
    const { displaySeq, instrument, tons, disclosesMembers, fees } = this.#facts(contract);
    const { principal, subAccount, member, dealer, capacity, ref } = deal.owner;
    const known = deal.isDisclosed || disclosesMembers || counterparty === member || counterparty === '';
    const row: DealRow = {
      dealSeq: deal.dealSeq,
      matchSeq: deal.matchSeq,
      time: deal.dealtAt,
      contract,
      displaySeq,
      instrument,
      side: deal.side,
      qty,
      price: fourDecimals(deal.value, qty),
      value: (deal.value * tons) / 100,
      activeOrderSeq: deal.activeOrderSeq,
      principal,
      subAccount,
      member,
      dealer,
      capacity,
      counterparty: known ? counterparty : undisclosed,
      origin: deal.origin,
      ref,
      isAggressor: deal.isAggressor,
      state: 'Open',
      linkedGroup: deal.linkedGroup,
      fee: randOrNull(bookingFee(fees, { origin: deal.origin, lots: qty, capacity })),
      changes: unchanged,
    };
    return deal.option === null ? row : { ...row, ...volatilityOf(deal.option) };
  }

  #reprice(dealSeq: number, { newPrice, price, option }: DealRepriced, time: number): void {
    const row = this.rows.get(dealSeq);
    if (row === undefined) return;
    const { tons } = this.#facts(row.contract);
    const change = {
      time,
      dealer: '',
      what: 'price' as const,
      from: String(rand(price)),
      to: String(rand(newPrice)),
    };
    this.rows.put({
      ...row,
      price: rand(newPrice),
      value: (newPrice * row.qty * tons) / 100,
      ...volatilityOf(option),
      changes: [...row.changes, change],
    });
  }

  #move({ dealSeq, what, from, to, by }: DealMoved, time: number): void {
    const row = this.rows.get(dealSeq);
    if (row === undefined) return;
    const { principal, subAccount, capacity } = to;
    const named = (owner: DealMoved['from']) =>
      what === 'principal' ? owner.principal : (owner.subAccount ?? '');
    const change = { time, dealer: by, what, from: named(from), to: named(to) };
    // The fee is that of the account to which the deal belongs now.
    const { fees } = this.#facts(row.contract);
    const fee = randOrNull(bookingFee(fees, { origin: row.origin, lots: row.qty, capacity }));
    this.rows.put({ ...row, principal, subAccount, capacity, fee, changes: [...row.changes, change] });
  }
}

/** Only options have these fields. */
const volatilityOf = (option: OptionDealt | null): Pick<DealRow, 'volatility' | 'reference'> =>
  option === null
    ? {}
    : {
        volatility: option.volatility === null ? null : option.volatility / 100,
        reference: rand(option.reference),
      };
