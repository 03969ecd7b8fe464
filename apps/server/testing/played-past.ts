// For tests: the past of the demonstration, played into a market in memory.

import {
  ensureDemoRights,
  holidaysOf,
  marketFileOn,
  newPast,
  openMarketOnce,
  PastTime,
  playPast,
  ScheduleCalendar,
} from '@openpit/market';
import { type MarketView, Projections } from '@openpit/projections';
import {
  epochMs,
  type IsoDate,
  type Outcome,
  parseIsoDate,
  type Submission,
  sequenced,
  Venue,
} from '@openpit/venue';
import type { FilledDataSet } from '@openpit/wire';
import { readMarketFile, readSchedule } from '../read-files.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { drawSecretSeed } from '../sequencer/sequencer.ts';
import { demoMarketFile, scheduleFiles } from '../server-folder.ts';

/** What a new demonstration dealer must find rows in. */
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

export interface PlayedPast {
  readonly view: Projections;
  readonly venue: Venue;
  readonly outcomes: readonly Outcome[];
}

interface Start {
  readonly businessDay?: IsoDate | null;
  readonly seed?: number;
  /** How many business days are played whole; as many as in the demonstration unless given. */
  readonly days?: number;
  readonly schedule?: keyof typeof scheduleFiles;
}

/** What a first start at this time plays, `2026-11-25T14:30+02:00`. */
export async function playedPast(now: string, start: Start = {}): Promise<PlayedPast> {
  const { floor, view, venue, outcomes, calendar, time, plan, until } = await openedDemonstration(now, start);
  await playPast({ floor, view, calendar, time }, plan, { until, doneUntil: 0, onDay: () => undefined });
  return { view, venue, outcomes };
}

/** The market of a first start at this time before anything is played. */
export async function openedDemonstration(
  now: string,
  { businessDay = null, seed = 1, days, schedule = 'demo' }: Start = {},
) {
  const until = epochMs(Date.parse(now));
  const time = new PastTime(new VirtualClock(until), drawSecretSeed);
  const venue = new Venue();
  const view = new Projections();
  const outcomes: Outcome[] = [];
  const listeners = new Set<(outcome: Outcome) => void>();
  const handle = ({ submission, at }: { readonly submission: Submission; readonly at: number }): Outcome => {
    let next: Submission | null = submission;
    for (;;) {
      const stamped = { seq: venue.lastSeq + 1, at: epochMs(Math.max(at, venue.lastAt)) };
      const outcome = venue.handle(sequenced(next, { ...stamped, drawSeed: time.drawSeed }));
      outcomes.push(outcome);
      view.apply(outcome);
      for (const listener of listeners) listener(outcome);
      next = venue.continuation;
      if (next === null) return outcome;
    }
  };
  const floor = {
    submit: async (submission: Submission) => handle({ submission, at: time.clock.now() }),
    onOutcome: (listener: (outcome: Outcome) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play: async (commands: readonly { readonly submission: Submission; readonly at: number }[]) =>
      commands.map(handle),
  };
  const hours = await readSchedule(scheduleFiles[schedule]);
  const file = await readMarketFile(demoMarketFile);
  const holidays = holidaysOf(file.referenceData);
  const calendar = new ScheduleCalendar(
    () => hours,
    () => holidays,
  );
  const wanted = businessDay === null ? null : parseIsoDate(businessDay);
  const plan = newPast(calendar, holidays, {
    now: until,
    seed,
    wanted,
    ...(days === undefined ? {} : { days }),
  });
  if (plan === null) throw new Error('nothing is played');
  time.set(epochMs(plan.from), String(seed));
  await openMarketOnce({ floor, view, operatorId: 'test' }, async () =>
    marketFileOn(file, {
      wanted: plan.present,
      current: () => calendar.businessDayAt(until),
      daysBefore: plan.days,
    }),
  );
  await ensureDemoRights({ floor, view, operatorId: 'test' });
  return { floor, view, venue, outcomes, calendar, time, plan, until };
}

/** Contracts whose positions do not add up to zero. */
export function unbalanced(view: Pick<MarketView, 'allRows'>): [string, number][] {
  const nets = new Map<string, number>();
  for (const { contract, net } of view.allRows('positions'))
    nets.set(contract, (nets.get(contract) ?? 0) + net);
  return [...nets].filter(([, net]) => net !== 0);
}

/** What is missing for README's third minute: an option to exercise, a certificate to tender, a long position to bid for. */
export function missingForThirdMinute(view: Pick<MarketView, 'rowsFor' | 'directory'>): string[] {
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
