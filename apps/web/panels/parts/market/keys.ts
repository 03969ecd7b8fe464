// The keys on a focused contract: depth and chart everywhere, buy and sell in the panels of prices.
import { type ActionContext, actionKeys } from '../../../actions/action.ts';
import { openChart, openDepth } from '../../../actions/view-actions.ts';
import { entryOfKey, keyTable } from '../../../ui/keys.ts';

const shown = [openDepth, openChart];
export const contractKeys = keyTable('On every row with a contract', actionKeys(shown));

/** True if the key was one of these. */
export function showContractByKey(
  key: string,
  target: { readonly contract: string },
  context: ActionContext,
): boolean {
  const id = entryOfKey(contractKeys, key);
  const action = shown.find((action) => action.id === id);
  action?.perform(target, context);
  return action !== undefined;
}

/** The keys on a row of a market grid, in addition to the keys of every row with a contract. */
export const marketKeys = keyTable('Futures, Options, Deltas, Splits, Spreads', {
  buy: { press: ['b'], label: 'Buy: a ticket at the best offer' },
  sell: { press: ['s'], label: 'Sell: a ticket at the best bid' },
});
