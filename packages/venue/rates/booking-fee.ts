// The booking fee of a deal (market/money.md, Booking fees): an amount per ton that depends on the instrument, on future or option,
// and on own book or client, plus VAT. It is computed for one contract and rounded there, half a cent upwards, as the
// exchange publishes it: the parts of a split deal cost the same as the whole, to the cent.
import type { Capacity, ContractKind, DealOrigin } from '@openpit/terms';
import type { Instrument } from '../contracts/instrument.ts';
import { asMoney, type Lots, type Money, type Price } from '../kernel/units.ts';
import type { MarketRules } from '../reference/reference-data.ts';

/**
 * A deal is charged once, on both sides. Deals derived from it, by housekeeping or by passing it on, are free. For a package, the deals
 * that it prints are charged.
 */
const isCharged: Readonly<Record<DealOrigin, boolean>> = {
  screen: true,
  package: false,
  split: true,
  spread: true,
  delta: true,
  reported: true,
  assigned: false,
  tripartite: false,
  exercise: false,
  lapse: false,
  settlement: false,
  delivery: false,
};

/** Fees of one contract in cents, VAT included. */
export interface ContractFees {
  readonly own: Money;
  readonly client: Money;
}

/** Returns null if the market charges no fees. */
export function contractFees(
  { bookingFee, tonsPerContract }: Pick<Instrument, 'bookingFee' | 'tonsPerContract'>,
  kind: ContractKind,
  { vatPercent = 0 }: Pick<MarketRules, 'vatPercent'>,
): ContractFees | null {
  if (bookingFee === undefined) return null;
  const isOption = kind === 'option' || kind === 'delta';
  const withVat = ({ future, option }: { readonly future: Price; readonly option: Price }) => {
    const hundredths = (isOption ? option : future) * tonsPerContract * (100 + vatPercent);
    return asMoney(Math.floor((hundredths + 50) / 100));
  };
  return { own: withVat(bookingFee.own), client: withVat(bookingFee.client) };
}

/** Returns null if the market charges no fees. */
export function bookingFee(
  fees: ContractFees | null,
  deal: { readonly origin: DealOrigin; readonly lots: Lots | number; readonly capacity: Capacity },
): Money | null {
  if (fees === null) return null;
  if (!isCharged[deal.origin]) return asMoney(0);
  return asMoney((deal.capacity === 'P' ? fees.own : fees.client) * deal.lots);
}
