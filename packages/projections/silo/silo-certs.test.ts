import { asPrice } from '@openpit/venue';
import {
  award,
  bid,
  deal,
  delivered,
  issue,
  siloData,
  siloMarket,
  stage,
  tender,
} from '@openpit/venue/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { asDealer, kand, miel, openSiloScreen, type SiloScreen, veld } from '../testing/silo-screen.ts';

let screen: SiloScreen;
/** VELD, with a certificate of 300 t, is short five lots; KAND is long them. */
beforeEach(() => {
  screen = openSiloScreen();
  deal(screen.market, { contract: delivered, lots: 5, price: 410_000 });
});

function deliver(): void {
  const { market } = screen;
  stage(market, 'tendering');
  market.by('denise', tender());
  stage(market, 'bidding');
  market.by('abdul', bid(1, 12));
  stage(market, 'deciding');
  award(market);
}
const endDay = () => screen.market.operate({ kind: 'endDay' });
const certsOf = (viewer = veld) =>
  screen.rows('siloCerts', viewer).map((row) => `${row.siloReceiptNo} ${row.principal} ${row['seq/state']}`);
const stepsOf = (viewer = veld) =>
  screen
    .now()
    .siloCerts.historyOf('SR100001', viewer)
    .map((step) => `${step['seq/state']} ${step.principal}`);

describe('certificates', () => {
  it('[SILO-1] are rows of the member that holds them, and of no dealer with own-only visibility', () => {
    expect(certsOf()).toEqual(['SR100001 VELD 1/Held']);
    for (const viewer of [kand, miel, asDealer(veld, 'DEN')]) expect(certsOf(viewer)).toEqual([]);
  });

  it('[SILO-3] move from the seller’s rows to the buyer’s rows when they are delivered', () => {
    screen.changes();
    deliver();
    const changes = screen.changes().filter(({ dataSetId }) => dataSetId === 21);
    const removedFrom = changes.filter(({ removed }) => removed.includes('SR100001'));
    expect(removedFrom.map(({ audience }) => audience)).toEqual([{ kind: 'member', member: 'VELD' }]);
    expect([certsOf(), certsOf(kand)]).toEqual([[], ['SR100001 KAND 6/Held']]);
  });

  it('[SILO-1] are removed from the rows of their member when the operator transfers them to another', () => {
    screen.changes();
    screen.market.operate({ kind: 'transferSiloCert', siloReceiptNo: 'SR100001', owner: '9996S' });
    const changes = screen.changes().map(({ audience, rows, removed }) => ({ audience, rows, removed }));
    expect(changes).toContainEqual({
      audience: { kind: 'member', member: 'VELD' },
      rows: [],
      removed: ['SR100001'],
    });
    expect([certsOf(), certsOf(kand)]).toEqual([[], ['SR100001 9996S 2/Held']]);
  });

  it('[SILO-1] have a history for their current owner, where accounts of other members have no name', () => {
    stage(screen.market, 'tendering');
    screen.market.by('denise', tender());
    expect(stepsOf()).toEqual(['1/Held VELD', '2/Tendered VELD']);
    expect([stepsOf(kand), stepsOf(asDealer(veld, 'DEN'))]).toEqual([[], []]);
    screen.market.by('denise', { kind: 'withdrawSiloTender', siloCertSeq: 1 });
    screen.market.operate({ kind: 'transferSiloCert', siloReceiptNo: 'SR100001', owner: '9996S' });
    screen.restart();
    expect(stepsOf(kand)).toEqual(['1/Held null', '2/Tendered null', '3/Held null', '4/Held 9996S']);
    expect(stepsOf()).toEqual([]);
  });

  it('[SILO-1] have differential and discount of the data in force, even when these change', () => {
    issue(screen.market, { siloReceiptNo: 'SR2', grade: 'WM2' });
    const terms = () => screen.rows('siloCerts', veld).map((row) => [row.differential, row.discount]);
    expect(terms()).toEqual([
      [90, 0],
      [90, 50],
    ]);
    const [bothaville, ...others] = siloData.locations;
    const differentials = [
      { instrument: 'WMAZ', season: '2027/28', differential: asPrice(9_500) },
      { instrument: 'WMAZ', season: '2026/27', differential: asPrice(9_900) },
    ];
    const data = {
      ...siloData,
      locations: bothaville === undefined ? others : [{ ...bothaville, differentials }, ...others],
      grades: siloData.grades.map((grade) => ({ ...grade, discount: asPrice(6_000) })),
    };
    screen.market.operate({
      kind: 'applyReferenceData',
      referenceData: { ...siloMarket, silo: data },
      effectiveFrom: null,
    });
    expect(terms()[0]).toEqual([90, 0]);
    screen.changes();
    endDay();
    const changed = screen.changes().filter(({ dataSetId }) => dataSetId === 21);
    expect(changed.flatMap(({ rows }) => rows)).toHaveLength(2);
    expect(terms()).toEqual([
      [99, 60],
      [99, 60],
    ]);
    expect(screen.now().siloCerts.locations()[0]?.differentials).toMatchObject([
      { differential: 95 },
      { differential: 99 },
    ]);
    expect(screen.now().siloCerts.grades()[0]).toMatchObject({ code: 'WM1', discount: 60 });
  });
});

describe('positions to deliver', () => {
  const positionOf = (viewer = veld, contract = delivered) =>
    screen.rows('siloPositions', viewer).find((row) => row.contract === contract);

  it('[SILO-3] have the lots that are short or long, held and tendered, until the last notice day', () => {
    expect(positionOf()).toEqual({
      uniqueKey: `VELD ${delivered}`,
      member: 'VELD',
      principal: 'VELD',
      subAccount: null,
      contract: delivered,
      net: -5,
      tendered: 0,
      held: 3,
      lastNoticeDay: '2026-11-30',
    });
    expect(positionOf(kand)).toMatchObject({ net: 5, tendered: 0, held: 0 });
    for (const viewer of [miel, asDealer(veld, 'DEN')]) expect(positionOf(viewer)).toBeUndefined();
  });

  it('follow a tender, its withdrawal and the delivery', () => {
    const { market } = screen;
    const figures = () => [positionOf()?.net, positionOf()?.tendered, positionOf()?.held];
    stage(market, 'tendering');
    market.by('denise', tender());
    expect(figures()).toEqual([-5, 3, 0]);
    issue(market, { siloReceiptNo: 'SR2', tons: 200 });
    market.by('denise', tender('SR2'));
    expect(figures()).toEqual([-5, 5, 0]);
    screen.restart();
    market.by('denise', { kind: 'withdrawSiloTender', siloCertSeq: 2 });
    expect(figures()).toEqual([-5, 3, 2]);
    stage(market, 'bidding');
    stage(market, 'deciding');
    expect(figures()).toEqual([-5, 3, 2]);
    award(market);
    expect(figures()).toEqual([-2, 0, 2]);
    expect(positionOf(kand)).toMatchObject({ net: 2, held: 3 });
    deal(market, { contract: delivered, lots: 2, price: 410_000, buyer: 'denise', seller: 'abdul' });
    expect([positionOf(), positionOf(kand)]).toEqual([undefined, undefined]);
  });

  it('take back the tenders if the day ends before the award', () => {
    stage(screen.market, 'tendering');
    screen.market.by('denise', tender());
    endDay();
    expect(positionOf()).toMatchObject({ net: -5, tendered: 0, held: 3 });
  });

  it('count only certificates that could be tendered: valid, and accepted at their location', () => {
    const { market } = screen;
    const held = () => positionOf()?.held;
    const canTender = (siloReceiptNo: string) => {
      const { verdict } = market.by('denise', tender(siloReceiptNo));
      if (verdict.kind === 'accepted') market.by('denise', { kind: 'withdrawSiloTender', siloCertSeq: 1 });
      return verdict.kind === 'accepted';
    };
    stage(market, 'tendering');
    const before = held() ?? 0;
    const issued = [
      issue(market, { siloReceiptNo: 'SR1', tons: 100, location: 'HENNE' }),
      issue(market, { siloReceiptNo: 'SR2', tons: 100, season: '2025/26' }),
      issue(market, {
        siloReceiptNo: 'SR3',
        tons: 100,
        issuedOn: '2026-11-19',
        storagePaidUntil: '2026-11-30',
      }),
    ];
    expect(issued.map(({ verdict }) => verdict)).toMatchObject(issued.map(() => ({ kind: 'accepted' })));
    expect(['SR1', 'SR2', 'SR3'].map(canTender)).toEqual([false, false, false]);
    expect(held()).toBe(before);

    // On the next day the third is valid, and a file has registered the location of the first.
    const locations = siloData.locations.map((location) => ({ ...location, registered: true }));
    const referenceData = { ...siloMarket, silo: { ...siloData, locations } };
    const applied = market.operate({ kind: 'applyReferenceData', effectiveFrom: null, referenceData });
    expect(applied.verdict.kind).toBe('accepted');
    market.operate({ kind: 'endDay' });
    expect(held()).toBe(before + 2);
    screen.restart();
    expect(held()).toBe(before + 2);
  });

  it('count only certificates that are held, of the same instrument', () => {
    const { market } = screen;
    issue(market, { siloReceiptNo: 'SR2', tons: 200 });
    issue(market, { siloReceiptNo: 'SRYELLOW', instrument: 'YMAZ', grade: 'YM1' });
    issue(market, { siloReceiptNo: 'SRKAND', owner: 'KAND' });
    expect([positionOf()?.held, positionOf(kand)?.held]).toEqual([5, 3]);
    market.operate({ kind: 'encumberSiloCert', siloReceiptNo: 'SR100001', lender: 'Landbouwbank' });
    expect(positionOf()?.held).toBe(2);
    market.operate({ kind: 'transferSiloCert', siloReceiptNo: 'SR2', owner: 'KAND' });
    expect([positionOf()?.held, positionOf(kand)?.held]).toEqual([0, 5]);
  });

  it('[SILO-3] begin on the first delivery day and leave after the last notice day', () => {
    const december = 'DEC26 WMAZ';
    deal(screen.market, { contract: december, lots: 2, price: 403_500 });
    expect(positionOf(veld, december)).toBeUndefined();
    while (screen.now().directory.businessDay < '2026-11-30') endDay();
    expect([positionOf()?.net, positionOf(veld, december)]).toEqual([-5, undefined]);
    endDay();
    expect(screen.now().directory.businessDay).toBe('2026-12-01');
    expect(positionOf()).toBeUndefined();
    expect(positionOf(veld, december)).toMatchObject({ net: -2, held: 3 });
    expect(positionOf(kand, december)).toMatchObject({ net: 2, held: 0 });
  });
});
