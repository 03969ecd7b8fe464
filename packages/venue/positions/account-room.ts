// The largest position and cash of an account that the market can clear exactly (decision 34). Positions and open orders together have
// at most `maxAccountLots`, and an account whose cash exceeds `maxAccountCash` may only close positions. As no lot is worth more than
// `maxLotValue`, no movement or balance of the account can then leave the exact integers, at whatever prices it deals and is marked.
import { maxAccountCash, maxAccountLots, maxLotValue } from '@openpit/terms';
import type { Rejection } from '../kernel/rejection.ts';
import { contractNamed, type Market } from '../reference/market.ts';
import { type PositionsState, reject } from './positions-module.ts';

type RoomState = Pick<PositionsState, 'positions' | 'orders' | 'clearing'>;

interface AddedLots {
  readonly principal: string;
  /** The lots that the account could deal, over all contracts and in both directions. */
  readonly lots: number;
  /** The order that is replaced, which does not count; null if there is none. */
  readonly except: number | null;
  /** False if the rejection must not name the account, because it belongs to another member. */
  readonly isNamed: boolean;
  /** True for a correction by the operator, who must be able to undo the deals of an account that has reached its maximum cash. */
  readonly isCorrection?: boolean;
}

/** Rejects lots that the account cannot add. */
export function roomRejection(
  { state, market }: { readonly state: RoomState; readonly market: Market },
  { principal, lots, except, isNamed, isCorrection = false }: AddedLots,
): Rejection | null {
  const { knownRoom } = state.positions;
  const known = (knownRoom.get(principal) ?? -1) - lots;
  if (known >= 0) {
    knownRoom.set(principal, known);
    return null;
  }
  const open = state.orders.openLots(principal, except) + lots;
  const { heldLots, cash } = sizeOf(state, market, principal);
  const room = maxAccountLots - heldLots - open;
  // Each of its next orders may ask again.
  if (room < maxAccountLots / 100) state.orders.trackLots(principal);
  if (room < 0 || cash > (isCorrection ? 2 : 1) * maxAccountCash) {
    knownRoom.delete(principal);
    return reject('accountTooLarge', {
      ...(isNamed ? { principal } : {}),
      what: room < 0 ? 'lots' : 'cash',
    });
  }
  // Until the next computation, each open lot can change the cash by its largest value.
  knownRoom.set(principal, Math.min(room, Math.floor((maxAccountCash - cash) / maxLotValue) - open));
  return null;
}

/** Whether a position only becomes smaller, at most flat. */
export const closes = (net: number, reach: number): boolean =>
  Math.abs(reach) <= Math.abs(net) && reach * net >= 0;

/**
 * The lots that an account holds, and its cash in cents: all that it has paid and received for its positions, or the sum of the parts
 * if they are larger. The current prices of open positions do not count.
 */
function sizeOf(
  { positions, clearing }: RoomState,
  market: Market,
  principal: string,
): { readonly heldLots: number; readonly cash: number } {
  let [heldLots, cash, parts] = [0, clearing.cashOf(principal), 0];
  for (const { contract, net, realised, cost } of positions.ofPrincipal(principal)) {
    const paid = (realised - cost) * contractNamed(market, contract).instrument.tonsPerContract;
    heldLots += Math.abs(net);
    cash += paid;
    parts += Math.abs(paid);
  }
  return { heldLots, cash: Math.max(Math.abs(cash), parts) };
}
