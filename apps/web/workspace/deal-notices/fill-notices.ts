// New deals as toasts. The fills of one order are one toast that counts up: "Bought 251 of 500 DEC26 WMAZ, average 4 167.82".
// Many orders that are filled at once are one toast.
import type { ActiveOrderRow, DealRow, Side } from '@openpit/wire';
import Big from 'big.js';
import { orderSubject } from '../../actions/send.ts';
import type { NewToast } from '../../notices/toasts.ts';

export type NoticedDeal = Pick<
  DealRow,
  'dealSeq' | 'contract' | 'instrument' | 'side' | 'qty' | 'price' | 'activeOrderSeq' | 'state' | 'origin'
>;

const past: Readonly<Record<Side, string>> = { B: 'Bought', S: 'Sold' };
const reasons: Partial<Record<DealRow['origin'], string>> = {
  exercise: ' by exercise',
  lapse: ' as it lapsed',
  settlement: ' at its cash settlement',
  delivery: ' at its delivery',
};
/** More orders than these at once make one toast. */
export const maxToastsAtOnce = 3;

export interface FillSources {
  /** All deals of today, the new ones among them. */
  readonly deals: readonly NoticedDeal[];
  readonly orderOf: (activeOrderSeq: number) => Pick<ActiveOrderRow, 'contract' | 'qty'> | undefined;
  readonly priceText: (price: number, deal: NoticedDeal) => string;
  readonly averageText: (price: number, deal: NoticedDeal) => string;
}

export function fillToasts(newDeals: readonly NoticedDeal[], sources: FillSources): NewToast[] {
  const groups = new Map<string, NoticedDeal>();
  for (const deal of newDeals) groups.set(subjectOf(deal), deal);
  const orders = newDeals.flatMap(({ activeOrderSeq }) => activeOrderSeq ?? []);
  if (groups.size > maxToastsAtOnce) {
    const message = `${newDeals.length} deals: ${lotsByContract(newDeals)}`;
    return [{ type: 'success', priority: 'urgent', message, supersedes: orders.map(orderSubject) }];
  }
  return [...groups].map(([subject, deal]) => ({
    type: 'success',
    priority: 'urgent',
    message: fillSentence(subject, deal, sources),
    subject,
    supersedes: deal.activeOrderSeq === null ? [] : [orderSubject(deal.activeOrderSeq)],
  }));
}

/** One order may fill in several contracts: the legs of a pair, a delta's hedge. */
function subjectOf({ activeOrderSeq, dealSeq, contract, side }: NoticedDeal): string {
  return activeOrderSeq === null ? `deal ${dealSeq}` : `fills of order ${activeOrderSeq} ${side} ${contract}`;
}

function fillSentence(subject: string, deal: NoticedDeal, sources: FillSources): string {
  const { side, contract, activeOrderSeq } = deal;
  const fills = sources.deals.filter((other) => isStanding(other) && subjectOf(other) === subject);
  const qty = fills.reduce((sum, fill) => sum + fill.qty, 0);
  const order = activeOrderSeq === null ? undefined : sources.orderOf(activeOrderSeq);
  const isPart = order !== undefined && order.contract === contract && order.qty > qty;
  const lots = isPart ? `${qty} of ${order.qty}` : `${qty}`;
  const isOnePrice = fills.every(({ price }) => price === deal.price);
  const at = isOnePrice
    ? ` at ${sources.priceText(deal.price, deal)}`
    : `, average ${sources.averageText(averageOf(fills, qty), deal)}`;
  return `${past[side]} ${lots} ${contract}${at}${reasons[deal.origin] ?? ''}`;
}

/** Deals that were split, cumulated or passed on are replaced by others. */
const isStanding = ({ state }: NoticedDeal) => state === 'Open' || state === 'Assigning';

function averageOf(fills: readonly NoticedDeal[], qty: number): number {
  const value = fills.reduce((sum, fill) => sum.plus(new Big(fill.price).times(fill.qty)), new Big(0));
  return value.div(qty).toNumber();
}

function lotsByContract(deals: readonly NoticedDeal[]): string {
  const lots = new Map<string, { readonly deal: NoticedDeal; qty: number }>();
  for (const deal of deals) {
    const key = `${deal.side} ${deal.contract}`;
    const sum = lots.get(key) ?? { deal, qty: 0 };
    sum.qty += deal.qty;
    lots.set(key, sum);
  }
  return [...lots.values()]
    .map(({ deal: { side, contract }, qty }) => `${past[side].toLowerCase()} ${qty} ${contract}`)
    .join(', ');
}
