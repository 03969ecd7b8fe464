// Insert an order (ACT-1): the validation chain of domain §3.4, first failure wins, then into the market.
import { effectiveMaxLots, type UserRights } from '../access/user-rights.ts';
import type { InsertOrder } from '../commands.ts';
import { lots } from '../kernel/units.ts';
import type { OrderAnswer } from '../outcome.ts';
import { type Refusal, refusal } from '../refusals.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { enterMarket, selfMatchRefusal } from './enter-market.ts';
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
  if (command.lots < 1) return refusal('quantityNotPositive');
  const { maxLots, whose } = effectiveMaxLots(rights);
  if (command.lots > maxLots) return refusal('quantityAboveLimit', { lots: command.lots, maxLots, whose });
  const badPrice = priceRefusal(contract, command.price);
  if (badPrice !== null) return badPrice;
  const owner = ownerOf(market, rights, command);
  if ('code' in owner) return owner;
  const order: Order = {
    activeOrderSeq: state.nextOrderSeq,
    contract: command.contract,
    side: command.side,
    type: command.type,
    lots: command.lots,
    price: command.price,
    owner,
    remaining: command.lots,
    queuedAt: handling.at,
    entry: null,
  };
  const selfMatch = selfMatchRefusal(state, market, contract, order);
  if (selfMatch !== null) return selfMatch;

  state.nextOrderSeq += 1;
  handling.tell({
    kind: 'orderAccepted',
    activeOrderSeq: order.activeOrderSeq,
    contract: order.contract,
    side: order.side,
    type: order.type,
    lots: order.lots,
    price: order.price,
    owner,
  });
  const ended = enterMarket(state, contract, order, handling);

  return {
    activeOrderSeq: order.activeOrderSeq,
    state: ended,
    remaining: ended === 'Killed' ? lots(0) : order.remaining,
    dealt: lots(order.lots - order.remaining),
    ref: owner.ref,
  };
}
