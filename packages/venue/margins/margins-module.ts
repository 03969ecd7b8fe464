// The operator's limits on the initial margin of accounts, checked before an order enters the market.
import { maxAccountCash } from '@openpit/terms';
import { byOperator } from '../kernel/command-entry.ts';
import type { Rejection } from '../kernel/rejection.ts';
import type { Money } from '../kernel/units.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import { type PositionsState, reject as rejectPositions } from '../positions/positions-module.ts';
import { rejectUnusable } from '../rates/rates-module.ts';
import type { MarketContext } from '../reference/market.ts';

/** The maximum initial margin that an account may need, with open orders counted as dealt; null removes the limit. */
export interface LimitMargin {
  readonly kind: 'limitMargin';
  readonly principal: string;
  readonly maxMargin: Money | null;
}

export interface MarginLimited {
  readonly kind: 'marginLimited';
  readonly principal: string;
  readonly maxMargin: Money | null;
}

/** By principal. */
type MarginLimits = Map<string, Money>;

export interface MarginsState extends PositionsState {
  readonly marginLimits: MarginLimits;
}

function limitMargin(
  { state, market, emit }: MarketContext<MarginsState, MarginLimited>,
  { principal, maxMargin }: LimitMargin,
): Rejection | null {
  if (!market.members.has(principal) && !market.clients.has(principal))
    return rejectPositions('accountUnknown', { principal });
  const bad = maxMargin === null ? null : rejectUnusable({ 'margin limit': maxMargin }, maxAccountCash);
  if (bad !== null) return bad;

  if (maxMargin === null) state.marginLimits.delete(principal);
  else state.marginLimits.set(principal, maxMargin);

  emit({ kind: 'marginLimited', principal, maxMargin });
  return null;
}

export const marginsModule = {
  name: 'marginLimits',
  events: { marginLimited: true } satisfies EventKinds<MarginLimited>,
  slice: {
    empty: (): MarginLimits => new Map(),
    save: (limits: MarginLimits): (readonly [string, Money])[] => [...limits],
    load: (saved: readonly (readonly [string, Money])[]): MarginLimits => new Map(saved),
  },
  commands: { limitMargin: byOperator(limitMargin) },
} as const;
