import { award, bid, deal, delivered, issue, siloMarket, stage, tender } from '@openpit/venue/testing';
import { dataSets } from '@openpit/wire';
import { beforeEach, describe, expect, it } from 'vitest';
import { asDealer, kand, miel, openSiloScreen, type SiloScreen, veld } from '../testing/silo-screen.ts';

let screen: SiloScreen;
/** VELD is short six lots; KAND and MIEL are long three each. VELD tenders its certificate of 300 t. */
beforeEach(() => {
  screen = openSiloScreen();
  const { market } = screen;
  deal(market, { contract: delivered, lots: 3, price: 410_000 });
  deal(market, { contract: delivered, lots: 3, price: 410_000, buyer: 'mpho' });
  stage(market, 'tendering');
  market.by('denise', tender());
});

const openBids = () => stage(screen.market, 'bidding');
function decide(): void {
  stage(screen.market, 'deciding');
  award(screen.market);
}
const endDay = () => screen.market.operate({ kind: 'endDay' });
const bidsOf = (viewer = kand) =>
  screen.rows('siloBids', viewer).map(({ premium, rank, state }) => [premium, rank, state]);
const theAuction = () => screen.rows('siloAuctions')[0];

describe('the offers of a delivery day', () => {
  it('[SILO-2] are the same for everyone, without seller, receipt number or bidders', () => {
    openBids();
    screen.market.by('mpho', bid(1, 12, 'MIEL'));
    const [offer] = screen.rows('siloOffers');
    expect(offer).toMatchObject({
      siloCertSeq: 1,
      location: 'BOTHA',
      tons: 300,
      mtm: 4_100,
      differential: 90,
      spotPrice: 4_010,
      bestPremium: 12,
      bids: 1,
      state: 'In auction',
    });
    for (const viewer of [veld, miel, asDealer(kand, 'BON')]) {
      expect(screen.rows('siloOffers', viewer)).toEqual([offer]);
      expect(screen.rows('siloAuctions', viewer)).toEqual([theAuction()]);
    }
    expect(JSON.stringify([offer, theAuction()])).not.toMatch(/VELD|DEN|MIEL|MPH|SR100001/);
  });

  it('[SILO-2] keep their price when the MTM changes during the day, and the lots of the next day have the new price', () => {
    deal(screen.market, { contract: delivered, lots: 1, price: 420_000 });
    screen.market.operate({ kind: 'valueMarket' });
    const spotPrices = () => screen.rows('siloOffers').map(({ mtm, spotPrice }) => [mtm, spotPrice]);
    expect(spotPrices()).toEqual([[4_100, 4_010]]);
    endDay();
    stage(screen.market, 'tendering');
    screen.market.by('denise', tender());
    expect(spotPrices()).toEqual([[4_200, 4_110]]);
  });

  it('[SILO-3] count the best premium again when the best bid is deleted, and have none without bids', () => {
    openBids();
    screen.market.by('abdul', bid(1, 10));
    screen.market.by('mpho', bid(1, 12, 'MIEL'));
    const best = () => [
      screen.rows('siloOffers')[0]?.bestPremium,
      theAuction()?.bestPremium,
      theAuction()?.bids,
    ];
    expect(best()).toEqual([12, 12, 2]);
    screen.market.by('mpho', { kind: 'deleteSiloCertAuctionBid', siloBidSeq: 2 });
    expect(best()).toEqual([10, 10, 1]);
    screen.market.by('abdul', { kind: 'deleteSiloCertAuctionBid', siloBidSeq: 1 });
    expect(best()).toEqual([null, null, 0]);
  });

  it('do not count a lot that is withdrawn', () => {
    expect(theAuction()).toMatchObject({ contract: delivered, stage: 'tendering', offered: 1, tons: 300 });
    screen.market.by('denise', { kind: 'withdrawSiloTender', siloCertSeq: 1 });
    expect(theAuction()).toMatchObject({ offered: 0, tons: 0 });
    expect(screen.rows('siloOffers')).toMatchObject([{ state: 'Withdrawn' }]);
  });

  it('count the parts of a lot that is split at the award, and not the lot itself', () => {
    issue(screen.market, { siloReceiptNo: 'SR2', tons: 200 });
    screen.market.by('denise', tender('SR2'));
    deal(screen.market, { contract: delivered, lots: 2, price: 410_000, buyer: 'denise', seller: 'mpho' });
    deal(screen.market, { contract: delivered, lots: 2, price: 410_000, principal: '9104K' });
    deal(screen.market, { contract: delivered, lots: 1, price: 410_000, buyer: 'denise', seller: 'abdul' });
    issue(screen.market, { siloReceiptNo: 'SR3', tons: 300 });
    openBids();
    screen.market.by('abdul', bid(1, 4));
    decide();
    const lots = screen.rows('siloOffers').map(({ siloCertSeq, tons, state }) => [siloCertSeq, tons, state]);
    expect(lots).toEqual([
      [1, 300, 'Withdrawn'],
      [2, 200, 'Allocated'],
      [3, 200, 'Allocated'],
      [4, 100, 'Allocated'],
    ]);
    expect(theAuction()).toMatchObject({ offered: 3, tons: 500, awarded: 0, allocated: 3, stage: 'closed' });
  });

  it('stay until the first stage of the next delivery day, even across the end of the day and a restart', () => {
    openBids();
    screen.market.by('abdul', bid(1, 10));
    decide();
    endDay();
    screen.restart();
    const sets = () => [screen.rows('siloOffers'), screen.rows('siloBids'), screen.rows('siloAuctions')];
    expect(sets().map((rows) => rows.length)).toEqual([1, 1, 1]);
    screen.changes();
    stage(screen.market, 'tendering');
    const removed = screen.changes().flatMap((change) => change.removed);
    expect(removed.sort()).toEqual([1, '1', `2026-11-18 ${delivered}`]);
    expect(sets().map((rows) => rows.length)).toEqual([0, 0, 1]);
    expect(theAuction()).toMatchObject({ businessDay: '2026-11-19', offered: 0, bids: 0, awarded: 0 });
  });
});

describe('the user’s bids', () => {
  it('[SILO-2] have their rank, which a better bid of a rival changes, and the bids of the rival are hidden', () => {
    openBids();
    screen.market.by('abdul', bid(1, 10));
    const [{ time } = { time: 0 }] = screen.rows('siloBids');
    expect(bidsOf()).toEqual([[10, 1, 'Open']]);
    screen.market.by('mpho', bid(1, 12, 'MIEL'));
    expect(bidsOf()).toEqual([[10, 2, 'Open']]);
    expect(screen.rows('siloBids')[0]?.time).toBe(time);
    expect(bidsOf(miel)).toEqual([[12, 1, 'Open']]);
    expect(bidsOf(veld)).toEqual([]);
  });

  it('[SILO-2] keep their row when they are raised, with the later time', () => {
    openBids();
    screen.market.by('abdul', bid(1, 10));
    const [before] = screen.rows('siloBids');
    screen.market.by('mpho', bid(1, 12, 'MIEL'));
    const raised = screen.market.by('abdul', bid(1, 13));
    expect(screen.rows('siloBids')).toEqual([{ ...before, premium: 13, rank: 1, time: raised.at }]);
    expect(raised.at).toBeGreaterThan(before?.time ?? Number.POSITIVE_INFINITY);
  });

  it('belong to the dealer who placed them where a dealer has own-only visibility', () => {
    openBids();
    screen.market.by('abdul', bid(1, 10));
    expect(bidsOf(asDealer(kand, 'ABD'))).toHaveLength(1);
    expect(bidsOf(asDealer(kand, 'BON'))).toEqual([]);
  });

  it('[SILO-3] are awarded or lost, without a rank', () => {
    openBids();
    screen.market.by('abdul', bid(1, 12));
    screen.market.by('mpho', bid(1, 12, 'MIEL'));
    decide();
    expect([bidsOf(), bidsOf(miel)]).toEqual([[[12, null, 'Awarded']], [[12, null, 'Lost']]]);
    expect(theAuction()).toMatchObject({
      awarded: 1,
      allocated: 0,
      bestPremium: 12,
      bids: 2,
      stage: 'closed',
    });
  });
});

describe('allocations and invoices', () => {
  beforeEach(() => {
    openBids();
    screen.market.by('abdul', bid(1, 12));
    decide();
  });

  it('[SILO-3] have each side for its own member: the buyer pays R1 206 600, which the seller receives', () => {
    const shared = {
      invoiceSeq: 1,
      contract: delivered,
      siloReceiptNo: 'SR100001',
      location: 'BOTHA',
      tons: 300,
      mtm: 4_100,
      differential: 90,
      discount: 0,
      dealtPremium: 12,
      perTon: 4_022,
      storageDays: 0,
      storage: 0,
      // An invoice names its parties, the delivery and the due date.
      terms: {
        seller: 'VELD',
        sellerMember: 'VELD',
        buyer: 'KAND',
        buyerMember: 'KAND',
        lots: 3,
        grade: 'WM1',
        origin: 'RSA',
        season: '2026/27',
        dueOn: '2026-11-19',
        dueBy: null,
        sellerVatNumber: null,
        buyerVatNumber: null,
        vat: 0,
      },
    };
    expect(screen.rows('siloInvoices')).toMatchObject([
      { ...shared, uniqueKey: '1 B', principal: 'KAND', side: 'B', amount: -1_206_600 },
    ]);
    expect(screen.rows('siloInvoices', veld)).toMatchObject([
      { ...shared, uniqueKey: '1 S', principal: 'VELD', side: 'S', amount: 1_206_600 },
    ]);
    expect(screen.rows('siloAllocations')).toMatchObject([
      { side: 'B', lots: 3, award: 'bid', dealtPremium: 12 },
    ]);
    for (const set of ['siloInvoices', 'siloAllocations'] as const) {
      expect(screen.rows(set, miel)).toEqual([]);
      expect(screen.rows(set, asDealer(kand, 'ABD'))).toEqual([]);
    }
    // Only the parties of the delivery know each other.
    expect(JSON.stringify(screen.rows('siloOffers'))).not.toContain('VELD');
  });

  it('are due with the rest of the day, and their movements name lots, contract and the other account', () => {
    const due = (viewer = kand) =>
      screen
        .rows('clearing', viewer)
        .map(({ principal, status, dueOn, overdue }) => [principal, status, dueOn, overdue]);
    expect(due()).toEqual([['KAND', 'payable', '2026-11-19', 0]]);
    expect(due(veld)).toEqual([['VELD', 'receivable', '2026-11-19', 0]]);
    const texts = (viewer = kand) => screen.rows('movements', viewer).map((row) => row.about);
    expect(texts()).toEqual(['Invoice 1: 3 lots of NOV26 WMAZ with VELD']);
    expect(texts(veld)).toEqual(['Invoice 1: 3 lots of NOV26 WMAZ with KAND']);
  });

  it('are due until the cut-off of the next day, even if it is changed afterwards', () => {
    const until = () => [
      ...screen.rows('siloInvoices').map(({ terms }) => terms?.dueBy),
      ...screen.rows('clearing').map(({ dueBy }) => dueBy),
    ];
    expect(until()).toEqual([null, null]);
    const apply = (paymentCutOff: string) =>
      screen.market.operate({
        kind: 'applyReferenceData',
        effectiveFrom: null,
        referenceData: { ...siloMarket, market: { ...siloMarket.market, paymentCutOff } },
      });
    apply('09:00');
    const sets = screen.changes().map(({ dataSetId }) => dataSetId);
    expect(sets).toEqual(expect.arrayContaining([dataSets.siloInvoices.id, dataSets.clearing.id]));
    expect(until()).toEqual(['09:00', '09:00']);
    screen.market.operate({ kind: 'endDay' });
    expect(until()).toEqual(['09:00', '09:00']);
    apply('08:00');
    expect(until()).toEqual(['09:00', '09:00']);
  });

  it('stay for the last ten days with deliveries', () => {
    const { market } = screen;
    const next = 'DEC26 WMAZ';
    deal(market, { contract: delivered, lots: 8, price: 410_000 });
    deal(market, { contract: next, lots: 2, price: 403_500 });
    for (let day = 0; day < 10; day += 1) {
      market.operate({ kind: 'endDay' });
      const siloReceiptNo = `SR${day}`;
      issue(market, { siloReceiptNo, tons: 100 });
      stage(market, 'tendering');
      market.by('denise', { ...tender(siloReceiptNo), contract: day < 8 ? delivered : next });
      openBids();
      decide();
    }
    const invoiceDays = () => [...new Set(screen.rows('siloInvoices', veld).map((row) => row.businessDay))];
    expect(invoiceDays()).toHaveLength(11);
    market.operate({ kind: 'endDay' });
    expect(invoiceDays()).toHaveLength(10);
    expect(invoiceDays()).not.toContain('2026-11-18');
    const allocated = screen.rows('siloAllocations', veld).map(({ uniqueKey }) => uniqueKey);
    expect(allocated).toEqual(screen.rows('siloInvoices', veld).map(({ uniqueKey }) => uniqueKey));
  });
});
