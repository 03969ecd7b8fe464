import { describe, expect, it } from 'vitest';
import { rejectionSentence } from '../rejections.ts';
import { marketOfAllTypes, smallMarket } from '../testing/small-market.ts';
import { anOrder, rejectionOf, TestMarket } from '../testing/test-market.ts';

describe('opening the market', () => {
  it('lists every contract with its dates, its names and its limits around the MTM', () => {
    const [opened] = TestMarket.opened().outcomes[0]?.events ?? [];
    expect(opened?.kind).toBe('marketOpened');
    if (opened?.kind !== 'marketOpened') return;
    expect(opened.contracts[0]).toMatchObject({
      contract: 'DEC26 WMAZ',
      systemCode: 'FZQ23 WMAZ',
      lastTradingDay: '2026-12-23',
      limits: { low: 383_500, high: 423_500 },
      kind: 'future',
      flag: 'F',
      strike: 0,
    });
    expect(opened.contracts[2]?.limits).toBeNull();
  });

  it('happens once, and no command is accepted before it', () => {
    const market = new TestMarket();
    expect(rejectionOf(market.by('abdul', anOrder))).toBe('marketNotOpened');
    market.operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData: smallMarket });
    const again = market.operate({
      kind: 'openMarket',
      businessDay: '2026-11-18',
      referenceData: smallMarket,
    });
    expect(rejectionOf(again)).toBe('marketAlreadyOpened');
  });

  it.each([
    ['a price off its tick', { futures: [{ ...smallMarket.futures[0], mtm: 403_510 }] }, /off its tick/],
    [
      'a contract listed twice',
      { futures: [smallMarket.futures[0], smallMarket.futures[0]] },
      /DEC26 WMAZ is listed twice/,
    ],
    [
      'a last trading day on a Sunday',
      { futures: [{ ...smallMarket.futures[0], lastTradingDay: '2026-12-20' }] },
      /DEC26 WMAZ has "2026-12-20" as lastTradingDay, which is no business day/,
    ],
    [
      'a first delivery day after the last trading day',
      { futures: [{ ...smallMarket.futures[0], firstDeliveryDay: '2026-12-24' }] },
      /DEC26 WMAZ has its first delivery day after its last trading day/,
    ],
    [
      'options that expire after the last trading day that the file gives',
      {
        ...marketOfAllTypes,
        futures: marketOfAllTypes.futures.map((future) =>
          future.month === 12 && future.instrument === 'WMAZ'
            ? { ...future, lastTradingDay: '2026-12-10' }
            : future,
        ),
        options: marketOfAllTypes.options?.map((series) =>
          series.month === 12 ? { ...series, expires: '2026-12-11' } : series,
        ),
      },
      /the options on DEC26 WMAZ have the expiry 2026-12-11, after the last trading day of the future/,
    ],
    [
      'a client of an unknown member',
      { clients: [{ code: '1X', member: 'NONE', name: '', active: true }] },
      /NONE/,
    ],
    ['VAT above 100 %', { market: { ...smallMarket.market, vatPercent: 101 } }, /101 % VAT/],
    [
      'a window of 0 minutes for the MTM',
      {
        market: {
          ...smallMarket.market,
          marks: { windowMinutes: 0, liquidLots: 1, lockMinutes: 1, lockLots: 1, volatilityLots: 1 },
        },
      },
      /have 0 as windowMinutes/,
    ],
    [
      'a negative booking fee',
      {
        instruments: smallMarket.instruments.map((instrument) => ({
          ...instrument,
          bookingFee: { own: { future: 25, option: -1 }, client: { future: 25, option: 20 } },
        })),
      },
      /instrument WMAZ has no usable booking fee/,
    ],
    [
      'a clearing member that is not listed',
      { members: smallMarket.members.map((member) => ({ ...member, clearingMember: 'NONE' })) },
      /member KAND clears through member NONE, which is not listed/,
    ],
    [
      'a clearing member that does not clear for itself',
      {
        members: smallMarket.members.map((member) => ({
          ...member,
          clearingMember: member.code === 'KAND' ? 'VELD' : 'KAND',
        })),
      },
      /member KAND clears through member VELD, which does not clear for itself/,
    ],
    [
      'a cut-off of payments that is not a time',
      { market: { ...smallMarket.market, paymentCutOff: '25:00' } },
      /has "25:00" as the cut-off of payments/,
    ],
    ['a holiday that is not a date', { holidays: [{ date: '2026-02-30', name: '' }] }, /is not a date/],
  ])('is rejected for %s, with the reason, and opens nothing', (_what, change, why) => {
    const market = new TestMarket();
    const referenceData = { ...smallMarket, ...change } as typeof smallMarket;
    const outcome = market.operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData });
    expect(rejectionOf(outcome)).toBe('referenceDataUnusable');
    if (outcome.verdict.kind === 'rejected')
      expect(rejectionSentence(outcome.verdict.rejection)).toMatch(why);
    expect(market.venue.snapshot().reference).toBeNull();
  });
});
