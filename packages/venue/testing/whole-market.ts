// The market of the generated runs: contracts of all kinds, three members that deal and a member that does not, clients with
// sub-accounts and tripartite arrangements. The same market as lines of a scenario, so that a failure can be run as one.
import { asMoney, asPrice } from '../kernel/units.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import type { SiloData } from '../reference/silo-data.ts';
import { marketOfAllTypes } from './small-market.ts';

const siloInstruments = ['WMAZ', 'YMAZ', 'WEAT'] as const;
const aSilo = {
  operator: 'SILO',
  province: 'Free State',
  access: 'road',
  storageRate: asPrice(80),
  loadOutDays: 3,
} as const;

/** As the lines `silo` of a scenario make it. */
const silo: SiloData = {
  operators: [{ code: 'SILO', name: 'SILO' }],
  origins: [{ code: 'RSA', name: 'South Africa' }],
  grades: siloInstruments.map((instrument) => ({
    instrument,
    code: `${instrument.slice(0, 2)}1`,
    description: 'Grade 1',
    discount: asPrice(0),
  })),
  locations: [
    {
      ...aSilo,
      code: 'BOTHA',
      name: 'BOTHA',
      registered: true,
      differentials: siloInstruments.map((instrument) => ({
        instrument,
        season: '2026/27',
        differential: asPrice(9_000),
      })),
    },
    {
      ...aSilo,
      code: 'HENNE',
      name: 'HENNE',
      registered: false,
      differentials: [{ instrument: 'WMAZ', season: '2026/27', differential: asPrice(8_000) }],
    },
  ],
  penalties: siloInstruments.map((instrument) => ({ instrument, penalty: asPrice(10_000) })),
  certificates: [],
};

export const wholeMarket: ReferenceData = {
  ...marketOfAllTypes,
  instruments: marketOfAllTypes.instruments.map((instrument) => ({
    ...instrument,
    ...(instrument.code === 'WMAZ' ? { months: [3, 11, 12] } : {}),
    // As the instruments of a scenario have it.
    initialMargin: asMoney(2_100_000),
  })),
  // Until the nearer month ends, its legs are in different phases.
  splits: [
    ...(marketOfAllTypes.splits ?? []),
    {
      instrument: 'WMAZ',
      near: { year: 2026, month: 11 },
      far: { year: 2026, month: 12 },
      displaySeq: 502,
    },
  ],
  members: [
    ...marketOfAllTypes.members,
    { code: 'MIEL', name: 'Mielieland', active: true, branches: ['Head office'] },
  ],
  dealers: [
    ...marketOfAllTypes.dealers,
    { code: 'BON', member: 'KAND', branch: 'JHB', name: 'Bongi' },
    { code: 'MPH', member: 'MIEL', branch: 'Head office', name: 'Mpho' },
  ],
  clients: [
    ...marketOfAllTypes.clients.map((client) =>
      client.code === '9996S' ? { ...client, subAccounts: ['EAST', 'WEST'] } : client,
    ),
    { code: '9104K', member: 'KAND', name: 'Boerdery Twee', active: true },
    { code: '5044M', member: 'MIEL', name: 'Growers', active: true },
    { code: '5999M', member: 'MIEL', name: 'Closed growers', active: false },
  ],
  tripartites: [
    { client: '5044M', executingMember: 'KAND', carryingMember: 'MIEL' },
    { client: '5999M', executingMember: 'KAND', carryingMember: 'MIEL' },
    { client: '9104K', executingMember: 'VELD', carryingMember: 'KAND' },
  ],
  silo,
};

/** The lines that set up this market in a scenario. */
export const wholeMarketSetup: readonly string[] = [
  'member MIEL',
  'dealer Bongi KAND as BON',
  'dealer Mpho MIEL as MPH',
  'client 9996S KAND sub-accounts EAST, WEST',
  'client 9104K KAND',
  'client 5044M MIEL',
  'client 5999M MIEL inactive',
  'tripartite 5044M MIEL with KAND',
  'tripartite 5999M MIEL with KAND',
  'tripartite 9104K KAND with VELD',
  'instrument WMAZ limit 200.00 months 3, 11, 12',
  'instrument YMAZ limit 200.00',
  'instrument WEAT tons 50 tick 1.00 limit 200.00',
  'contract DEC26 YMAZ at 3880.00',
  'contract DEC26 WEAT at 6150.00',
  'options MAR27 WMAZ at 27.00 strikes 4000, 4060, 4100',
  'options DEC26 WMAZ at 25.00 strikes 4040',
  'split DEC26-MAR27 WMAZ',
  'split NOV26-DEC26 WMAZ',
  'spread DEC26 WMAZ-YMAZ',
  'spread DEC26 WMAZ-WEAT',
  'silo BOTHA for WMAZ at 90.00',
  'silo BOTHA for YMAZ at 90.00',
  'silo BOTHA for WEAT at 90.00',
  'silo HENNE for WMAZ at 80.00 unregistered',
];

/** User ids as scenarios name them: `KAND/ABD`. */
export const marketUsers = wholeMarket.dealers.map(({ member, code }) => ({
  userId: `${member}/${code}`,
  member,
  dealer: code,
}));

/** The accounts that each member may deal for. */
export const accountsOf: Readonly<
  Record<string, readonly { principal: string; subAccount: string | null }[]>
> = {
  KAND: [
    { principal: 'KAND', subAccount: null },
    { principal: 'KAND', subAccount: null },
    { principal: '9996S', subAccount: null },
    { principal: '9996S', subAccount: 'EAST' },
    { principal: '9996S', subAccount: 'WEST' },
    { principal: '9104K', subAccount: null },
  ],
  VELD: [
    { principal: 'VELD', subAccount: null },
    { principal: '8001V', subAccount: null },
  ],
  MIEL: [
    { principal: 'MIEL', subAccount: null },
    { principal: '5044M', subAccount: null },
  ],
  SLAP: [{ principal: 'SLAP', subAccount: null }],
};
