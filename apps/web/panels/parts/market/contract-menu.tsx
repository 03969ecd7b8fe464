// The menu of a contract in the market panels: take the offer, hit the bid, join either side, quote both,
// show depth, chart and details, send an option to the calculator, cancel the user's orders. Each entry but
// the last opens a form or a panel; the last asks for confirmation.
import { classifyContract, type MarketRow, type Side } from '@openpit/wire';
import { type ActionContext, denialOf, keyOfAction, reasonAgainst } from '../../../actions/action.ts';
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
import {
  CalculatorIcon,
  CancelAllIcon,
  ChartIcon,
  DepthIcon,
  DoubleIcon,
  MinusIcon,
  PlusIcon,
} from '../../../ui/icons.tsx';
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

/** The reasons that disable an entry while the other side is empty. */
const missingSideReasons = { offer: 'There is no offer now.', bid: 'There is no bid now.' } as const;
export const missingReasons: ReadonlySet<string> = new Set(Object.values(missingSideReasons));

/** `isByVolatility`: of an option, whether forms begin with the volatility. */
export function contractMenu(
  row: Contract,
  anchor: Anchor | null,
  context: ActionContext,
  isByVolatility = false,
): ActionMenuItem[] {
  const { contract, bid, offer } = row;
  const entry = (
    item: Pick<ActionMenuItem, 'id' | 'label' | 'icon'> & Partial<ActionMenuItem>,
    request: InsertRequest,
    missing: string | null = null,
  ): ActionMenuItem => ({
    ...item,
    ...(reasonAgainst(openOrderForm, request, context) === null
      ? { disabledReason: missing }
      : denialOf(openOrderForm, request, context)),
    run: () => openInsertForm({ ...request, isByVolatility }, context),
  });
  const at = (price: number | null) => (price === null ? '' : ` at ${priceText(price, row)}`);
  const here = ownOrdersIn(contract);
  const kind = classifyContract(row.contractDisplay);
  return [
    entry(
      {
        id: 'take',
        label: `Buy${at(offer)}: take the offer`,
        icon: <PlusIcon />,
        tone: 'buy',
        keyName: shownKey(marketKeys.keys.buy),
      },
      dealAtBest(row, 'B', anchor),
      offer === null ? missingSideReasons.offer : null,
    ),
    entry(
      {
        id: 'hit',
        label: `Sell${at(bid)}: hit the bid`,
        icon: <MinusIcon />,
        tone: 'sell',
        keyName: shownKey(marketKeys.keys.sell),
      },
      dealAtBest(row, 'S', anchor),
      bid === null ? missingSideReasons.bid : null,
    ),
    entry({ id: 'bid', label: `Bid${at(bid)}…`, icon: null, tone: 'buy' }, joinBest(row, 'B', anchor)),
    entry({ id: 'offer', label: `Offer${at(offer)}…`, icon: null, tone: 'sell' }, joinBest(row, 'S', anchor)),
    entry({ id: 'double', label: 'Double…', icon: <DoubleIcon /> }, { kind: 'double', contract, anchor }),
    {
      id: openDepth.id,
      label: 'Depth',
      icon: <DepthIcon />,
      keyName: keyOfAction(openDepth),
      run: () => openDepth.perform({ contract }, context),
    },
    {
      id: openChart.id,
      label: 'Chart',
      icon: <ChartIcon />,
      keyName: keyOfAction(openChart),
      run: () => openChart.perform({ contract }, context),
    },
    {
      id: openContractDetails.id,
      label: 'Contract details…',
      run: () => openContractDetails.perform(row, context),
    },
    ...(kind === 'options' || kind === 'deltas'
      ? [
          {
            id: sendToCalculator.id,
            label: sendToCalculator.label,
            icon: <CalculatorIcon />,
            run: () => sendToCalculator.perform({ contract, lots: null }, context),
          },
        ]
      : []),
    {
      id: cancelAllActiveOrders.id,
      label:
        here.orders.length === 0
          ? 'Cancel my orders here'
          : `Cancel my ${ordersText(here.orders.length)} here…`,
      icon: <CancelAllIcon />,
      ...denialOf(cancelAllActiveOrders, { ...here, requestId: '' }, context),
      run: () => void runAllOrders(cancelAllActiveOrders, here, context),
    },
  ];
}
