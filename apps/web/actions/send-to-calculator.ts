// Shows an option in the option calculator (PANEL-13), which fills in its future, strike, days, volatility and quantity.
import { create } from 'zustand';
import type { Action } from './action.ts';

export interface CalculatorTarget {
  /** An option or a delta. */
  readonly contract: string;
  /** Signed lots of a position; null for the user's usual quantity. */
  readonly lots: number | null;
}

/** What was sent and not taken yet; the calculator in front takes it. */
export const useSentToCalculator = create<{ readonly target: CalculatorTarget | null }>()(() => ({
  target: null,
}));

export const sendToCalculator: Action<CalculatorTarget, void> = {
  id: 'sendToCalculator',
  label: 'Send to calculator',
  enabled: () => true,
  mustConfirm: () => null,
  perform(target, { workspace }) {
    useSentToCalculator.setState({ target });
    workspace.showPanel('OptionCalculator');
  },
};

/** Returns what was sent and forgets it. */
export function takeSentToCalculator(): CalculatorTarget | null {
  const { target } = useSentToCalculator.getState();
  if (target !== null) useSentToCalculator.setState({ target: null });
  return target;
}
