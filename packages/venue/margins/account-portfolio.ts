// The portfolio of an account as the margin computation needs it: its futures and options by instrument and expiry, with the
// current MTM and volatility of each.
import { type ScannedOption, yearsFromDays } from '@openpit/pricing';
import type { Contract } from '../contracts/contract.ts';
import { curveVolatility } from '../contracts/volatility-curve.ts';
import { mustExist } from '../kernel/assert.ts';
import type { Day } from '../kernel/civil-date.ts';
import type { PositionLedger } from '../positions/position-ledger.ts';
import type { PositionsState } from '../positions/positions-module.ts';
import type { ValuedAt } from '../pricing/curves.ts';
import { contractNamed, type Market } from '../reference/market.ts';
import { type ClassMargin, type ClassPortfolio, portfolioMargin } from './portfolio-margin.ts';

/** Net lots by contract; futures and options only. */
export type Holdings = Map<Contract, number>;

/** The holdings of a principal, with the sum of its sub-accounts. */
export function holdingsOf(positions: PositionLedger, market: Market, principal: string): Holdings {
  const holdings: Holdings = new Map();
  for (const { contract, net } of positions.ofPrincipal(principal))
    addHolding(holdings, contractNamed(market, contract), net);
  return holdings;
}

/**
 * Computes the initial margin that the positions of a principal need at the MTM, by instrument. An
 * account without positions needs none.
 */
export function presentMargins(
  state: ValuedAt & Pick<PositionsState, 'rates' | 'positions'>,
  market: Market,
  principal: string,
): readonly ClassMargin[] {
  const holdings = holdingsOf(state.positions, market, principal);
  return portfolioMargin(portfolioOf(state, holdings, market.businessDay)).classes;
}

/** The approximate time to compute the margin of these holdings, in microseconds. */
export const marginWork = (holdings: Holdings): number => 20 + 10 * holdings.size;

export function addHolding(holdings: Holdings, contract: Contract, lots: number): void {
  const net = (holdings.get(contract) ?? 0) + lots;
  if (net === 0) holdings.delete(contract);
  else holdings.set(contract, net);
}

interface OnFuture {
  readonly future: Contract;
  futures: number;
  readonly options: ScannedOption[];
}

/** `day`: the day that the days to expiry count from. */
export function portfolioOf(
  state: ValuedAt & Pick<PositionsState, 'rates'>,
  holdings: Holdings,
  day: Day,
): ClassPortfolio[] {
  const byFuture = new Map<Contract, OnFuture>();
  for (const [contract, net] of holdings) {
    const future = contract.option?.underlying ?? contract;
    const onFuture = byFuture.get(future) ?? { future, futures: 0, options: [] };
    byFuture.set(future, onFuture);
    if (contract.option === null) onFuture.futures += net;
    else onFuture.options.push(scannedOption(state, contract, { net, day }));
  }
  const byClass = new Map<string, OnFuture[]>();
  const nearestFirst = [...byFuture.values()].sort(
    (a, b) => a.future.lastDay - b.future.lastDay || a.future.index - b.future.index,
  );
  for (const onFuture of nearestFirst) {
    const { code } = onFuture.future.instrument;
    const ofClass = byClass.get(code);
    if (ofClass === undefined) byClass.set(code, [onFuture]);
    else ofClass.push(onFuture);
  }
  return [...byClass].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, all]) => classOf(state, all));
}

function classOf(
  { prices, rates }: Pick<ValuedAt, 'prices'> & Pick<PositionsState, 'rates'>,
  all: readonly OnFuture[],
): ClassPortfolio {
  const { instrument } = mustExist(all[0], 'a class has positions').future;
  const { code, tonsPerContract, marginGroup = null } = instrument;
  const { initialMargin, classSpreadMargin, volatilityRange } = rates.of(instrument);
  const terms = { initialMargin, volatilityRange: volatilityRange / 10_000, tons: tonsPerContract };
  return {
    instrument: code,
    tonsPerContract,
    marginGroup,
    initialMargin,
    classSpreadMargin,
    expiries: all.map(({ future, futures, options }) => ({
      contract: future.name,
      positions: { forward: prices.of(future).mtm, ...terms, futures, options },
    })),
  };
}

function scannedOption(
  { prices, curves }: ValuedAt,
  contract: Contract,
  { net, day }: { readonly net: number; readonly day: Day },
): ScannedOption {
  const terms = mustExist(contract.option, `${contract.name} is not an option`);
  const { type, strike, underlying, expiry } = terms;
  const sigma = curveVolatility(curves.of(terms), { strike, forward: prices.of(underlying).mtm });
  const years = yearsFromDays(Math.max(expiry - day, 0));
  return { type, strike, years, volatility: sigma / 10_000, lots: net, price: prices.of(contract).mtm };
}
