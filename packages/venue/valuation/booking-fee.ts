// The booking fee of a deal (domain §6.4): so much a ton by instrument, by future or option, and by whose account it is, with VAT. It is
// reckoned for one contract and rounded there, half a cent upwards, as the exchange publishes it: a deal that is split has the same
// fee in its parts, to the cent.
import type { DealOrigin } from '../deals/deal-origin.ts';
import type { ContractListing } from '../events.ts';
import { type Capacity, type Cents, cents, type Lots } from '../kernel/units.ts';
import type { Instrument, MarketRules } from '../reference/reference-data.ts';

/**
 * What was dealt is charged once, on both sides; what housekeeping or another member makes of it is not charged again. A package is
 * charged in the deals that it prints.
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
  delivery: false,
};

/** Fees of one contract in cents, VAT included. */
export interface ContractFees {
  readonly own: Cents;
  readonly client: Cents;
}

/** Null where the market takes none. */
export function contractFees(
  { bookingFee, tonsPerContract }: Pick<Instrument, 'bookingFee' | 'tonsPerContract'>,
  { contractType }: Pick<ContractListing, 'contractType'>,
  { vatPercent = 0 }: Pick<MarketRules, 'vatPercent'>,
): ContractFees | null {
  if (bookingFee === undefined) return null;
  const isOption = contractType === 2 || contractType === 5;
  const withVat = ({ future, option }: { readonly future: Cents; readonly option: Cents }) => {
    const hundredths = (isOption ? option : future) * tonsPerContract * (100 + vatPercent);
    return cents(Math.floor((hundredths + 50) / 100));
  };
  return { own: withVat(bookingFee.own), client: withVat(bookingFee.client) };
}

/** Null where the market takes none. */
export function bookingFee(
  fees: ContractFees | null,
  deal: { readonly origin: DealOrigin; readonly lots: Lots | number; readonly capacity: Capacity },
): Cents | null {
  if (fees === null) return null;
  if (!isCharged[deal.origin]) return cents(0);
  return cents((deal.capacity === 'P' ? fees.own : fees.client) * deal.lots);
}
