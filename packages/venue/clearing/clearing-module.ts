// The cash ledger of accounts: variation and initial margin, booking fees, interest and payments.
import { isoDate } from '../kernel/civil-date.ts';
import { byOperator } from '../kernel/command-entry.ts';
import { detailed, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import { reject as rejectPositions } from '../positions/positions-module.ts';
import { clearDay, postMovement } from './clear-day.ts';
import type { ClearingContext } from './clearing-context.ts';
import { clearingEvents, type RecordPayment } from './clearing-events.ts';
import { ClearingLedger, type SavedClearing } from './clearing-ledger.ts';
import { valuationOfAccounts } from './value-accounts.ts';

const clearingRejections = {
  paymentUnusable: detailed({
    when: 'record a payment',
    examples: [{ amount: 0 }],
    sentence: (v) => `A payment of ${v.amount} cents cannot be recorded: it is a whole number other than 0.`,
  }),
};
const reject = rejectionsFrom(clearingRejections);

function recordPayment(context: ClearingContext, { principal, amount }: RecordPayment): Rejection | null {
  const { state, market } = context;
  const member = market.members.has(principal) ? principal : market.clients.get(principal)?.member;
  if (member === undefined) return rejectPositions('accountUnknown', { principal });
  if (!Number.isSafeInteger(amount) || amount === 0) return reject('paymentUnusable', { amount });

  const account = state.clearing.account(principal, member);
  postMovement(context, account, { day: isoDate(market.businessDay), movement: 'payment', amount });
  return null;
}

export const clearingModule = {
  name: 'clearing',
  events: clearingEvents,
  slice: {
    empty: () => new ClearingLedger(),
    save: (clearing: ClearingLedger): SavedClearing => clearing.save(),
    load: (saved: SavedClearing) => ClearingLedger.load(saved),
  },
  commands: { recordPayment: byOperator(recordPayment) },
  rejections: clearingRejections,
  endOfDay: { clear: clearDay },
  valuation: valuationOfAccounts,
} as const;
