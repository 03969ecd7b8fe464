// What must be settled before a business day ends: no deal waits for another member, and positions sum to zero. The operator
// also sees how the day will be marked.
import type { MarketView } from '@openpit/projections';

export interface Check {
  readonly what: string;
  /** Always true for a line that only informs. */
  readonly isDone: boolean;
}

export const checkLine = ({ isDone, what }: Check): string => `  ${isDone ? 'ok  ' : 'OPEN'} ${what}`;

/** Contracts that a line names. */
const mostNamed = 5;

export function dayChecklist(view: MarketView): Check[] {
  const waiting = view.unmatchedDeals.waiting();
  const reported = waiting.filter(({ type }) => type === 'reported').length;
  const offered = waiting.length - reported;
  return [
    { what: `unmatched deals: ${reported}`, isDone: reported === 0 },
    { what: `deals offered to another member and not accepted: ${offered}`, isDone: offered === 0 },
    sumOfPositions(view),
    ...prices(view),
  ];
}

function sumOfPositions(view: MarketView): Check {
  const sums = new Map<string, number>();
  for (const { contract, net } of view.allRows('positions'))
    sums.set(contract, (sums.get(contract) ?? 0) + net);
  const wrong = [...sums].filter(([, sum]) => sum !== 0).map(([contract, sum]) => `${contract} ${sum}`);
  const what =
    wrong.length === 0
      ? `positions sum to zero in ${sums.size} contracts`
      : `positions do not sum to zero: ${named(wrong)}`;
  return { what, isDone: wrong.length === 0 };
}

function prices({ market }: MarketView): Check[] {
  const futures = market.rows().filter(({ contractDisplay }) => contractDisplay.CONTRACT_TYPE === 1);
  const dealt = futures.filter(({ last }) => last !== null);
  const atLimit = dealt
    .filter(({ last, limitLow, limitHigh }) => last === limitLow || last === limitHigh)
    .map(({ contract, last }) => `${contract} ${last?.toFixed(2)}`);
  return [
    {
      what: `prices: ${dealt.length} futures have dealt; ${futures.length - dealt.length} have not and keep their MTM if their books allow it`,
      isDone: true,
    },
    { what: `at their limit: ${atLimit.length === 0 ? 'none' : named(atLimit)}`, isDone: true },
  ];
}

const named = (names: readonly string[]): string =>
  names.slice(0, mostNamed).join(', ') +
  (names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '');
