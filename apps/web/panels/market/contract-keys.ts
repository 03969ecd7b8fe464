// The keys on a focused row that show its contract elsewhere: D for the depth, C for the chart.
import type { ActionContext } from '../../actions/action.ts';
import { openChart } from '../../actions/open-chart.ts';
import { openDepth } from '../../actions/open-depth.ts';

/** True when the key was one of these. */
export function showContractByKey(
  key: string,
  target: { readonly contract: string },
  context: ActionContext,
): boolean {
  const action = [openDepth, openChart].find((one) => one.key === key.toLowerCase());
  action?.perform(target, context);
  return action !== undefined;
}
