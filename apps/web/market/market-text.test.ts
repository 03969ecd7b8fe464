import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { candleTime } from '../panels/chart/rules.ts';
import { exchangeDayTime } from '../session/market-phase.tsx';
import { exchangeDayOf, exchangeZoneName } from '../stores/market-days.ts';
import { useSettings } from '../stores/session.ts';
import { dataSetStores } from '../stores/stores.ts';
import { dash, setFormatLocale } from '../ui/format.ts';
import { averageCell, exchangeTime, priceCell, priceText, signedCell, zonedTime } from './market-text.ts';

beforeEach(() => {
  setFormatLocale('en-GB');
  const common = { name: '', settlement: 'physical', dailyLimit: null } as const;
  dataSetStores.instruments.replaceAll([
    { ...common, instrument: 'WMAZ', tonsPerContract: 100, tick: 0.2, decimals: 2 },
    { ...common, instrument: 'SUNS', tonsPerContract: 50, tick: 1, decimals: 0 },
  ]);
});
afterEach(() => {
  dataSetStores.instruments.clear();
  setFormatLocale(undefined);
});

const future = (instrument: string) => ({ contract: `DEC26 ${instrument}`, instrument });

describe('the text of market values', () => {
  it('has the decimals of the instrument, or two and a percent sign for the volatility of a delta', () => {
    expect(priceText(4035.2, future('WMAZ'))).toBe('4,035.20');
    expect(priceText(9150, future('SUNS'))).toBe('9,150');
    expect(priceText(27.5, { contract: 'MAR27 SUNS 9200 P D', instrument: 'SUNS' })).toBe('27.50\u00a0%');
    expect(priceCell(27.5, { contract: 'MAR27 SUNS 9200 P D', instrument: 'SUNS' })).toBe('27.50');
    expect(priceText(312, { contract: 'MAR27 SUNS 9200 P', instrument: 'SUNS' })).toBe('312');
    expect(priceText(12, future('not loaded yet'))).toBe('12.00');
  });

  it('aligns the decimal points of a column for all instruments', () => {
    expect(priceCell(9150, future('SUNS'))).toHaveLength(priceCell(9150, future('WMAZ')).length);
    expect(signedCell(-3, future('SUNS'))).toBe('−3\u2008\u2007\u2007');
    expect(priceCell(null, future('SUNS'))).toBe(dash);
    expect(signedCell(0, future('SUNS'))).toBe('0\u2008\u2007\u2007');
  });

  it('[SHELL-9] truncates an average instead of rounding it', () => {
    expect(averageCell(4035.266_66, future('WMAZ'))).toBe('4,035.26');
    expect(averageCell(4035.999, future('WMAZ'))).toBe('4,035.99');
  });

  it('uses exchange time, wherever the browser is', () => {
    expect(exchangeTime(Date.UTC(2026, 10, 18, 8, 31, 7))).toBe('10:31:07');
    expect(zonedTime(Date.UTC(2026, 10, 18, 22, 31, 7))).toBe('2026-11-19T00:31:07+02:00');
    expect(zonedTime(null)).toBeNull();
  });

  it('uses the distance from UTC that the hours of the market have', () => {
    useSettings.setState({ utcOffsetMinutes: -210 });
    const at = Date.UTC(2026, 10, 18, 2, 31, 7);
    expect([exchangeTime(at), exchangeDayOf(at), exchangeZoneName()]).toEqual([
      '23:01:07',
      '2026-11-17',
      'UTC-03:30',
    ]);
    expect(zonedTime(at)).toBe('2026-11-17T23:01:07-03:30');
    expect(exchangeDayTime(at, at)).toBe('23:01 UTC-03:30');
    expect(candleTime(at, '15')).toBe('17 Nov, 23:01');
    useSettings.setState({ utcOffsetMinutes: 120 });
    expect(exchangeZoneName()).toBe('SAST');
  });
});
