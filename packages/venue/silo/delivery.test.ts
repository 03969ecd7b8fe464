import { afterEach, describe, expect, it } from 'vitest';
import type { ReferenceData } from '../reference/reference-data.ts';
import { deal, nets } from '../testing/deal-market.ts';
import {
  award,
  bid,
  delivered,
  eventsOf,
  historyOf,
  holdings,
  issue,
  openSiloMarket,
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
  expect(replayed.stateHash()).toBe(market.venue.stateHash());
  market.restart();
  expect(market.venue.stateHash()).toBe(replayed.stateHash());
});

/** VELD is short and KAND is long, by default 3 lots. */
function open(lots = 3, data?: ReferenceData): void {
  market = openSiloMarket(data);
  deal(market, { contract: delivered, lots, price: 410_000 });
}

/** Tenders these certificates of VELD, and lets bids be placed. */
function offer(...numbers: string[]): void {
  stage(market, 'tendering');
  for (const number of numbers) expect(rejectionOf(market.by('denise', tender(number)))).toBeNull();
  stage(market, 'bidding');
}

function decide(): void {
  stage(market, 'deciding');
  expect(rejectionOf(award(market))).toBeNull();
}

const balanceOf = (principal: string): number =>
  market.venue.snapshot().clearing.accounts.find((account) => account.principal === principal)?.balance ?? 0;

const bidStates = (): string[] =>
  market.venue
    .snapshot()
    .silo.bids.map(({ bid: siloBid }) => `${siloBid.siloBidSeq} ${siloBid.principal} ${siloBid.state}`);

describe('a delivery', () => {
  it('[SILO-3] invoices 300 t at MTM 4100 less R90 plus a premium of R12 as R1 206 600, which buyer and seller exchange', () => {
    open();
    offer('SR100001');
    market.by('abdul', bid(1, 12));
    decide();

    expect(eventsOf(market, 'siloDelivered')).toMatchObject([
      {
        invoiceSeq: 1,
        siloReceiptNo: 'SR100001',
        award: 'bid',
        mtm: 410_000,
        differential: 9_000,
        discount: 0,
        premium: 1_200,
        storage: 0,
        amount: 120_660_000,
        buyer: { principal: 'KAND' },
        seller: { principal: 'VELD' },
      },
    ]);
    expect([balanceOf('KAND'), balanceOf('VELD')]).toEqual([-120_660_000, 120_660_000]);
  });

  it.each([
    ['4123456789', { deliveryVatPercent: 15 }, 18_099_000],
    ['4123456789', {}, 0],
    [null, { deliveryVatPercent: 15 }, 0],
  ])(
    'by a seller with the VAT number %s in a market with %o carries VAT of %i cents, which moves with it',
    (vatNumber, rules, vat) => {
      open(3, { ...siloMarket, market: { ...siloMarket.market, ...rules } });
      const party = { name: 'Vrystaat', active: true, branch: null, subAccount: null };
      market.operate({ kind: 'putMember', code: 'VELD', ...party, vatNumber });
      offer('SR100001');
      market.by('abdul', bid(1, 12));
      decide();

      expect(eventsOf(market, 'siloDelivered')).toMatchObject([
        { amount: 120_660_000, vat, vatNumbers: { seller: vatNumber, buyer: null } },
      ]);
      const paid = 120_660_000 + vat;
      expect([balanceOf('KAND'), balanceOf('VELD')]).toEqual([-paid, paid]);
      expect(nets(market, delivered)).toEqual({});
      expect(holdings(market)).toEqual(['SR100001 KAND 300']);
      expect(historyOf(market, 'SR100001')).toEqual([
        '1/Held VELD',
        '2/Tendered VELD',
        '3/In auction VELD',
        '4/Awarded VELD',
        '5/Invoiced VELD',
        '6/Held KAND',
      ]);
      const { before } = eventsOf(market, 'siloCertChanged').at(-1) ?? {};
      expect(before).toEqual({ member: 'VELD', principal: 'VELD' });
    },
  );

  it.each([
    ['2026-11-28', 10, 240_000],
    ['2026-11-08', -10, -240_000],
  ])('[SILO-3] counts storage that is paid until %s as %d days on 2026-11-18', (until, days, storage) => {
    open();
    issue(market, { siloReceiptNo: 'SR2', storagePaidUntil: until });
    offer('SR2');
    market.by('abdul', bid(1, 0));
    decide();
    expect(eventsOf(market, 'siloDelivered')).toMatchObject([
      { storageDays: days, storageRate: 80, storage, amount: 401_000 * 300 + storage },
    ]);
  });

  it('[SILO-3] deducts the discount of the grade', () => {
    open();
    issue(market, { siloReceiptNo: 'SR2', grade: 'WM2' });
    offer('SR2');
    decide();
    expect(eventsOf(market, 'siloDelivered')).toMatchObject([{ discount: 5_000, amount: 396_000 * 300 }]);
  });

  it('is at the MTM of the day before, so that the delivered lots gain and lose nothing on its day', () => {
    open();
    market.operate({ kind: 'endDay' });
    offer('SR100001');
    decide();
    const position = market.positions.find(
      ({ contract, member }) => contract === delivered && member === 'VELD',
    );
    expect(position).toMatchObject({ opening: -3, bought: 3, net: 0, realised: 0 });
  });

  it('cannot be undone by members or the operator: its deals do not change', () => {
    open();
    offer('SR100001');
    decide();
    const [sold] = market.deals.filter(({ origin, side }) => origin === 'delivery' && side === 'S');
    const { dealSeq = 0, matchSeq = 0 } = sold ?? {};
    expect(market.rejected('abdul', { kind: 'assignDealToMember', dealSeq, member: 'MIEL' })).toBe(
      'dealFromDelivery',
    );
    const cancelled = market.operate({ kind: 'cancelDeal', matchSeq, reason: 'typed wrong' });
    expect(rejectionOf(cancelled)).toBe('dealFromDelivery');
  });
});

describe('the award', () => {
  it('[SILO-3] awards a lot to the highest premium, and to the earliest of equal premiums', () => {
    open(9);
    deal(market, { contract: delivered, lots: 3, price: 410_000, principal: '9996S' });
    deal(market, { contract: delivered, lots: 3, price: 410_000, buyer: 'mpho' });
    offer('SR100001');
    market.by('abdul', bid(1, 10));
    market.by('mpho', bid(1, 12, 'MIEL'));
    market.by('abdul', bid(1, 12, '9996S'));
    decide();
    expect(eventsOf(market, 'siloDelivered')).toMatchObject([
      { buyer: { principal: 'MIEL' }, premium: 1_200 },
    ]);
    expect(bidStates()).toEqual(['1 KAND Lost', '2 MIEL Awarded', '3 9996S Lost']);
  });

  it('counts a raised bid from the time when it was raised', () => {
    open(6);
    deal(market, { contract: delivered, lots: 3, price: 410_000, buyer: 'mpho' });
    offer('SR100001');
    market.by('abdul', bid(1, 10));
    market.by('mpho', bid(1, 12, 'MIEL'));
    market.by('abdul', bid(1, 12));
    expect(bidStates()).toHaveLength(2);
    decide();
    expect(eventsOf(market, 'siloDelivered')).toMatchObject([{ buyer: { principal: 'MIEL' } }]);
  });

  it('skips bids of an account that is no longer long enough, so that no long becomes negative', () => {
    open(6);
    issue(market, { siloReceiptNo: 'SR2' });
    issue(market, { siloReceiptNo: 'SR3' });
    deal(market, { contract: delivered, lots: 3, price: 410_000, buyer: 'mpho' });
    offer('SR100001', 'SR2', 'SR3');
    for (const lot of [1, 2, 3]) market.by('mpho', bid(lot, 20 + lot, 'MIEL'));
    decide();
    const awards = eventsOf(market, 'siloDelivered').map(
      ({ siloReceiptNo, buyer, award: how }) => `${siloReceiptNo} ${buyer.principal} ${how}`,
    );
    expect(awards).toEqual(['SR3 MIEL bid', 'SR100001 KAND allocation', 'SR2 KAND allocation']);
    expect(nets(market, delivered)).toEqual({});
  });

  it('[SILO-3] follows the worked example of market/delivery.md: ties, a returned lot, and a smaller lot that stays', () => {
    market = openSiloMarket();
    deal(market, { contract: delivered, lots: 3, price: 410_000 });
    deal(market, { contract: delivered, lots: 2, price: 410_000, buyer: 'mpho' });
    for (const [siloReceiptNo, tons] of [
      ['L1', 200],
      ['L2', 200],
      ['L3', 100],
    ] as const)
      issue(market, { siloReceiptNo, tons });
    offer('L1', 'L2', 'L3');
    market.by('abdul', bid(1, 12));
    market.by('mpho', bid(1, 10, 'MIEL'));
    market.by('mpho', bid(3, 15, 'MIEL'));
    market.by('mpho', bid(2, 20, 'MIEL'));
    market.by('mpho', bid(1, 12, 'MIEL'));
    market.by('abdul', bid(3, 12));
    deal(market, { contract: delivered, lots: 2, price: 410_000, buyer: 'denise', seller: 'abdul' });
    decide();
    expect(bidStates()).toEqual([
      '1 KAND Lost',
      '2 MIEL Lost',
      '3 MIEL Awarded',
      '4 MIEL Lapsed',
      '5 KAND Lost',
    ]);
    const moves = eventsOf(market, 'siloDelivered').map(
      ({ siloReceiptNo, buyer, award: how }) => `${siloReceiptNo} ${buyer.principal} ${how}`,
    );
    expect(moves[0]).toBe('L3 MIEL bid');
    expect(
      moves
        .slice(1)
        .map((move) => move.replace(/-\d/, ''))
        .sort(),
    ).toEqual(['L1 KAND allocation', 'L1 MIEL allocation']);
    expect(holdings(market)).toContain('L2 VELD 200');
  });

  it('withdraws a lot whose seller has bought back, and lapses its bids', () => {
    open();
    offer('SR100001');
    market.by('abdul', bid(1, 5));
    deal(market, { contract: delivered, lots: 1, price: 410_000, buyer: 'denise', seller: 'abdul' });
    decide();
    expect(eventsOf(market, 'siloDelivered')).toEqual([]);
    expect(eventsOf(market, 'siloLotChanged').at(-1)?.lot.state).toBe('Withdrawn');
    expect(bidStates()).toEqual(['1 KAND Lapsed']);
    expect(historyOf(market, 'SR100001').at(-1)).toBe('4/Held VELD');
  });

  it('[SILO-3] allocates lots without bids among the longs, each as a whole', () => {
    open(3);
    deal(market, { contract: delivered, lots: 3, price: 410_000, buyer: 'mpho' });
    issue(market, { siloReceiptNo: 'SR2' });
    offer('SR100001', 'SR2');
    decide();
    const buyers = eventsOf(market, 'siloDelivered').map(({ buyer }) => buyer.principal);
    expect(buyers.sort()).toEqual(['KAND', 'MIEL']);
    expect(eventsOf(market, 'siloDelivered').every(({ premium }) => premium === 0)).toBe(true);
  });

  it('[SILO-3] draws a long with a chance in proportion to its open lots', () => {
    market = openSiloMarket();
    deal(market, { contract: delivered, lots: 80, price: 410_000 });
    deal(market, { contract: delivered, lots: 20, price: 410_000, buyer: 'mpho' });
    for (let at = 0; at < 50; at += 1) issue(market, { siloReceiptNo: `T${at}`, tons: 100 });
    offer(...Array.from({ length: 50 }, (_, at) => `T${at}`));
    decide();
    const kand = eventsOf(market, 'siloDelivered').filter(({ buyer }) => buyer.principal === 'KAND').length;
    expect(kand).toBeGreaterThan(32);
    expect(kand).toBeLessThan(48);
  });

  it('[SILO-3] splits a certificate that is larger than any long', () => {
    open(2);
    deal(market, { contract: delivered, lots: 1, price: 410_000, buyer: 'mpho' });
    offer('SR100001');
    decide();
    expect(holdings(market)).toEqual(['SR100001-1 KAND 200', 'SR100001-2 MIEL 100']);
    expect(historyOf(market, 'SR100001').at(-1)).toBe('4/Cancelled VELD');
    expect(historyOf(market, 'SR100001-2')).toEqual([
      '1/In auction VELD',
      '2/Allocated VELD',
      '3/Invoiced VELD',
      '4/Held MIEL',
    ]);
    const amounts = eventsOf(market, 'siloDelivered').map(({ amount }) => amount);
    expect(amounts).toEqual([401_000 * 200, 401_000 * 100]);
  });

  it('may deliver from one account of a principal to another', () => {
    market = openSiloMarket();
    issue(market, { siloReceiptNo: 'SR2', owner: '9996S', tons: 200 });
    deal(market, { contract: delivered, lots: 2, price: 410_000, principal: '9996S', subAccount: 'EAST' });
    deal(market, {
      contract: delivered,
      lots: 2,
      price: 410_000,
      buyer: 'denise',
      seller: 'abdul',
      sellerPrincipal: '9996S',
    });
    stage(market, 'tendering');
    market.by('abdul', tender('SR2'));
    stage(market, 'bidding');
    expect(market.rejected('abdul', bid(1, 5, '9996S', 'EAST'))).toBe('siloLotOwn');
    decide();
    expect(eventsOf(market, 'siloDelivered')).toMatchObject([
      {
        buyer: { principal: '9996S', subAccount: 'EAST' },
        seller: { principal: '9996S', subAccount: null },
      },
    ]);
    expect(balanceOf('9996S')).toBe(0);
  });
});

describe('the last notice day', () => {
  const lastNoticeDay = '2026-11-30';
  const goTo = (day: string) => {
    while (market.reference.businessDay !== Math.floor(Date.parse(day) / 86_400_000))
      market.operate({ kind: 'endDay' });
  };

  it('[SILO-3] closes shorts that have not tendered at the MTM, and they pay the longs R100 per ton', () => {
    open();
    goTo(lastNoticeDay);
    expect(nets(market, delivered)).toEqual({ KAND: 3, VELD: -3 });
    market.operate({ kind: 'endDay' });
    expect(nets(market, delivered)).toEqual({});
    expect(eventsOf(market, 'deliveryDefaulted')).toMatchObject([
      {
        lots: 3,
        penalty: 10_000,
        amount: 3_000_000,
        short: { principal: 'VELD' },
        long: { principal: 'KAND' },
      },
    ]);
    const penalties = market.lastEvents.flatMap((event) =>
      event.kind === 'moneyMoved' && event.movement === 'deliveryPenalty'
        ? [`${event.principal} ${event.amount}`]
        : [],
    );
    expect(penalties).toEqual(['VELD -3000000', 'KAND 3000000']);
  });

  it('[SILO-3] accepts tenders for the last time, and delivered positions are not in default', () => {
    open();
    goTo(lastNoticeDay);
    offer('SR100001');
    decide();
    market.operate({ kind: 'endDay' });
    expect(eventsOf(market, 'deliveryDefaulted')).toEqual([]);
    issue(market, { siloReceiptNo: 'SR2' });
    stage(market, 'tendering');
    expect(market.rejected('denise', tender('SR2'))).toBe('siloContractNotDeliverable');
  });

  it('closes positions at the MTM without a penalty in a market without silos', () => {
    const { silo: _silo, ...without } = siloMarket;
    market = openSiloMarket(without);
    deal(market, { contract: delivered, lots: 3, price: 410_000 });
    goTo(lastNoticeDay);
    market.operate({ kind: 'endDay' });
    expect(market.lastEvents).toContainEqual({ kind: 'futureSettled', contract: delivered, lots: 3 });
    expect(eventsOf(market, 'deliveryDefaulted')).toEqual([]);
    expect(nets(market, delivered)).toEqual({});
    expect(rejectionOf(stage(market, 'tendering'))).toBe('siloNotInMarket');
  });
});

describe('the end of a day', () => {
  it('returns tenders that were not awarded to their sellers, lapses bids, and clears the lots of the day', () => {
    open();
    offer('SR100001');
    market.by('abdul', bid(1, 5));
    market.operate({ kind: 'endDay' });
    expect(eventsOf(market, 'siloBidChanged').at(-1)?.bid.state).toBe('Lapsed');
    expect(eventsOf(market, 'siloLotChanged').at(-1)?.lot.state).toBe('Withdrawn');
    expect(eventsOf(market, 'siloStageBegun').at(-1)?.stage).toBe('closed');
    const { silo } = market.venue.snapshot();
    expect(silo).toMatchObject({ stage: 'closed', lots: [], bids: [] });
    expect(silo.certs).toMatchObject([{ state: 'Held', siloCertSeq: null }]);
    expect(nets(market, delivered)).toEqual({ KAND: 3, VELD: -3 });
  });

  it('expires certificates that are not valid on the next business day, encumbered ones too', () => {
    market = openSiloMarket();
    issue(market, { siloReceiptNo: 'SR2', expiresOn: '2026-11-18' });
    issue(market, { siloReceiptNo: 'SR3', expiresOn: '2026-11-19' });
    issue(market, { siloReceiptNo: 'SR4', expiresOn: '2026-11-18' });
    market.operate({ kind: 'encumberSiloCert', siloReceiptNo: 'SR4', lender: 'Landbouwbank' });
    market.operate({ kind: 'endDay' });
    expect(holdings(market)).toEqual(['SR100001 VELD 300', 'SR3 VELD 300']);
    expect(historyOf(market, 'SR4')).toEqual(['1/Held VELD', '2/Encumbered VELD', '3/Expired VELD']);
  });
});

it('announces no stage and accepts no tender on a day without a future to deliver', () => {
  market = openSiloMarket({
    ...siloMarket,
    futures: siloMarket.futures.filter(({ month }) => month !== 11),
  });
  for (const name of ['tendering', 'bidding', 'deciding'] as const) stage(market, name);
  expect(rejectionOf(award(market))).toBeNull();
  expect(eventsOf(market, 'siloStageBegun')).toEqual([]);
  expect(market.rejected('denise', tender())).toBe('siloStageClosed');
});

it('opens with the certificates of the reference data', () => {
  market = openSiloMarket();
  expect(eventsOf(market, 'siloCertChanged')).toMatchObject([
    { businessDay: '2026-11-18', before: null, cert: { seq: 1, lots: 3, member: 'VELD', state: 'Held' } },
  ]);
});
