// The rates of the market and the operator's commands that change them (market/money.md, Initial margin, Booking fees, Interest).
import { maxLotFee, maxLotValue, maxRate } from '@openpit/terms';
import type { Instrument, InstrumentRates } from '../contracts/instrument.ts';
import { mustExist } from '../kernel/assert.ts';
import { type IsoDate, isoDate } from '../kernel/civil-date.ts';
import { byOperator } from '../kernel/command-entry.ts';
import { detailed, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import { nextBusinessDay } from '../kernel/trading-day.ts';
import type { Money, Price, Volatility } from '../kernel/units.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import type { MarketContext } from '../reference/market.ts';
import { beginningOn } from '../reference/reference-change.ts';
import { reject as rejectReference } from '../reference/reference-module.ts';
import { Rates, type SavedRates } from './rates.ts';
import { type RatesState, ratesSection } from './rates-section.ts';

export type { RatesState } from './rates-section.ts';

/** The parameters of initial margin of an instrument, from the next business day. */
export interface SetMargins {
  readonly kind: 'setMargins';
  readonly instrument: string;
  readonly initialMargin: Money;
  readonly classSpreadMargin: Money;
  readonly volatilityRange: Volatility;
}
/** The booking fees of an instrument per ton before VAT, from the next business day. */
export interface SetBookingFees {
  readonly kind: 'setBookingFees';
  readonly instrument: string;
  readonly ownFuture: Price;
  readonly ownOption: Price;
  readonly clientFuture: Price;
  readonly clientOption: Price;
}
/** Interest on cash margin in hundredths of a percent per year, from the next business day. */
export interface SetInterestRate {
  readonly kind: 'setInterestRate';
  readonly rate: number;
}

/** The operator has changed rates; the rates of an instrument are complete. */
interface RatesSet extends InstrumentRates {
  readonly kind: 'ratesSet';
  readonly instrument: string;
  readonly effectiveFrom: IsoDate;
}
interface InterestRateSet {
  readonly kind: 'interestRateSet';
  readonly rate: number;
  readonly effectiveFrom: IsoDate;
}
/** The changed rates of an instrument apply from now on. */
interface RatesBegan extends InstrumentRates {
  readonly kind: 'ratesBegan';
  readonly instrument: string;
}

export type RatesEvent = RatesSet | InterestRateSet | RatesBegan;

const ratesRejections = {
  rateUnusable: detailed({
    when: 'set margins, booking fees or the interest rate',
    examples: [{ what: 'interest rate', value: -100, most: 10_000 }],
    sentence: (v) => `The ${v.what} cannot be ${v.value}: it must be a whole number from 0 to ${v.most}.`,
  }),
  ratesPlanned: detailed({
    when: 'set margins or booking fees',
    examples: [{ instrument: 'WMAZ', effectiveFrom: '2026-12-01' }],
    sentence: (v) =>
      `From ${v.effectiveFrom} the rates of ${v.instrument} are those of the reference data that were applied. Apply reference data with other rates, or set them on that day.`,
  }),
};
const reject = rejectionsFrom(ratesRejections);

type RatesContext = MarketContext<RatesState, RatesEvent>;

function setMargins(
  context: RatesContext,
  { instrument, initialMargin, classSpreadMargin, volatilityRange }: SetMargins,
): Rejection | null {
  return change(context, instrument, { initialMargin, classSpreadMargin, volatilityRange });
}

function setBookingFees(
  context: RatesContext,
  { instrument, ownFuture, ownOption, clientFuture, clientOption }: SetBookingFees,
): Rejection | null {
  const ownFees = { future: ownFuture, option: ownOption };
  const client = { future: clientFuture, option: clientOption };
  const tons = context.market.instruments.get(instrument)?.tonsPerContract ?? 1;
  const fees = { ownFuture, ownOption, clientFuture, clientOption };
  const bad = rejectUnusable(fees, Math.floor(maxLotFee / tons));
  return bad ?? change(context, instrument, { bookingFee: { own: ownFees, client } });
}

function change(context: RatesContext, code: string, rates: Partial<InstrumentRates>): Rejection | null {
  const { state, market, emit } = context;
  const instrument: Instrument | undefined = market.instruments.get(code);
  if (instrument === undefined) return rejectReference('instrumentUnknown', { instrument: code });
  const { bookingFee: _fees, volatilityRange = 0, ...margins } = rates;
  const bad = rejectUnusable(margins, maxLotValue) ?? rejectUnusable({ volatilityRange }, maxRate);
  if (bad !== null) return bad;

  const effectiveFrom = nextDay(context);
  const planned = beginningOn(
    state.reference,
    ratesSection,
    nextBusinessDay(market.businessDay, market.holidays),
  );
  if (planned.some((ratesChange) => ratesChange.instrument === code))
    return reject('ratesPlanned', { instrument: code, effectiveFrom });

  state.rates.change(instrument, rates);

  emit({ kind: 'ratesSet', instrument: code, effectiveFrom, ...state.rates.next(instrument) });
  return null;
}

function setInterestRate(context: RatesContext, { rate }: SetInterestRate): Rejection | null {
  const bad = rejectUnusable({ 'interest rate': rate }, maxRate);
  if (bad !== null) return bad;

  context.state.rates.pendingInterestRate = rate;

  context.emit({ kind: 'interestRateSet', rate, effectiveFrom: nextDay(context) });
  return null;
}

const nextDay = ({ market }: RatesContext): IsoDate =>
  isoDate(nextBusinessDay(market.businessDay, market.holidays));

/** Rejects a rate or limit that is negative, above `most` or not a whole number; returns null if all are valid. */
export function rejectUnusable(rates: Readonly<Record<string, number>>, most: number): Rejection | null {
  const bad = Object.entries(rates).find(
    ([, value]) => !Number.isSafeInteger(value) || value < 0 || value > most,
  );
  return bad === undefined ? null : reject('rateUnusable', { what: bad[0], value: bad[1], most });
}

function beginRates({ state, market, emit }: RatesContext): void {
  const effectiveFrom = isoDate(market.businessDay);
  for (const { instrument: code, rates } of beginningOn(state.reference, ratesSection, market.businessDay)) {
    const instrument = mustExist(market.instruments.get(code), `no instrument ${code}`);
    state.rates.change(instrument, rates);
    emit({ kind: 'ratesSet', instrument: code, effectiveFrom, ...state.rates.next(instrument) });
  }
  for (const [instrument, rates] of state.rates.beginDay())
    emit({ kind: 'ratesBegan', instrument, ...rates });
}

export const ratesModule = {
  name: 'rates',
  events: { ratesSet: true, interestRateSet: true, ratesBegan: true } satisfies EventKinds<RatesEvent>,
  slice: {
    empty: () => new Rates(),
    save: (rates: Rates): SavedRates => rates.save(),
    load: (saved: SavedRates) => Rates.load(saved),
  },
  commands: {
    setMargins: byOperator(setMargins),
    setBookingFees: byOperator(setBookingFees),
    setInterestRate: byOperator(setInterestRate),
  },
  rejections: ratesRejections,
  referenceSections: [ratesSection],
  endOfDay: { reset: beginRates },
} as const;
