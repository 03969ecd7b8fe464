// The user's positions in the future and the options of a series, as the legs of a strategy at the prices at which they were opened.
import { type ContractFacts, classifyContract, type PositionRow } from '@openpit/wire';
import { type OptionSeries, seriesOf } from '../../market/market-text.ts';
import { formatPrice } from '../../ui/format.ts';
import { toCents, toRand } from '../../ui/money.ts';
import { type LegFields, mostLegs } from './strategy-legs.ts';

type Position = Pick<PositionRow, 'contract' | 'net' | 'cost'>;

/** Over all accounts, the largest positions first; none while everything is flat. */
export function legsOfPositions(
  positions: readonly Position[],
  series: Pick<OptionSeries, 'id' | 'underlying'>,
  rowOf: (contract: string) => ContractFacts | undefined,
): readonly LegFields[] {
  const sums = new Map<string, { readonly net: number; readonly cents: number }>();
  for (const { contract, net, cost } of positions) {
    const { net: before, cents } = sums.get(contract) ?? { net: 0, cents: 0 };
    sums.set(contract, { net: before + net, cents: cents + toCents(cost) });
  }
  return [...sums]
    .flatMap(([contract, { net, cents }]) => {
      const terms = termsOf(rowOf(contract), series);
      if (net === 0 || terms === null) return [];
      return [{ ...terms, net, price: toRand(Math.round(cents / net)) }];
    })
    .sort((a, b) => Math.abs(b.net) - Math.abs(a.net))
    .slice(0, mostLegs)
    .map(({ type, strike, net, price }, at) => ({
      id: at + 1,
      side: net > 0 ? 'B' : 'S',
      type,
      lots: String(Math.abs(net)),
      strike: strike === 0 ? '' : formatPrice(strike, 2),
      volatility: '',
      price: formatPrice(price, 2),
    }));
}

function termsOf(
  row: ContractFacts | undefined,
  { id, underlying }: Pick<OptionSeries, 'id' | 'underlying'>,
): { readonly type: LegFields['type']; readonly strike: number } | null {
  if (row === undefined) return null;
  const { flag, strike } = row.contractDisplay;
  if (row.contract === underlying && classifyContract(row.contractDisplay) === 'futures')
    return { type: 'future', strike: 0 };
  return seriesOf(row, 'options')?.id === id ? { type: flag === 'C' ? 'call' : 'put', strike } : null;
}
