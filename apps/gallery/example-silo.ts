// Example rows of silo certificates and their auction: an open auction of white maize, with own bids, certificates in every state
// that a reader meets, and deliveries of the days before.
import type {
  ContractDateRow,
  OriginRow,
  PhysicalGradeRow,
  SiloAllocationRow,
  SiloAuctionRow,
  SiloBidRow,
  SiloCertRow,
  SiloCertStep,
  SiloInvoiceRow,
  SiloLocationRow,
  SiloOfferRow,
  SiloOwnerRow,
  SiloPositionRow,
} from '@openpit/wire';
import { marketTime } from './example-rows.ts';

const businessDay = '2026-12-02';

export const contractDates: readonly ContractDateRow[] = ['WMAZ', 'YMAZ'].map((instrument) => ({
  uniqueKey: `DEC26 ${instrument}`,
  instrument,
  contractDate: 'DEC26',
  firstDeliveryDay: '2026-12-01',
  lastTradingDay: '2026-12-18',
  lastNoticeDay: '2026-12-28',
  optionExpiry: '2026-11-20',
}));
const season = '2026/27';

export const siloOwners: readonly SiloOwnerRow[] = [
  { code: 'VAALG', name: 'Vaal Grain Silos' },
  { code: 'HIGHV', name: 'Highveld Storage Cooperative' },
];
export const origins: readonly OriginRow[] = [
  { code: 'RSA', name: 'South Africa' },
  { code: 'ARG', name: 'Argentina, imported' },
];
export const grades: readonly PhysicalGradeRow[] = [
  { instrument: 'WMAZ', code: 'WM1', description: 'White maize, first grade', discount: 0 },
  { instrument: 'WMAZ', code: 'WM2', description: 'White maize, second grade', discount: 60 },
  { instrument: 'YMAZ', code: 'YM1', description: 'Yellow maize, first grade', discount: 0 },
  { instrument: 'SOYA', code: 'SB1', description: 'Soya beans, grade 1', discount: 0 },
];

const place = (
  [code, name, operator, province]: readonly [string, string, string, string],
  differential: number,
  more: Partial<SiloLocationRow> = {},
): SiloLocationRow => ({
  code,
  name,
  operator,
  province,
  access: 'road and rail',
  registered: true,
  storageRate: 0.77,
  loadOutDays: 30,
  closures: [],
  differentials: ['WMAZ', 'YMAZ'].map((instrument) => ({ instrument, season, differential })),
  ...more,
});
export const locations: readonly SiloLocationRow[] = [
  place(['RANDF', 'Randfontein', 'VAALG', 'Gauteng'], 40),
  place(['BOTHA', 'Bothaville', 'VAALG', 'Free State'], 180),
  place(['LICHT', 'Lichtenburg', 'HIGHV', 'North West'], 162, {
    closures: [{ from: '2026-12-14', to: '2027-01-04' }],
  }),
  place(['WESSB', 'Wesselsbron', 'HIGHV', 'Free State'], 214, { access: 'road', registered: false }),
];

const cert = (number: number, state: SiloCertRow['state'], more: Partial<SiloCertRow> = {}): SiloCertRow => ({
  siloReceiptNo: `SR${number}`,
  siloCertSeq: null,
  'seq/state': `${(number % 4) + 1}/${state}`,
  state,
  member: 'KAND',
  principal: 'KAND',
  instrument: 'WMAZ',
  tons: 300,
  lots: 3,
  grade: 'WM1',
  origin: 'RSA',
  location: 'BOTHA',
  season,
  differential: 180,
  discount: 0,
  issuedOn: '2026-08-14',
  storagePaidUntil: '2026-12-31',
  expiresOn: null,
  lender: null,
  ...more,
});
export const certs: readonly SiloCertRow[] = [
  cert(100_101, 'Held'),
  cert(100_102, 'Held', {
    principal: 'FARM1',
    tons: 500,
    lots: 5,
    location: 'LICHT',
    differential: 162,
    grade: 'WM2',
    discount: 60,
    storagePaidUntil: '2026-11-28',
  }),
  cert(100_103, 'In auction', { siloCertSeq: 2, location: 'RANDF', differential: 40 }),
  cert(100_104, 'Encumbered', { lender: 'Land Bank', tons: 1_000, lots: 10 }),
  cert(100_105, 'Held', { instrument: 'YMAZ', grade: 'YM1', location: 'LICHT', differential: 162 }),
  cert(100_106, 'Expired', { expiresOn: '2026-11-30' }),
  cert(100_107, 'Held', {
    instrument: 'SOYA',
    grade: 'SB1',
    origin: 'ARG',
    tons: 50,
    lots: 1,
    expiresOn: '2027-03-31',
  }),
];

const offer = (siloCertSeq: number, location: string, more: Partial<SiloOfferRow> = {}): SiloOfferRow => {
  const differential = locations.find(({ code }) => code === location)?.differentials[0]?.differential ?? 0;
  const discount = more.discount ?? 0;
  return {
    siloCertSeq,
    businessDay,
    contract: 'DEC26 WMAZ',
    instrument: 'WMAZ',
    location,
    grade: 'WM1',
    origin: 'RSA',
    season,
    tons: 300,
    lots: 3,
    storagePaidUntil: '2026-12-31',
    mtm: 4_035.2,
    differential,
    discount,
    spotPrice: 4_035.2 - differential - discount,
    bestPremium: null,
    bids: 0,
    state: 'In auction',
    ...more,
  };
};
export const offers: readonly SiloOfferRow[] = [
  offer(1, 'BOTHA', { bestPremium: 12, bids: 3 }),
  offer(2, 'RANDF', { bestPremium: 25, bids: 2 }),
  offer(3, 'LICHT', { grade: 'WM2', discount: 60, tons: 500, lots: 5, storagePaidUntil: '2026-11-22' }),
  offer(4, 'BOTHA', { bestPremium: 8, bids: 1, tons: 100, lots: 1 }),
  offer(5, 'LICHT', { state: 'Withdrawn' }),
];

const bid = (siloBidSeq: number, siloCertSeq: number, more: Partial<SiloBidRow> = {}): SiloBidRow => ({
  uniqueKey: String(siloBidSeq),
  siloBidSeq,
  siloCertSeq,
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
  time: marketTime - 400_000 + siloBidSeq * 10_000,
  ...more,
});
export const bids: readonly SiloBidRow[] = [
  bid(7, 1),
  bid(8, 4, { principal: 'FARM1', subAccount: 'NORTH', premium: 5, lots: 1, rank: 2, dealer: 'DEN' }),
  bid(9, 2, { premium: 10, state: 'Deleted', rank: null }),
];

export const auctions: readonly SiloAuctionRow[] = [
  {
    uniqueKey: `${businessDay} DEC26 WMAZ`,
    businessDay,
    contract: 'DEC26 WMAZ',
    stage: 'bidding',
    endsAt: marketTime + 600_000,
    offered: 4,
    tons: 1_200,
    bids: 6,
    bestPremium: 25,
    awarded: 0,
    allocated: 0,
  },
  {
    uniqueKey: `${businessDay} DEC26 YMAZ`,
    businessDay,
    contract: 'DEC26 YMAZ',
    stage: 'tendering',
    endsAt: null,
    offered: 0,
    tons: 0,
    bids: 0,
    bestPremium: null,
    awarded: 0,
    allocated: 0,
  },
];

const invoice = (
  invoiceSeq: number,
  side: 'B' | 'S',
  more: Partial<SiloInvoiceRow> = {},
): SiloInvoiceRow => ({
  uniqueKey: `${invoiceSeq} ${side}`,
  invoiceSeq,
  businessDay: '2026-12-01',
  time: marketTime - 86_400_000,
  contract: 'DEC26 WMAZ',
  siloReceiptNo: `SR1000${invoiceSeq}`,
  location: 'BOTHA',
  member: 'KAND',
  principal: 'KAND',
  subAccount: null,
  side,
  tons: 300,
  mtm: 4_100,
  differential: 90,
  discount: 0,
  dealtPremium: 12,
  perTon: 4_022,
  storageDays: 0,
  storage: 0,
  amount: side === 'B' ? -1_206_600 : 1_206_600,
  ...more,
});
export const invoices: readonly SiloInvoiceRow[] = [
  invoice(41, 'B'),
  invoice(42, 'S', {
    principal: 'FARM1',
    subAccount: 'NORTH',
    dealtPremium: 0,
    perTon: 4_010,
    storageDays: 30,
    storage: 6_930,
    amount: 1_209_930,
  }),
];
export const allocations: readonly SiloAllocationRow[] = invoices.map(
  ({
    uniqueKey,
    businessDay: day,
    invoiceSeq,
    siloReceiptNo,
    contract,
    member,
    principal,
    subAccount,
    ...row
  }) => ({
    ...{ uniqueKey, invoiceSeq, siloReceiptNo, contract, member, principal, subAccount },
    businessDay: day,
    siloCertSeq: invoiceSeq,
    side: row.side,
    lots: 3,
    tons: row.tons,
    award: row.dealtPremium > 0 ? 'bid' : 'allocation',
    dealtPremium: row.dealtPremium,
  }),
);

const position = (
  [principal, subAccount, contract]: readonly [string, string | null, string],
  net: number,
  more: Partial<SiloPositionRow> = {},
): SiloPositionRow => ({
  uniqueKey: `${principal} ${subAccount ?? ''} ${contract}`,
  member: 'KAND',
  principal,
  subAccount,
  contract,
  net,
  tendered: 0,
  held: 0,
  lastNoticeDay: '2026-12-29',
  ...more,
});
export const siloPositions: readonly SiloPositionRow[] = [
  position(['KAND', null, 'DEC26 WMAZ'], 8, { held: 3 }),
  position(['FARM1', 'NORTH', 'DEC26 WMAZ'], 2, { held: 5 }),
  position(['MILL7', null, 'DEC26 WMAZ'], -6, { tendered: 3 }),
  position(['KAND', null, 'DEC26 YMAZ'], -3, { held: 3 }),
];

export const certSteps: readonly SiloCertStep[] = [
  ['1/Held', null],
  ['2/Tendered', null],
  ['3/In auction', null],
  ['4/Awarded', null],
  ['5/Invoiced', null],
  ['6/Held', 'KAND'],
].map(([step = '', principal = null], at) => ({
  'seq/state': step ?? '',
  siloReceiptNo: 'SR100101',
  state: (step ?? '').split('/')[1] as SiloCertStep['state'],
  principal,
  businessDay: '2026-12-01',
  time: marketTime - 90_000_000 + at * 1_000,
}));
