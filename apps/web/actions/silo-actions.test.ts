import type { SiloBidRow, SiloCertRow, SiloOfferRow, SiloPositionRow } from '@openpit/wire';
import { afterEach, describe, expect, it } from 'vitest';
import { siloBidRow, siloCertRow, siloOfferRow, siloPositionRow } from '../testing/silo-rows.ts';
import { reasonAgainst } from './action.ts';
import { closeDialog, useDialogs } from './dialogs.ts';
import {
  certActions,
  deleteBid,
  lotActions,
  lotsToTender,
  openBidForm,
  openShortTenderForm,
  openTenderForm,
  withdrawTender,
} from './silo-actions.ts';
import { contextWith } from './testing/action-context.ts';

afterEach(() => closeDialog());

const all = contextWith(['insertOrderOrDouble', 'deleteSiloCertAuctionBid']);
const tendering = [{ contract: 'DEC26 WMAZ', stage: 'tendering' }] as const;

const certTarget = (change: Partial<SiloCertRow> = {}) => ({
  cert: siloCertRow(change),
  deliveries: tendering,
});
const lotTarget = (change: Partial<SiloOfferRow> = {}, bids: readonly SiloBidRow[] = []) => ({
  offer: siloOfferRow(change),
  stage: 'bidding' as const,
  bids,
});

describe('a certificate', () => {
  it('[SILO-3] can be tendered by its holder while tendering is open for a future on its instrument', () => {
    expect(reasonAgainst(openTenderForm, certTarget(), all)).toBeNull();
    expect(reasonAgainst(openTenderForm, certTarget({ instrument: 'YMAZ' }), all)).toContain(
      'No future on YMAZ accepts tenders now.',
    );
    const bidding = [{ contract: 'DEC26 WMAZ', stage: 'bidding' }] as const;
    expect(reasonAgainst(openTenderForm, { ...certTarget(), deliveries: bidding }, all)).toContain(
      'No future on WMAZ accepts tenders now.',
    );
  });

  it.each([
    ['Encumbered', 'It secures a loan.'],
    ['Tendered', 'It is already tendered.'],
    ['In auction', 'It is already in the auction.'],
    ['Invoiced', 'It is being delivered.'],
    ['Cancelled', 'It is cancelled'],
    ['Expired', 'It has expired.'],
  ] as const)('cannot be tendered while it is %s, and says why', (state, reason) => {
    expect(reasonAgainst(openTenderForm, certTarget({ state }), all)).toContain(reason);
  });

  it('[SILO-3] can be withdrawn until its auction begins', () => {
    expect(reasonAgainst(withdrawTender, certTarget({ state: 'Tendered' }), all)).toBeNull();
    expect(reasonAgainst(withdrawTender, certTarget({ state: 'In auction' }), all)).toContain(
      'Its auction has begun',
    );
    expect(reasonAgainst(withdrawTender, certTarget(), all)).toBe('It is not tendered.');
  });

  it('[AUTH-11] needs the permission to enter orders for a tender and its withdrawal, but not for its history', () => {
    const reasons = certActions.map((action) => reasonAgainst(action, certTarget(), contextWith([])));
    expect(reasons).toEqual([
      expect.stringContaining('tender silo certificates'),
      expect.stringContaining('withdraw tenders'),
      null,
    ]);
  });

  it('opens the form', () => {
    openTenderForm.perform(certTarget(), all);
    expect(useDialogs.getState().dialog).toMatchObject({
      kind: 'siloForm',
      form: {
        kind: 'tender',
        cert: { siloReceiptNo: 'SR100001' },
      },
    });
  });
});

describe('a lot', () => {
  it('[SILO-2] accepts bids only during its auction', () => {
    expect(reasonAgainst(openBidForm, lotTarget(), all)).toBeNull();
    expect(reasonAgainst(openBidForm, { ...lotTarget(), stage: 'deciding' }, all)).toContain(
      'Bids are closed',
    );
    for (const [state, reason] of [
      ['Tendered', 'Bids are accepted when the auction begins.'],
      ['Awarded', 'The lot is awarded.'],
      ['Withdrawn', 'The lot is withdrawn.'],
    ] as const)
      expect(reasonAgainst(openBidForm, lotTarget({ state }), all)).toBe(reason);
  });

  it('[ACT-21] accepts no bid while prices are stale, but a bid can be withdrawn', () => {
    const stale = contextWith(['insertOrderOrDouble', 'deleteSiloCertAuctionBid'], {
      entryClosed: 'Order entry is closed: prices are old.',
    });
    const target = lotTarget({}, [siloBidRow()]);
    expect(reasonAgainst(openBidForm, target, stale)).toBe('Order entry is closed: prices are old.');
    expect(reasonAgainst(deleteBid, target, stale)).toBeNull();
  });

  it('[ACT-21] [AUTH-11] lets a bid be withdrawn with its own permission', () => {
    const target = lotTarget({}, [siloBidRow()]);
    expect(
      lotActions.map((action) => reasonAgainst(action, target, contextWith(['insertOrderOrDouble']))),
    ).toEqual([null, expect.stringContaining('withdraw bids in silo certificate auctions')]);
    expect(
      lotActions.map((action) => reasonAgainst(action, target, contextWith(['deleteSiloCertAuctionBid']))),
    ).toEqual([expect.stringContaining('bid for silo certificates'), null]);
  });

  it('[ACT-21] names the bid to delete if there are several, and states if there is none', () => {
    expect(reasonAgainst(deleteBid, lotTarget(), all)).toBe('There is no open bid of your member.');
    const two = [siloBidRow(), siloBidRow({ siloBidSeq: 8, principal: 'FARM1' })];
    expect(reasonAgainst(deleteBid, lotTarget({}, two), all)).toContain('Your member has 2 bids');
  });

  it('[ACT-21] asks before it deletes, and names the bid', () => {
    const question = deleteBid.question?.(lotTarget({}, [siloBidRow({ subAccount: 'NORTH' })]), all);
    expect(question?.sentence).toContain(
      'R\u00a012 per ton for KAND NORTH, lot 1, 300\u00a0t DEC26 WMAZ at BOTHA',
    );
  });
});

describe('a position in a future that is delivered', () => {
  const reasonOf = (
    change: Partial<SiloPositionRow>,
    deliveries: readonly (typeof tendering)[number][] = tendering,
  ) => reasonAgainst(openShortTenderForm, { position: siloPositionRow(change), deliveries }, all);

  it('[SILO-3] offers a tender for a short with certificates', () => {
    expect(reasonOf({})).toBeNull();
    expect(reasonOf({ net: 3 })).toContain('it receives certificates');
    expect(reasonOf({ tendered: 6 })).toBe('Certificates are tendered for all of it.');
    expect(reasonOf({ held: 0 })).toContain('holds no certificate');
    expect(reasonOf({}, [])).toBe('DEC26 WMAZ accepts no tenders now.');
  });

  it('counts the lots still to be tendered', () => {
    expect(
      [
        { net: -6, tendered: 2 },
        { net: -6, tendered: 6 },
        { net: 4, tendered: 0 },
      ].map(lotsToTender),
    ).toEqual([4, 0, 0]);
  });
});
