// Asks before an order on an option whose premium has a volatility far from that of the MTM: premiums have no daily limits
// (market.md, Order validation).

import { classifyContract, type MarketRow } from '@openpit/wire';
import { askConfirmation } from '../../actions/dialogs.ts';
import { formatPrice } from '../../ui/format.ts';
import { pricedOption, volatilityAt } from './option-terms.ts';

/** Points of volatility above which the form asks. */
const pointsThatAsk = 5;

type Market = Pick<
  MarketRow,
  'contract' | 'contractDisplay' | 'daysToExpiry' | 'reference' | 'mtmVol' | 'mtm'
>;

interface PricedOrder {
  readonly price: number;
  /** The tick of the premium. */
  readonly tick: number;
}

/** The volatility of an option's premium where it is far from that of the MTM; null otherwise, and where either is not known. */
export function farVolatility({ price, tick }: PricedOrder, row: Market): number | null {
  if (classifyContract(row.contractDisplay) !== 'options' || row.mtmVol === undefined) return null;
  const option = pricedOption(row, { reference: row.reference, tick });
  const volatility = option === null ? null : volatilityAt(option, price);
  if (volatility === null || Math.abs(volatility - row.mtmVol) <= pointsThatAsk) return null;
  return volatility;
}

/** True when the volatility is near enough, or the user confirms it. `words`: "Buy 10 MAR27 WMAZ 4060 C at 100.00". */
export async function confirmVolatility(order: PricedOrder, words: string, row: Market): Promise<boolean> {
  const volatility = farVolatility(order, row);
  if (volatility === null || row.mtmVol === undefined) return true;
  const points = formatPrice(Math.abs(volatility - row.mtmVol), 2);
  const direction = volatility > row.mtmVol ? 'above' : 'below';
  return askConfirmation({
    title: 'The volatility is far from the MTM',
    sentence: [
      `${words}.`,
      `Its volatility is ${formatPrice(volatility, 2)}\u00a0%, ${points} points ${direction} the ${formatPrice(row.mtmVol, 2)}\u00a0% of the MTM of ${row.contract}.`,
      'Send it all the same?',
    ].join(' '),
    confirmLabel: 'Send it',
    isDestructive: true,
  });
}
