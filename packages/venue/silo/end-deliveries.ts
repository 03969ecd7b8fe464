// The end of a future's delivery (market/delivery.md, Silo certificates): shorts that have not tendered by the last notice day are closed
// against the longs at the MTM of that day, and pay them the penalty of the instrument.
import { postMovement } from '../clearing/clear-day.ts';
import type { Contract } from '../contracts/contract.ts';
import { bookBothSides, longsIn, type MatchedParts, matchParts, shortsIn } from '../expiry/close-out.ts';
import { mustExist } from '../kernel/assert.ts';
import { isoDate } from '../kernel/civil-date.ts';
import { asMoney, asPrice, lots } from '../kernel/units.ts';
import type { LongStage } from '../kernel/venue-module.ts';
import type { EndingDay } from '../prices/prices-module.ts';
import { contractNamed, settlementDay } from '../reference/market.ts';
import { isPhysical } from './delivery-window.ts';
import type { SiloContext } from './silo-context.ts';

/** Pairs of accounts per unit, and the approximate time per pair in microseconds. */
const blockSize = 10;
const workPerPair = 40;

/** The positions in a future, each long lot with a short lot, and how many of the pairs are closed. */
interface Closing {
  readonly contract: string;
  readonly linkedGroup: number;
  readonly pairs: readonly MatchedParts[];
  closed: number;
}

/** The end of a day with its progress: the futures that are still to be closed, and the future that is being closed. */
export interface DeliveringDay extends EndingDay {
  deliveries?: { readonly contracts: string[]; closing: Closing | null };
}

/** Must run when every contract has its MTM of the day, and before the day is cleared. */
export const endDeliveries: LongStage<SiloContext, DeliveringDay> = {
  unit: (context, day, at) => {
    const { state, market } = context;
    if (at === 0) day.deliveries = { contracts: endingFutures(context, day), closing: null };
    const progress = mustExist(day.deliveries, 'the stage has begun');
    const { closing } = progress;
    if (closing !== null) {
      const work = closeBlock(context, closing);
      if (closing.closed === closing.pairs.length) progress.closing = null;
      return work;
    }
    const contract = progress.contracts.shift();
    if (contract === undefined) return null;
    const positions = state.positions.in(contractNamed(market, contract));
    const pairs = matchParts(longsIn(positions), shortsIn(positions));
    progress.closing = { contract, linkedGroup: state.deals.takeLinkedGroup(), pairs, closed: 0 };
    return 10 + positions.length;
  },
};

const endingFutures = ({ state, market }: SiloContext, { ended }: EndingDay): string[] =>
  market.listed
    .filter(
      (contract) =>
        isPhysical(contract) &&
        contract.lastDay <= ended &&
        state.positions.isHeld(contract) &&
        settlementDay(market, contract) <= ended,
    )
    .map(({ name }) => name);

function closeBlock(context: SiloContext, closing: Closing): number {
  const { pairs, closed, linkedGroup } = closing;
  const contract = contractNamed(context.market, closing.contract);
  const price = context.state.prices.of(contract).mtm;
  const block = pairs.slice(closed, closed + blockSize);
  for (const pair of block) {
    const { long, short } = pair;
    bookBothSides(context, contract, {
      buyer: short.owner,
      seller: long.owner,
      lots: pair.lots,
      price,
      origin: 'settlement',
      linkedGroup,
    });
    if (context.state.silo.data !== null) payPenalty(context, contract, pair);
  }
  closing.closed += block.length;
  if (closing.closed === pairs.length)
    context.emit({
      kind: 'futureSettled',
      contract: contract.name,
      lots: lots(pairs.reduce((sum, pair) => sum + pair.lots, 0)),
    });
  return block.length * workPerPair;
}

function payPenalty(
  context: SiloContext,
  contract: Contract,
  { long, short, lots: quantity }: MatchedParts,
): void {
  const { state, market, emit } = context;
  const { silo, clearing, prices } = state;
  const { code, tonsPerContract } = contract.instrument;
  const penalty = silo.data?.penalties.find(({ instrument }) => instrument === code)?.penalty ?? asPrice(0);
  const amount = asMoney(penalty * quantity * tonsPerContract);
  const businessDay = isoDate(market.businessDay);
  emit({
    kind: 'deliveryDefaulted',
    businessDay,
    contract: contract.name,
    lots: quantity,
    mtm: prices.of(contract).mtm,
    penalty,
    amount,
    short: accountOf(short),
    long: accountOf(long),
  });
  const paid = { day: businessDay, movement: 'deliveryPenalty' } as const;
  const deliveryWith = (counterparty: string) => ({
    contract: contract.name,
    lots: quantity,
    counterparty,
    invoiceSeq: null,
  });
  postMovement(context, clearing.account(short.owner.principal, short.owner.member), {
    ...paid,
    amount: asMoney(0 - amount),
    delivery: deliveryWith(long.owner.principal),
  });
  postMovement(context, clearing.account(long.owner.principal, long.owner.member), {
    ...paid,
    amount,
    delivery: deliveryWith(short.owner.principal),
  });
}

const accountOf = ({ owner: { member, principal, subAccount } }: MatchedParts['long']) => ({
  member,
  principal,
  subAccount,
});
