// Insert an order (ACT-1): the validation chain of domain §3.4, first failure wins, then into the market.
import type { UserRights } from '../access/user-rights.ts';
import type { InsertOrder } from '../commands.ts';
import type { OrderOwner } from '../events.ts';
import { type Lots, lots } from '../kernel/units.ts';
import type { OrderAnswer, OrderState } from '../outcome.ts';
import { type Refusal, refusal } from '../refusals.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { enterMarket } from './enter-market.ts';
import { entryRefusal, quantityRefusal } from './entry-check.ts';
import type { Order } from './order.ts';
import { ownerOf } from './owner-check.ts';
import { priceRefusal } from './price-check.ts';

export function insertOrder(
  state: VenueState,
  market: Market,
  rights: UserRights,
  command: InsertOrder,
  handling: Handling,
): OrderAnswer | Refusal {
  if (!rights.flags.has('insertOrderOrDouble'))
    return refusal('notPermitted', { flag: 'insertOrderOrDouble' });
  const contract = market.contracts.get(command.contract);
  if (contract === undefined) return refusal('contractUnknown', { contract: command.contract });
  const failed = quantityRefusal(rights, command.lots) ?? priceRefusal(contract, command.price);
  if (failed !== null) return failed;
  const owner = ownerOf(market, rights, command);
  if ('code' in owner) return owner;
  const order = newOrder(command, { activeOrderSeq: state.nextOrderSeq, owner, handling });
  const refused = entryRefusal({ state, market, rights, contract }, order);
  if (refused !== null) return refused;

  state.nextOrderSeq += 1;
  order.owner = { ...owner, ref: state.refs.take(dealerOf(owner), command.ref) };
  accept(order, handling);
  return answerOf(order, enterMarket(state, contract, order, handling), order.lots);
}

/** An order that is not in the market yet. */
export function newOrder(
  terms: Pick<InsertOrder, 'contract' | 'side' | 'type' | 'lots' | 'price'>,
  parts: { readonly activeOrderSeq: number; readonly owner: OrderOwner; readonly handling: Handling },
): Order {
  const { contract, side, type, lots: quantity, price } = terms;
  const { activeOrderSeq, owner, handling } = parts;
  const place = { remaining: quantity, cancels: null, queuedAt: handling.at, entry: null };
  return { activeOrderSeq, contract, side, type, lots: quantity, price, owner, ...place };
}

export function accept(order: Order, handling: Handling): void {
  const { activeOrderSeq, contract, side, type, lots: quantity, price, owner } = order;
  handling.tell({
    kind: 'orderAccepted',
    activeOrderSeq,
    contract,
    side,
    type,
    lots: quantity,
    price,
    owner,
  });
}

/** `before`: what was left when the command came. */
export function answerOf(order: Order, state: OrderState, before: Lots): OrderAnswer {
  return {
    kind: 'order',
    activeOrderSeq: order.activeOrderSeq,
    state,
    remaining: state === 'Killed' || state === 'Cancelled' ? lots(0) : order.remaining,
    dealt: lots(before - order.remaining),
    ref: order.owner.ref,
  };
}

/** Refs are counted by dealer. */
export const dealerOf = ({ member, dealer }: Pick<OrderOwner, 'member' | 'dealer'>): string =>
  `${member}/${dealer}`;
