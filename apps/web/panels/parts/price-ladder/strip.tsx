// The strip above the ladder of the Ladder panel: the position in the contract with its profit, the buttons that flatten or reverse it,
// and those that cancel the user's orders there. On an armed ladder a button sends immediately; otherwise it opens the ticket, or asks.
import { type ActiveOrderRow, accountName, type MarketRow, type PositionRow, type Side } from '@openpit/wire';
import { type ReactNode, useState } from 'react';
import { type ActionContext, reasonAgainst } from '../../../actions/action.ts';
import { cancelAllActiveOrders } from '../../../actions/all-orders.ts';
import type { Anchor } from '../../../actions/dialogs.ts';
import { deleteActiveOrder } from '../../../actions/order-actions.ts';
import { closeOut, entryPermission, reversePosition } from '../../../actions/order-entry.ts';
import { priceText, signedLotsText } from '../../../market/market-text.ts';
import { useIsOld } from '../../../market/prices.ts';
import { showReason } from '../../../notices/toasts.ts';
import { useSession } from '../../../stores/session.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { dash, formatLots, formatSigned } from '../../../ui/format.ts';
import { type KeyHandlers, shownKey, withKey } from '../../../ui/keys.ts';
import { ownOrdersIn } from '../own/orders.ts';
import { positionsMessage } from '../own/positions.ts';
import { stripKeys } from './keys.ts';
import styles from './ladder.module.css';
import { type LadderOrders, type OwnPosition, ownPositionIn } from './rules.ts';

interface OwnStripOptions {
  readonly row: MarketRow;
  /** All of the user's positions and orders, in any contract. */
  readonly positions: readonly PositionRow[];
  readonly allOrders: readonly ActiveOrderRow[];
  readonly orders: LadderOrders;
  readonly anchorOf: (ticks: null) => Anchor;
  readonly isArmed: boolean;
  readonly context: ActionContext;
}

type ClosingAction = typeof closeOut | typeof reversePosition;

const { keys } = stripKeys;
/** Suspended orders are not on the ladder, but are cancelled with the rest. */
function suspendedOf(orders: readonly ActiveOrderRow[]): string {
  const count = orders.filter(({ state }) => state === 'Suspended').length;
  return count === 0 ? '' : `, ${count} of them suspended`;
}

/** The strip, and the handlers of its keys while the ladder has the focus. */
export function useOwnStrip(options: OwnStripOptions): {
  readonly strip: ReactNode;
  readonly handlers: KeyHandlers<typeof stripKeys>;
} {
  const { row, positions, orders, isArmed, context } = options;
  const { contract } = row;
  const scope = useSession(({ hqAccess }) => hqAccess?.scope);
  const [choice, setChoice] = useState<{ readonly action: ClosingAction; readonly at: Anchor } | null>(null);
  const position = ownPositionIn(positions, row);
  const { accounts } = position;
  const hidden = positionsMessage(scope)?.title;

  const { filter } = ownOrdersIn(contract);
  const myOrders = options.allOrders.filter(
    (order) => order.contract === contract && (filter.dealer === undefined || order.dealer === filter.dealer),
  );
  // Suspended orders are included, because Cancel all includes them: the counts add up.
  const ofSide = (side: Side) => myOrders.filter((order) => order.side === side);
  const [bids, offers] = [ofSide('B'), ofSide('S')];

  const againstClosing = (action: ClosingAction): string | null => {
    const [first] = accounts;
    if (first !== undefined)
      return reasonAgainst(action, { position: first, market: row, anchor: null }, context);
    const against = () => hidden ?? `You have no position in ${contract}.`;
    return reasonAgainst({ permission: entryPermission, worksOffline: true, against }, null, context);
  };
  const againstCancelling = (orders: readonly ActiveOrderRow[], subject: string): string | null => {
    const { permission } = orders === myOrders ? cancelAllActiveOrders : deleteActiveOrder;
    const against = () => (orders.length === 0 ? `You have no ${subject} in ${contract}.` : null);
    return reasonAgainst({ permission, against }, null, context);
  };
  const close = (action: ClosingAction, at: Anchor) => {
    if (showReason(againstClosing(action))) return;
    const [first, ...more] = accounts;
    if (first !== undefined && more.length === 0) void orders.close(action, first);
    else setChoice({ action, at });
  };

  const closings = [
    { action: closeOut, label: 'Flatten', verb: 'Close out', key: keys.flatten },
    { action: reversePosition, label: 'Reverse', verb: 'Reverse', key: keys.reverse },
  ].map((button) => ({ ...button, reason: againstClosing(button.action) }));
  const cancels = [
    { label: 'Bids', what: 'bids', those: bids, key: keys.cancelBids },
    { label: 'Offers', what: 'offers', those: offers, key: keys.cancelOffers },
    { label: 'All', what: 'orders', those: myOrders, key: keys.cancelAll },
  ].map((button) => ({ ...button, reason: againstCancelling(button.those, button.what) }));
  const cancel = (toCancel: readonly ActiveOrderRow[]) => {
    if (showReason(cancels.find((button) => button.those === toCancel)?.reason)) return;
    if (toCancel === myOrders) orders.cancelAll();
    else orders.cancel(toCancel);
  };

  const strip = (
    <div className={styles.strip} role="group" aria-label={`Position and orders in ${contract}`}>
      <PositionLine {...{ row, position, hidden }} />
      <div className={styles.stripButtons}>
        <div>
          {closings.map(({ action, label, verb, key, reason }) => (
            <Button
              key={label}
              size="small"
              className={styles.stripButton}
              data-tip={withKey(
                isArmed
                  ? `${verb} the position at the best price of others, immediately; your orders in the way are cancelled first`
                  : `${verb} the position`,
                shownKey(key),
              )}
              disabledReason={reason}
              onClick={(event) => close(action, event.currentTarget.getBoundingClientRect())}
            >
              {label}
            </Button>
          ))}
        </div>
        <div>
          <span className={styles.cancelCaption}>Cancel</span>
          {cancels.map(({ label, what, those, key, reason }) => (
            <Button
              key={label}
              size="small"
              className={styles.stripButton}
              data-tip={withKey(
                `Cancel your ${what} in ${contract}${suspendedOf(those)}${isArmed ? ', immediately' : ''}`,
                shownKey(key),
              )}
              disabledReason={reason}
              onClick={() => cancel(those)}
            >
              <span className="visually-hidden">Cancel </span>
              {label}
              <span className={styles.count}>{those.length === 0 ? '' : formatLots(those.length)}</span>
            </Button>
          ))}
        </div>
      </div>
      <ActionMenu
        label={choice?.action === reversePosition ? 'Reverse which position?' : 'Flatten which position?'}
        at={choice === null ? null : { left: choice.at.left, top: choice.at.bottom }}
        onClose={() => setChoice(null)}
        items={accounts.map((account) => ({
          id: String(account.positionSeq),
          label: `${accountName(account)}: ${signedLotsText(account.net)}${isArmed ? '' : '…'}`,
          run: () => {
            if (choice !== null) void orders.close(choice.action, account);
          },
        }))}
      />
    </div>
  );
  return {
    strip,
    handlers: {
      flatten: () => close(closeOut, options.anchorOf(null)),
      reverse: () => close(reversePosition, options.anchorOf(null)),
      cancelBids: () => cancel(bids),
      cancelOffers: () => cancel(offers),
      cancelAll: () => cancel(myOrders),
    },
  };
}

interface PositionLineProps {
  readonly row: MarketRow;
  readonly position: OwnPosition;
  /** The reason why the user sees no positions; undefined for a user who sees them. */
  readonly hidden: string | undefined;
}

/** "+5 at 4 030.20 · open R +500"; the tooltip has the accounts, the cents, and the profit of lots that were closed today. */
function PositionLine({ row, position, hidden }: PositionLineProps) {
  const isStale = useIsOld(row.contract);
  const { net, average, open, realised, accounts } = position;
  if (hidden !== undefined) return <p className={styles.position}>{hidden}</p>;
  const rand = (value: number | null, decimals: number) => `R ${formatSigned(value, decimals)}`;
  const lines = accounts.map(
    (account) =>
      `${accountName(account)}: ${signedLotsText(account.net)} at ${priceText(account.averagePrice, row)}`,
  );
  return (
    <p
      className={styles.position}
      data-tip={[...lines, `Open ${rand(open, 2)}, realised today ${rand(realised, 2)}`].join('\n')}
    >
      <span className={styles.held}>
        {accounts.length === 0 ? (
          'Flat'
        ) : (
          <>
            <strong data-tone={net > 0 ? 'long' : net < 0 ? 'short' : undefined}>
              {signedLotsText(net)}
            </strong>{' '}
            <span>
              {average === null ? `in ${accounts.length} accounts` : `at ${priceText(average, row)}`}
            </span>
          </>
        )}
      </span>
      <span
        className={styles.profit}
        data-tone={isStale || open === null || open === 0 ? undefined : open > 0 ? 'up' : 'down'}
      >
        {accounts.length > 0
          ? `open ${open === null ? dash : rand(open, 0)}`
          : realised !== 0 && `today ${rand(realised, 0)}`}
      </span>
    </p>
  );
}
