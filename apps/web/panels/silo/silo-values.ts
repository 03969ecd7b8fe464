// What a ton costs at a silo, and the invoice of a lot (market.md, Silo certificates): in whole cents, so that the figures are those of
// the exchange.
import type { ContractDateRow, MtmRow, SiloOfferRow } from '@openpit/wire';
import { toCents, toRand } from '../../ui/money.ts';

/** The future by which the certificates of an instrument are priced, with its MTM of the last day that has ended. */
export interface PricedBy {
  readonly contract: string;
  /** Rand per ton. */
  readonly mtm: number;
}

type Dates = Pick<ContractDateRow, 'uniqueKey' | 'instrument' | 'lastTradingDay'>;
type Mtm = Pick<MtmRow, 'contract' | 'mtmToday' | 'mtmPrevious' | 'status'>;

/** The nearest future of each instrument that has an MTM. */
export function nearestFutures(
  dates: readonly Dates[],
  mtmRows: readonly Mtm[],
): ReadonlyMap<string, PricedBy> {
  const mtmOf = new Map(mtmRows.map((row) => [row.contract, officialMtm(row)]));
  const nearest = new Map<string, PricedBy>();
  for (const { uniqueKey: contract, instrument } of dates.toSorted((a, b) =>
    a.lastTradingDay < b.lastTradingDay ? -1 : 1,
  )) {
    const mtm = mtmOf.get(contract) ?? null;
    if (mtm !== null && !nearest.has(instrument)) nearest.set(instrument, { contract, mtm });
  }
  return nearest;
}

/**
 * A valuation of the running day decides nothing: the day before does. A contract that was listed with today's first command has
 * only the MTM with which it was listed.
 */
const officialMtm = ({ mtmToday, mtmPrevious, status }: Mtm): number | null =>
  status === 'official' ? (mtmToday ?? mtmPrevious) : mtmPrevious;

/** MTM less differential and discount, in rand per ton; null without an MTM. */
export function effectivePrice(
  mtm: number | null,
  { differential, discount }: { readonly differential: number; readonly discount: number },
): number | null {
  return mtm === null ? null : toRand(toCents(mtm) - toCents(differential) - toCents(discount));
}

export interface Invoice {
  /** Rand per ton. */
  readonly perTon: number;
  /** Above 0: days that are paid ahead; below 0: unpaid days. */
  readonly storageDays: number;
  /** Rand. */
  readonly storage: number;
  /** Rand that the buyer pays. */
  readonly amount: number;
}

const dayMs = 86_400_000;

/** The invoice of a lot at this premium. `storageRate` is rand per ton and day. */
export function invoiceOf(
  {
    spotPrice,
    tons,
    storagePaidUntil,
    businessDay,
  }: Pick<SiloOfferRow, 'spotPrice' | 'tons' | 'storagePaidUntil' | 'businessDay'>,
  { premium, storageRate }: { readonly premium: number; readonly storageRate: number },
): Invoice {
  const perTon = toCents(spotPrice) + toCents(premium);
  const storageDays = Math.round((Date.parse(storagePaidUntil) - Date.parse(businessDay)) / dayMs);
  const storage = toCents(storageRate) * storageDays * tons;
  return {
    perTon: toRand(perTon),
    storageDays,
    storage: toRand(storage),
    amount: toRand(perTon * tons + storage),
  };
}
