// The rules of the Active orders panel: tabs, filters, the distance of an order to the market, and when the clock ends it.
import { type ActiveOrderRow, compareInstruments, type MarketRow } from '@openpit/wire';
import Big from 'big.js';
import type { AllOrdersFilter } from '../../actions/all-orders.ts';
import type { DealerFilter } from '../../stores/chosen.ts';
import { compareContractNames } from '../../stores/market-days.ts';
import { dash, formatCountdown, formatDate } from '../../ui/format.ts';
import type { OrderTab } from './definition.tsx';

/** The tabs of the Active orders panel: all orders, orders in the market, suspended orders; newest first. */
export function isInTab(order: Pick<ActiveOrderRow, 'state'>, tab: OrderTab): boolean {
  return tab === 'All' || (tab === 'Suspended') === (order.state === 'Suspended');
}

export function countsOf(orders: readonly ActiveOrderRow[]): Readonly<Record<OrderTab, number>> {
  const suspended = orders.filter((order) => isInTab(order, 'Suspended')).length;
  return { All: orders.length, Active: orders.length - suspended, Suspended: suspended };
}

/** Held-over orders all return at the same time, so each shows when it was first entered (market/orders.md, Hold over). */
export const shownTimeOf = ({ time, enteredAt }: Pick<ActiveOrderRow, 'time' | 'enteredAt'>): number =>
  enteredAt ?? time;

export const newestFirst = (a: ActiveOrderRow, b: ActiveOrderRow) =>
  shownTimeOf(b) - shownTimeOf(a) || b.activeOrderSeq - a.activeOrderSeq;

const fields = ['dealer', 'principal', 'instrument', 'contract'] as const;
type FilterField = (typeof fields)[number];

const names: Readonly<Record<FilterField, string>> = {
  dealer: 'Dealer',
  principal: 'Principal',
  instrument: 'Instrument',
  contract: 'Contract',
};

/** Dealers and principals are sorted as texts. */
const compareIn: Readonly<Partial<Record<FilterField, (a: string, b: string) => number>>> = {
  instrument: compareInstruments,
  contract: compareContractNames,
};

/**
 * The filter of the Active orders panel in addition to its tabs: the orders of one dealer, principal, instrument or contract. "Cancel all"
 * and "Suspend all" act on the orders that it matches.
 */
interface FilterChoice {
  readonly filter: AllOrdersFilter;
  readonly label: string;
}

/**
 * The filters on offer: one for each value of a field that differs between the orders. A field with a single value would filter
 * nothing and is omitted, unless that value is selected.
 */
export function filterChoices(orders: readonly ActiveOrderRow[], now: AllOrdersFilter): FilterChoice[] {
  return fields.flatMap((field) => {
    const values = new Set(orders.map((order) => order[field]));
    const chosen = now[field];
    if (chosen !== undefined) values.add(chosen);
    else if (values.size < 2) return [];
    const compare = compareIn[field];
    return [...values]
      .sort(compare)
      .map((value) => ({ filter: { [field]: value }, label: `${names[field]} ${value}` }));
  });
}

/** "Dealer ABD"; null if nothing is filtered. */
export function filterLabel(filter: AllOrdersFilter): string | null {
  const parts = fields.flatMap((field) => {
    const value = filter[field];
    return value === undefined ? [] : [`${names[field]} ${value}`];
  });
  return parts.length === 0 ? null : parts.join(', ');
}

export function isSameFilter(a: AllOrdersFilter, b: AllOrdersFilter): boolean {
  return fields.every((field) => a[field] === b[field]);
}

/** The panel's filter with the dealers of the preferences, unless it already selects a dealer. */
export function withDealerFilter(
  filter: AllOrdersFilter,
  byPreference: DealerFilter | null,
): AllOrdersFilter {
  if (byPreference === null || filter.dealer !== undefined) return filter;
  const { dealers } = byPreference;
  const [dealer] = dealers;
  return {
    ...filter,
    ...(dealers.length === 1 && dealer !== undefined ? { dealer } : { dealers: [...dealers] }),
  };
}

/**
 * The distance of an order to the market: rand per ton between its price and the best price of the other side. Zero or less when the order
 * would deal now; null if the other side has no price.
 */
export function distanceToMarket(
  order: Pick<ActiveOrderRow, 'side' | 'price' | 'state'>,
  market: Pick<MarketRow, 'bid' | 'offer'> | undefined,
): number | null {
  const other = order.side === 'B' ? market?.offer : market?.bid;
  if (other === null || other === undefined) return null;
  const difference =
    order.side === 'B' ? new Big(other).minus(order.price) : new Big(order.price).minus(other);
  return difference.toNumber();
}

export interface OrderTimes {
  readonly ownDealer: string | null;
  /** A resting order of the user is suspended after this many seconds; 0 for never. */
  readonly timeoutSeconds: number;
  /** When the schedule ends the business day, in epoch milliseconds; null if unknown. */
  readonly dayEndsAt: number | null;
}

type Order = Pick<ActiveOrderRow, 'time' | 'state' | 'dealer' | 'holdOverUntil'>;

/**
 * The clock ends an order at its user's time-out, at the end of the business day, or on the last day of a hold-over (market/orders.md,
 * Time-out and disconnect). Returns the time in epoch milliseconds, or null if there is none or it is unknown, as for other dealers.
 */
export function endsAt(order: Order, { ownDealer, timeoutSeconds, dayEndsAt }: OrderTimes): number | null {
  const timeOut =
    order.state === 'Active' && order.dealer === ownDealer && timeoutSeconds > 0
      ? order.time + timeoutSeconds * 1_000
      : null;
  const dayEnd = order.holdOverUntil ? null : dayEndsAt;
  if (timeOut === null || dayEnd === null) return timeOut ?? dayEnd;
  return Math.min(timeOut, dayEnd);
}

/** "1:35", or the last day of an order that is held over, unless a time-out comes first. */
export function timeLeft(order: Order, times: OrderTimes, now: number): string {
  const at = endsAt(order, times);
  if (at !== null) return formatCountdown(at - now);
  return order.holdOverUntil ? `to ${formatDate(order.holdOverUntil)}` : dash;
}
