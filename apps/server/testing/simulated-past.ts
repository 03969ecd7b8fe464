// For tests: the past of the demonstration, simulated into a market in memory.
import { readFile } from 'node:fs/promises';
import { openDemonstration, simulatePast } from '@openpit/market';
import type { MarketView, Projections } from '@openpit/projections';
import { epochMs, type IsoDate, type Outcome, type Venue } from '@openpit/venue';
import type { FilledDataSet } from '@openpit/wire';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { drawSecretSeed } from '../sequencer/sequencer.ts';
import { demoMarketFile, scheduleFiles } from '../server-folder.ts';

/** The data sets that must have rows for a new demonstration dealer. */
export const shown: readonly FilledDataSet[] = [
  'activeOrders',
  'completedOrders',
  'deals',
  'unmatchedDeal',
  'positions',
  'consPositions',
  'mtm',
  'breakDownAnalysis',
  'movements',
  'clearing',
  'clearingInfo',
  'earlyValuations',
  'siloCerts',
  'siloPositions',
  'siloAuctions',
  'siloOffers',
  'siloBids',
  'siloAllocations',
  'siloInvoices',
];

export const dealers = [
  { userId: 'thandi', member: 'KAND' },
  { userId: 'pieter', member: 'VELD' },
] as const;

export interface SimulatedPast {
  readonly view: Projections;
  readonly venue: Venue;
  readonly outcomes: readonly Outcome[];
}

interface Start {
  readonly businessDay?: IsoDate | null;
  readonly seed?: number;
  /** The number of business days that are simulated completely; by default as many as in the demonstration. */
  readonly days?: number;
  readonly schedule?: keyof typeof scheduleFiles;
}

/** The past that a first start at this time simulates, such as `2026-11-25T14:30+02:00`. */
export async function simulatedPast(now: string, start: Start = {}): Promise<SimulatedPast> {
  const { market, outcomes, calendar, time, plan, until } = await openedDemonstration(now, start);
  const { view, venue } = market;
  const done = { until, doneUntil: 0, onDay: () => undefined };
  await simulatePast({ gateway: market, view, calendar, time }, plan, done);
  return { view, venue, outcomes };
}

/** The market of a first start at this time before anything is simulated. */
export async function openedDemonstration(
  now: string,
  { seed = 1, schedule = 'demo', ...start }: Start = {},
) {
  const until = epochMs(Date.parse(now));
  const outcomes: Outcome[] = [];
  const files = {
    referenceData: await readFile(demoMarketFile, 'utf8'),
    schedule: await readFile(scheduleFiles[schedule], 'utf8'),
  };
  const opened = await openDemonstration(files, {
    ...start,
    now: until,
    seed,
    clock: new VirtualClock(until),
    drawSecretSeed,
    onChanges: (outcome) => outcomes.push(outcome),
  });
  return { ...opened, outcomes, until };
}

/** Contracts whose positions do not add up to zero. */
export function unbalanced(view: Pick<MarketView, 'allRows'>): [string, number][] {
  const nets = new Map<string, number>();
  for (const { contract, net } of view.allRows('positions'))
    nets.set(contract, (nets.get(contract) ?? 0) + net);
  return [...nets].filter(([, net]) => net !== 0);
}

/** The principals that paid a penalty because grain was not delivered. */
export const defaulted = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === 'deliveryDefaulted' ? [event.short.principal] : [])),
  );

type Desk = Pick<MarketView, 'rowsFor' | 'directory'>;

/** The names of missing things that a demonstration dealer must find in addition to rows in each panel. */
export function missingOnDesk(view: Desk, dealer: (typeof dealers)[number]): string[] {
  const { directory } = view;
  const today = directory.businessDay;
  const orders = view.rowsFor('activeOrders', dealer).rows;
  const deals = view.rowsFor('deals', dealer).rows;
  const unmatched = view.rowsFor('unmatchedDeal', dealer).rows;
  const held = view.rowsFor('siloCerts', dealer).rows.filter(({ state }) => state === 'Held');
  const delivering = view.rowsFor('siloPositions', dealer).rows;
  const kinds = new Set(
    view
      .rowsFor('positions', dealer)
      .rows.flatMap(({ contract, net }) => (net === 0 ? [] : [directory.contract(contract)?.kind])),
  );
  const clearing = view.rowsFor('clearing', dealer).rows;
  const byDay = [...clearing].sort((a, b) => a.businessDay.localeCompare(b.businessDay));
  const newest = new Map(byDay.map((row) => [row.principal, row]));
  const fits = (cert: (typeof held)[number]) =>
    delivering.some(
      ({ principal, contract, net, tendered }) =>
        cert.principal === principal && contract.endsWith(cert.instrument) && cert.lots <= -net - tendered,
    );
  const presence: Readonly<Record<string, boolean>> = {
    'a future': kinds.has('future'),
    'an option': kinds.has('option'),
    'a working order': orders.some(({ state }) => state === 'Active'),
    'a suspended order': orders.some(({ state }) => state === 'Suspended'),
    'a split deal': deals.some(({ state }) => state === 'Split'),
    'a deal offered to another member': unmatched.some(
      ({ role, state, dealSeq }) => role === 'captured' && state === 'Waiting' && dealSeq !== null,
    ),
    'an unmatched deal to accept': unmatched.some(
      ({ role, state }) => role === 'addressed' && state === 'Waiting',
    ),
    'a certificate to tender': held.some(fits),
    'an account that may bid': delivering.some(({ net }) => net >= 2),
    'one account that is overdue': [...newest.values()].filter(({ overdue }) => overdue > 0).length === 1,
    'statements of past days': new Set(clearing.map(({ businessDay }) => businessDay)).size >= 5,
    'a series that expires today': view
      .rowsFor('positions', dealer)
      .rows.some(({ contract, net }) => net > 0 && directory.contract(contract)?.optionExpiry === today),
  };
  return Object.keys(presence).filter((name) => presence[name] === false);
}

/** The missing prerequisites of README's third minute: an option to exercise, a certificate to tender, a long position to bid for. */
export function missingForThirdMinute(view: Desk): string[] {
  const [thandi] = dealers;
  const { directory } = view;
  const isExercisable = view.rowsFor('positions', thandi).rows.some(({ contract, net }) => {
    const listing = directory.contract(contract);
    return (
      net > 0 &&
      / QWMZ .* C$/.test(contract) &&
      listing?.optionExpiry === directory.businessDay &&
      listing.flag === 'C'
    );
  });
  const positions = view.rowsFor('siloPositions', thandi).rows;
  const held = view
    .rowsFor('siloCerts', thandi)
    .rows.filter(({ principal, state }) => principal === 'KAND' && state === 'Held');
  const isTenderable = positions.some(
    ({ principal, net, tendered, contract }) =>
      principal === 'KAND' &&
      held.some((cert) => contract.endsWith(cert.instrument) && cert.lots <= -net - tendered),
  );
  const isLong = positions.some(({ principal, net }) => principal === '9104K' && net >= 2);
  return [
    ...(isExercisable ? [] : ['an option that expires today']),
    ...(isTenderable ? [] : ['a certificate of KAND that fits its short position']),
    ...(isLong ? [] : ['a long position of 9104K']),
  ];
}
