// Actions that only show something, and the keys that work everywhere on the Trading screen.
import { create } from 'zustand';
import { CalculatorIcon, ChartIcon, DepthIcon } from '../ui/icons.tsx';
import { keyTable } from '../ui/keys.ts';
import type { Action } from './action.ts';
import { openDialog } from './dialogs.ts';

export const openChart: Action<{ readonly contract: string }, void> = {
  id: 'openChart',
  label: 'Chart',
  icon: ChartIcon,
  key: 'c',
  perform: ({ contract }, { workspace }) => workspace.showChart(contract),
};

export const openContractDetails: Action<{ readonly contract: string; readonly instrument: string }, void> = {
  id: 'openContractDetails',
  label: 'Contract details',
  perform: ({ contract, instrument }) => void openDialog({ kind: 'contractDetails', contract, instrument }),
};

export const openDepth: Action<{ readonly contract: string }, void> = {
  id: 'openDepth',
  label: 'Depth',
  icon: DepthIcon,
  key: 'd',
  perform: ({ contract }, { workspace }) => workspace.showDepth(contract),
};

interface CalculatorTarget {
  /** An option or a delta. */
  readonly contract: string;
  /** Signed lots of a position; null for the user's usual quantity. */
  readonly lots: number | null;
}

/** An option on its way to the calculator; the frontmost calculator receives it. */
export const useSentToCalculator = create<{ readonly target: CalculatorTarget | null }>()(() => ({
  target: null,
}));

/** The calculator (PANEL-13) copies the future, strike, days, volatility and quantity of the option. */
export const sendToCalculator: Action<CalculatorTarget, void> = {
  id: 'sendToCalculator',
  label: 'Send to calculator',
  icon: CalculatorIcon,
  perform(target, { workspace }) {
    useSentToCalculator.setState({ target });
    workspace.showPanel('OptionCalculator');
  },
};

/** Returns the option that was sent, and clears it. */
export function takeSentToCalculator(): CalculatorTarget | null {
  const { target } = useSentToCalculator.getState();
  if (target !== null) useSentToCalculator.setState({ target: null });
  return target;
}

export const workspaceKeys = keyTable('Everywhere', {
  palette: { press: ['$mod+k'], label: 'Find a contract, a panel, a layout or a command' },
  keySheet: { press: ['?', 'Shift+?'], label: 'This list of keys' },
  cancelAll: { press: ['Alt+KeyC'], label: 'Cancel all my orders' },
  cancelNewest: { press: ['Alt+KeyX'], label: 'Cancel my newest order' },
  nextContract: { press: ['Alt+PageDown'], label: 'Next contract of the instrument', repeats: true },
  previousContract: { press: ['Alt+PageUp'], label: 'Previous contract', repeats: true },
  toolbar: { press: ['Alt+KeyT'], label: 'The toolbar' },
  nextPanel: { press: ['F6'], label: 'Next panel', repeats: true },
  previousPanel: { press: ['Shift+F6'], label: 'Previous panel', repeats: true },
  saveLayout: { press: ['$mod+s'], label: 'Save the layout' },
  undo: { press: ['$mod+z'], label: 'Undo the last change of the layout', repeats: true },
  redo: { press: ['$mod+Shift+z', '$mod+y'], label: 'Redo it', repeats: true },
  escape: { press: ['Escape'], label: 'Close the open dialog, or restore a maximised panel' },
});

export const paletteKeys = keyTable('Command palette', {
  next: { press: ['ArrowDown'], label: 'Next entry' },
  previous: { press: ['ArrowUp'], label: 'Previous entry' },
  pageDown: { press: ['PageDown'], label: 'Ten entries on' },
  pageUp: { press: ['PageUp'], label: 'Ten entries back' },
  run: { press: ['Enter'], label: 'Do it' },
});

export const manualAddress = `${import.meta.env.BASE_URL}manual.html`;

/** Opens another tab, so that the workspace stays visible. */
export function openManual(): void {
  window.open(manualAddress, '_blank', 'noopener');
}
