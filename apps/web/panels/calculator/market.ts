// The market data of the option calculator: the option that was sent to it, the series with their strikes, and the values of empty fields.
import type { ContractFacts } from '@openpit/wire';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { takeSentToCalculator, useSentToCalculator } from '../../actions/view-actions.ts';
import { fallbackTick } from '../../market/contract-terms.ts';
import {
  columnDecimals,
  nearestStrike,
  type OptionSeries,
  optionSeries,
  seriesOf,
} from '../../market/market-text.ts';
import { usePrices } from '../../market/prices.ts';
import { useStoreKeys, useStoreRow, useStoreStatus } from '../../market/use-store.ts';
import { useActiveContract } from '../../stores/chosen.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { useLayouts } from '../../stores/layouts.ts';
import { usePreferences } from '../../stores/session.ts';
import { contractStore, dataSetStores } from '../../stores/stores.ts';
import type { PanelProps } from '../parts/panel-settings.ts';
import { freeInput } from './definition.tsx';
import { type MarketFacts, parseNumber } from './rules.ts';

interface SentOption {
  readonly row: ContractFacts;
  readonly lots: number | null;
}

/** Receives the option that was sent to the calculator. Of several calculators the frontmost one receives it. */
export function useSentOption(
  { column }: Pick<PanelProps, 'column'>,
  onSent: (sent: SentOption) => void,
): void {
  const target = useSentToCalculator((state) => state.target);
  const take = useRef(onSent);
  take.current = onSent;
  const { id } = column;
  useEffect(() => {
    if (target === null || !isInFront(id)) return;
    takeSentToCalculator();
    const row = contractStore.get(target.contract);
    if (row !== undefined) take.current({ row, lots: target.lots });
  }, [target, id]);
}

/** True if no other calculator of the layout is in front of this one. */
function isInFront(id: PanelProps['column']['id']): boolean {
  const columns = useLayouts.getState().current?.document.columns ?? [];
  const ownColumn = columns.find((column) => column.id === id);
  if (ownColumn === undefined) return true;
  return columns.every(
    ({ component, coordinates }) =>
      component !== ownColumn.component || coordinates.z <= ownColumn.coordinates.z,
  );
}

/** The contracts of one strike, as far as they are listed. */
export interface StrikeContracts {
  readonly call?: string;
  readonly put?: string;
  readonly callDelta?: string;
  readonly putDelta?: string;
}

export interface CalculatorMarket {
  readonly all: readonly OptionSeries[];
  /** `null` for free input, and while no option is listed. */
  readonly chosen: OptionSeries | null;
  /** The strikes of the series, the lowest first. */
  readonly strikes: readonly number[];
  readonly contractsAt: (strike: number) => StrikeContracts;
  /** The MTM volatility of the listed strike nearest to this one, in percent. */
  readonly volatilityAt: (strike: number) => number | null;
  readonly facts: MarketFacts;
  readonly tons: number;
  readonly status: LoadStatus;
}

/** For an instrument that is not loaded. */
const defaultTons = 100;

/** The option's data in the market: the series, the contracts at a strike, and the values of empty fields. */
export function useCalculatorMarket({
  seriesId,
  instrument,
  typedStrike,
}: {
  /** The series saved in the layout; undefined for the series of the active contract, or otherwise the first series. */
  readonly seriesId: string | undefined;
  /** The instrument whose tick and tons apply to free input. */
  readonly instrument: string;
  readonly typedStrike: string | null;
}): CalculatorMarket {
  const keys = useStoreKeys(contractStore);
  const rows = useMemo(() => keys.flatMap((key) => contractStore.get(key) ?? []), [keys]);
  const all = useMemo(() => optionSeries(rows, 'options'), [rows]);
  const [atFirst] = useState(() => activeSeries());
  const chosen =
    seriesId === freeInput
      ? null
      : (all.find(({ id }) => id === seriesId) ?? all.find(({ id }) => id === atFirst) ?? all[0] ?? null);
  const chosenId = chosen?.id;
  const byStrike = useMemo(() => strikesOf(rows, chosenId), [rows, chosenId]);
  const strikes = useMemo(() => [...byStrike.keys()].sort((a, b) => a - b), [byStrike]);
  // One sample per strike: the volatility of each is read, and the reference of any.
  const samples = useMemo(
    () => [...byStrike.values()].flatMap((strikeContracts) => sampleOf(strikeContracts) ?? []),
    [byStrike],
  );
  const prices = usePrices(samples);
  // The strike at the money when the series was chosen: it stays while the future moves.
  const atTheMoney = useMemo(() => {
    const [first = 0] = strikes;
    const sampleAtFirst = sampleOf(byStrike.get(first));
    return nearestStrike(
      strikes,
      sampleAtFirst === undefined ? undefined : prices.get(sampleAtFirst)?.reference,
    );
  }, [strikes, byStrike, prices]);
  const strike = parseNumber(typedStrike ?? '', 'strike').value ?? atTheMoney;
  const nearest = nearestStrike(strikes, strike ?? undefined);
  const contracts = strike === null ? undefined : byStrike.get(strike);
  const sample = sampleOf(nearest === null ? undefined : byStrike.get(nearest)) ?? null;
  const row = useSyncExternalStore(prices.onChange, () => (sample === null ? undefined : prices.get(sample)));
  const terms = useStoreRow(dataSetStores.instruments, chosen?.instrument ?? instrument);
  const lots = usePreferences((preferences) => preferences.document.defaults.defaultOrderQuantity);
  const volatilityAt = useCallback(
    (at: number) => {
      const listed = nearestStrike(strikes, at);
      const contract = listed === null ? undefined : sampleOf(byStrike.get(listed));
      return contract === undefined ? null : (prices.get(contract)?.mtmVol ?? null);
    },
    [strikes, byStrike, prices],
  );
  const { reference = null, daysToExpiry = null, mtmVol = null } = row ?? {};
  const { tick = fallbackTick, decimals = columnDecimals, tonsPerContract = defaultTons } = terms ?? {};
  const facts = useMemo(
    (): MarketFacts => ({
      forward: reference,
      strike: atTheMoney,
      days: daysToExpiry,
      volatility: mtmVol,
      lots,
      tick,
      decimals,
    }),
    [reference, atTheMoney, daysToExpiry, mtmVol, lots, tick, decimals],
  );
  const status = useStoreStatus(contractStore);
  return {
    all,
    status,
    chosen,
    strikes,
    contractsAt: (at) => (at === strike ? contracts : byStrike.get(at)) ?? {},
    volatilityAt,
    facts,
    tons: tonsPerContract,
  };
}

function activeSeries(): string | null {
  const { contract } = useActiveContract.getState();
  const row = contract === null ? undefined : contractStore.get(contract);
  return row === undefined ? null : seriesIdOf(row);
}

/** The series of an option or a delta; null for other contracts. */
export function seriesIdOf(row: ContractFacts): string | null {
  return (seriesOf(row, 'options') ?? seriesOf(row, 'deltas'))?.id ?? null;
}

const sampleOf = (contracts: StrikeContracts | undefined) => contracts?.call ?? contracts?.put;

function strikesOf(
  rows: readonly ContractFacts[],
  seriesId: string | undefined,
): ReadonlyMap<number, StrikeContracts> {
  const byStrike = new Map<number, StrikeContracts>();
  for (const row of rows) {
    const { flag, strike } = row.contractDisplay;
    const half = flag === 'C' ? 'call' : 'put';
    const isOption = seriesOf(row, 'options')?.id === seriesId;
    if (seriesId === undefined || !(isOption || seriesOf(row, 'deltas')?.id === seriesId)) continue;
    byStrike.set(strike, { ...byStrike.get(strike), [isOption ? half : `${half}Delta`]: row.contract });
  }
  // A strike with only deltas listed has no option and therefore no volatility.
  for (const [strike, contracts] of byStrike) if (sampleOf(contracts) === undefined) byStrike.delete(strike);
  return byStrike;
}
