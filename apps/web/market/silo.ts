// Calculations and data that the silo panels and delivery forms share (market/delivery.md, Silo certificates): the price of a ton at a silo, the
// invoice of a lot, the data of silos by code, the stage of a delivery. Amounts are in whole cents, so that the figures equal the
// exchange's.
import {
  type ContractDateRow,
  dayMs,
  type MtmRow,
  type OriginRow,
  type PhysicalGradeRow,
  type SiloAuctionRow,
  type SiloLocationRow,
  type SiloOfferRow,
  type SiloOwnerRow,
  type SiloStage,
  toCents,
  toRand,
} from '@openpit/wire';
import { useMemo } from 'react';
import { dataSetStores } from '../stores/stores.ts';
import {
  getAllOrigins,
  getAllPhysicalGrades,
  getAllSiloLocations,
  getAllSiloOwners,
} from '../transport/silo.ts';
import { type CallState, createAnswer, useAnswer } from './answers.ts';
import { useDataSet, useStoreRows } from './use-store.ts';

/** The future that prices the certificates of an instrument, with its MTM of the last day that has ended. */
export interface PricingFuture {
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
): ReadonlyMap<string, PricingFuture> {
  const mtmOf = new Map(mtmRows.map((row) => [row.contract, officialMtm(row)]));
  const nearest = new Map<string, PricingFuture>();
  for (const { uniqueKey: contract, instrument } of dates.toSorted((a, b) =>
    a.lastTradingDay < b.lastTradingDay ? -1 : 1,
  )) {
    const mtm = mtmOf.get(contract) ?? null;
    if (mtm !== null && !nearest.has(instrument)) nearest.set(instrument, { contract, mtm });
  }
  return nearest;
}

/**
 * The MTM of the last day that has ended, because a valuation of the running day is provisional. A contract that was listed with today's
 * first command has only its listing MTM.
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
  /** Days that are paid ahead; unpaid days if negative. */
  readonly storageDays: number;
  /** Rand. */
  readonly storage: number;
  /** Rand that the buyer pays. */
  readonly amount: number;
}

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

/** Locations, grades, origins and operators. Read when a panel or a form opens, and again at the user's request. */
export interface SiloData {
  readonly locations: readonly SiloLocationRow[];
  readonly grades: readonly PhysicalGradeRow[];
  readonly origins: readonly OriginRow[];
  readonly owners: readonly SiloOwnerRow[];
}

const siloData = createAnswer<SiloData>({
  async ask(signal) {
    const [locations, grades, origins, owners] = await Promise.all([
      getAllSiloLocations(signal),
      getAllPhysicalGrades(signal),
      getAllOrigins(signal),
      getAllSiloOwners(signal),
    ]);
    if (locations === null || grades === null || origins === null || owners === null) {
      const message = 'The locations and grades could not be loaded. Check the connection and try again.';
      return { kind: 'unknown', message, errorText: message };
    }
    return { kind: 'ok', value: { locations, grades, origins, owners } };
  },
});

/** The data of silos; the second value reloads them. */
export const useSiloData = (): readonly [CallState<SiloData>, () => void] => [
  useAnswer(siloData),
  siloData.retry,
];

/** Names for codes; the code itself until the data are loaded. */
export interface SiloNames {
  readonly location: (code: string) => string;
  readonly origin: (code: string) => string;
  readonly operator: (code: string) => string;
}

export function siloNames(data: SiloData | null): SiloNames {
  const named = (rows: readonly { readonly code: string; readonly name: string }[] | undefined) => {
    const names = new Map(rows?.map(({ code, name }) => [code, name]));
    return (code: string) => names.get(code) ?? code;
  };
  return {
    location: named(data?.locations),
    origin: named(data?.origins),
    operator: named(data?.owners),
  };
}

/** `null` while the data are loading or could not be loaded. */
export const knownData = (answer: CallState<SiloData>): SiloData | null =>
  answer.status === 'success' ? answer.value : null;

/** `nearestFutures` of the market, which price certificates and locations. */
export function useNearestFutures(): ReadonlyMap<string, PricingFuture> {
  const dates = useStoreRows(dataSetStores.contractDate);
  const { rows: mtm } = useDataSet('mtm');
  return useMemo(() => nearestFutures(dates, mtm), [dates, mtm]);
}

/** The stage of the delivery of this future; undefined for none. */
export const stageOf = (
  auctions: readonly Pick<SiloAuctionRow, 'contract' | 'stage'>[],
  { contract }: Pick<SiloAuctionRow, 'contract'>,
): SiloStage | undefined => auctions.find((auction) => auction.contract === contract)?.stage;
