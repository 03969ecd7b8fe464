// Positions and the operator's limits on them.

import { inWords, maxAccountCash, maxAccountLots } from '@openpit/terms';
import { byOperator } from '../kernel/command-entry.ts';
import { detailed, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import type { Lots } from '../kernel/units.ts';
import type { EventKinds, LongStage } from '../kernel/venue-module.ts';
import type { PricingState } from '../pricing/curves.ts';
import type { MarketContext } from '../reference/market.ts';
import type { ReferenceState } from '../reference/reference-module.ts';
import { reject as rejectRights } from '../rights/rights-rejections.ts';
import { type PositionChanged, positionChanged } from './position.ts';
import { PositionLedger, type SavedPositions } from './position-ledger.ts';

/** The operator's limit on a principal's position in each contract, over its sub-accounts, open orders counted as dealt; null removes it. */
export interface LimitPosition {
  readonly kind: 'limitPosition';
  readonly principal: string;
  readonly maxLots: Lots | null;
}

/** The maximum lots that a principal may hold in any contract, over its sub-accounts; null for no limit. */
export interface PositionLimited {
  readonly kind: 'positionLimited';
  readonly principal: string;
  readonly maxLots: Lots | null;
}

export interface PositionsState extends PricingState {
  readonly positions: PositionLedger;
  /** The open orders and the cash of accounts, whose modules are above this one. */
  readonly orders: {
    openLots(principal: string, except: number | null): number;
    trackLots(principal: string): void;
  };
  readonly clearing: { cashOf(principal: string): number };
}

type PositionsContext = MarketContext<PositionsState, PositionChanged | PositionLimited>;

const positionsRejections = {
  accountUnknown: detailed({
    when: 'limit a position',
    examples: [{ principal: '0000X' }],
    sentence: (v) => `There is no member or client ${v.principal}.`,
  }),
  accountTooLarge: detailed<{ principal?: string; what: 'lots' | 'cash' }>({
    when: 'an order, a deal or a correction would take an account above the largest amounts that the market can clear exactly; the other side’s account is not named',
    examples: [
      { principal: '9996S', what: 'lots' },
      { what: 'lots' },
      { principal: '9996S', what: 'cash' },
      { what: 'cash' },
    ],
    sentence: (v) => {
      const account = v.principal ?? 'The account on the other side';
      return v.what === 'lots'
        ? `${account} would have more than ${inWords(maxAccountLots)} lots in positions and open orders, the largest number that the market can clear. Close positions or cancel orders first.`
        : `The profits, losses and balance of ${account === v.principal ? account : 'the account on the other side'} exceed R${inWords(maxAccountCash / 100)}, the largest amount that the market can clear. It may only close positions until the operator has recorded its payments.`;
    },
  }),
};
export const reject = rejectionsFrom(positionsRejections);

/** True if a change raises an account above its limit. A change that does not move it further from flat is always allowed. */
export const isBeyond = (
  maxLots: Lots,
  { net, reach }: { readonly net: number; readonly reach: number },
): boolean => Math.abs(reach) > maxLots && Math.abs(reach) > Math.abs(net);

function limitPosition(
  { state, market, emit }: PositionsContext,
  { principal, maxLots }: LimitPosition,
): Rejection | null {
  if (!market.members.has(principal) && !market.clients.has(principal))
    return reject('accountUnknown', { principal });
  if (maxLots !== null && maxLots < 0) return rejectRights('quantityNotPositive');

  state.positions.limit(principal, maxLots);

  emit({ kind: 'positionLimited', principal, maxLots });
  return null;
}

const rollPositions: LongStage<PositionsContext, unknown> = {
  unit: ({ state, market, emit }, _day, at) => {
    const contract = market.listed[at];
    if (contract === undefined) return null;
    const rolled = state.positions.roll(contract, state.prices.of(contract).mtm);
    for (const position of rolled) emit(positionChanged(position));
    return 1 + 3 * rolled.length;
  },
};

export const positionsModule = {
  name: 'positions',
  events: { positionChanged: true, positionLimited: true } satisfies EventKinds<
    PositionChanged | PositionLimited
  >,
  slice: {
    empty: () => new PositionLedger(),
    save: (positions: PositionLedger): SavedPositions => positions.save(),
    load: (saved: SavedPositions, { reference }: ReferenceState) =>
      PositionLedger.load(saved, reference.market),
  },
  commands: { limitPosition: byOperator(limitPosition) },
  rejections: positionsRejections,
  endOfDay: { roll: rollPositions },
} as const;
