import { afterEach, describe, expect, it } from 'vitest';
import { asPrice } from '../kernel/units.ts';
import { rejectionSentence } from '../rejections.ts';
import { deal } from '../testing/deal-market.ts';
import {
  award,
  bid,
  delivered,
  eventsOf,
  historyOf,
  holdings,
  issue,
  openSiloMarket,
  stage,
  tender,
} from '../testing/silo-market.ts';
import { rejectionOf, type TestMarket } from '../testing/test-market.ts';

let market: TestMarket;
afterEach(() => {
  const { venue } = market;
  market.restart();
  expect(market.venue.stateHash()).toBe(venue.stateHash());
});

/** VELD is short and KAND long by this number of lots; tenders are taken. */
function open(lots = 3): void {
  market = openSiloMarket();
  deal(market, { contract: delivered, lots, price: 410_000 });
  stage(market, 'tendering');
}

/** VELD's certificate is tendered, and bids are taken. */
function openAuction(lots = 3): void {
  open(lots);
  market.by('denise', tender());
  stage(market, 'bidding');
}

/** The sentence of the last command's rejection. */
function lastSentence(): string {
  const verdict = market.outcomes.at(-1)?.verdict;
  return verdict?.kind === 'rejected' ? rejectionSentence(verdict.rejection) : 'accepted';
}

const ownOnly = (userId: string) => market.operate({ kind: 'setDealerScope', userId, scope: 'own' });

describe('a tender', () => {
  it('[SILO-3] offers a certificate at the MTM of the day before, with differential and discount', () => {
    open();
    market.by('denise', tender());
    expect(eventsOf(market, 'siloLotChanged')).toMatchObject([
      {
        lot: {
          siloCertSeq: 1,
          siloReceiptNo: 'SR100001',
          contract: delivered,
          lots: 3,
          mtm: 410_000,
          differential: 9_000,
          discount: 0,
          state: 'Tendered',
          bestPremium: null,
          seller: { member: 'VELD', principal: 'VELD', subAccount: null },
        },
      },
    ]);
  });

  it('[SILO-3] is rejected without a certificate of the user’s member that can be delivered', () => {
    open(9);
    issue(market, { siloReceiptNo: 'SRMIEL', owner: 'MIEL' });
    issue(market, { siloReceiptNo: 'SRYELLOW', instrument: 'YMAZ', grade: 'YM1' });
    issue(market, { siloReceiptNo: 'SRHENNE', location: 'HENNE' });
    issue(market, { siloReceiptNo: 'SRSEASON', season: '2025/26' });
    issue(market, { siloReceiptNo: 'SRLATER', issuedOn: '2026-11-19', storagePaidUntil: '2026-11-19' });
    market.operate({ kind: 'encumberSiloCert', siloReceiptNo: 'SR100001', lender: 'Landbouwbank' });
    const codes = ['SR9', 'SRMIEL', 'SRYELLOW', 'SRHENNE', 'SRSEASON', 'SRLATER', 'SR100001'].map((number) =>
      market.rejected('denise', tender(number)),
    );
    expect(codes).toEqual([
      'siloCertNotFound',
      'siloCertNotFound',
      'siloCertUnfit',
      'siloCertUnfit',
      'siloCertUnfit',
      'siloCertUnfit',
      'siloCertInState',
    ]);
    expect(market.rejected('denise', { ...tender(), contract: 'MAR27 WMAZ' })).toBe(
      'siloContractNotDeliverable',
    );
  });

  it('is rejected for more lots than the account is short, earlier tenders counted', () => {
    open(5);
    issue(market, { siloReceiptNo: 'SR2' });
    issue(market, { siloReceiptNo: 'SR3', tons: 200 });
    market.by('denise', tender());
    expect(market.rejected('denise', tender('SR2'))).toBe('siloShortTooSmall');
    market.by('denise', tender('SR2'));
    expect(lastSentence()).toContain('VELD is short 2 lots of NOV26 WMAZ that are not tendered yet');
    expect(rejectionOf(market.by('denise', tender('SR3')))).toBeNull();
    expect(rejectionOf(market.by('abdul', tender()))).toBe('siloCertNotFound');
  });

  it('is rejected for a dealer with own-only visibility, for whom certificates do not exist', () => {
    open();
    market.by('denise', tender());
    ownOnly('denise');
    expect(market.rejected('denise', { kind: 'withdrawSiloTender', siloCertSeq: 1 })).toBe('siloLotNotFound');
    expect(market.rejected('denise', tender())).toBe('siloCertNotFound');
  });

  it('can be withdrawn by its member while tenders are taken', () => {
    open();
    market.by('denise', tender());
    const withdraw = { kind: 'withdrawSiloTender', siloCertSeq: 1 } as const;
    expect(market.rejected('abdul', withdraw)).toBe('siloLotNotFound');
    market.by('denise', withdraw);
    expect(historyOf(market, 'SR100001').at(-1)).toBe('3/Held VELD');
    expect(market.rejected('denise', withdraw)).toBe('siloLotNotFound');
    market.by('denise', tender());
    stage(market, 'bidding');
    expect(market.rejected('denise', { ...withdraw, siloCertSeq: 2 })).toBe('siloStageClosed');
  });
});

describe('a bid', () => {
  it('[SILO-2] has its rank immediately, and so have the bids that it passes', () => {
    openAuction(9);
    deal(market, { contract: delivered, lots: 3, price: 410_000, buyer: 'mpho' });
    market.by('abdul', bid(1, 10));
    const outcome = market.by('mpho', bid(1, 12, 'MIEL'));
    expect(outcome.verdict).toMatchObject({ answer: { kind: 'siloBid', siloBidSeq: 2, rank: 1 } });
    const ranks = market.lastEvents.map((event) =>
      event.kind === 'siloBidChanged'
        ? `${event.bid.principal} ${event.bid.rank}`
        : event.kind === 'siloLotChanged' && `best ${event.lot.bestPremium} of ${event.lot.bids}`,
    );
    expect(ranks).toEqual(['MIEL 1', 'KAND 2', 'best 1200 of 2']);
  });

  it('[SILO-2] can be raised, and keeps its number', () => {
    openAuction();
    market.by('abdul', bid(1, 10));
    expect(market.rejected('abdul', bid(1, 10))).toBe('siloBidNotHigher');
    const outcome = market.by('abdul', bid(1, 11));
    expect(outcome.verdict).toMatchObject({ answer: { siloBidSeq: 1, rank: 1 } });
    expect(market.venue.snapshot().silo.lots).toMatchObject([{ bestPremium: 1_100, bids: 1 }]);
  });

  it('[ACT-21] can be deleted while bids are taken, and no longer when the auction is closed', () => {
    openAuction();
    const deletion = { kind: 'deleteSiloCertAuctionBid', siloBidSeq: 1 } as const;
    market.by('abdul', bid(1, 10));
    expect(market.rejected('denise', deletion)).toBe('siloBidNotFound');
    expect(rejectionOf(market.by('abdul', deletion))).toBeNull();
    expect(market.venue.snapshot().silo.lots).toMatchObject([{ bestPremium: null, bids: 0 }]);
    expect(market.rejected('abdul', deletion)).toBe('siloBidNotFound');
    market.by('abdul', bid(1, 9));
    stage(market, 'deciding');
    expect(market.rejected('abdul', { ...deletion, siloBidSeq: 2 })).toBe('siloStageClosed');
    market.by('abdul', { ...deletion, siloBidSeq: 2 });
    expect(lastSentence()).toMatch(/^The auction is closed/);
    expect(market.rejected('abdul', bid(1, 20))).toBe('siloStageClosed');
    award(market);
    expect(holdings(market)).toEqual(['SR100001 KAND 300']);
  });

  it('[AUTH-11] is deleted only with the permission deleteSiloCertAuctionBid', () => {
    openAuction();
    market.by('abdul', bid(1, 10));
    market.operate({ kind: 'revokePermissions', userId: 'abdul', flags: ['deleteSiloCertAuctionBid'] });
    const deletion = { kind: 'deleteSiloCertAuctionBid', siloBidSeq: 1 } as const;
    expect(market.rejected('abdul', deletion)).toBe('notPermitted');
  });

  it('is rejected without a long position of that size', () => {
    openAuction();
    market.by('abdul', bid(1, 10, '9996S'));
    expect(lastSentence()).toMatch(/^You hold no long position in NOV26 WMAZ/);
    deal(market, { contract: delivered, lots: 2, price: 410_000, principal: '9996S' });
    market.by('abdul', bid(1, 10, '9996S'));
    expect(lastSentence()).toContain('9996S is long 2 lots of NOV26 WMAZ, fewer than the 3');
  });

  it('[SILO-2] is rejected for a certificate of the same principal, and allowed for one of a client of its member', () => {
    market = openSiloMarket();
    // The client 8001V of VELD is short, and VELD itself is long.
    deal(market, { contract: delivered, lots: 3, price: 410_000, sellerPrincipal: '8001V' });
    deal(market, { contract: delivered, lots: 3, price: 410_000, buyer: 'denise', seller: 'mpho' });
    issue(market, { siloReceiptNo: 'SR2', owner: '8001V' });
    stage(market, 'tendering');
    market.by('denise', tender('SR2'));
    stage(market, 'bidding');
    expect(market.rejected('denise', bid(1, 10, '8001V'))).toBe('siloLotOwn');
    expect(rejectionOf(market.by('denise', bid(1, 10, 'VELD')))).toBeNull();
    stage(market, 'deciding');
    award(market);
    expect(holdings(market)).toContain('SR2 VELD 300');
  });

  it('does not reveal an account’s position to a dealer with own-only visibility when it is rejected', () => {
    openAuction();
    ownOnly('bongi');
    market.by('bongi', bid(1, 10, '9996S'));
    expect(market.outcomes.at(-1)?.verdict).toMatchObject({
      rejection: { code: 'siloLongTooSmall', details: { principal: '9996S', contract: delivered, lots: 3 } },
    });
    expect(lastSentence()).not.toContain('no long');
    market.by('abdul', bid(1, 10));
    market.by('bongi', bid(1, 10));
    expect(lastSentence()).not.toContain('10');
    const deletion = { kind: 'deleteSiloCertAuctionBid', siloBidSeq: 1 } as const;
    expect(market.rejected('bongi', deletion)).toBe('siloBidNotFound');
  });

  it.each([-1, 0.5, 4_101])('is rejected at R%d per ton', (rand) => {
    openAuction();
    const { siloCertSeq, ...terms } = bid(1, 0);
    const premium = asPrice(rand * 100);
    expect(market.rejected('abdul', { siloCertSeq, ...terms, premium })).toBe('siloPremiumUnusable');
  });

  it.each([0, 4_100])('is accepted at R%d per ton, at most the MTM', (rand) => {
    openAuction();
    expect(rejectionOf(market.by('abdul', bid(1, rand)))).toBeNull();
  });

  it('is rejected for a lot that is not in the auction', () => {
    openAuction();
    expect(market.rejected('abdul', bid(2, 10))).toBe('siloLotNotFound');
  });
});

describe('the stages', () => {
  it('follow one another: any other order is rejected', () => {
    open();
    expect(rejectionOf(stage(market, 'tendering'))).toBe('siloStageOutOfOrder');
    expect(rejectionOf(stage(market, 'deciding'))).toBe('siloStageOutOfOrder');
    expect(rejectionOf(award(market))).toBe('siloStageOutOfOrder');
    stage(market, 'bidding');
    expect(rejectionOf(award(market))).toBe('siloStageOutOfOrder');
    stage(market, 'deciding');
    award(market);
    expect(rejectionOf(stage(market, 'closed'))).toBe('siloStageOutOfOrder');
  });

  it('can be closed by the operator before the award: nothing is delivered', () => {
    openAuction();
    market.by('abdul', bid(1, 10));
    stage(market, 'closed');
    expect(eventsOf(market, 'siloDelivered')).toEqual([]);
    expect(eventsOf(market, 'siloBidChanged').at(-1)?.bid.state).toBe('Lapsed');
    expect(holdings(market)).toEqual(['SR100001 VELD 300']);
  });
});
