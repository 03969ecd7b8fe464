// Adds a strike during the day (market/contracts.md, Strikes). A dealer who may enter orders can request one on the grid if options are
// listed. Call, put and both deltas are listed together, with an MTM from the volatility curve.
import { optionName } from '@openpit/terms';
import type { OptionTerms } from '../contracts/contract.ts';
import type { ContractListing } from '../contracts/contract-listing.ts';
import type { StrikeGrid } from '../contracts/instrument.ts';
import { isoDate } from '../kernel/civil-date.ts';
import { detailed, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import { amountText, type Price } from '../kernel/units.ts';
import { expiryRejection } from '../phases/entry-gate.ts';
import type { PricingState } from '../pricing/curves.ts';
import { valueRejection } from '../pricing/price-check.ts';
import { lastSeriesOn, type MarketContext, nextDisplaySeq } from '../reference/market.ts';
import { listLater } from './list-addition.ts';

export interface AddStrike {
  readonly kind: 'addStrike';
  readonly instrument: string;
  /** Month of the future, `MAR27`. */
  readonly contractDate: string;
  readonly strike: Price;
}

/** Four contracts more: call, put and their deltas. */
export interface StrikeAdded {
  readonly kind: 'strikeAdded';
  readonly instrument: string;
  readonly contractDate: string;
  readonly strike: Price;
  readonly contracts: readonly ContractListing[];
}

/** The contracts of a new strike. */
export interface StrikeAnswer {
  readonly kind: 'strike';
  readonly contracts: readonly string[];
}

export const strikeRejections = {
  optionsNotListed: detailed({
    when: 'add strike',
    examples: [{ contractDate: 'DEC27', instrument: 'WMAZ' }],
    sentence: (v) => `There are no options on ${v.contractDate} ${v.instrument}. Pick a month that has some.`,
  }),
  strikeListed: detailed({
    when: 'add strike',
    examples: [{ contract: 'MAR27 WMAZ', strike: '4060.00' }],
    sentence: (v) => `The strike ${v.strike} of ${v.contract} is already listed. You may deal in it.`,
  }),
  strikeOffGrid: detailed({
    when: 'add strike',
    examples: [{ strike: '4310.00', step: '100.00', below: '4300.00', above: '4400.00' }],
    sentence: (v) =>
      `The strike ${v.strike} is not a multiple of ${v.step}, as strikes at this distance from the future must be. The nearest are ${v.below} and ${v.above}.`,
  }),
  strikeTooFar: detailed({
    when: 'add strike',
    examples: [{ contract: 'MAR27 WMAZ', strike: '9000.00', low: '2030.00', high: '8120.00' }],
    sentence: (v) =>
      `The strike ${v.strike} is too far from ${v.contract}: strikes are listed from ${v.low} to ${v.high}.`,
  }),
};
const reject = rejectionsFrom(strikeRejections);

type AddStrikeContext = MarketContext<PricingState, StrikeAdded>;

/** Strikes above this multiple of the future's MTM, or below the corresponding fraction, are useless. */
const furthest = 2;

export function addStrike(
  context: AddStrikeContext,
  { instrument, contractDate, strike }: AddStrike,
): StrikeAnswer | Rejection {
  const { state, market, emit } = context;
  const underlying = market.contracts.get(`${contractDate} ${instrument}`);
  const grid = underlying?.instrument.strikes;
  const series = underlying === undefined ? null : lastSeriesOn(market, underlying);
  if (underlying === undefined || series === null || grid === undefined)
    return reject('optionsNotListed', { instrument, contractDate });
  const rejected = strikeRejection(context, series, { strike, grid });
  if (rejected !== null) return rejected;

  const displaySeq = nextDisplaySeq(market);
  const addition = { kind: 'strike', on: underlying.name, strike, expires: isoDate(series.expiry) } as const;
  const contracts = listLater(state, market, { ...addition, displaySeq });

  emit({ kind: 'strikeAdded', instrument, contractDate, strike, contracts });
  return { kind: 'strike', contracts: contracts.map(({ contract }) => contract) };
}

function strikeRejection(
  context: AddStrikeContext,
  { underlying, expiry }: OptionTerms,
  { strike, grid }: { readonly strike: Price; readonly grid: StrikeGrid },
): Rejection | null {
  const { state, market } = context;
  const contract = underlying.name;
  const { mtm } = state.prices.of(underlying);
  const call = optionName(contract, { strike, type: 'call', isDelta: false });
  if (market.contracts.has(call)) return reject('strikeListed', { contract, strike: amountText(strike) });
  const isNear = Math.abs(strike - mtm) <= grid.near * grid.nearSteps;
  const step = isNear ? grid.near : grid.far;
  const [low, high] = [Math.ceil(mtm / furthest), mtm * furthest];
  if (strike < low || strike > high)
    return reject('strikeTooFar', {
      contract,
      strike: amountText(strike),
      low: amountText(low),
      high: amountText(high),
    });
  if (strike % step !== 0) {
    const nearest = strikesBeside(strike, grid, mtm);
    return reject('strikeOffGrid', {
      strike: amountText(strike),
      step: amountText(step),
      below: amountText(nearest.below),
      above: amountText(nearest.above),
    });
  }
  const tooHigh = valueRejection(underlying, strike);
  if (tooHigh !== null) return tooHigh;
  return expiryRejection(context, { name: call, lastDay: expiry });
}

/** The nearest strikes on the grid on either side of one that is off it. Multiples of `far` are also multiples of `near`. */
function strikesBeside(strike: Price, { near, far, nearSteps }: StrikeGrid, mtm: Price) {
  const [low, high] = [mtm - near * nearSteps, mtm + near * nearSteps];
  const nearBelow = Math.floor(Math.min(strike, high) / near) * near;
  const nearAbove = Math.ceil(Math.max(strike, low) / near) * near;
  return {
    below: Math.max(Math.floor(strike / far) * far, nearBelow >= low ? nearBelow : 0),
    above: Math.min(Math.ceil(strike / far) * far, nearAbove <= high ? nearAbove : Number.POSITIVE_INFINITY),
  };
}
