// The cash ledger of accounts: variation and initial margin, booking fees, interest and payments.
import { inWords, maxAccountCash } from '@openpit/terms';
import { isoDate } from '../kernel/civil-date.ts';
import { byOperator } from '../kernel/command-entry.ts';
import { detailed, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import { reject as rejectPositions } from '../positions/positions-module.ts';
import { clearDay, postMovement } from './clear-day.ts';
import type { ClearingContext } from './clearing-context.ts';
import { clearingEvents, type RecordPayment } from './clearing-events.ts';
import { ClearingLedger, isClearable, type SavedClearing } from './clearing-ledger.ts';
import { valuationOfAccounts } from './value-accounts.ts';

const clearingRejections = {
  paymentUnusable: detailed({
    when: 'record a payment',
    examples: [{ amount: 0 }],
    sentence: (v) =>
      `A payment of ${v.amount} cents cannot be recorded: it must be a whole number other than 0.`,
  }),
  paymentTooLarge: detailed({
    when: 'record a payment',
    examples: [{ principal: 'KAND' }],
    sentence: (v) =>
      `The payment cannot be recorded: neither a payment nor what ${v.principal} and the exchange owe each other may exceed R${inWords(maxAccountCash / 100)}. Give a smaller amount.`,
  }),
};
const reject = rejectionsFrom(clearingRejections);

function recordPayment(context: ClearingContext, { principal, amount }: RecordPayment): Rejection | null {
  const { state, market } = context;
  const member = market.members.has(principal) ? principal : market.clients.get(principal)?.member;
  if (member === undefined) return rejectPositions('accountUnknown', { principal });
  if (!Number.isSafeInteger(amount) || amount === 0) return reject('paymentUnusable', { amount });

  if (!isClearable(state.clearing.cashOf(principal), amount)) return reject('paymentTooLarge', { principal });

  const account = state.clearing.account(principal, member);
  state.positions.knownRoom.delete(principal);
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
