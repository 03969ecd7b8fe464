// The menu of a contract in the market panels: take the offer, hit the bid, join either side, quote both,
// show depth, chart and details, send an option to the calculator, cancel the user's orders. Each entry but
// the last opens a form or a panel; the last asks for confirmation.
import { classifyContract, type MarketRow, type Side } from '@openpit/wire';
import { type ActionContext, denialOf, menuItem, reasonAgainst } from '../../../actions/action.ts';
import { cancelAllActiveOrders, ordersText, runAllOrders } from '../../../actions/all-orders.ts';
import type { Anchor, InsertRequest, NewOrderRequest } from '../../../actions/dialogs.ts';
import { openOrderForm } from '../../../actions/order-entry.ts';
import {
  openChart,
  openContractDetails,
  openDepth,
  sendToCalculator,
} from '../../../actions/view-actions.ts';
import { priceText } from '../../../market/market-text.ts';
import { showReason } from '../../../notices/toasts.ts';
import type { ActionMenuItem } from '../../../ui/action-menu.tsx';
import { CancelAllIcon, DoubleIcon, MinusIcon, PlusIcon } from '../../../ui/icons.tsx';
import { shownKey } from '../../../ui/keys.ts';
import { ownOrdersIn } from '../own/orders.ts';
import { marketKeys } from './keys.ts';

type Contract = Pick<
  MarketRow,
  'contract' | 'contractDisplay' | 'instrument' | 'bid' | 'offer' | 'last' | 'mtm'
>;

/** Opens the order form, or shows why it may not be opened. */
export function openInsertForm(request: InsertRequest, context: ActionContext): void {
  if (!showReason(reasonAgainst(openOrderForm, request, context))) openOrderForm.perform(request, context);
}

/** An order at the best price of the other side. */
export function dealAtBest(row: Contract, side: Side, anchor: Anchor | null): NewOrderRequest {
  const price = (side === 'B' ? row.offer : row.bid) ?? row.last ?? row.mtm;
  return { kind: 'order', contract: row.contract, side, price, qty: null, type: 'Normal', anchor };
}

/** An order at the best price of its side. */
function joinBest(row: Contract, side: Side, anchor: Anchor | null): NewOrderRequest {
  const price = (side === 'B' ? row.bid : row.offer) ?? row.last ?? row.mtm;
  return { kind: 'order', contract: row.contract, side, price, qty: null, type: 'Normal', anchor };
}

export interface ContractMenuItem extends ActionMenuItem {
  /** Set if the entry opens the ticket. `label` has no price; `against` is the reason against any order in the contract. */
  readonly ticket?: { readonly label: string; readonly against: string | null };
}

/** `isByVolatility`: of an option, whether forms begin with the volatility. */
export function contractMenu(
  row: Contract,
  anchor: Anchor | null,
  context: ActionContext,
  isByVolatility = false,
): ContractMenuItem[] {
  const { contract, bid, offer } = row;
  /** `noPrice`: why an entry that deals at the price is disabled while there is none. */
  const entry = (
    item: Pick<ActionMenuItem, 'id' | 'icon' | 'tone' | 'keyName'>,
    labelAt: (price: string) => string,
    price: number | null,
    request: InsertRequest,
    noPrice: string | null = null,
  ): ContractMenuItem => {
    const denial = denialOf(openOrderForm, request, context);
    const against = denial.disabledReason ?? null;
    return {
      ...item,
      label: labelAt(price === null ? '' : ` at ${priceText(price, row)}`),
      ...(against === null && price === null ? { disabledReason: noPrice } : denial),
      ticket: { label: labelAt(''), against },
      run: () => openInsertForm({ ...request, isByVolatility }, context),
    };
  };
  const ownOrders = ownOrdersIn(contract);
  const kind = classifyContract(row.contractDisplay);
  return [
    entry(
      {
        id: 'take',
        icon: <PlusIcon />,
        tone: 'buy',
        keyName: shownKey(marketKeys.keys.buy),
      },
      (price) => `Buy${price}: take the offer`,
      offer,
      dealAtBest(row, 'B', anchor),
      'There is no offer now.',
    ),
    entry(
      {
        id: 'hit',
        icon: <MinusIcon />,
        tone: 'sell',
        keyName: shownKey(marketKeys.keys.sell),
      },
      (price) => `Sell${price}: hit the bid`,
      bid,
      dealAtBest(row, 'S', anchor),
      'There is no bid now.',
    ),
    entry({ id: 'bid', icon: null, tone: 'buy' }, (price) => `Bid${price}…`, bid, joinBest(row, 'B', anchor)),
    entry(
      { id: 'offer', icon: null, tone: 'sell' },
      (price) => `Offer${price}…`,
      offer,
      joinBest(row, 'S', anchor),
    ),
    entry({ id: 'double', icon: <DoubleIcon /> }, () => 'Double…', null, {
      kind: 'double',
      contract,
      anchor,
    }),
    menuItem(openDepth, { contract }, context),
    menuItem(openChart, { contract }, context),
    menuItem(openContractDetails, row, context, { label: `${openContractDetails.label}…` }),
    ...(kind === 'options' || kind === 'deltas'
      ? [menuItem(sendToCalculator, { contract, lots: null }, context)]
      : []),
    {
      id: cancelAllActiveOrders.id,
      label:
        ownOrders.orders.length === 0
          ? 'Cancel my orders here'
          : `Cancel my ${ordersText(ownOrders.orders.length)} here…`,
      icon: <CancelAllIcon />,
      ...denialOf(cancelAllActiveOrders, ownOrders, context),
      run: () => void runAllOrders(cancelAllActiveOrders, ownOrders, context),
    },
  ];
}
