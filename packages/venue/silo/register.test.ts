import { describe, expect, it } from 'vitest';
import { asPrice } from '../kernel/units.ts';
import type { IssuedCert, SiloData } from '../reference/silo-data.ts';
import {
  aCert,
  eventsOf,
  historyOf,
  holdings,
  issue,
  openSiloMarket,
  siloData,
  siloMarket,
} from '../testing/silo-market.ts';
import { rejectionOf, TestMarket } from '../testing/test-market.ts';

const siloReceiptNo = 'SR100001';
const why = (market: TestMarket): unknown => {
  const verdict = market.outcomes.at(-1)?.verdict;
  return verdict?.kind === 'rejected' ? verdict.rejection.details : null;
};

describe('the register of certificates', () => {
  it('[SILO-1] transfers, encumbers, releases and loads out', () => {
    const market = openSiloMarket();
    market.operate({ kind: 'transferSiloCert', siloReceiptNo, owner: '9996S' });
    expect(eventsOf(market, 'siloCertChanged').at(-1)).toMatchObject({
      cert: { member: 'KAND', principal: '9996S' },
      before: { member: 'VELD', principal: 'VELD' },
    });
    market.operate({ kind: 'encumberSiloCert', siloReceiptNo, lender: 'Landbouwbank' });
    expect(rejectionOf(market.operate({ kind: 'loadOutSiloCert', siloReceiptNo }))).toBe('siloCertInState');
    market.operate({ kind: 'releaseSiloCert', siloReceiptNo });
    market.operate({ kind: 'loadOutSiloCert', siloReceiptNo });
    expect(historyOf(market, siloReceiptNo)).toEqual([
      '1/Held VELD',
      '2/Held 9996S',
      '3/Encumbered 9996S',
      '4/Held 9996S',
      '5/Cancelled 9996S',
    ]);
    expect(holdings(market)).toEqual([]);
  });

  it('splits a certificate into parts with new numbers, and splits such parts again', () => {
    const market = openSiloMarket();
    market.operate({ kind: 'splitSiloCert', siloReceiptNo, tons: [100, 200] });
    market.operate({ kind: 'splitSiloCert', siloReceiptNo: 'SR100001-2', tons: [100, 100] });
    expect(holdings(market)).toEqual(['SR100001-1 VELD 100', 'SR100001-3 VELD 100', 'SR100001-4 VELD 100']);
  });

  it.each([[[300]], [[100, 100]], [[150, 150]], [[400, -100]], [[0, 300]]])(
    'rejects parts of %j t',
    (tons) => {
      const market = openSiloMarket();
      const outcome = market.operate({ kind: 'splitSiloCert', siloReceiptNo, tons });
      expect(rejectionOf(outcome)).toBe('siloSplitUnusable');
      expect(holdings(market)).toEqual(['SR100001 VELD 300']);
    },
  );

  it('records until when storage is paid, and this day only moves forward', () => {
    const market = openSiloMarket();
    const pay = (until: string) => market.operate({ kind: 'paySiloStorage', siloReceiptNo, until });
    expect(rejectionOf(pay('2026-11-18'))).toBe('siloStorageUnusable');
    expect(rejectionOf(pay('2026-12-32'))).toBe('siloStorageUnusable');
    expect(rejectionOf(pay('2126-12-31'))).toBe('siloStorageUnusable');
    expect(rejectionOf(pay('2026-12-31'))).toBeNull();
    expect(eventsOf(market, 'siloCertChanged').at(-1)?.cert).toMatchObject({
      seq: 2,
      storagePaidUntil: '2026-12-31',
    });
  });

  it('rejects numbers and owners that do not exist', () => {
    const market = openSiloMarket();
    expect(rejectionOf(market.operate({ kind: 'releaseSiloCert', siloReceiptNo: 'SR9' }))).toBe(
      'siloCertUnknown',
    );
    const transfer = { kind: 'transferSiloCert', siloReceiptNo, owner: 'NOBODY' } as const;
    expect(rejectionOf(market.operate(transfer))).toBe('accountUnknown');
  });

  it.each<[Partial<IssuedCert>, string]>([
    [{}, 'certificate SR100001 has already been issued'],
    [{ siloReceiptNo: 'sr 1' }, 'has a number that is not 1 to 12 capital letters and digits'],
    [{ siloReceiptNo: 'A1', tons: 250 }, 'has 250 t, which is not a multiple of the 100 t of a contract'],
    [{ siloReceiptNo: 'A1', instrument: 'RICE' }, 'is on instrument RICE, which is not listed'],
    [{ siloReceiptNo: 'A1', grade: 'YM1' }, 'has grade YM1, which WMAZ does not have'],
    [{ siloReceiptNo: 'A1', origin: 'USA' }, 'has origin USA, which is not listed'],
    [{ siloReceiptNo: 'A1', location: 'PAARL' }, 'is at location PAARL, which is not listed'],
    [
      { siloReceiptNo: 'A1', location: 'HENNE', instrument: 'YMAZ', grade: 'YM1' },
      'is at location HENNE, which does not accept YMAZ',
    ],
    [{ siloReceiptNo: 'A1', season: '2026' }, 'has "2026" as its season'],
    [{ siloReceiptNo: 'A1', season: '2026/99' }, 'has "2026/99" as its season'],
    [{ siloReceiptNo: 'A1', season: '1999/00' }, 'is of season 1999/00, but issued on 2026-06-01'],
    [{ siloReceiptNo: 'A1', season: '2027/28' }, 'is of season 2027/28, but issued on 2026-06-01'],
    [
      { siloReceiptNo: 'A1', storagePaidUntil: '2026-05-31' },
      'has its storage paid until 2026-05-31, before it is issued',
    ],
    [
      { siloReceiptNo: 'A1', storagePaidUntil: '2126-06-01' },
      'has its storage paid until 2126-06-01, more than 3660 days ahead',
    ],
    [{ siloReceiptNo: 'A1', issuedOn: '1026-06-01' }, 'is issued before 2000-01-01'],
    [{ siloReceiptNo: 'A1', owner: 'NOBODY' }, 'belongs to NOBODY, which is not listed'],
    [{ siloReceiptNo: 'A1', issuedOn: 'today' }, 'has "today", which is not a date'],
    [{ siloReceiptNo: 'A1', expiresOn: '2026-05-01' }, 'expires before it is issued'],
    [{ siloReceiptNo: 'A1', expiresOn: '2026-11-17' }, 'has already expired'],
  ])('does not issue %j', (cert, fault) => {
    const market = openSiloMarket();
    expect(rejectionOf(issue(market, cert))).toBe('siloCertUnusable');
    expect(why(market)).toEqual({ why: expect.stringContaining(fault) });
    expect(holdings(market)).toEqual(['SR100001 VELD 300']);
  });
});

describe('data on silos that contradict themselves', () => {
  const [location] = siloData.locations;
  it.each<[Partial<SiloData>, string]>([
    [{ certificates: [aCert, aCert] }, 'certificate SR100001 is listed twice'],
    [{ certificates: [{ ...aCert, owner: 'NOBODY' }] }, 'certificate SR100001 belongs to NOBODY'],
    [{ operators: [] }, 'silo location BOTHA has operator VRYST, which is not listed'],
    [
      { penalties: [{ instrument: 'RICE', penalty: asPrice(1) }] },
      'a delivery penalty is on instrument RICE, which is not listed',
    ],
    [
      { penalties: [{ instrument: 'WMAZ', penalty: asPrice(-1) }] },
      'WMAZ has a delivery penalty of -1 cents',
    ],
    [
      { grades: [{ instrument: 'WMAZ', code: 'WM1', description: '', discount: asPrice(-1) }] },
      'grade WM1 of WMAZ has a discount of -1 cents',
    ],
    [
      { locations: location === undefined ? [] : [{ ...location, storageRate: asPrice(0.5) }] },
      'silo location BOTHA has a storage rate of 0.5 cents',
    ],
    [
      {
        locations:
          location === undefined
            ? []
            : [{ ...location, closures: [{ from: '2026-12-24', to: '2026-12-01' }] }],
      },
      'silo location BOTHA is closed from "2026-12-24" to "2026-12-01"',
    ],
    [
      {
        locations:
          location === undefined
            ? []
            : [{ ...location, differentials: [...location.differentials, ...location.differentials] }],
      },
      'the differential of silo location BOTHA for WMAZ in 2026/27 is listed twice',
    ],
  ])('do not open a market: %#', (part, fault) => {
    const market = new TestMarket();
    const referenceData = { ...siloMarket, silo: { ...siloData, ...part } };
    const outcome = market.operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData });
    expect(rejectionOf(outcome)).toBe('referenceDataUnusable');
    expect(why(market)).toEqual({ why: expect.stringContaining(fault) });
  });
});
