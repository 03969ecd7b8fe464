// A market with silo certificates for tests: NOV26 WMAZ is in its delivery period when it opens, at an MTM of 4100.00. And the day of
// a delivery in short: tender, bid, award.
import { asPrice } from '../kernel/units.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import type { IssuedCert, SiloData } from '../reference/silo-data.ts';
import type { SiloEvent } from '../silo/silo-events.ts';
import { dealMarket, openDealMarket } from './deal-market.ts';
import type { TestMarket } from './test-market.ts';

/** A certificate of VELD over 300 t at Bothaville, where the differential is R90. */
export const aCert: IssuedCert = {
  siloReceiptNo: 'SR100001',
  instrument: 'WMAZ',
  tons: 300,
  grade: 'WM1',
  origin: 'RSA',
  location: 'BOTHA',
  season: '2026/27',
  owner: 'VELD',
  issuedOn: '2026-06-01',
  storagePaidUntil: '2026-11-18',
};

export const siloData: SiloData = {
  operators: [{ code: 'VRYST', name: 'Vrystaat Graan' }],
  origins: [
    { code: 'RSA', name: 'South Africa' },
    { code: 'ARG', name: 'Argentina' },
  ],
  grades: [
    { instrument: 'WMAZ', code: 'WM1', description: 'White maize, grade 1', discount: asPrice(0) },
    { instrument: 'WMAZ', code: 'WM2', description: 'White maize, grade 2', discount: asPrice(5_000) },
    { instrument: 'YMAZ', code: 'YM1', description: 'Yellow maize, grade 1', discount: asPrice(0) },
  ],
  locations: [
    {
      code: 'BOTHA',
      name: 'Bothaville',
      operator: 'VRYST',
      province: 'Free State',
      access: 'road and rail',
      registered: true,
      storageRate: asPrice(80),
      loadOutDays: 3,
      closures: [{ from: '2026-12-24', to: '2027-01-03' }],
      differentials: [
        { instrument: 'WMAZ', season: '2026/27', differential: asPrice(9_000) },
        { instrument: 'YMAZ', season: '2026/27', differential: asPrice(9_500) },
      ],
    },
    {
      code: 'HENNE',
      name: 'Hennenman',
      operator: 'VRYST',
      province: 'Free State',
      access: 'road',
      registered: false,
      storageRate: asPrice(75),
      loadOutDays: 5,
      differentials: [{ instrument: 'WMAZ', season: '2026/27', differential: asPrice(8_000) }],
    },
  ],
  penalties: [{ instrument: 'WMAZ', penalty: asPrice(10_000) }],
  certificates: [aCert],
};

/** The market of deals with silos. Its YMAZ is only there for certificates. */
export const siloMarket: ReferenceData = {
  ...dealMarket,
  instruments: dealMarket.instruments.flatMap((instrument) => [
    { ...instrument, dailyLimit: null },
    { ...instrument, code: 'YMAZ', name: 'Yellow maize', dailyLimit: null },
  ]),
  futures: dealMarket.futures.map((future) =>
    future.month === 11 ? { ...future, mtm: asPrice(410_000) } : future,
  ),
  silo: siloData,
};

export const delivered = 'NOV26 WMAZ';

export function openSiloMarket(data: ReferenceData = siloMarket): TestMarket {
  const market = openDealMarket(data);
  for (const userId of ['abdul', 'bongi', 'denise', 'mpho'])
    market.operate({ kind: 'grantPermissions', userId, flags: ['deleteSiloCertAuctionBid'] });
  return market;
}

/** Issues a certificate like VELD's, with these differences. */
export const issue = (market: TestMarket, cert: Partial<IssuedCert>) =>
  market.operate({ kind: 'issueSiloCert', cert: { ...aCert, ...cert } });

export const tender = (siloReceiptNo = 'SR100001', subAccount: string | null = null) =>
  ({ kind: 'tenderSiloCert', contract: delivered, siloReceiptNo, subAccount }) as const;

/** `rand`: the premium per ton. */
export const bid = (
  siloCertSeq: number,
  rand: number,
  principal = 'KAND',
  subAccount: string | null = null,
) =>
  ({
    kind: 'insertSiloCertAuctionBid',
    siloCertSeq,
    principal,
    subAccount,
    premium: asPrice(rand * 100),
  }) as const;

export const stage = (market: TestMarket, name: 'tendering' | 'bidding' | 'deciding' | 'closed') =>
  market.operate({ kind: 'beginSiloStage', stage: name, endsAt: null });

export const award = (market: TestMarket) => market.operate({ kind: 'awardSiloLots' });

/** All events of a kind so far. */
export const eventsOf = <Kind extends SiloEvent['kind']>(market: TestMarket, kind: Kind) =>
  market.outcomes.flatMap(({ events }) =>
    events.filter((event): event is Extract<SiloEvent, { kind: Kind }> => event.kind === kind),
  );

/** `3/Tendered VELD`, oldest first. */
export const historyOf = (market: TestMarket, siloReceiptNo: string): string[] =>
  eventsOf(market, 'siloCertChanged')
    .filter(({ cert }) => cert.siloReceiptNo === siloReceiptNo)
    .map(({ cert }) => `${cert.seq}/${cert.state} ${cert.principal}`);

/** The certificates that are neither cancelled nor expired: `SR100001 VELD 300`. */
export const holdings = (market: TestMarket): string[] =>
  market.venue
    .snapshot()
    .silo.certs.filter(({ state }) => state !== 'Cancelled' && state !== 'Expired')
    .map(({ siloReceiptNo, principal, tons }) => `${siloReceiptNo} ${principal} ${tons}`);
