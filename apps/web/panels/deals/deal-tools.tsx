// The actions on deals: buttons in the header of the panel for the selected deals, and the menu of a row.
import type { ReactNode } from 'react';
import { type ActionContext, denialOf, keyOfAction, reasonAgainst } from '../../actions/action.ts';
import type { DealTarget } from '../../actions/deal-actions.ts';
import { dealActions, showDealDetails } from '../../actions/deal-actions.ts';
import { showToast } from '../../notices/toasts.ts';
import type { ActionMenuItem } from '../../ui/action-menu.tsx';
import { IconButton } from '../../ui/button.tsx';

const shown = [...dealActions, showDealDetails];

const icons: Readonly<Record<string, ReactNode>> = Object.fromEntries(
  shown.map(({ id, icon: Icon }) => [id, Icon && <Icon />]),
);

/** Opens what the action with this id shows, or says why not; false when there is no such action. */
export function runDealAction(id: string | null, target: DealTarget, context: ActionContext): boolean {
  const action = shown.find((one) => one.id === id);
  if (action === undefined) return false;
  const reason = reasonAgainst(action, target, context);
  if (reason === null) action.perform(target, context);
  else showToast({ type: 'warning', message: reason });
  return true;
}

export function dealMenu(target: DealTarget, context: ActionContext): readonly ActionMenuItem[] {
  return shown.map((action) => ({
    id: action.id,
    label: action === showDealDetails ? action.label : `${action.label}…`,
    icon: icons[action.id],
    keyName: keyOfAction(action),
    startsPart: action === showDealDetails,
    ...denialOf(action, target, context),
    run: () => void runDealAction(action.id, target, context),
  }));
}

/** One button for each action, for the selected deals. */
export function DealTools(props: { readonly target: DealTarget; readonly context: ActionContext }) {
  const { target, context } = props;
  const [only, ...others] = target.deals;
  const what = only === undefined || others.length > 0 ? 'the chosen deals' : `deal ${only.dealSeq}`;
  return shown.map((action) => (
    <IconButton
      key={action.id}
      icon={icons[action.id]}
      label={`${action.label}: ${what}`}
      keyName={keyOfAction(action)}
      disabledReason={reasonAgainst(action, target, context)}
      onClick={() => action.perform(target, context)}
    />
  ));
}
