// Shows the chart of a contract: a panel on a desktop, the chart's own layout on a phone.
import type { Action } from './action.ts';

export const openChart: Action<{ readonly contract: string }, void> = {
  id: 'openChart',
  label: 'Chart',
  key: 'c',
  enabled: () => true,
  mustConfirm: () => null,
  perform: ({ contract }, { workspace }) => workspace.showChart(contract),
};
