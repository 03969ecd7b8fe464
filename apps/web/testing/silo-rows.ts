// Rows of silo certificates for tests: one of each kind, changed as a test needs it.
import type { SiloBidRow, SiloCertRow, SiloOfferRow, SiloPositionRow } from '@openpit/wire';

const businessDay = '2026-12-02';
const grain = { instrument: 'WMAZ', grade: 'WM1', origin: 'RSA', location: 'BOTHA', season: '2026/27' };
const prices = { differential: 180, discount: 0 };

export const siloCertRow = (change: Partial<SiloCertRow> = {}): SiloCertRow => ({
  ...grain,
  ...prices,
  siloReceiptNo: 'SR100001',
  siloCertSeq: null,
  'seq/state': '1/Held',
  state: 'Held',
  member: 'KAND',
  principal: 'KAND',
  tons: 300,
  lots: 3,
  issuedOn: '2026-08-14',
  storagePaidUntil: '2026-12-31',
  expiresOn: null,
  lender: null,
  ...change,
});

export const siloOfferRow = (change: Partial<SiloOfferRow> = {}): SiloOfferRow => ({
  ...grain,
  ...prices,
  siloCertSeq: 1,
  businessDay,
  contract: 'DEC26 WMAZ',
  tons: 300,
  lots: 3,
  storagePaidUntil: '2026-12-31',
  mtm: 4_035.2,
  spotPrice: 3_855.2,
  bestPremium: 12,
  bids: 1,
  state: 'In auction',
  ...change,
});

export const siloBidRow = (change: Partial<SiloBidRow> = {}): SiloBidRow => ({
  uniqueKey: '7',
  siloBidSeq: 7,
  siloCertSeq: 1,
  contract: 'DEC26 WMAZ',
  member: 'KAND',
  dealer: 'ABD',
  principal: 'KAND',
  subAccount: null,
  premium: 12,
  lots: 3,
  state: 'Open',
  rank: 1,
  businessDay,
  time: 0,
  ...change,
});

export const siloPositionRow = (change: Partial<SiloPositionRow> = {}): SiloPositionRow => ({
  uniqueKey: 'KAND DEC26 WMAZ',
  member: 'KAND',
  principal: 'KAND',
  subAccount: null,
  contract: 'DEC26 WMAZ',
  net: -6,
  tendered: 0,
  held: 3,
  lastNoticeDay: '2026-12-29',
  ...change,
});
