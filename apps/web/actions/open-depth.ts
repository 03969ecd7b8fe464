// Shows the depth of a contract: a panel on a desk, a sheet on a phone.
import type { Action } from './action.ts';

export const openDepth: Action<{ readonly contract: string }, void> = {
  id: 'openDepth',
  label: 'Depth',
  key: 'd',
  enabled: () => true,
  mustConfirm: () => null,
  perform: ({ contract }, { desk }) => desk.showDepth(contract),
};
