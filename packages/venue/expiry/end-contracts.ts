// Ends the contracts that expire with the day (market/options.md, Exercise and abandon, Final settlement). Options in the money are exercised
// automatically, other options lapse, and futures settled in cash are closed at their MTM. Futures settled with grain are delivered later
// (module silo). A contract may have many holders, so they are closed in blocks.
import type { Contract } from '../contracts/contract.ts';
import { mustExist } from '../kernel/assert.ts';
import { asPrice, lots, type Price } from '../kernel/units.ts';
import type { LongStage } from '../kernel/venue-module.ts';
import type { MtmState, ValuationRun } from '../mtm/mtm-state.ts';
import { valuedAt } from '../mtm/value-contracts.ts';
import type { Position } from '../positions/position.ts';
import type { EndingDay } from '../prices/prices-module.ts';
import type { ValuedAt } from '../pricing/curves.ts';
import { contractNamed, type MarketContext } from '../reference/market.ts';
import { drawLots } from './assign-shorts.ts';
import { bookExercisedPair, optionExercised } from './book-exercise.ts';
import {
  bookBothSides,
  longsIn,
  type MatchedParts,
  matchParts,
  type Part,
  partOf,
  shortsIn,
} from './close-out.ts';
import type { ExpiryContext, ExpiryState } from './expiry-context.ts';
import type { ExpiryEvent } from './expiry-events.ts';

/** Pairs of accounts per unit. */
const blockSize = 10;
/** The approximate time per pair, in microseconds. */
const workPerPair = { exercise: 50, lapse: 25, settlement: 25 };
/** The approximate number of lots that are drawn in a microsecond. */
const lotsDrawnPerWork = 50;

/** The closing of positions in a contract: each long lot with a short lot. */
interface Closing {
  readonly contract: string;
  readonly origin: keyof typeof workPerPair;
  /** The price of the deals in the contract; an exercise deals the option at 0. */
  readonly price: Price;
  readonly linkedGroup: number;
  readonly pairs: readonly MatchedParts[];
  /** The number of pairs that are done. */
  booked: number;
  /** Emitted after the last pair. */
  readonly event: ExpiryEvent;
}

/** The end of a day with its progress: the contracts that are still to be closed, and the remaining work in the first of them. */
export interface ExpiringDay extends EndingDay {
  expiry?: { readonly contracts: string[]; closings: Closing[] };
}

/** Must run when every contract has its MTM of the day. */
export const endContracts: LongStage<ExpiryContext, ExpiringDay> = {
  unit: (context, day, at) => {
    const { state, market } = context;
    if (at === 0) day.expiry = { contracts: endingContracts(context, day), closings: [] };
    const expiry = mustExist(day.expiry, 'the stage has begun');
    const [closing] = expiry.closings;
    if (closing !== undefined) {
      const work = bookBlock(context, closing);
      if (closing.booked === closing.pairs.length) expiry.closings.shift();
      return work;
    }
    const name = expiry.contracts.shift();
    if (name === undefined) return null;
    const contract = contractNamed(market, name);
    if (!state.positions.isHeld(contract)) return 0.1;
    const positions = state.positions.in(contract);
    expiry.closings =
      contract.kind === 'option'
        ? endOfOption(context, contract, {
            prices: state.prices,
            seed: mustExist(context.seed, 'the end of the day has no seed'),
          }).map((end) => closingOf(context, contract, end))
        : [settlementOf(context, contract, positions)];
    const lotsHeld = positions.reduce((sum, { net }) => sum + Math.max(net, 0), 0);
    return 10 + positions.length + lotsHeld / lotsDrawnPerWork;
  },
};

/**
 * Ends the day's options for a valuation, as if the day ended now, without booking anything. If part of an option is abandoned,
 * assigned accounts are drawn from the shorts; the draw at the end of the day will differ.
 */
export const valuationOfEnds: LongStage<MarketContext<ExpiryState & MtmState, ExpiryEvent>, ValuationRun> = {
  unit: (context, run, at) => {
    const { state, market } = context;
    const contract = market.listed[at];
    if (contract === undefined) return null;
    if (
      contract.option === null ||
      contract.lastDay > market.businessDay ||
      !state.positions.isHeld(contract)
    )
      return 0.1;
    const { option } = contract;
    const { prices } = valuedAt(context, run);
    const add = ({ owner: { principal } }: Part, contractName: string, quantity: number, price: Price) => {
      const ends = run.ends[principal] ?? [];
      run.ends[principal] = ends;
      ends.push({ contract: contractName, lots: quantity, price });
    };
    let work = 10;
    for (const { origin, pairs } of endOfOption(context, contract, { prices, seed: 0 }))
      for (const { long, short, lots: quantity } of pairs) {
        add(long, contract.name, -quantity, asPrice(0));
        add(short, contract.name, quantity, asPrice(0));
        work += 2;
        if (origin !== 'exercise') continue;
        const [buyer, seller] = option.type === 'call' ? [long, short] : [short, long];
        add(buyer, option.underlying.name, quantity, option.strike);
        add(seller, option.underlying.name, -quantity, option.strike);
      }
    return work;
  },
};

/**
 * Options first, because an exercise opens lots in a future that may end today as well. Whether a future is held is therefore known only
 * when its turn comes.
 */
function endingContracts({ state, market }: ExpiryContext, { ended }: EndingDay): string[] {
  const ending = market.listed.filter(({ lastDay }) => lastDay <= ended);
  const options = ending.filter((contract) => contract.kind === 'option' && state.positions.isHeld(contract));
  const futures = ending.filter(
    ({ kind, instrument }) => kind === 'future' && instrument.settlement === 'cash',
  );
  return [...options, ...futures].map(({ name }) => name);
}

/** Books the next pairs; emits the event of the closing after the last. Returns the approximate time that it takes, in microseconds. */
function bookBlock(context: ExpiryContext, closing: Closing): number {
  const { origin, price, linkedGroup, pairs, booked, event } = closing;
  const contract = contractNamed(context.market, closing.contract);
  const block = pairs.slice(booked, booked + blockSize);
  for (const pair of block)
    if (origin === 'exercise') bookExercisedPair(context, contract, pair, linkedGroup);
    else
      bookBothSides(context, contract, {
        buyer: pair.short.owner,
        seller: pair.long.owner,
        lots: pair.lots,
        price,
        origin,
        linkedGroup,
      });
  closing.booked += block.length;
  if (closing.booked === pairs.length) context.emit(event);
  return block.length * workPerPair[origin];
}

/**
 * The closing of the positions in an option that ends today. `prices` are the MTMs of the day, and
 * `seed` draws the assigned lots.
 */
function endOfOption(
  { state }: Pick<ExpiryContext, 'state'>,
  contract: Contract,
  { prices, seed }: { readonly prices: ValuedAt['prices']; readonly seed: number },
): readonly Omit<Closing, 'contract' | 'linkedGroup' | 'booked'>[] {
  const positions = state.positions.in(contract);
  const longs = longsIn(positions);
  const shorts = shortsIn(positions);
  const exercised = isInTheMoney(prices, contract)
    ? positions.flatMap((position) => notAbandoned(position))
    : [];
  const assigned = drawLots(
    shorts,
    lotsOf(exercised),
    // Each contract has its own draw.
    seed + contract.index,
  );
  const lapsing = without(longs, exercised);
  const price = asPrice(0);
  const closings: Omit<Closing, 'contract' | 'linkedGroup' | 'booked'>[] = [];
  if (exercised.length > 0) {
    const pairs = matchParts(exercised, assigned);
    const event = optionExercised(contract, { exercised, assigned, isAutomatic: true });
    closings.push({ origin: 'exercise', price, pairs, event });
  }
  if (lapsing.length > 0) {
    const pairs = matchParts(lapsing, without(shorts, assigned));
    const event = { kind: 'optionLapsed', contract: contract.name, lots: lots(lotsOf(lapsing)) } as const;
    closings.push({ origin: 'lapse', price, pairs, event });
  }
  return closings;
}

function settlementOf(context: ExpiryContext, contract: Contract, positions: readonly Position[]): Closing {
  const longs = longsIn(positions);
  const { mtm: price } = context.state.prices.of(contract);
  const pairs = matchParts(longs, shortsIn(positions));
  const event = { kind: 'futureSettled', contract: contract.name, lots: lots(lotsOf(longs)) } as const;
  return closingOf(context, contract, { origin: 'settlement', price, pairs, event });
}

const closingOf = (
  { state }: ExpiryContext,
  { name }: Contract,
  terms: Pick<Closing, 'origin' | 'price' | 'pairs' | 'event'>,
): Closing => ({ contract: name, linkedGroup: state.deals.takeLinkedGroup(), booked: 0, ...terms });

/** At least one tick in the money against the future's MTM of the expiry day. */
function isInTheMoney(prices: ValuedAt['prices'], contract: Contract): boolean {
  const { type, strike, underlying } = mustExist(contract.option, `${contract.name} is not an option`);
  const { mtm } = prices.of(underlying);
  return (type === 'call' ? mtm - strike : strike - mtm) >= underlying.instrument.tick;
}

function notAbandoned(position: Position): Part[] {
  const left = position.net - position.abandoned;
  return left > 0 ? [partOf(position, left)] : [];
}

const lotsOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + part.lots, 0);

/** The parts less the lots of `taken` that belong to the same accounts. */
function without(parts: readonly Part[], removed: readonly Part[]): Part[] {
  const used = new Map(removed.map((part) => [accountOf(part), part.lots]));
  return parts.flatMap((part) => {
    const { owner, lots: heldLots } = part;
    const left = heldLots - (used.get(accountOf(part)) ?? 0);
    return left > 0 ? [{ owner, lots: lots(left) }] : [];
  });
}

const accountOf = ({ owner: { principal, subAccount } }: Part): string => `${principal} ${subAccount ?? ''}`;
