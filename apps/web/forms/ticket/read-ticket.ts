// Reads the whole ticket: the order that its fields make, with the prices that follow from what was typed beside them, and what is
// typed so far of an order that is not complete yet.
import type { DeltaTerms, MarketRow, Side } from '@openpit/wire';
import type { ContractTerms } from '../../market/contract-terms.ts';
import { deltaTermsOf, type OptionEntry, optionEntry, type SideEntry, sideEntry } from './option-entry.ts';
import {
  lotsIn,
  type OrderFields,
  type PriceRules,
  priceOnTick,
  type ReadDraft,
  readDraft,
} from './order-draft.ts';
import { type ReadyOrder, readyOrder } from './ready-order.ts';

export interface TicketRules {
  readonly terms: ContractTerms;
  /** Tick and decimals of the instrument's prices and premiums. */
  readonly premium: OptionEntry['premium'];
  readonly maxQty: number;
  /** The limits of the day of the future under an option or a delta. */
  readonly future: Pick<PriceRules, 'limitLow' | 'limitHigh'>;
}

/** One side of the order as far as it is typed. */
export interface WantedSide {
  readonly side: Side;
  /** Null while the field has no number of lots. */
  readonly qty: number | null;
  /** Null while the field has no price of this contract. */
  readonly price: number | null;
  /** What an order on a delta agrees to; null for other contracts. */
  readonly ownTerms: DeltaTerms | null;
}

export interface ReadTicket {
  /** The typed fields, with the prices that follow from a volatility or a premium. */
  readonly fields: OrderFields;
  readonly entry: OptionEntry | null;
  readonly draft: ReadDraft;
  /** Null while something is missing or wrong. */
  readonly order: ReadyOrder | null;
  /** One side, or bid and offer of a double. */
  readonly wanted: readonly WantedSide[];
}

export function readTicket(
  typed: OrderFields,
  row: MarketRow,
  { terms, premium, maxQty, future }: TicketRules,
  requestId: string,
): ReadTicket {
  const { tick, decimals, mayBeNegative, meaning } = terms;
  const { limitLow, limitHigh, contract } = row;
  const entry = optionEntry(row, terms, premium, typed.referenceText ?? '');
  const bid = sideEntry(typed.priceText, typed.otherText ?? '', entry);
  const offer = sideEntry(typed.offerPriceText, typed.offerOtherText ?? '', entry);
  const fields = { ...typed, priceText: bid.priceText, offerPriceText: offer.priceText };
  const draft = readDraft(fields, {
    ...{ tick, decimals, mayBeNegative, maxQty, limitLow, limitHigh },
    otherError: bid.otherError,
    offerOtherError: offer.otherError,
    ...(meaning === 'volatility' && { reference: { ...premium, ...future } }),
  });
  const entered = { fields, contract, meaning, entry, other: bid.other, offerOther: offer.other };
  const order = draft.kind === 'errors' ? null : readyOrder(draft, entered, requestId);
  const wantedAt = (side: Side, qtyText: string, at: SideEntry): WantedSide => ({
    side,
    qty: lotsIn(qtyText),
    price: priceOnTick(at.priceText, tick),
    ownTerms: deltaTermsOf(at, entry),
  });
  const wanted =
    fields.mode === 'double'
      ? [wantedAt('B', fields.qtyText, bid), wantedAt('S', fields.offerQtyText, offer)]
      : [wantedAt(fields.mode, fields.qtyText, bid)];
  return { fields, entry, draft, order, wanted };
}
