// The rules of the Clearing panel: the accounts on a business day, the amounts due, the words of movements and states, and the reports.
import {
  type ClearingInfoRow,
  type ClearingRow,
  type EndOfDayReport,
  endOfDayReports,
  type MovementRow,
  type MtmRow,
  toCents,
  toRand,
} from '@openpit/wire';
import { exchangeTime } from '../../market/market-text.ts';
import { latestValuation } from '../../stores/market-days.ts';

export interface AccountDay {
  /** The account. */
  readonly principal: string;
  /** Empty while clearing info is being loaded. */
  readonly name: string;
  readonly agreement: ClearingInfoRow['agreement'] | null;
  /** The member that pays and receives for the account; null while unknown. */
  readonly clearingMember: string | null;
  /** The bank of the clearing member; null if none is known. */
  readonly bank: string | null;
  readonly marginLimit: number | null;
  readonly positionLimit: number | null;
  /** Percent per year. `null`, like the bank and the limits, for a selected day, because it may have changed since. */
  readonly interestRate: number | null;
  /** `null` for an account that has had no money and no margin yet. */
  readonly day: ClearingRow | null;
}

/** Newest first. */
export function daysOf(clearing: readonly ClearingRow[]): readonly string[] {
  return [...new Set(clearing.map(({ businessDay }) => businessDay))].sort().reverse();
}

/**
 * Returns the rows of the Accounts tab: each account of the member with its limits, and its balance
 * on a business day. Without a day, it returns the newest row of each account, and accounts without
 * rows.
 */
export function accountDays(
  clearing: readonly ClearingRow[],
  info: readonly ClearingInfoRow[],
  businessDay: string | null,
): readonly AccountDay[] {
  const shown = new Map<string, ClearingRow>();
  for (const row of clearing) {
    if (businessDay !== null && row.businessDay !== businessDay) continue;
    const accountRow = shown.get(row.principal);
    if (accountRow === undefined || accountRow.businessDay < row.businessDay) shown.set(row.principal, row);
  }
  const infoOfDay = info.filter(({ principal }) => businessDay === null || shown.has(principal));
  const listed = new Set(infoOfDay.map(({ principal }) => principal));
  const others = [...shown.keys()].filter((principal) => !listed.has(principal));
  const unknown = { bank: null, marginLimit: null, positionLimit: null, interestRate: null };
  const banks = new Map(info.map(({ clearingMember, bank }) => [clearingMember, bank]));
  return [
    ...infoOfDay.map((row): AccountDay => {
      const { principal, name, agreement, marginLimit, positionLimit, interestRate } = row;
      const day = shown.get(principal) ?? null;
      const { clearingMember } = day ?? row;
      const bank = banks.get(clearingMember) ?? null;
      const now = businessDay === null ? { bank, marginLimit, positionLimit, interestRate } : unknown;
      return { principal, name, agreement, clearingMember, ...now, day };
    }),
    ...others.map((principal): AccountDay => {
      const day = shown.get(principal) ?? null;
      const { clearingMember = null } = day ?? {};
      return { principal, name: '', agreement: null, clearingMember, ...unknown, day };
    }),
  ];
}

/**
 * The clearing members that pay and receive for the accounts, without duplicates: "KAND, Highveld
 * Bank". The text is empty while they are unknown.
 */
export function payeesOf(accounts: readonly Pick<AccountDay, 'clearingMember' | 'bank'>[]): string {
  const payees = accounts.flatMap(({ clearingMember, bank }) =>
    clearingMember === null ? [] : [bank === null ? clearingMember : `${clearingMember}, ${bank}`],
  );
  return [...new Set(payees)].join('; ');
}

/** The payments and receipts of all accounts by a day, in rand; amounts of 0 or more. */
export interface AmountsDue {
  /** `null` for amounts that are not due before their day has been cleared. */
  readonly dueOn: string | null;
  readonly toPay: number;
  readonly overdue: number;
  readonly toReceive: number;
}

/** The earliest first. */
export function dueOf(accounts: readonly Pick<AccountDay, 'day'>[]): readonly AmountsDue[] {
  const sums = new Map<string | null, { toPay: number; overdue: number; toReceive: number }>();
  const add = (dueOn: string | null, amount: number, overdue: number) => {
    if (amount === 0) return;
    const sum = sums.get(dueOn) ?? { toPay: 0, overdue: 0, toReceive: 0 };
    if (amount < 0) sum.toPay -= amount;
    else sum.toReceive += amount;
    sum.overdue += overdue;
    sums.set(dueOn, sum);
  };
  for (const { day } of accounts) {
    if (day === null) continue;
    const due = toCents(day.due);
    add(day.dueOn, due, toCents(day.overdue));
    add(day.restDueOn, toCents(day.balance) - due, 0);
  }
  const order = (dueOn: string | null) => dueOn ?? '9';
  return [...sums]
    .sort(([a], [b]) => (order(a) < order(b) ? -1 : 1))
    .map(([dueOn, { toPay, overdue, toReceive }]) => ({
      dueOn,
      toPay: toRand(toPay),
      overdue: toRand(overdue),
      toReceive: toRand(toReceive),
    }));
}

/** The words for movements and for the other values of clearing. */
export const movementWords: Readonly<Record<MovementRow['movement'], string>> = {
  variationMargin: 'Variation margin',
  initialMargin: 'Initial margin',
  bookingFee: 'Booking fees',
  interest: 'Interest',
  payment: 'Payment',
  delivery: 'Silo delivery',
  deliveryPenalty: 'Delivery penalty',
};

/** The words for a status, from the account's side. */
export const statusWords: Readonly<Record<ClearingRow['status'], string>> = {
  payable: 'To pay',
  receivable: 'To receive',
  settled: 'Settled',
};

export const agreementWords = { own: 'Own', client: 'Client' } as const;

const texts: Readonly<Record<EndOfDayReport, readonly [title: string, content: string]>> = {
  statement: ['Statement', 'Each account’s opening balance, movements, amount due and deadline.'],
  movements: ['Movements', 'Each movement of the accounts, with the balance after it.'],
  margins: ['Breakdown', 'Why each account owes what it owes, down to the contract.'],
  positions: ['Positions', 'The positions as the day ended, before they were marked to the new MTM.'],
  deals: ['Deals', 'Your member’s sides of the day’s deals, in any state.'],
  invoices: [
    'Invoices',
    'Each delivery of a silo certificate to or from an account, with its price and storage.',
  ],
  mtm: ['MTM', 'Every contract that was dealt, is open or has a new MTM.'],
};

const order: readonly EndOfDayReport[] = [
  'statement',
  ...endOfDayReports.filter((report) => report !== 'statement'),
];

/** The text of the end-of-day reports, beginning with the statement (market/data.md, Reports). */
export const reportTexts = order.map((report) => {
  const [title, content] = texts[report];
  return { report, title, content };
});

/** The message in place of valuations: none was made today, or none of them values an account that is shown. */
export function noValuations(mtm: readonly Pick<MtmRow, 'status' | 'time'>[]): {
  readonly title: string;
  readonly detail: string;
} {
  const latest = latestValuation(mtm);
  return latest === null
    ? {
        title: 'No valuation of the market today.',
        detail: 'The schedule or the operator values the market during the day. The end of the day decides.',
      }
    : {
        title: `The market was valued at ${exchangeTime(latest.time)}.`,
        detail: 'No account shown here holds anything that was valued.',
      };
}

/** The file name that the server uses. */
export const reportFileName = (report: EndOfDayReport, member: string, date: string) =>
  `openpit-${report}-${member}-${date}.csv`;
