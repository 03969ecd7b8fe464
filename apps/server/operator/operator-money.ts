// The operator's actions about money: margins, booking fees, interest, limits of accounts, payments, and the MTM with its valuations.
// Requests are in rand, percent and points; the market counts cents and hundredths.

import { amountText, asMoney, asPrice, type Money, type VenueEvent, volatility } from '@openpit/venue';
import {
  counted,
  hasTwoDecimals,
  inWords,
  maxAccountCash,
  maxLotValue,
  toCents,
  toHundredths,
  toRand,
} from '@openpit/wire';
import * as z from 'zod/mini';
import {
  action,
  argumentSchemas,
  eventOf,
  flag,
  inRand,
  number,
  numberOrNone,
  OperatorRejection,
  text,
  wholeCents,
  word,
} from './operator-action.ts';

const account = word('ACCOUNT', argumentSchemas.account);
const instrument = word('INSTRUMENT', argumentSchemas.instrument);
/** Rand, 0 included. */
const charge = z
  .number('Give an amount in rand, for example 0.25.')
  .check(
    z.nonnegative('The amount must not be negative.'),
    z.maximum(toRand(maxLotValue), `An amount is at most ${inWords(toRand(maxLotValue))} rand.`),
    wholeCents,
  );
const maxMoney = z.maximum(
  toRand(maxAccountCash),
  `An amount is at most ${inWords(toRand(maxAccountCash))} rand.`,
);
/** Percent or points, with at most two decimals. */
const hundredths = (missing: string) =>
  z
    .number(missing)
    .check(
      z.nonnegative('The rate must not be negative.'),
      z.maximum(100, 'A rate is at most 100.'),
      z.refine<number>(hasTwoDecimals, 'A rate has at most two decimals.'),
    );
const noRun = 'Name the valuation by its number.';

const money = (rand: number) => asMoney(toCents(rand));
const price = (rand: number) => asPrice(toCents(rand));

function balanceSentence(account: string, balance: Money): string {
  if (balance === 0) return 'Nothing is owed.';
  return balance < 0
    ? `${account} owes ${inRand(asMoney(-balance))}.`
    : `The exchange owes ${account} ${inRand(balance)}.`;
}

function valuationSentence(events: readonly VenueEvent[]): string {
  const { run, isFinal, marks, accounts } = eventOf(events, 'marketValued');
  const summary = `Valuation ${run} of the day: ${counted(marks.length, 'contract')} and ${counted(accounts.length, 'account')}.`;
  return isFinal
    ? `${summary} Trading has ended: "approve-mtm ${run}" approves it.`
    : `${summary} It is provisional, because futures still trade.`;
}

/** A price more than this factor above or below the last MTM must be confirmed. */
const unusualFactor = 4;

export const moneyActions = {
  'set-margins': action({
    arguments: {
      instrument,
      initialMargin: number('INITIAL', charge),
      classSpreadMargin: number('SPREAD', charge),
      volatilityRange: number(
        'POINTS',
        hundredths('Give the scanning range in points of volatility, for example 4.'),
      ),
    },
    help: 'from the next business day: initial margin and margin of each leg of a spread in rand per contract, scanning range of volatility',
    command: ({ instrument, initialMargin, classSpreadMargin, volatilityRange }) => ({
      kind: 'setMargins',
      instrument,
      initialMargin: money(initialMargin),
      classSpreadMargin: money(classSpreadMargin),
      volatilityRange: volatility(toHundredths(volatilityRange)),
    }),
    says: (events) => {
      const { instrument, effectiveFrom, initialMargin, classSpreadMargin, volatilityRange } = eventOf(
        events,
        'ratesSet',
      );
      return `From ${effectiveFrom} the initial margin of ${instrument} is ${inRand(initialMargin)} per contract, and ${inRand(classSpreadMargin)} for each leg of a spread; volatility is scanned by ${volatilityRange / 100} points.`;
    },
  }),
  'set-fees': action({
    arguments: {
      instrument,
      ownFuture: number('OWN-FUTURE', charge),
      ownOption: number('OWN-OPTION', charge),
      clientFuture: number('CLIENT-FUTURE', charge),
      clientOption: number('CLIENT-OPTION', charge),
    },
    help: 'from the next business day: booking fees in rand per ton before VAT',
    command: ({ instrument, ownFuture, ownOption, clientFuture, clientOption }) => ({
      kind: 'setBookingFees',
      instrument,
      ownFuture: price(ownFuture),
      ownOption: price(ownOption),
      clientFuture: price(clientFuture),
      clientOption: price(clientOption),
    }),
    says: (events) => {
      const { instrument, effectiveFrom, bookingFee } = eventOf(events, 'ratesSet');
      if (bookingFee === null) return `From ${effectiveFrom} ${instrument} has no booking fees.`;
      const { own, client } = bookingFee;
      return `From ${effectiveFrom} the booking fees of ${instrument} per ton before VAT are ${inRand(own.future)} for futures and ${inRand(own.option)} for options of a member’s own, ${inRand(client.future)} and ${inRand(client.option)} of clients.`;
    },
  }),
  'set-interest': action({
    arguments: { rate: number('PERCENT', hundredths('Give a number of percent, for example 7.25.')) },
    help: 'from the next business day: interest on margins, per year',
    command: ({ rate }) => ({ kind: 'setInterestRate', rate: toHundredths(rate) }),
    says: (events) => {
      const { rate, effectiveFrom } = eventOf(events, 'interestRateSet');
      return `From ${effectiveFrom} margins earn interest of ${amountText(rate)} % per year.`;
    },
  }),
  'limit-margin': action({
    arguments: {
      account,
      maxMargin: numberOrNone(
        'AMOUNT',
        z.nullable(
          z
            .number('Give the maximum initial margin in rand, or none.')
            .check(z.nonnegative('The limit must not be negative.'), maxMoney, wholeCents),
        ),
      ),
    },
    help: 'the maximum initial margin in rand that the account may need; none removes the limit',
    command: ({ account, maxMargin }) => ({
      kind: 'limitMargin',
      principal: account,
      maxMargin: maxMargin === null ? null : money(maxMargin),
    }),
    says: (events) => {
      const { principal, maxMargin } = eventOf(events, 'marginLimited');
      return maxMargin === null
        ? `${principal} has no margin limit.`
        : `${principal} may need at most ${inRand(maxMargin)} of initial margin. Orders that could need more are rejected.`;
    },
  }),
  'record-payment': action({
    arguments: {
      account,
      direction: word(
        'DIRECTION',
        z.enum(['received', 'paid'], { error: 'A payment is received (from the account) or paid (to it).' }),
      ),
      amount: number(
        'AMOUNT',
        z
          .number('Give an amount in rand, for example 1500000.50.')
          .check(z.positive('The amount must be positive.'), maxMoney, wholeCents),
      ),
    },
    help: 'record that this many rand were received from the account, or paid to it',
    command: ({ account, direction, amount }) => ({
      kind: 'recordPayment',
      principal: account,
      amount: asMoney(direction === 'received' ? toCents(amount) : -toCents(amount)),
    }),
    says: (events) => {
      const { principal, amount, balance } = eventOf(events, 'moneyMoved');
      const moved = inRand(asMoney(Math.abs(amount)));
      return `${moved} ${amount > 0 ? 'received from' : 'paid to'} ${principal}. ${balanceSentence(principal, balance)}`;
    },
  }),
  'value-market': action({
    arguments: {},
    help: 'value the market as if the day ended now',
    command: () => ({ kind: 'valueMarket' }),
    says: valuationSentence,
  }),
  'correct-mtm': action({
    arguments: {
      contract: word('CONTRACT', argumentSchemas.contract),
      mtm: number('PRICE', argumentSchemas.price('Give the MTM in rand per ton.')),
      reason: text('REASON', argumentSchemas.recordedReason),
      confirm: flag,
    },
    help: 'correct the MTM of a future after its trading has ended, and value the market again; CONTRACT in quotes, for example "DEC26 WMAZ"; a price far from the last MTM needs --confirm',
    command: ({ contract, mtm, reason, confirm = false }, { view }) => {
      const last = view.directory.contract(contract)?.mtm;
      const now = last === undefined ? mtm : toRand(last);
      if (!confirm && (mtm * unusualFactor < now || mtm > now * unusualFactor))
        throw new OperatorRejection(
          `The MTM of ${contract} is ${now.toFixed(2)}, and ${mtm.toFixed(2)} is far from it. If that is its final settlement price, repeat the command with --confirm.`,
        );
      return { kind: 'correctMtm', contract, mtm: price(mtm), reason };
    },
    says: (events) => {
      const { contract, mtm } = eventOf(events, 'mtmCorrected');
      return `The MTM of ${contract} is ${amountText(mtm)}. ${valuationSentence(events)}`;
    },
  }),
  'approve-mtm': action({
    arguments: { run: number('NUMBER', z.int(noRun).check(z.positive(noRun))) },
    help: 'end the day with the MTM of this valuation, the latest',
    command: ({ run }) => ({ kind: 'approveMtm', run }),
    says: (events) => `The day ends with the MTM of valuation ${eventOf(events, 'mtmApproved').run}.`,
  }),
};
