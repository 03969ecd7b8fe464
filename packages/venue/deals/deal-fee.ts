// The booking fee and the value of a deal, as its events publish them. All deals of a day are charged at the same rates.
import type { DealState } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { asMoney, type Money } from '../kernel/units.ts';
import { bookingFee } from '../rates/booking-fee.ts';
import type { RatesState } from '../rates/rates-module.ts';
import type { Market } from '../reference/market.ts';
import type { Deal } from './deal.ts';

/** Deals in these states bear no fee, because they were errors, or because the deals derived from them bear it. */
const isFree: Readonly<Record<DealState, boolean>> = {
  Open: false,
  Assigning: false,
  Split: true,
  Cumulated: true,
  Assigned: false,
  Tripartite: false,
  Cancelled: true,
};

/** VAT included; null if the market charges none. */
export function feeOf(
  { state, market }: { readonly state: Pick<RatesState, 'rates'>; readonly market: Pick<Market, 'rules'> },
  contract: Contract,
  deal: Pick<Deal, 'origin' | 'lots'> & {
    readonly owner: Pick<Deal['owner'], 'capacity'>;
    readonly state?: DealState;
  },
): Money | null {
  const fees = state.rates.feesOf(contract, market.rules.vatPercent);
  if (fees !== null && deal.state !== undefined && isFree[deal.state]) return asMoney(0);
  return bookingFee(fees, { origin: deal.origin, lots: deal.lots, capacity: deal.owner.capacity });
}

/** `value`: cents per ton times lots. */
export const amountOf = ({ instrument }: Contract, value: number): Money =>
  asMoney(value * instrument.tonsPerContract);
