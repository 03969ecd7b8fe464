// What the holder of a long option may do with it besides selling it (ACT-18, ACT-19): exercise turns lots into the future at the
// strike, abandon keeps them from being exercised automatically on the expiry day. Both open a form that says what happens and
// what is given up; the form says also when it may be sent.
import type { PositionRow } from '@openpit/wire';
import { type Action, type ActionContext, permitted } from './action.ts';
import { type Denied, permissionOf } from './may.ts';
import type { Anchor, ExpiryRequest } from './order-form-request.ts';

export type ExpiryKind = ExpiryRequest['kind'];

export interface ExpiryTarget {
  readonly position: PositionRow;
  readonly anchor: Anchor | null;
}

const permissions = {
  exercise: permissionOf('exerciseOption'),
  abandon: permissionOf('abandonOption'),
} as const;

/** Whether the position allows it and anything reaches the market; the time of day is checked by the form. */
export function mayEnd(
  kind: ExpiryKind,
  { net, principal, contract }: Pick<PositionRow, 'net' | 'principal' | 'contract'>,
  context: ActionContext,
): true | Denied {
  const answer = permitted(permissions[kind], context);
  if (answer !== true || net > 0) return answer;
  return { reason: `${principal} is not long ${contract}: only a holder can ${kind} it.` };
}

const opens = (
  kind: ExpiryKind,
): Pick<Action<ExpiryTarget, void>, 'enabled' | 'mustConfirm' | 'perform'> => ({
  enabled: ({ position }, context) => mayEnd(kind, position, context),
  // The form is the question: it says in full what will happen.
  mustConfirm: () => null,
  perform: ({ position, anchor }, { workspace }) =>
    workspace.showOrderForm({ kind, contract: position.contract, position, anchor }),
});

export const exerciseOption = {
  id: 'exerciseOption',
  label: 'Exercise',
  permission: permissions.exercise,
  ...opens('exercise'),
} satisfies Action<ExpiryTarget, void>;

export const abandonOption = {
  id: 'abandonOption',
  label: 'Abandon',
  permission: permissions.abandon,
  ...opens('abandon'),
} satisfies Action<ExpiryTarget, void>;
