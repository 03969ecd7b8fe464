// History, folded from the outcome log: candles, time and sales, past deals and orders. The rows are written to a store. Only the running
// business day stays in memory; it can be saved and continued. The same outcomes always result in the same rows.
import {
  countsForMarket,
  type DealBooked,
  type DealMade,
  type DealOrigin,
  type Outcome,
  type Side,
} from '@openpit/venue';
import type { CompletedOrderRow, DealRow } from '@openpit/wire';
import { countsForVolume } from '../kernel/traded.ts';
import { Candles, type DayCandle, type MinuteCandle } from './candles.ts';
import { OpenInterest, type SavedOpenInterest } from './open-interest.ts';
import { type Dated, PastRows, type SavedPastRows } from './past-rows.ts';
import type { PastSetRow } from './past-sets.ts';

/** A deal as the market saw it: a row of time and sales. The price is cents. */
export interface RecordedPrint {
  readonly matchSeq: number;
  readonly contract: string;
  readonly time: number;
  readonly businessDay: string;
  readonly price: number;
  readonly lots: number;
  /** `null` for a deal of a call auction, where both orders waited, and for a reported deal. */
  readonly aggressor: Side | null;
  readonly origin: DealOrigin;
  /** `volume`: it counts only in the volume of the day. */
  readonly counts: 'candles' | 'volume' | 'nothing';
  /** The two members; null if the market does not disclose them. */
  readonly buyer: string | null;
  readonly seller: string | null;
}

/** The rows that a part of the log adds to history. */
export interface HistoryRows {
  readonly minutes: readonly MinuteCandle[];
  readonly days: readonly DayCandle[];
  readonly prints: readonly RecordedPrint[];
  /** Deals that were cancelled, by matchSeq. */
  readonly cancelledPrints: readonly number[];
  /** Deals with a corrected price, in cents, by matchSeq. */
  readonly repricedPrints: readonly { readonly matchSeq: number; readonly price: number }[];
  /** Each deal once, in its last state. */
  readonly deals: readonly Dated<DealRow>[];
  readonly removedDeals: readonly number[];
  readonly orders: readonly Dated<CompletedOrderRow>[];
  /** Rows of data sets at the end of a day. */
  readonly sets: readonly PastSetRow[];
}

export interface SavedHistory {
  readonly past: SavedPastRows;
  readonly openInterest: SavedOpenInterest;
  readonly dealtToday: readonly string[];
}

export class HistoryFold {
  readonly #past = new PastRows();
  readonly #openInterest = new OpenInterest();
  readonly #candles = new Candles();
  #prints: RecordedPrint[] = [];
  readonly #cancelledPrints = new Set<number>();
  readonly #repricedPrints = new Map<number, number>();
  readonly #deals = new Map<number, Dated<DealRow>>();
  readonly #removedDeals = new Set<number>();
  #orders: Dated<CompletedOrderRow>[] = [];
  #sets: PastSetRow[] = [];

  /** The approximate size of a saved state: rows of the running day. */
  get kept(): number {
    return this.#past.kept;
  }

  apply(outcome: Outcome): void {
    const acceptsReport = outcome.events.some(
      (event) =>
        event.kind === 'unmatchedDealEnded' &&
        event.item.state === 'Accepted' &&
        event.item.type === 'reported',
    );
    for (const event of outcome.events) {
      // Read before the past rows handle the event, because at the end of the day their directory changes to the next day.
      const { businessDay } = this.#past.directory;
      if (event.kind === 'dealMade') this.#print(event, outcome.at, businessDay);
      // Deals that members make of a reported deal later are not new deals.
      else if (event.kind === 'dealBooked' && acceptsReport && event.side === 'B')
        this.#printReport(event, outcome.at, businessDay);
      else if (event.kind === 'dealCancelled') this.#cancelledPrints.add(event.matchSeq);
      else if (event.kind === 'dealRepriced') this.#repricedPrints.set(event.matchSeq, event.newPrice);
      else if (event.kind === 'dayEnded') this.#candles.endDay(event, this.#openInterest.of);
      const changed = this.#openInterest.apply(event);
      if (changed !== null) this.#candles.openInterestChanged(changed);
    }
    const { deals, removedDeals, orders, sets } = this.#past.apply(outcome);
    for (const dated of deals) {
      this.#deals.set(dated.row.dealSeq, dated);
      this.#removedDeals.delete(dated.row.dealSeq);
    }
    for (const dealSeq of removedDeals) {
      this.#deals.delete(dealSeq);
      this.#removedDeals.add(dealSeq);
    }
    for (const order of orders) this.#orders.push(order);
    for (const row of sets) this.#sets.push(row);
  }

  /** The rows added since the last call. */
  take(): HistoryRows {
    const { minutes, days } = this.#candles.take();
    const rows = {
      minutes,
      days,
      prints: this.#prints,
      cancelledPrints: [...this.#cancelledPrints],
      repricedPrints: Array.from(this.#repricedPrints, ([matchSeq, price]) => ({ matchSeq, price })),
      deals: [...this.#deals.values()],
      removedDeals: [...this.#removedDeals],
      orders: this.#orders,
      sets: this.#sets,
    };
    this.#prints = [];
    this.#cancelledPrints.clear();
    this.#repricedPrints.clear();
    this.#deals.clear();
    this.#removedDeals.clear();
    this.#orders = [];
    this.#sets = [];
    return rows;
  }

  /** The state between two parts of the log; to be called after `take`. */
  save(): SavedHistory {
    return {
      past: this.#past.save(),
      openInterest: this.#openInterest.save(),
      dealtToday: this.#candles.save(),
    };
  }

  load({ past, openInterest, dealtToday }: SavedHistory): void {
    this.#past.load(past);
    this.#openInterest.load(openInterest);
    this.#candles.load(dealtToday);
    this.take();
  }

  #print(deal: DealMade, at: number, businessDay: string): void {
    const { matchSeq, contract, price, lots, aggressor, origin, buy, sell } = deal;
    const { disclosesMembers } = this.#past.directory;
    const counts = this.#countsOf(deal);
    if (counts === 'candles') this.#candles.deal(deal, { at, businessDay });
    else if (counts === 'volume') this.#candles.volume(contract, businessDay, lots);
    this.#prints.push({
      matchSeq,
      contract,
      time: at,
      businessDay,
      price,
      lots,
      aggressor,
      origin,
      counts,
      buyer: disclosesMembers ? buy.owner.member : null,
      seller: disclosesMembers ? sell.owner.member : null,
    });
  }

  #countsOf({ contract, origin }: Pick<DealMade, 'contract' | 'origin'>): RecordedPrint['counts'] {
    if (countsForMarket[origin]) return 'candles';
    return countsForVolume(origin, this.#past.directory.contract(contract)?.kind) ? 'volume' : 'nothing';
  }

  /** A deal that two members agreed off-screen, when it is matched. */
  #printReport(buy: DealBooked, at: number, businessDay: string): void {
    const { matchSeq, contract, value, lots, origin, owner, counterparty } = buy;
    const { disclosesMembers } = this.#past.directory;
    this.#prints.push({
      matchSeq,
      contract,
      time: at,
      businessDay,
      price: Math.round(value / lots),
      lots,
      aggressor: null,
      origin,
      counts: 'nothing',
      buyer: disclosesMembers ? owner.member : null,
      seller: disclosesMembers ? counterparty : null,
    });
  }
}
