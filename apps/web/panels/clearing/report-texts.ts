// The end-of-day reports in words (market.md, Reports).
import { type EndOfDayReport, endOfDayReports } from '@openpit/wire';

const texts: Readonly<Record<EndOfDayReport, readonly [title: string, content: string]>> = {
  statement: [
    'Statement',
    'What each account opened with, what moved, what is to be paid or received, and by when.',
  ],
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

/** The statement first. */
export const reportTexts = order.map((report) => {
  const [title, content] = texts[report];
  return { report, title, content };
});

/** As the server names the file. */
export const reportFileName = (report: EndOfDayReport, member: string, date: string) =>
  `openpit-${report}-${member}-${date}.csv`;
