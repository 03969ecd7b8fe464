import { describe, expect, it } from 'vitest';
import { curveVolatility } from '../contracts/volatility-curve.ts';
import { mustExist } from '../kernel/assert.ts';
import { type IsoDate, parseIsoDate } from '../kernel/civil-date.ts';
import { asPrice, lots, volatility } from '../kernel/units.ts';
import { marketOfAllTypes, smallMarket } from '../testing/small-market.ts';
import { anOrder, rejectionOf, TestMarket } from '../testing/test-market.ts';
import { systemCode } from './make-contracts.ts';
import { referenceDataFault } from './reference-data-check.ts';

const call = 'MAR27 WMAZ 4060 C';
const put = 'MAR27 WMAZ 4060 P';
const opened = () => TestMarket.opened(marketOfAllTypes);

describe('contracts of all kinds', () => {
  it('[MODEL-3] [MODEL-4] are listed with flag, strike, kind, month and a unique number', () => {
    const listings = opened().listings;
    const pick = (name: string) => listings.find(({ contract }) => contract === name);
    expect(pick(call)).toMatchObject({ flag: 'C', strike: 406_000, kind: 'option', contractDate: 'MAR27' });
    expect(pick(put)).toMatchObject({ flag: 'P', strike: 406_000, kind: 'option', displaySeq: 1006 });
    expect(pick(`${call} D`)).toMatchObject({ flag: 'C', kind: 'delta', underlying: 'MAR27 WMAZ' });
    expect(pick('DEC26-MAR27 WMAZ')).toMatchObject({
      flag: 'F',
      strike: 0,
      kind: 'split',
      contractDate: 'DEC26',
    });
    expect(pick('DEC26 WMAZ-YMAZ')).toMatchObject({ flag: 'F', strike: 0, kind: 'spread', mtm: 15_500 });
    expect(pick('DEC26 WMAZ-WEAT')?.legs).toMatchObject({ plusLots: 1, minusLots: 2 });
    expect(new Set(listings.map(({ displaySeq }) => displaySeq)).size).toBe(listings.length);
    expect(listings.length).toBe(5 + 4 * 4 + 3);
  });

  it('have a code for the exchange', () => {
    const code = (instrument: string, expiry: IsoDate) =>
      systemCode(instrument, mustExist(parseIsoDate(expiry), 'it is a date'), 'F');
    expect(code('WMAZ', '2026-07-24' as IsoDate)).toBe('FNQ24 WMAZ');
    expect(code('ALSI', '2013-06-20' as IsoDate)).toBe('FMD20 ALSI');
  });

  it('expire by rule: options on a Friday of the month before, pairs with their nearer leg', () => {
    const listings = opened().listings;
    const lastDay = (name: string) => listings.find(({ contract }) => contract === name)?.lastTradingDay;
    expect(lastDay('DEC26 WMAZ 4040 C')).toBe('2026-11-20');
    expect(lastDay(call)).toBe('2027-02-19');
    expect(lastDay('DEC26-MAR27 WMAZ')).toBe(lastDay('DEC26 WMAZ'));
    const market = opened();
    for (const _day of [18, 19, 20]) market.operate({ kind: 'endDay' });
    const late = market.by('abdul', {
      ...anOrder,
      contract: 'DEC26 WMAZ 4040 C',
      lots: lots(1),
      price: asPrice(2_000),
    });
    expect(rejectionOf(late)).toBe('contractExpired');
    expect(market.order('abdul', { contract: call, price: asPrice(2_000) }).state).toBe('Active');
  });

  it('expire on the day of a short-dated series, with the strikes that dealers add to it', () => {
    const options = (marketOfAllTypes.options ?? []).map((series) =>
      series.month === 3 ? { ...series, expires: '2026-11-19' as IsoDate } : series,
    );
    const market = TestMarket.opened({ ...marketOfAllTypes, options });
    market.by('abdul', {
      kind: 'addStrike',
      instrument: 'WMAZ',
      contractDate: 'MAR27',
      strike: asPrice(402_000),
    });
    for (const name of [call, `${put} D`, 'MAR27 WMAZ 4020 C'])
      expect(market.reference.contracts.get(name)?.lastDay, name).toBe(parseIsoDate('2026-11-19'));
    for (const _day of [18, 19]) market.operate({ kind: 'endDay' });
    const late = market.by('abdul', { ...anOrder, contract: call, lots: lots(1), price: asPrice(2_000) });
    expect(rejectionOf(late)).toBe('contractExpired');
    expect(market.order('abdul', { contract: 'MAR27 WMAZ', price: asPrice(405_000) }).state).toBe('Active');
  });

  it('cannot expire on a holiday or after their future', () => {
    const fault = (expires: IsoDate) =>
      referenceDataFault({
        ...marketOfAllTypes,
        options: (marketOfAllTypes.options ?? []).map((series) => ({ ...series, expires })),
      });
    expect(fault('2026-11-20' as IsoDate)).toBeNull();
    expect(fault('2026-11-21' as IsoDate)).toMatch(/no business day/);
    expect(fault('2027-11-19' as IsoDate)).toMatch(/after the last trading day/);
  });

  it('are marked by the volatility curve: 0.5 % more for each R100 below the future, 0.3 % above it', () => {
    const curve = { atTheMoney: volatility(2_700), skewBelow: volatility(50), skewAbove: volatility(30) };
    const at = (strike: number) =>
      curveVolatility(curve, { strike: asPrice(strike), forward: asPrice(406_000) });
    expect([at(406_000), at(396_000), at(386_000), at(416_000), at(407_000)]).toEqual([
      2700, 2750, 2800, 2730, 2703,
    ]);
    const listing = opened().listings.find(({ contract }) => contract === 'MAR27 WMAZ 4000 P D');
    expect(listing).toMatchObject({ volatility: 2730, mtm: 2730 });
  });

  it('cannot be listed on contracts that do not exist', () => {
    const [series] = marketOfAllTypes.options ?? [];
    if (series === undefined) throw new Error('the market has options');
    const fault = (change: object) => referenceDataFault({ ...marketOfAllTypes, ...change });
    expect(fault({})).toBeNull();
    expect(fault({ options: [{ ...series, month: 5 }] })).toBe(
      'options are on MAY27 WMAZ, which is not listed',
    );
    expect(fault({ options: [{ ...series, strikes: [asPrice(400_500)] }] })).toMatch(/off the grid/);
    expect(fault({ options: [series, series] })).toMatch(/displaySeq/);
    expect(
      fault({
        splits: [
          {
            instrument: 'WMAZ',
            near: { year: 2027, month: 3 },
            far: { year: 2026, month: 12 },
            displaySeq: 9,
          },
        ],
      }),
    ).toMatch(/the nearer one/);
    expect(fault({ instruments: smallMarket.instruments })).not.toBeNull();
  });
});
