// "Cancel all" in the header of the Active orders panel, always visible, with the number of orders that match the filter. A menu
// beside it has the other choices: the dealer's own orders, all of the member, those in the active contract; and whether it asks.
import type { ActiveOrderRow } from '@openpit/wire';
import { useState } from 'react';
import { type ActionContext, reasonAgainst } from '../../actions/action.ts';
import {
  cancelAllActiveOrders,
  type OrderFilter,
  orderScopes,
  runAllOrders,
  scopeWords,
} from '../../actions/all-orders.ts';
import { workspaceKeys } from '../../actions/view-actions.ts';
import { useActiveContract } from '../../stores/chosen.ts';
import { useSession } from '../../stores/session.ts';
import { ActionMenu, type ActionMenuItem } from '../../ui/action-menu.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CancelAllIcon, ChevronDownIcon } from '../../ui/icons.tsx';
import { shownKey } from '../../ui/keys.ts';
import styles from './active-orders.module.css';

export const notLoadedReason = 'Your orders are not loaded.';
const cancelMineKey = shownKey(workspaceKeys.keys.cancelAll);

interface Subject {
  readonly filter: OrderFilter;
  readonly orders: readonly ActiveOrderRow[];
}

export interface CancelAllProps {
  /** The orders that match the filter of the panel. */
  readonly shown: Subject;
  readonly orders: readonly ActiveOrderRow[];
  /** False until they are loaded: the button then gives no number. */
  readonly isKnown: boolean;
  readonly asksFirst: boolean;
  readonly isPhone: boolean;
  readonly context: ActionContext;
  readonly onAsksFirst: (asks: boolean) => void;
}

export function CancelAll(props: CancelAllProps) {
  const { shown, orders, isKnown, asksFirst, isPhone, context, onAsksFirst } = props;
  const user = useSession((session) => session.hqAccess);
  const contract = useActiveContract((active) => active.contract);
  const [menuAt, setMenuAt] = useState<{ readonly left: number; readonly top: number } | null>(null);
  const reasonOf = (subject: Subject) =>
    isKnown ? reasonAgainst(cancelAllActiveOrders, { ...subject, requestId: '' }, context) : notLoadedReason;
  const cancel = (subject: Subject) => void runAllOrders(cancelAllActiveOrders, subject, context, asksFirst);
  const countText = ({ orders: found }: Subject) => (isKnown ? ` (${found.length})` : '');
  const label = `${cancelAllActiveOrders.label}${countText(shown)}`;
  const openMenu = (button: HTMLElement) => {
    const { left, bottom } = button.getBoundingClientRect();
    setMenuAt({ left, top: bottom });
  };
  const size = isPhone ? 'large' : 'small';
  const items: readonly ActionMenuItem[] = [
    ...orderScopes(orders, user, contract).map((scoped) => ({
      id: scoped.scope,
      label: `${scoped.label}${countText(scoped)}${asksFirst ? '…' : ''}`,
      ...(scoped.scope === 'mine' && { keyName: cancelMineKey }),
      disabledReason: reasonOf(scoped),
      run: () => cancel(scoped),
    })),
    {
      id: 'ask',
      label: 'Ask first',
      isChecked: asksFirst,
      startsPart: true,
      run: () => onAsksFirst(!asksFirst),
    },
  ];
  return (
    <span data-always="wide" className={styles.cancelAll}>
      <Button
        size={size}
        icon={<CancelAllIcon />}
        aria-label={`${label} ${scopeWords(shown.filter)}`}
        data-tip={`${cancelAllActiveOrders.label} orders ${scopeWords(shown.filter)}`}
        disabledReason={reasonOf(shown)}
        onClick={() => cancel(shown)}
      >
        <span className={styles.cancelLabel}>{label}</span>
      </Button>
      <IconButton
        size={isPhone ? 'large' : 'medium'}
        icon={<ChevronDownIcon />}
        label="Which orders to cancel"
        keyName={cancelMineKey}
        aria-haspopup="menu"
        onClick={(event) => openMenu(event.currentTarget)}
      />
      <ActionMenu label="Which orders to cancel" at={menuAt} onClose={() => setMenuAt(null)} items={items} />
    </span>
  );
}
