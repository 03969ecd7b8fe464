// What must be settled before a business day ends (domain §3.1, §5.2): nothing waits for another member, positions sum to zero, and the
// operator sees at which prices the day will be marked.
import type { Projections } from '@openpit/projections';

export interface Check {
  readonly what: string;
  /** A check that only shows is always done. */
  readonly isDone: boolean;
}

/** Contracts that a line names. */
const mostNamed = 5;

export function dayChecklist(projections: Projections): Check[] {
  const waiting = [...projections.unmatchedDeals.rows.all()].filter(
    ({ state, role }) => state === 'Waiting' && role === 'captured',
  );
  const reported = waiting.filter(({ type }) => type === 'reported').length;
  const offered = waiting.length - reported;
  return [
    { what: `unmatched deals: ${reported}`, isDone: reported === 0 },
    { what: `deals offered to another member and not accepted: ${offered}`, isDone: offered === 0 },
    sums(projections),
    ...prices(projections),
  ];
}

function sums({ positions }: Projections): Check {
  const byContract = new Map<string, number>();
  for (const row of positions.rows.all())
    byContract.set(row.contract, (byContract.get(row.contract) ?? 0) + row.net);
  const wrong = [...byContract].filter(([, sum]) => sum !== 0).map(([contract, sum]) => `${contract} ${sum}`);
  const what =
    wrong.length === 0
      ? `positions sum to zero in ${byContract.size} contracts`
      : `positions do not sum to zero: ${named(wrong)}`;
  return { what, isDone: wrong.length === 0 };
}

function prices({ market }: Projections): Check[] {
  const futures = market.rows().filter(({ contractDisplay }) => contractDisplay.CONTRACT_TYPE === 1);
  const dealt = futures.filter(({ last }) => last !== null);
  const atLimit = dealt.filter(({ last, limitLow, limitHigh }) => last === limitLow || last === limitHigh);
  const approved = { isDone: true };
  return [
    {
      what: `prices: ${dealt.length} futures have dealt, ${futures.length - dealt.length} have not and keep their MTM if their books allow it`,
      ...approved,
    },
    {
      what: `at their limit: ${atLimit.length === 0 ? 'none' : named(atLimit.map(({ contract, last }) => `${contract} ${last?.toFixed(2)}`))}`,
      ...approved,
    },
  ];
}

const named = (names: readonly string[]): string =>
  names.slice(0, mostNamed).join(', ') +
  (names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '');
