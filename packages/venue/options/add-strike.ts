// A new strike during the day (domain §2.5): whoever may enter orders may ask for one, on the grid, where options are listed. Call,
// put and both delta twins come at once, marked by the volatility curve, with nothing in their books.
import type { UserRights } from '../access/user-rights.ts';
import type { Cents } from '../kernel/units.ts';
import { rand } from '../orders/rand.ts';
import type { StrikeAnswer } from '../outcome.ts';
import { listAdded } from '../reference/added-listing.ts';
import { optionName } from '../reference/contract-names.ts';
import { nextDisplaySeq } from '../reference/next-display-seq.ts';
import type { StrikeGrid } from '../reference/reference-data.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Contract, Handling, Market } from '../state.ts';
import type { AddStrike } from './strike-commands.ts';

/** Strikes further from the future than half or twice its price help nobody. */
const furthest = 2;

export function addStrike(
  market: Market,
  rights: UserRights,
  { instrument, contractDate, strike }: AddStrike,
  handling: Handling,
): StrikeAnswer | Rejection {
  if (!rights.flags.has('insertOrderOrDouble'))
    return rejection('notPermitted', { flag: 'insertOrderOrDouble' });
  const underlying = market.contracts.get(`${contractDate} ${instrument}`);
  const grid = underlying?.instrument.strikes;
  if (underlying === undefined || underlying.curve === null || grid === undefined)
    return rejection('optionsNotListed', { instrument, contractDate });
  const failed = strikeRejection(market, underlying, { strike, grid });
  if (failed !== null) return failed;

  const { contract: on } = underlying.listing;
  const listed = listAdded(market, { kind: 'strike', on, strike, displaySeq: nextDisplaySeq(market) });

  const contracts = listed.map(({ listing }) => listing);
  handling.tell({ kind: 'strikeAdded', instrument, contractDate, strike, contracts });
  return { kind: 'strike', contracts: contracts.map(({ contract }) => contract) };
}

function strikeRejection(
  market: Market,
  underlying: Contract,
  { strike, grid }: { readonly strike: Cents; readonly grid: StrikeGrid },
): Rejection | null {
  const { contract } = underlying.listing;
  const { mtm } = underlying;
  const call = market.contracts.get(optionName(contract, { strike, type: 'call', isDelta: false }));
  if (call !== undefined) return rejection('strikeListed', { contract, strike: rand(strike) });
  const isNear = Math.abs(strike - mtm) <= grid.near * grid.nearSteps;
  const step = isNear ? grid.near : grid.far;
  const [low, high] = [Math.ceil(mtm / furthest), mtm * furthest];
  if (strike < low || strike > high)
    return rejection('strikeTooFar', { contract, strike: rand(strike), low: rand(low), high: rand(high) });
  if (strike % step !== 0) {
    const below = strike - (strike % step);
    return rejection('strikeOffGrid', {
      strike: rand(strike),
      step: rand(step),
      below: rand(below),
      above: rand(below + step),
    });
  }
  return expiryRejection(market, contract, strike);
}

/** Options that have expired are not listed anew. */
function expiryRejection(market: Market, underlying: string, strike: Cents): Rejection | null {
  const listed = [...market.contracts.values()].find(({ listing }) => listing.underlying === underlying);
  if (listed === undefined || market.businessDay <= listed.lastDay) return null;
  return rejection('contractExpired', {
    contract: optionName(underlying, { strike, type: 'call', isDelta: false }),
    lastDay: listed.listing.lastTradingDay,
  });
}
