// The operator's actions about money: margins, booking fees, interest, limits of accounts, and payments. Requests are in
// rand, percent and points; the market counts cents and hundredths.
import { asMoney, asPrice, type Command, type EventOf, volatility } from '@openpit/venue';
import { type ActingOperator, type Done, done, submit } from './operator-parts.ts';
import type { RequestOf } from './operator-requests.ts';

/** The business day from which a rate applies. */
export interface FromDay {
  readonly effectiveFrom: string;
}

export interface PaymentReply {
  /** Of the account after the payment, in rand; below zero the account owes. */
  readonly balance: number;
}

export const setMargins = (
  operator: ActingOperator,
  { instrument, initialMargin, classSpreadMargin, volatilityRange }: RequestOf<'set-margins'>,
): Promise<FromDay> =>
  setRates(operator, {
    kind: 'setMargins',
    instrument,
    initialMargin: asMoney(toHundredths(initialMargin)),
    classSpreadMargin: asMoney(toHundredths(classSpreadMargin)),
    volatilityRange: volatility(toHundredths(volatilityRange)),
  });

export const setFees = (
  operator: ActingOperator,
  { instrument, ownFuture, ownOption, clientFuture, clientOption }: RequestOf<'set-fees'>,
): Promise<FromDay> =>
  setRates(operator, {
    kind: 'setBookingFees',
    instrument,
    ownFuture: asPrice(toHundredths(ownFuture)),
    ownOption: asPrice(toHundredths(ownOption)),
    clientFuture: asPrice(toHundredths(clientFuture)),
    clientOption: asPrice(toHundredths(clientOption)),
  });

export const setInterest = (
  operator: ActingOperator,
  { rate }: RequestOf<'set-interest'>,
): Promise<FromDay> => setRates(operator, { kind: 'setInterestRate', rate: toHundredths(rate) });

export const limitMargin = (
  operator: ActingOperator,
  { account, maxMargin }: RequestOf<'limit-margin'>,
): Promise<Done> =>
  done(operator, {
    kind: 'limitMargin',
    principal: account,
    maxMargin: maxMargin === null ? null : asMoney(toHundredths(maxMargin)),
  });

export async function recordPayment(
  operator: ActingOperator,
  { account, direction, amount }: RequestOf<'record-payment'>,
): Promise<PaymentReply> {
  const cents = toHundredths(amount);
  const { events } = await submit(operator, {
    kind: 'recordPayment',
    principal: account,
    amount: asMoney(direction === 'received' ? cents : -cents),
  });
  const moved = events.find((event): event is EventOf<'moneyMoved'> => event.kind === 'moneyMoved');
  if (moved === undefined) throw new Error('A payment was accepted, but no money has moved.');
  return { balance: moved.balance / 100 };
}

async function setRates(operator: ActingOperator, command: Command): Promise<FromDay> {
  const { events } = await submit(operator, command);
  for (const event of events)
    if (event.kind === 'ratesSet' || event.kind === 'interestRateSet')
      return { effectiveFrom: event.effectiveFrom };
  throw new Error('Rates were accepted, but nothing was set.');
}

const toHundredths = (value: number): number => Math.round(value * 100);
