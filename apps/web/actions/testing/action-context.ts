// The context of an action in tests: the listed permissions, and a workspace that does nothing.
import { noPermissions, type PermissionFlag } from '@openpit/wire';
import type { ActionContext } from '../action.ts';
import type { WorkspacePort } from '../workspace-port.ts';

interface Change extends Partial<Omit<ActionContext, 'workspace'>> {
  readonly workspace?: Partial<WorkspacePort>;
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
    showOrderForm: () => undefined,
    sendOneClickOrder: async () => undefined,
    showDepth: () => undefined,
    showChart: () => undefined,
    showPanel: () => undefined,
    ...workspace,
  },
  ...change,
});
