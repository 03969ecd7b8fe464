// The deliveries of a day. Auctions (data set 22) and offered certificates (24) are the same for everyone and name no parties. Bids (23),
// allocations (25) and invoices (26) are for the member concerned. The sets 22 to 24 are cleared at the next day's first stage.
import type { SiloBidChanged, SiloDelivered, SiloLotChanged, SiloStageBegun } from '@openpit/venue';
import {
  dataSets,
  type SiloAllocationRow,
  type SiloAuctionRow,
  type SiloBidRow,
  type SiloInvoiceRow,
  type SiloOfferRow,
  toRand,
} from '@openpit/wire';
import type { NextDue } from '../clearing/clearing.ts';
import { firstDayKept } from '../kernel/kept-days.ts';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';

type Bid = SiloBidChanged['bid'];
type Lot = SiloLotChanged['lot'];

/** The record of a row that never changes. Rows for everyone belong to no member. */
interface RowRecord<Row, Key extends string | number> extends MemberRecord<Key> {
  readonly businessDay: string;
  readonly row: Row;
}

const recordOf = <Row extends { readonly businessDay: string }, Key extends string | number>(
  key: Key,
  row: Row,
  owner: { readonly member: string; readonly dealer?: string } = { member: '' },
): RowRecord<Row, Key> => ({ key, round: 0, businessDay: row.businessDay, row, ...owner });

export interface SavedSiloAuctions {
  readonly day: string;
  readonly auctions: SavedMemberRows<SiloAuctionRow>;
  readonly offers: SavedMemberRows<SiloOfferRow>;
  readonly bids: SavedMemberRows<SiloBidRow>;
  readonly allocations: SavedMemberRows<SiloAllocationRow>;
  readonly invoices: SavedMemberRows<SiloInvoiceRow>;
}

export class SiloAuctions implements Projection {
  readonly #nextDue: () => NextDue;
  /** The day of the rows of the sets 22 to 24. */
  #day = '';
  readonly #auctions = rowsOf<SiloAuctionRow, string>(dataSets.siloAuctions.id, true);
  readonly #offers = rowsOf<SiloOfferRow, number>(dataSets.siloOffers.id, true);
  readonly #bids = rowsOf<SiloBidRow, string>(dataSets.siloBids.id);
  readonly #allocations = rowsOf<SiloAllocationRow, string>(dataSets.siloAllocations.id);
  readonly #invoices = rowsOf<SiloInvoiceRow, string>(dataSets.siloInvoices.id);

  /** `nextDue`: by when the movements of the running day are due. */
  constructor(nextDue: () => NextDue) {
    this.#nextDue = nextDue;
  }

  readonly dataSets = {
    siloAuctions: this.#auctions,
    siloOffers: this.#offers,
    siloBids: this.#bids,
    siloAllocations: this.#allocations,
    siloInvoices: this.#invoices,
  };

  readonly on: EventHandlers = {
    siloStageBegun: (event) => this.#beginStage(event),
    siloLotChanged: ({ businessDay, lot }) => {
      this.#offers.put(recordOf(lot.siloCertSeq, offerOf(businessDay, lot)));
      this.#count(businessDay, lot.contract);
    },
    siloBidChanged: ({ businessDay, bid }, { at }) => {
      const key = String(bid.siloBidSeq);
      const before = this.#bids.get(key)?.row;
      // A bid of somebody else changes only the rank.
      const time = before?.premium === toRand(bid.premium) ? before.time : at;
      this.#bids.put(recordOf(key, bidOf(businessDay, bid, time), bid));
    },
    siloDelivered: (event, { at }) => this.#deliver(event, at),
    // It may change the time by which the invoices of the day are due.
    referenceDataPlanned: () => {
      const due = this.#nextDue();
      for (const { row, ...record } of [...this.#invoices.all()])
        if (row.terms?.dueOn === due.dueOn)
          this.#invoices.put({ ...record, row: { ...row, terms: { ...row.terms, ...due } } });
    },
    dayEnded: () => {
      for (const rows of [this.#allocations, this.#invoices]) {
        const first = firstDayKept(rows.all());
        for (const record of [...rows.all()]) if (record.businessDay < first) rows.drop(record as never);
      }
    },
  };

  save(): SavedSiloAuctions {
    return {
      day: this.#day,
      auctions: this.#auctions.save(({ row }) => row),
      offers: this.#offers.save(({ row }) => row),
      bids: this.#bids.save(({ row }) => row),
      allocations: this.#allocations.save(({ row }) => row),
      invoices: this.#invoices.save(({ row }) => row),
    };
  }

  load(saved: SavedSiloAuctions): void {
    this.#day = saved.day;
    this.#auctions.load(saved.auctions, (row) => recordOf(row.uniqueKey, row));
    this.#offers.load(saved.offers, (row) => recordOf(row.siloCertSeq, row));
    this.#bids.load(saved.bids, (row) => recordOf(row.uniqueKey, row, row));
    this.#allocations.load(saved.allocations, (row) => recordOf(row.uniqueKey, row, ofAccount(row)));
    this.#invoices.load(saved.invoices, (row) => recordOf(row.uniqueKey, row, ofAccount(row)));
  }

  #beginStage({ businessDay, stage, endsAt, contracts }: SiloStageBegun): void {
    if (businessDay !== this.#day) {
      this.#day = businessDay;
      this.#auctions.clear();
      this.#offers.clear();
      this.#bids.clear();
    }
    for (const contract of contracts) {
      const uniqueKey = `${businessDay} ${contract}`;
      const before = this.#auctions.get(uniqueKey)?.row ?? {
        uniqueKey,
        businessDay,
        contract,
        offered: 0,
        tons: 0,
        bids: 0,
        bestPremium: null,
        awarded: 0,
        allocated: 0,
      };
      this.#auctions.put(recordOf(uniqueKey, { ...before, stage, endsAt }));
    }
  }

  /** Recounts the lots of a future. */
  #count(businessDay: string, contract: string): void {
    const uniqueKey = `${businessDay} ${contract}`;
    const auction = this.#auctions.get(uniqueKey)?.row;
    if (auction === undefined) return;
    const all = Array.from(this.#offers.all(), ({ row }) => row);
    const lots = all.filter((row) => row.contract === contract && row.state !== 'Withdrawn');
    const premiums = lots.flatMap(({ bestPremium }) => bestPremium ?? []);
    const row: SiloAuctionRow = {
      ...auction,
      offered: lots.length,
      tons: lots.reduce((sum, { tons }) => sum + tons, 0),
      bids: lots.reduce((sum, { bids }) => sum + bids, 0),
      bestPremium: premiums.length === 0 ? null : Math.max(...premiums),
      awarded: lots.filter(({ state }) => state === 'Awarded').length,
      allocated: lots.filter(({ state }) => state === 'Allocated').length,
    };
    this.#auctions.put(recordOf(uniqueKey, row));
  }

  #deliver(event: SiloDelivered, time: number): void {
    const {
      location = '',
      grade = '',
      origin = '',
      season = '',
    } = this.#offers.get(event.siloCertSeq)?.row ?? {};
    const { seller: sellerVatNumber = null, buyer: buyerVatNumber = null } = event.vatNumbers ?? {};
    const terms = {
      seller: event.seller.principal,
      sellerMember: event.seller.member,
      buyer: event.buyer.principal,
      buyerMember: event.buyer.member,
      lots: event.lots,
      grade,
      origin,
      season,
      ...this.#nextDue(),
      sellerVatNumber,
      buyerVatNumber,
    };
    const { vat = 0 } = event;
    for (const side of ['B', 'S'] as const) {
      const { member, principal, subAccount } = side === 'B' ? event.buyer : event.seller;
      const { businessDay, invoiceSeq, siloCertSeq, siloReceiptNo, contract, lots, tons, award } = event;
      const uniqueKey = `${invoiceSeq} ${side}`;
      const keyFields = { uniqueKey, businessDay, invoiceSeq, siloReceiptNo, contract };
      const account = { member, principal, subAccount, side };
      const dealtPremium = toRand(event.premium);
      const allocation = { ...keyFields, ...account, siloCertSeq, lots, tons, award, dealtPremium };
      this.#allocations.put(recordOf(uniqueKey, allocation, { member }));
      const { mtm, differential, discount, premium, storageDays, storage, amount } = event;
      const invoice: SiloInvoiceRow = {
        ...keyFields,
        ...account,
        time,
        location,
        tons,
        mtm: toRand(mtm),
        differential: toRand(differential),
        discount: toRand(discount),
        dealtPremium,
        perTon: toRand(mtm - differential - discount + premium),
        storageDays,
        storage: toRand(storage),
        amount: toRand(side === 'B' ? -amount : amount),
        // Adding 0 turns −0, which JSON cannot represent, into 0.
        terms: { ...terms, vat: toRand(side === 'B' ? -vat : vat) + 0 },
      };
      this.#invoices.put(recordOf(uniqueKey, invoice, { member }));
    }
  }
}

const ofAccount = ({ member }: { readonly member: string }) => ({ member });

const rowsOf = <Row extends object, Key extends string | number>(dataSetId: number, isForEveryone = false) =>
  new MemberRows<RowRecord<Row, Key>, Row>({ dataSetId, rowOf: ({ row }) => row, isForEveryone });

function offerOf(businessDay: string, lot: Lot): SiloOfferRow {
  const {
    siloReceiptNo: _receipt,
    seller: _seller,
    mtm,
    differential,
    discount,
    bestPremium,
    ...offer
  } = lot;
  return {
    ...offer,
    businessDay,
    mtm: toRand(mtm),
    differential: toRand(differential),
    discount: toRand(discount),
    spotPrice: toRand(mtm - differential - discount),
    bestPremium: toRand(bestPremium),
  };
}

const bidOf = (businessDay: string, { premium, ...bid }: Bid, time: number): SiloBidRow => ({
  ...bid,
  uniqueKey: String(bid.siloBidSeq),
  businessDay,
  premium: toRand(premium),
  time,
});
