// Shows the depth of a contract: a panel on a desktop, a sheet on a phone.
import type { Action } from './action.ts';

export const openDepth: Action<{ readonly contract: string }, void> = {
  id: 'openDepth',
  label: 'Depth',
  key: 'd',
  enabled: () => true,
  mustConfirm: () => null,
  perform: ({ contract }, { workspace }) => workspace.showDepth(contract),
};
