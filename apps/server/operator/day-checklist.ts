// The checks before a business day ends: no deal waits for another member, no delivery is unfinished, no halt is forgotten, no account is
// overdue, and positions sum to zero. The operator also sees the contracts that end with the day, and how they will be marked. An open
// line contains advice. An open line prevents the end of the day; a note does not.
import type { MarketView } from '@openpit/projections';
import { type ClearingRow, counted } from '@openpit/wire';

export interface Check {
  readonly text: string;
  /** Always true for an informational line. */
  readonly isDone: boolean;
  /** The line does not prevent the end of the day, but somebody should read it. */
  readonly isNote?: true;
}

/** True if the day may end without a reason. */
export const isReady = (checks: readonly Check[]): boolean =>
  checks.every(({ isDone, isNote }) => isDone || isNote);

export const checkLine = ({ isDone, isNote, text }: Check): string =>
  `  ${isDone ? 'ok  ' : isNote ? 'NOTE' : 'OPEN'} ${text}`;

/** The maximum number of contracts that a line names. */
const maxNamed = 5;

export function dayChecklist(view: MarketView): Check[] {
  const waiting = view.unmatchedDeals.waiting();
  const reported = waiting.filter(({ type }) => type === 'reported').length;
  const offered = waiting.length - reported;
  return [
    {
      text: `unmatched deals: ${reported}${reported === 0 ? '' : '; they lapse with the day unless their members accept them'}`,
      isDone: reported === 0,
    },
    {
      text: `deals offered to another member and not accepted: ${offered}${offered === 0 ? '' : '; they stay with their members unless they are accepted'}`,
      isDone: offered === 0,
    },
    halts(view),
    ...deliveries(view),
    defaults(view),
    overdueAccounts(view),
    sumOfPositions(view),
    ...endings(view),
    ...prices(view),
  ];
}

function halts({ exchangeDay }: MarketView): Check {
  const halted = exchangeDay.halted().map(({ instrument, reason }) => `${instrument} (${reason})`);
  const text =
    halted.length === 0
      ? 'no instrument is halted'
      : `halted: ${named(halted)}; resume trading, or the books of the halt do not count for the MTM`;
  return { text, isDone: halted.length === 0, isNote: true };
}

/** Deliveries of the day whose lots have not been awarded. */
function deliveries(view: MarketView): Check[] {
  const { businessDay } = view.directory;
  const open = [...view.allRows('siloAuctions')].filter(
    (row) => row.businessDay === businessDay && row.stage !== 'closed',
  );
  if (open.length === 0) return [{ text: 'no delivery is unfinished', isDone: true }];
  const contracts = open.map(
    ({ contract, offered, bids }) => `${contract} (lots: ${offered}, bids: ${bids})`,
  );
  return [
    {
      text: `deliveries not awarded: ${named(contracts)}; award them, or the lots go back to their sellers`,
      isDone: false,
    },
  ];
}

/**
 * Shorts in a future whose last notice day is today: undelivered lots are closed, and the shorts pay the penalty. A market without silos
 * has no tenders and no penalty.
 */
function defaults(view: MarketView): Check {
  const { businessDay } = view.directory;
  const shorts = [...view.allRows('siloPositions')]
    .filter(({ net, lastNoticeDay }) => net < 0 && lastNoticeDay === businessDay)
    .map(({ principal, contract, net }) => `${principal} ${-net} ${contract}`);
  if (shorts.length > 0 && view.siloCerts.locations().length === 0)
    return { text: `shorts that are closed at the MTM with the day: ${named(shorts)}`, isDone: true };
  const text =
    shorts.length === 0
      ? 'no short defaults today'
      : `shorts that default with the day: ${named(shorts)}; ask them to tender, or they pay the penalty`;
  return { text, isDone: shorts.length === 0, isNote: true };
}

function overdueAccounts(view: MarketView): Check {
  const newest = new Map<string, ClearingRow>();
  for (const row of view.allRows('clearing')) {
    const before = newest.get(row.principal);
    if (before === undefined || before.businessDay < row.businessDay) newest.set(row.principal, row);
  }
  const { businessDay } = view.directory;
  const late = [...newest.values()]
    .filter(({ due, dueOn }) => due < 0 && dueOn !== null && dueOn <= businessDay)
    .map(({ principal, due, dueOn }) => `${principal} R${(-due).toFixed(2)}, due on ${dueOn}`);
  const text =
    late.length === 0
      ? 'every account has paid what was due'
      : `accounts that have not paid what was due: ${named(late)}; record their payments, or stop their trading`;
  return { text, isDone: late.length === 0, isNote: true };
}

/** The items that end automatically with the day. */
function endings(view: MarketView): Check[] {
  const { businessDay, referenceData } = view.directory;
  const ending = referenceData.contracts.filter(({ kind, optionExpiry, lastTradingDay }) =>
    kind === 'option' ? optionExpiry === businessDay : kind === 'future' && lastTradingDay === businessDay,
  );
  const options = ending.filter(({ kind }) => kind === 'option');
  const futures = ending.filter(({ kind }) => kind === 'future').map(({ contract }) => contract);
  const open = [...view.allRows('positions')].filter(({ net }) => net !== 0);
  const heldContracts = new Set(open.map(({ contract }) => contract));
  const heldOptions = options.filter(({ contract }) => heldContracts.has(contract)).length;
  return [
    {
      text: `futures with their last trading day today: ${futures.length === 0 ? 'none' : named(futures)}`,
      isDone: true,
    },
    {
      text: `options that expire today: ${options.length === 0 ? 'none' : `${options.length}, of which ${heldOptions} are held and will be exercised or lapse`}`,
      isDone: true,
    },
  ];
}

function sumOfPositions(view: MarketView): Check {
  const sums = new Map<string, number>();
  for (const { contract, net } of view.allRows('positions'))
    sums.set(contract, (sums.get(contract) ?? 0) + net);
  const wrong = [...sums].filter(([, sum]) => sum !== 0).map(([contract, sum]) => `${contract} ${sum}`);
  const text =
    wrong.length === 0
      ? `positions sum to zero in ${counted(sums.size, 'contract')}`
      : `positions do not sum to zero: ${named(wrong)}`;
  return { text, isDone: wrong.length === 0 };
}

/** Of the futures that trade. Others, in their notice period, keep their MTM in any case. */
function prices({ market, directory }: MarketView): Check[] {
  const traded = new Set(directory.tradedContracts().map(({ contract }) => contract));
  const futures = market
    .rows()
    .filter(({ contract, contractDisplay }) => contractDisplay.CONTRACT_TYPE === 1 && traded.has(contract));
  const dealt = futures.filter(({ last }) => last !== null);
  // A book that is locked at a limit is marked at the limit, even without a deal.
  const atLimit = futures.flatMap(({ contract, last, bid, offer, limitLow, limitHigh }) => {
    const limit = [limitLow, limitHigh].find(
      (limit) => limit !== null && (last === limit || (limit === limitHigh ? bid : offer) === limit),
    );
    return limit == null ? [] : [`${contract} ${limit.toFixed(2)}`];
  });
  return [
    {
      text: `prices: ${counted(dealt.length, 'future has', 'futures have')} dealt; ${counted(futures.length - dealt.length, 'has not and keeps its MTM if its book allows', 'have not and keep their MTM if their books allow')} it`,
      isDone: true,
    },
    { text: `at their limit: ${atLimit.length === 0 ? 'none' : named(atLimit)}`, isDone: true },
  ];
}

const named = (names: readonly string[]): string =>
  names.slice(0, maxNamed).join(', ') +
  (names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '');
