// The section of the reference data with the rates of instruments: the parameters of initial margin and the booking fees.
import type { BookingFee, InstrumentRates } from '../contracts/instrument.ts';
import { amountText } from '../kernel/units.ts';
import {
  changedFields,
  type RatesChange,
  type ReferenceDifference,
  type ReferenceSection,
} from '../reference/reference-change.ts';
import { fromTo } from '../reference/reference-sections.ts';
import type { TradingStopsState } from '../trading-stops/trading-stops-module.ts';
import { type Rates, ratesOf } from './rates.ts';

export interface RatesState extends TradingStopsState {
  readonly rates: Rates;
}

const labels: Readonly<Record<keyof InstrumentRates, string>> = {
  initialMargin: 'initial margin',
  classSpreadMargin: 'margin of a spread leg',
  volatilityRange: 'volatility range',
  bookingFee: 'booking fees',
};
const fields = Object.keys(labels) as (keyof InstrumentRates)[];

export const ratesSection: ReferenceSection<RatesState, RatesChange> = {
  name: 'rates',
  compare: ({ state, market }, file) =>
    file.instruments.flatMap((fileInstrument): ReferenceDifference<RatesChange>[] => {
      const { code: instrument } = fileInstrument;
      const now = market.instruments.get(instrument);
      const rates = ratesOf(fileInstrument);
      if (now === undefined) {
        const all = fields.map((field) => `${labels[field]} ${textOf(rates[field])}`);
        return [{ text: `${instrument} begins with ${all.join(', ')}`, change: { instrument, rates } }];
      }
      return changedFields(state.rates.next(now), rates, fields).map(({ change: { field }, was }) => ({
        text: `${labels[field]} of ${instrument} changes ${fromTo(was, rates[field], textOf)}`,
        change: { instrument, rates: { [field]: rates[field] } },
      }));
    }),
};

function textOf(value: unknown): string {
  if (typeof value === 'number') return amountText(value);
  if (value === null) return 'none';
  const { own, client } = value as BookingFee;
  return [own.future, own.option, client.future, client.option].map(amountText).join(' / ');
}
