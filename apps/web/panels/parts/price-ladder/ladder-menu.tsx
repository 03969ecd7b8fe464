// The menu of a price: bid or offer there, the user's orders there, the ladder itself, and the menu of the contract.
import type { ActiveOrderRow, MarketRow, Side } from '@openpit/wire';
import { type ActionContext, menuItem, reasonAgainst } from '../../../actions/action.ts';
import type { Anchor } from '../../../actions/dialogs.ts';
import { deleteActiveOrder, openEditForm } from '../../../actions/order-actions.ts';
import { openOrderForm } from '../../../actions/order-entry.ts';
import { openDepth } from '../../../actions/view-actions.ts';
import { priceText } from '../../../market/market-text.ts';
import type { ActionMenuItem } from '../../../ui/action-menu.tsx';
import { formatLots } from '../../../ui/format.ts';
import { CloseIcon } from '../../../ui/icons.tsx';
import { contractMenu } from '../market/contract-menu.tsx';
import type { ArmBarProps } from './bar.tsx';
import type { LadderOrders } from './rules.ts';

interface LadderMenuOptions {
  readonly row: MarketRow;
  /** The price of the menu. */
  readonly ticks: number;
  readonly anchor: Anchor;
  readonly ownOrders: readonly ActiveOrderRow[];
  readonly orders: LadderOrders;
  readonly bar: Pick<ArmBarProps, 'state' | 'against' | 'lots' | 'onToggle' | 'onCentre'>;
  readonly context: ActionContext;
}
/** The menu of a price: bid or offer there, the user's orders there, the ladder itself, and the menu of the contract. */
export function ladderMenu(options: LadderMenuOptions): ActionMenuItem[] {
  const { row, ticks, anchor, ownOrders, orders, bar, context } = options;
  const { isArmed } = bar.state;
  const here = (side: Side): ActionMenuItem => {
    const request = orders.requestAt(side, ticks);
    const lots = bar.lots === null ? '' : ` ${formatLots(bar.lots)}`;
    return {
      id: `here-${side}`,
      label: `${side === 'B' ? 'Bid' : 'Offer'}${lots} at ${priceText(request.price, row)}${isArmed ? '' : '…'}`,
      tone: side === 'B' ? 'buy' : 'sell',
      keyName: side,
      disabledReason: reasonAgainst(openOrderForm, request, context),
      run: () => orders.deal(side, ticks),
    };
  };
  const changes = ownOrders.flatMap((order): ActionMenuItem[] => {
    const { activeOrderSeq } = order;
    const price = priceText(order.price, order);
    const words = `${activeOrderSeq}: ${formatLots(order.remaining)} at ${price}`;
    return [
      menuItem(openEditForm, { order, anchor }, context, {
        id: `amend-${activeOrderSeq}`,
        label: `Amend order ${words}…`,
        keyName: undefined,
      }),
      {
        id: `delete-${activeOrderSeq}`,
        label: `Cancel order ${words}`,
        icon: <CloseIcon />,
        disabledReason: reasonAgainst(deleteActiveOrder, { order }, context),
        run: () => orders.remove(order),
      },
    ];
  });
  // B and S act on the price here and not on the best one. C is not a key of the ladder.
  const ofContract = contractMenu(row, anchor, context)
    .filter(({ id }) => id !== openDepth.id)
    .map(
      ({ keyName: _otherKey, ...item }, index): ActionMenuItem => ({ ...item, startsSection: index === 0 }),
    );
  return [
    here('B'),
    here('S'),
    ...changes,
    {
      id: 'arm',
      label: isArmed ? 'Disarm the ladder' : 'Arm the ladder: a click sends',
      keyName: 'A',
      startsSection: true,
      disabledReason: isArmed ? null : bar.against,
      run: bar.onToggle,
    },
    { id: 'centre', label: 'Centre on the market', keyName: 'Home', run: bar.onCentre },
    ...ofContract,
  ];
}
