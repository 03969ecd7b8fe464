// The context of an action in tests: the listed permissions, and a workspace that does nothing. Also the order forms that actions open.
import { noPermissions, type PermissionFlag } from '@openpit/wire';
import type { ActionContext } from '../action.ts';
import { type OrderFormRequest, useDialogs } from '../dialogs.ts';
import type { ScreenPort } from '../workspace-port.ts';

interface Change extends Partial<Omit<ActionContext, 'workspace'>> {
  readonly workspace?: Partial<ScreenPort>;
}

/** Orders can be entered unless `change` closes the entry. */
export const contextWith = (
  granted: readonly PermissionFlag[],
  { workspace, ...change }: Change = {},
): ActionContext => ({
  flags: { ...noPermissions(), ...Object.fromEntries(granted.map((flag) => [flag, true])) },
  entryClosed: null,
  unreachable: null,
  workspace: {
    connect: () => () => undefined,
    sendOneClickOrder: async () => undefined,
    showDepth: () => undefined,
    showChart: () => undefined,
    showPanel: () => undefined,
    ...workspace,
  },
  ...change,
});

/** The order forms that are opened from now on. A form opens only if its contract is in `marketStore`. */
export function openedForms(): OrderFormRequest[] {
  const opened: OrderFormRequest[] = [];
  useDialogs.subscribe(({ ticket }, before) => {
    if (ticket !== null && ticket !== before.ticket) opened.push(ticket.request);
  });
  return opened;
}
