// What may be reported as agreed off-screen (domain §5.2): futures and options, at a price that the day has seen or that lies within
// five per cent of the MTM. Pairs are reported by their legs.
import type { Cents } from '../kernel/units.ts';
import { rand } from '../orders/rand.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Contract } from '../state.ts';

const reportableTypes: ReadonlySet<number> = new Set([1, 2]);
/** A report may lie this many hundredths from the MTM. */
const awayPercent = 5;

/** Null when a deal in the contract may be reported at this price. */
export function reportRejection(contract: Contract, price: Cents): Rejection | null {
  const { listing, tick, mtm } = contract;
  if (!reportableTypes.has(listing.contractType))
    return rejection('contractNotReportable', { contract: listing.contract });
  if (price <= 0) return rejection('priceNotPositive');
  const over = price % tick;
  if (over !== 0)
    return rejection('priceOffTick', {
      price: rand(price),
      tick: rand(tick),
      below: rand(price - over),
      above: rand(price - over + tick),
    });
  const isSeen =
    contract.low !== null && contract.high !== null && price >= contract.low && price <= contract.high;
  const near = {
    low: Math.ceil((mtm * (100 - awayPercent)) / 100),
    high: Math.floor((mtm * (100 + awayPercent)) / 100),
  };
  if (isSeen || (price >= near.low && price <= near.high)) return null;
  return rejection('reportedPriceOutside', {
    price: rand(price),
    low: rand(Math.min(near.low, contract.low ?? near.low)),
    high: rand(Math.max(near.high, contract.high ?? near.high)),
  });
}
