// The check of deals that are reported as agreed off-screen (market/deals.md, Unmatched deals). Futures and options may be reported, at a price
// that the day has seen or that is near the MTM, inside its limits. Pairs and deltas are reported by their legs.
import type { Contract } from '../contracts/contract.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { amountText, type Price } from '../kernel/units.ts';
import type { LimitsState } from '../limits/limits.ts';
import { tickRejection, valueRejection } from '../pricing/price-check.ts';
import { reject as rejectPrice } from '../pricing/pricing-rejections.ts';
import { reject } from './deal-rejections.ts';

/** The largest distance of a reported price from the MTM. */
const awayPercent = 5;

/** Returns null if a deal in the contract may be reported at this price. */
export function reportRejection(
  { prices, limits }: Pick<LimitsState, 'prices' | 'limits'>,
  contract: Contract,
  price: Price,
): Rejection | null {
  const { kind, name, tick } = contract;
  if (kind !== 'future' && kind !== 'option') return reject('contractNotReportable', { contract: name });
  if (price <= 0) return rejectPrice('priceNotPositive');
  const unusable = tickRejection(price, tick) ?? valueRejection(contract, price);
  if (unusable !== null) return unusable;
  const { mtm, low, high } = prices.of(contract);
  const isSeen = low !== null && high !== null && price >= low && price <= high;
  const nearLow = Math.ceil((mtm * (100 - awayPercent)) / 100);
  const nearHigh = Math.floor((mtm * (100 + awayPercent)) / 100);
  if (!isSeen && (price < nearLow || price > nearHigh))
    return reject('reportedPriceOutside', {
      price: amountText(price),
      low: amountText(Math.min(nearLow, low ?? nearLow)),
      high: amountText(Math.max(nearHigh, high ?? nearHigh)),
    });
  const today = limits.of(contract);
  if (today === null || (price >= today.low && price <= today.high)) return null;
  return rejectPrice('priceOutsideLimits', { low: amountText(today.low), high: amountText(today.high) });
}
