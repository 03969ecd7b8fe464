import { describe, expect, it } from 'vitest';
import { asPrice } from '../kernel/units.ts';
import { applied, compared, sorghum, sorghumFuture, until, withMaize } from '../testing/reference-files.ts';
import { marketOfAllTypes, smallMarket } from '../testing/small-market.ts';
import { TestMarket } from '../testing/test-market.ts';

describe('a change of the reference data', () => {
  it('lists new instruments with all their contracts, whose months then follow by rule', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    const march = { ...sorghumFuture, year: 2027, month: 3, displaySeq: 10 };
    applied(market, {
      ...marketOfAllTypes,
      instruments: [...marketOfAllTypes.instruments, sorghum],
      futures: [
        ...marketOfAllTypes.futures,
        sorghumFuture,
        march,
        { ...sorghumFuture, month: 10, displaySeq: 11 },
      ],
      splits: [
        ...(marketOfAllTypes.splits ?? []),
        {
          instrument: 'SORG',
          near: { year: 2026, month: 12 },
          far: { year: 2027, month: 3 },
          displaySeq: 502,
        },
      ],
    });
    market.operate({ kind: 'endDay' });
    const listed = market.lastEvents.flatMap((event) =>
      event.kind === 'contractsListed' ? event.contracts : [],
    );
    // OCT26 has ended before.
    expect(listed.map(({ contract }) => contract)).toEqual(['DEC26 SORG', 'MAR27 SORG', 'DEC26-MAR27 SORG']);
    expect(new Set(market.listings.map(({ displaySeq }) => displaySeq)).size).toBe(market.listings.length);
    expect(market.contract('DEC26 SORG').limits).toEqual({ low: 335_000, high: 365_000 });
    market.order('abdul', { contract: 'DEC26 SORG', price: asPrice(350_020) });
    until(market, '2026-12-24');
    const names = market.listings.map(({ contract }) => contract);
    expect(names).toEqual(expect.arrayContaining(['DEC27 SORG', 'MAR27-DEC27 SORG']));
  });

  it('lists months, strikes and pairs that the file has more than the market', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    const june = {
      instrument: 'WMAZ',
      year: 2027,
      month: 6,
      displaySeq: 50,
      mtm: asPrice(407_000),
      openInterest: 0,
    };
    const options = (marketOfAllTypes.options ?? []).map((series) =>
      series.month === 3
        ? { ...series, strikes: [...series.strikes, asPrice(402_000)], displaySeq: 2001 }
        : series,
    );
    const file = {
      ...marketOfAllTypes,
      futures: [...marketOfAllTypes.futures, june],
      options,
      spreads: [
        ...(marketOfAllTypes.spreads ?? []),
        { first: 'YMAZ', second: 'WEAT', year: 2026, month: 12, displaySeq: 603 },
      ],
    };
    applied(market, file, '2026-11-20');
    market.operate({ kind: 'endDay' });
    // The dealer's strike is the same as the waiting strike.
    market.by('abdul', {
      kind: 'addStrike',
      instrument: 'WMAZ',
      contractDate: 'MAR27',
      strike: asPrice(402_000),
    });
    market.operate({ kind: 'endDay' });
    const listed = market.lastEvents.flatMap((event) =>
      event.kind === 'contractsListed' ? event.contracts : [],
    );
    expect(listed.map(({ contract }) => contract)).toEqual(['JUN27 WMAZ', 'DEC26 YMAZ-WEAT']);
    expect(compared(market, file).changes).toEqual([]);
  });

  it('keeps the dates of listed contracts, and applies the new holidays to later contracts', () => {
    const data = withMaize(smallMarket, { months: [3, 11, 12] });
    const market = TestMarket.opened(data);
    applied(market, {
      ...data,
      holidays: [
        ...data.holidays,
        { date: '2027-03-22', name: 'Human Rights Day' },
        { date: '2027-11-25', name: 'Election' },
      ],
    });
    until(market, '2026-11-24');
    const dateOf = (name: string) =>
      market.listings.find(({ contract }) => contract === name)?.lastTradingDay;
    // By the rule it would be 2027-03-23, or with the holiday 2027-03-19.
    expect(dateOf('MAR27 WMAZ')).toBe('2027-03-24');
    expect(dateOf('NOV27 WMAZ')).toBe('2027-11-22');
  });
});
