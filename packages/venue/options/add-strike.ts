// A new strike during the day (domain §2.5): whoever may enter orders may ask for one, on the grid, where options are listed. Call,
// put and both delta twins come at once, marked by the volatility curve, with nothing in their books.
import type { UserRights } from '../access/user-rights.ts';
import type { Cents } from '../kernel/units.ts';
import { rand } from '../orders/rand.ts';
import type { StrikeAnswer } from '../outcome.ts';
import { contractDateName, futureName, optionName } from '../reference/contract-names.ts';
import { listStrike } from '../reference/list-contracts.ts';
import { nextDisplaySeq } from '../reference/next-display-seq.ts';
import type { OptionSeries, StrikeGrid } from '../reference/reference-data.ts';
import { type Refusal, refusal } from '../refusals.ts';
import type { Contract, Handling, Market } from '../state.ts';
import type { AddStrike } from './strike-commands.ts';

/** A strike that the reference data does not have, as the venue remembers it. */
export interface AddedStrike {
  readonly instrument: string;
  readonly contractDate: string;
  readonly strike: Cents;
  readonly displaySeq: number;
}

/** Strikes further from the future than half or twice its price help nobody. */
const furthest = 2;

export function addStrike(
  market: Market,
  rights: UserRights,
  { instrument, contractDate, strike }: AddStrike,
  handling: Handling,
): StrikeAnswer | Refusal {
  if (!rights.flags.has('insertOrderOrDouble'))
    return refusal('notPermitted', { flag: 'insertOrderOrDouble' });
  const series = seriesOf(market, { instrument, contractDate });
  const underlying = series === undefined ? undefined : market.contracts.get(futureName(instrument, series));
  const grid = underlying?.instrument.strikes;
  if (series === undefined || underlying === undefined || grid === undefined)
    return refusal('optionsNotListed', { instrument, contractDate });
  const failed = strikeRefusal(market, underlying, { strike, grid });
  if (failed !== null) return failed;

  const added = { instrument, contractDate, strike, displaySeq: nextDisplaySeq(market) };
  const listed = listAddedStrike(market, added, series);

  const contracts = listed.map(({ listing }) => listing);
  handling.tell({ kind: 'strikeAdded', instrument, contractDate, strike, contracts });
  return { kind: 'strike', contracts: contracts.map(({ contract }) => contract) };
}

/** Lists the contracts of a strike, now or when the market is put back from a snapshot. */
export function listAddedStrike(
  market: Market,
  added: AddedStrike,
  series = seriesOf(market, added),
): Contract[] {
  if (series === undefined) return [];
  const listed = listStrike(market.contracts, series, added, market);
  for (const contract of listed) market.contracts.set(contract.listing.contract, contract);
  market.addedStrikes.push(added);
  return listed;
}

function seriesOf(
  { referenceData }: Market,
  { instrument, contractDate }: Pick<AddStrike, 'instrument' | 'contractDate'>,
): OptionSeries | undefined {
  return referenceData.options?.find(
    (series) => series.instrument === instrument && contractDateName(series) === contractDate,
  );
}

function strikeRefusal(
  market: Market,
  underlying: Contract,
  { strike, grid }: { readonly strike: Cents; readonly grid: StrikeGrid },
): Refusal | null {
  const { contract } = underlying.listing;
  const { mtm } = underlying;
  const call = market.contracts.get(optionName(contract, { strike, type: 'call', isDelta: false }));
  if (call !== undefined) return refusal('strikeListed', { contract, strike: rand(strike) });
  const isNear = Math.abs(strike - mtm) <= grid.near * grid.nearSteps;
  const step = isNear ? grid.near : grid.far;
  const [low, high] = [Math.ceil(mtm / furthest), mtm * furthest];
  if (strike < low || strike > high)
    return refusal('strikeTooFar', { contract, strike: rand(strike), low: rand(low), high: rand(high) });
  if (strike % step !== 0) {
    const below = strike - (strike % step);
    return refusal('strikeOffGrid', {
      strike: rand(strike),
      step: rand(step),
      below: rand(below),
      above: rand(below + step),
    });
  }
  return expiryRefusal(market, contract, strike);
}

/** Options that have expired are not listed anew. */
function expiryRefusal(market: Market, underlying: string, strike: Cents): Refusal | null {
  const listed = [...market.contracts.values()].find(({ listing }) => listing.underlying === underlying);
  if (listed === undefined || market.businessDay <= listed.lastDay) return null;
  return refusal('contractExpired', {
    contract: optionName(underlying, { strike, type: 'call', isDelta: false }),
    lastDay: listed.listing.lastTradingDay,
  });
}
