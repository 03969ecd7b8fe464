// Reference data for tests: a small market of maize futures, and one with contracts of all kinds.
import { asMoney, asPrice, volatility } from '../kernel/units.ts';
import { publishedMarkRules, type ReferenceData } from '../reference/reference-data.ts';

/** The closing moment is the end of trading, and every bid and offer counts: tests of something else need not wait. */
export const marksAtTheEnd = { ...publishedMarkRules, closingMinutes: 0, standingSeconds: 0 };

/** Two active members and an inactive member, a dealer for each, three clients, three maize futures. */
export const smallMarket: ReferenceData = {
  market: { name: 'Small market', disclosesMembers: true, selfMatch: 'reject', marks: marksAtTheEnd },
  holidays: [
    { date: '2026-12-16', name: 'Day of Reconciliation' },
    { date: '2026-12-25', name: 'Christmas Day' },
  ],
  instruments: [
    {
      code: 'WMAZ',
      name: 'White maize',
      tonsPerContract: 100,
      tick: asPrice(20),
      settlement: 'physical',
      dailyLimit: asPrice(20_000),
      initialMargin: asMoney(2_100_000),
    },
  ],
  futures: [
    { instrument: 'WMAZ', year: 2026, month: 12, displaySeq: 1, mtm: asPrice(403_500), openInterest: 100 },
    { instrument: 'WMAZ', year: 2027, month: 3, displaySeq: 2, mtm: asPrice(406_000), openInterest: 100 },
    { instrument: 'WMAZ', year: 2026, month: 11, displaySeq: 3, mtm: asPrice(400_000), openInterest: 0 },
  ],
  members: [
    { code: 'KAND', name: 'Kandelaar', active: true, branches: ['JHB'] },
    { code: 'VELD', name: 'Veldkraal', active: true, branches: ['BFN'] },
    { code: 'SLAP', name: 'Slapend', active: false, branches: ['CPT'] },
  ],
  dealers: [
    { code: 'ABD', member: 'KAND', branch: 'JHB', name: 'Abdul' },
    { code: 'DEN', member: 'VELD', branch: 'BFN', name: 'Denise' },
    { code: 'SLP', member: 'SLAP', branch: 'CPT', name: 'Sleeper' },
  ],
  clients: [
    { code: '9996S', member: 'KAND', name: 'Boerdery Een', active: true },
    { code: '8001V', member: 'VELD', name: 'Mill Two', active: true },
    { code: '7777X', member: 'KAND', name: 'Closed', active: false },
  ],
};

/**
 * The small market with yellow maize and wheat, options on two months, a split, a spread of equal tons and one of 100 t
 * against 50 t.
 */
export const marketOfAllTypes: ReferenceData = {
  ...smallMarket,
  instruments: [
    ...smallMarket.instruments.map((instrument) => ({
      ...instrument,
      strikes: { near: asPrice(2_000), far: asPrice(10_000), nearSteps: 10 },
    })),
    {
      code: 'YMAZ',
      name: 'Yellow maize',
      tonsPerContract: 100,
      tick: asPrice(20),
      settlement: 'physical',
      dailyLimit: asPrice(20_000),
      initialMargin: asMoney(2_000_000),
    },
    {
      code: 'WEAT',
      name: 'Wheat',
      tonsPerContract: 50,
      tick: asPrice(100),
      settlement: 'physical',
      dailyLimit: asPrice(20_000),
      initialMargin: asMoney(1_500_000),
    },
  ],
  futures: [
    ...smallMarket.futures,
    { instrument: 'YMAZ', year: 2026, month: 12, displaySeq: 4, mtm: asPrice(388_000), openInterest: 0 },
    { instrument: 'WEAT', year: 2026, month: 12, displaySeq: 5, mtm: asPrice(615_000), openInterest: 0 },
  ],
  options: [
    {
      instrument: 'WMAZ',
      year: 2027,
      month: 3,
      displaySeq: 1001,
      strikes: [asPrice(400_000), asPrice(406_000), asPrice(410_000)],
      curve: { atTheMoney: volatility(2_700), skewBelow: volatility(50), skewAbove: volatility(30) },
    },
    {
      instrument: 'WMAZ',
      year: 2026,
      month: 12,
      displaySeq: 1101,
      strikes: [asPrice(404_000)],
      curve: { atTheMoney: volatility(2_500), skewBelow: volatility(50), skewAbove: volatility(30) },
    },
  ],
  splits: [
    {
      instrument: 'WMAZ',
      near: { year: 2026, month: 12 },
      far: { year: 2027, month: 3 },
      displaySeq: 501,
    },
  ],
  spreads: [
    { first: 'WMAZ', second: 'YMAZ', year: 2026, month: 12, displaySeq: 601 },
    { first: 'WMAZ', second: 'WEAT', year: 2026, month: 12, displaySeq: 602 },
  ],
};
