import { afterEach, describe, expect, it } from 'vitest';
import { asPrice } from '../kernel/units.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import type { SiloData, SiloLocation } from '../reference/silo-data.ts';
import { deal, dealMarket } from '../testing/deal-market.ts';
import { applied, compared } from '../testing/reference-files.ts';
import {
  delivered,
  eventsOf,
  issue,
  openSiloMarket,
  siloData,
  siloMarket,
  stage,
  tender,
} from '../testing/silo-market.ts';
import { rejectionOf, type TestMarket } from '../testing/test-market.ts';
import { Venue } from '../venue.ts';

let market: TestMarket;
/** Replaying the journal of every market restores the same state, even after a restart. */
afterEach(() => {
  const replayed = new Venue();
  for (const command of market.journal) replayed.handle(command);
  market.restart();
  expect(market.venue.stateHash()).toBe(replayed.stateHash());
});

const fileWith = (silo: Partial<SiloData>): ReferenceData => ({
  ...siloMarket,
  silo: { ...siloData, ...silo },
});
const [bothaville, hennenman] = siloData.locations as [SiloLocation, SiloLocation];
const dearer: SiloLocation = {
  ...bothaville,
  storageRate: asPrice(85),
  registered: false,
  closures: [],
  differentials: [
    { instrument: 'WMAZ', season: '2026/27', differential: asPrice(9_900) },
    { instrument: 'WMAZ', season: '2027/28', differential: asPrice(9_500) },
  ],
};

describe('a file with data on silos', () => {
  it('[SILO-1] changes nothing when the market was opened with it, or when it has none', () => {
    market = openSiloMarket();
    expect(compared(market, siloMarket)).toMatchObject({ changes: [], faults: [] });
    const { silo: _silo, ...without } = siloMarket;
    expect(compared(market, without)).toMatchObject({ changes: [], faults: [] });
  });

  it('[SILO-1] reports changed and new locations', () => {
    market = openSiloMarket();
    const { changes, faults } = compared(
      market,
      fileWith({
        locations: [dearer, { ...hennenman, code: 'REITZ', name: 'Reitz' }],
        grades: siloData.grades.map((grade) =>
          grade.code === 'WM2' ? { ...grade, discount: asPrice(6_000) } : grade,
        ),
        penalties: [{ instrument: 'WMAZ', penalty: asPrice(20_000) }],
      }),
    );
    expect(faults).toEqual([]);
    expect(changes).toEqual([
      'of grade WM2 of WMAZ the discount changes from 50.00 to 60.00',
      'of silo location BOTHA whether it is registered changes from yes to no, the storage rate changes from 0.80 to 0.85, the period without load-out changes from 2026-12-24 to 2027-01-03 to never, the differential for WMAZ 2026/27 changes from 90.00 to 99.00, the differential for YMAZ 2026/27 changes from 95.00 to none, the differential for WMAZ 2027/28 changes from none to 95.00',
      'silo location HENNE is removed',
      'silo location REITZ is added',
      'the delivery penalty of WMAZ changes from 100.00 to 200.00',
    ]);
  });

  it('cannot remove rows that a certificate uses, and cannot issue certificates', () => {
    market = openSiloMarket();
    issue(market, { siloReceiptNo: 'SR100009', location: 'HENNE', grade: 'WM2', origin: 'ARG' });
    const { changes, faults } = compared(
      market,
      fileWith({
        locations: [bothaville],
        grades: siloData.grades.filter(({ code }) => code !== 'WM2'),
        origins: siloData.origins.filter(({ code }) => code !== 'ARG'),
        certificates: siloData.certificates.map((cert) => ({ ...cert, siloReceiptNo: 'SR100077' })),
      }),
    );
    expect(changes).toEqual([]);
    expect(faults).toEqual([
      'origin ARG cannot be removed, because certificate SR100009 has it',
      'grade WM2 of WMAZ cannot be removed, because certificate SR100009 has it',
      'silo location HENNE cannot be removed, because certificate SR100009 has it',
      'certificate SR100077 is in the file, but certificates are issued with the command silo issue',
    ]);
    market.operate({ kind: 'loadOutSiloCert', siloReceiptNo: 'SR100009' });
    expect(compared(market, fileWith({ locations: [bothaville] })).faults).toEqual([]);
  });

  it('begins with its business day, while lots that were tendered before keep their differential', () => {
    market = openSiloMarket();
    deal(market, { contract: delivered, lots: 3, price: 410_000 });
    applied(market, fileWith({ locations: [{ ...dearer, registered: true }, hennenman] }));
    stage(market, 'tendering');
    market.by('denise', tender('SR100001'));
    expect(eventsOf(market, 'siloLotChanged')).toMatchObject([{ lot: { differential: 9_000 } }]);
    market.operate({ kind: 'endDay' });
    expect(eventsOf(market, 'siloDataChanged')).toMatchObject([
      { businessDay: '2026-11-19', data: { locations: [{ storageRate: 85 }, {}] } },
    ]);
    stage(market, 'tendering');
    market.by('denise', tender('SR100001'));
    expect(eventsOf(market, 'siloLotChanged').at(-1)).toMatchObject({ lot: { differential: 9_900 } });
  });

  it('keeps a location if a certificate has arrived there since the file was applied', () => {
    market = openSiloMarket();
    applied(market, fileWith({ locations: [bothaville] }));
    issue(market, { siloReceiptNo: 'SR100009', location: 'HENNE' });
    market.operate({ kind: 'endDay' });
    expect(market.venue.snapshot().silo.data?.locations.map(({ code }) => code)).toEqual(['BOTHA', 'HENNE']);
  });

  it('adds silos to a market that had none', () => {
    market = openSiloMarket(dealMarket);
    expect(rejectionOf(issue(market, {}))).toBe('siloNotInMarket');
    applied(market, {
      ...dealMarket,
      silo: {
        ...siloData,
        certificates: [],
        grades: siloData.grades.slice(0, 1),
        locations: [{ ...hennenman, registered: true }],
      },
    });
    market.operate({ kind: 'endDay' });
    expect(rejectionOf(issue(market, { location: 'HENNE' }))).toBeNull();
  });
});
