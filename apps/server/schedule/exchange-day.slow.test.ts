// The exchange day by the clock: the shipped schedules run in a market with its journal, under a virtual clock.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  parseSchedule,
  type RunningSchedule,
  runSchedule,
  type Schedule,
  ScheduleCalendar,
  ScheduleError,
} from '@openpit/market';
import { openDatabase } from '@openpit/storage';
import { asPrice, epochMs, type InsertOrder, lots, type Outcome } from '@openpit/venue';
import { anOrder } from '@openpit/venue/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseFile, openMarketIn } from '../data-folder.ts';
import type { RunningMarket } from '../running-market.ts';
import { scheduleFiles } from '../server-folder.ts';
import { operate, type SmallMarketUser, seedSmallMarket, send } from '../testing/seed-small-market.ts';
import { DisconnectTimes, type GuardParts, startOrderGuards } from './order-guards.ts';
import { scheduleQuestions } from './schedule-questions.ts';
import { VirtualClock } from './virtual-clock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** 08:00 on Wednesday 18 November 2026 in Johannesburg. */
const eightOnWednesday = Date.UTC(2026, 10, 18, 6, 0);
const shipped = (name: 'demo' | 'sast') =>
  parseSchedule(readFileSync(scheduleFiles[name], 'utf8'), scheduleFiles[name]);

let folder: string;
let clock: VirtualClock;
const open: (() => Promise<void>)[] = [];
/** The schedule's questions to the operator. */
let asked: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-day-'));
  clock = new VirtualClock(epochMs(eightOnWednesday));
  asked = [];
});
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

const order = (
  market: RunningMarket,
  userId: SmallMarketUser,
  fields: Partial<InsertOrder>,
): Promise<Outcome> => {
  const principal = userId === 'denise' ? 'VELD' : 'KAND';
  return send(market, userId, { ...anOrder, principal, ...fields });
};

async function openedMarket(): Promise<RunningMarket> {
  const market = await openMarketIn(
    { dataFolder: folder },
    {
      clock,
      onStopped: (cause) => expect.fail(cause.message),
    },
  );
  open.push(() => market.close());
  if (market.view.directory.businessDay === '') await seedSmallMarket(market);
  return market;
}

async function scheduled(
  market: RunningMarket,
  name: 'demo' | 'sast',
  hoursOn: (businessDay: string, shipped: Schedule) => Schedule = (_businessDay, hours) => hours,
): Promise<RunningSchedule> {
  const { gateway, view } = market;
  const hours = shipped(name);
  const calendar = new ScheduleCalendar(
    () => hoursOn(view.directory.businessDay, hours),
    () => view.directory.holidays(),
  );
  const database = await openDatabase(databaseFile(folder));
  open.push(() => database.close());
  const schedule = await runSchedule({
    gateway,
    view,
    clock,
    calendar,
    lastRanAt: market.recovered.venue.lastAt,
    questions: scheduleQuestions(database.db),
    answerBy: 'schedule continue',
    onQuestion: (question) => asked.push(question),
    onFailure: (error) => expect.fail(String(error)),
  });
  open.push(() => schedule.stop());
  return schedule;
}

/** Stops schedule and market as the server does. */
async function stopServer(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
}

async function pass(schedule: RunningSchedule, durationMs: number): Promise<void> {
  clock.advance(durationMs);
  await schedule.settled();
}

const phasesOf = (market: RunningMarket) =>
  Object.fromEntries(market.view.exchangeDay.groups().map(({ group, phase }) => [group, phase]));

describe('the SAST schedule', () => {
  it('runs a whole day: closed, pre-open, opening, trading, administration, delivery, end of day', async () => {
    const market = await openedMarket();
    const seen: string[] = [];
    market.gateway.onOutcome(({ events, at }) => {
      for (const event of events) {
        const time = new Date(at + 2 * hourMs).toISOString().slice(11, 16);
        if (event.kind === 'phaseBegan') seen.push(`${time} ${event.phase} ${event.groups.join(' ')}`);
        if (event.kind === 'dayEnded') seen.push(`${time} day ${event.businessDay} ended`);
        if (event.kind === 'dealMade') seen.push(`${time} deal of ${event.lots} at ${event.price}`);
        if (event.kind === 'orderExpired') seen.push(`${time} order expired`);
      }
    });
    const schedule = await scheduled(market, 'sast');
    expect((await order(market, 'abdul', {})).verdict).toMatchObject({
      rejection: { code: 'sessionClosed', details: { opens: 'at 2026-11-18 08:50' } },
    });
    await pass(schedule, 52 * minuteMs);
    await order(market, 'abdul', { price: asPrice(403_600) });
    await order(market, 'denise', { side: 'S', price: asPrice(403_500), lots: lots(4) });
    await pass(schedule, 8 * minuteMs);
    await order(market, 'denise', { side: 'S', price: asPrice(403_600), lots: lots(1) });
    await pass(schedule, 10 * hourMs);
    expect(seen.slice(0, 7)).toEqual([
      '08:00 closed deliveryMonth other',
      '08:00 closed world',
      '08:52 preOpen deliveryMonth other world',
      '09:00 continuous deliveryMonth other',
      '09:00 deal of 4 at 403500',
      '09:00 continuous world',
      '09:00 deal of 1 at 403600',
    ]);
    expect(seen.slice(7).map((line) => line.slice(6))).toEqual([
      'admin deliveryMonth',
      'admin other',
      'closed deliveryMonth',
      'delivery deliveryMonth',
      'closed deliveryMonth other',
      'admin world',
      'closed world',
      'order expired',
      'day 2026-11-18 ended',
    ]);
    expect(market.view.directory.businessDay).toBe('2026-11-19');
    expect(market.view.exchangeDay.groups()[1]).toMatchObject({
      phase: 'closed',
      next: { phase: 'preOpen', at: Date.UTC(2026, 10, 19, 6, 50) },
    });
  });

  it('has no steps on weekends and holidays', () => {
    const calendar = new ScheduleCalendar(
      () => shipped('sast'),
      () => new Set([20_775 as never]),
    );
    // 20 775 is Wednesday 18 November 2026, a holiday here; Friday evening leads to Monday.
    expect(calendar.next(eightOnWednesday)?.at).toBe(Date.UTC(2026, 10, 19, 6, 50));
    expect(calendar.next(Date.UTC(2026, 10, 20, 16, 0))?.at).toBe(Date.UTC(2026, 10, 23, 6, 50));
  });

  it('[PANEL-11] say until when deals can be handled: to the end of the administration of each group', () => {
    const calendar = new ScheduleCalendar(
      () => shipped('sast'),
      () => new Set(),
    );
    const after = Date.UTC(2026, 10, 18, 7, 30);
    const dayEndsAt = Date.UTC(2026, 10, 18, 16, 0);
    const until = (group: 'deliveryMonth' | 'other' | 'world') =>
      calendar.dealsUntil(group, { phase: 'continuous', after, dayEndsAt });
    expect(until('deliveryMonth')).toBe(Date.UTC(2026, 10, 18, 10, 45));
    expect(until('other')).toBe(Date.UTC(2026, 10, 18, 12, 30));
    expect(until('world')).toBe(Date.UTC(2026, 10, 18, 15, 15));
    expect(calendar.dealsUntil('other', { phase: 'closed', after, dayEndsAt })).toBeNull();
    // The administration of this group lasts until the day ends.
    const demo = new ScheduleCalendar(
      () => shipped('demo'),
      () => new Set(),
    );
    const atEnd = Date.UTC(2026, 10, 18, 21, 30);
    expect(demo.dealsUntil('other', { phase: 'continuous', after, dayEndsAt: atEnd })).toBe(atEnd);
  });
});

describe('a server that has not run for a while', () => {
  it('submits the phases and the day end that it missed in a night, in order and with their own times', async () => {
    const before = await openedMarket();
    await scheduled(before, 'sast');
    await stopServer();
    clock.advance(24 * hourMs + 4 * hourMs + 10 * minuteMs);
    const market = await openedMarket();
    const due: string[] = [];
    market.gateway.onOutcome(({ events }) => {
      for (const event of events)
        if ((event.kind === 'phaseBegan' || event.kind === 'dayEnded') && event.dueAt !== null)
          due.push(new Date(event.dueAt).toISOString());
    });
    await scheduled(market, 'sast');
    expect(market.view.directory.businessDay).toBe('2026-11-19');
    expect(phasesOf(market)).toEqual({ deliveryMonth: 'admin', other: 'admin', world: 'continuous' });
    // A whole day of eleven commands, and the second until noon.
    expect(due).toHaveLength(16);
    expect(due).toEqual([...due].sort());
    expect(asked).toEqual([]);
  });

  it('submits nothing when it missed nothing', async () => {
    const before = await openedMarket();
    await scheduled(before, 'sast');
    await stopServer();
    clock.advance(minuteMs);
    const market = await openedMarket();
    const seqBefore = market.view.lastSeq;
    await scheduled(market, 'sast');
    expect(market.view.lastSeq).toBe(seqBefore);
  });
});

describe('the demo schedule', () => {
  it('trades except for ten minutes of administration, ends a day each evening, and then activates held-over orders', async () => {
    const market = await openedMarket();
    const schedule = await scheduled(market, 'demo');
    await order(market, 'abdul', { holdOverUntil: '2026-11-19' });
    await pass(schedule, 15 * hourMs + 25 * minuteMs);
    expect(phasesOf(market)).toEqual({ deliveryMonth: 'admin', other: 'admin', world: 'admin' });
    await pass(schedule, 35 * minuteMs);
    expect(phasesOf(market)).toEqual({
      deliveryMonth: 'continuous',
      other: 'continuous',
      world: 'continuous',
    });
    expect(market.view.directory.businessDay).toBe('2026-11-19');
    const rows = () => market.view.rowsFor('activeOrders', { userId: 'abdul', member: 'KAND' }).rows;
    expect(rows()).toMatchObject([{ state: 'Active', holdOverUntil: '2026-11-19' }]);
    await pass(schedule, 24 * hourMs);
    expect(rows()).toEqual([]);
    // Friday's day ends on Friday; no day ends on the weekend.
    await pass(schedule, 24 * hourMs);
    expect(market.view.directory.businessDay).toBe('2026-11-23');
    await pass(schedule, 48 * hourMs);
    expect(market.view.directory.businessDay).toBe('2026-11-23');
  });

  /** The hours of the demonstration, which begin an hour earlier in UTC from the second business day on. */
  const forward = (businessDay: string, hours: Schedule): Schedule => ({
    ...hours,
    offsetMinutes: hours.offsetMinutes + (businessDay > '2026-11-18' ? 60 : 0),
  });

  it('opens the market at the end of the day if the hours of the next day have opened it already', async () => {
    const market = await openedMarket();
    const schedule = await scheduled(market, 'demo', forward);
    await pass(schedule, 15.5 * hourMs);
    expect(market.view.directory.businessDay).toBe('2026-11-19');
    const all = { deliveryMonth: 'continuous', other: 'continuous', world: 'continuous' };
    expect(phasesOf(market)).toEqual(all);
    await pass(schedule, 23 * hourMs);
    expect(market.view.directory.businessDay).toBe('2026-11-20');
    expect(phasesOf(market)).toMatchObject({ other: 'admin' });
    await pass(schedule, minuteMs);
    expect(phasesOf(market)).toEqual(all);
  });

  it('opens it also if the operator ends the day, except for a group whose phase the operator begins afterwards', async () => {
    const market = await openedMarket();
    const schedule = await scheduled(market, 'demo', forward);
    await pass(schedule, 15.4 * hourMs);
    await operate(market, { kind: 'endDay' });
    clock.advance(1);
    const phase = { phase: 'closed', dueAt: null, next: null, opensAt: null } as const;
    await operate(market, { kind: 'beginPhase', groups: ['world'], ...phase });
    await pass(schedule, minuteMs);
    expect(phasesOf(market)).toEqual({ deliveryMonth: 'continuous', other: 'continuous', world: 'closed' });
  });

  it('keeps a day end and a phase of the operator', async () => {
    const market = await openedMarket();
    await pass(await scheduled(market, 'demo'), 15 * hourMs + 25 * minuteMs);
    await operate(market, { kind: 'endDay' });
    await operate(market, {
      kind: 'beginPhase',
      groups: ['other'],
      phase: 'closed',
      dueAt: null,
      next: null,
      opensAt: null,
    });
    await stopServer();
    clock.advance(5 * minuteMs + 30_000);
    const again = await openedMarket();
    await scheduled(again, 'demo');
    expect(again.view.directory.businessDay).toBe('2026-11-19');
    expect(phasesOf(again).other).toBe('closed');
  });
});

describe('early valuations', () => {
  it('are made at their times; a missed beat is not made up for', async () => {
    const market = await openedMarket();
    const runs: number[] = [];
    market.gateway.onOutcome(({ events }) => {
      for (const event of events) if (event.kind === 'marketValued') runs.push(event.run);
    });
    const schedule = await scheduled(market, 'sast');
    await pass(schedule, 2 * hourMs + minuteMs);
    expect(runs).toEqual([1]);
    await stopServer();
    clock.advance(hourMs + 10 * minuteMs);
    const again = await openedMarket();
    again.gateway.onOutcome(({ events }) => {
      for (const event of events) if (event.kind === 'marketValued') runs.push(event.run);
    });
    await pass(await scheduled(again, 'sast'), hourMs);
    expect(runs).toEqual([1]);
  });
});

describe('a clock that is far ahead of the market', () => {
  const days = 24 * hourMs;
  const businessDay = (market: RunningMarket) => market.view.directory.businessDay;
  const allInAdmin = { deliveryMonth: 'admin', other: 'admin', world: 'admin' };
  const allOpen = { deliveryMonth: 'continuous', other: 'continuous', world: 'continuous' };

  /** A market of the demo schedule with an order, which a server opens again after this time. */
  async function startedLater(absenceMs: number) {
    const before = await openedMarket();
    await scheduled(before, 'demo');
    await order(before, 'abdul', {});
    await stopServer();
    clock.advance(absenceMs);
    const market = await openedMarket();
    return { market, schedule: await scheduled(market, 'demo') };
  }
  const states = (market: RunningMarket) =>
    market.view.rowsFor('activeOrders', { userId: 'abdul', member: 'KAND' }).rows.map(({ state }) => state);

  it.each([
    ['three days', 3 * days],
    ['two days', 2 * days],
    ['a month', 30 * days],
  ])(
    'ends no day at a start %s later: trading stops, nothing expires, and the operator is asked',
    async (_what, absence) => {
      const { market, schedule } = await startedLater(absence);
      expect([businessDay(market), phasesOf(market), states(market)]).toEqual([
        '2026-11-18',
        allInAdmin,
        ['Active'],
      ]);
      expect(asked).toEqual([schedule.question]);
      expect(asked[0]).toMatch(
        /^The clock says 2026-1\d-\d\d 06:00 UTC, and the market last ran at 2026-11-18 06:00 UTC, in business day 2026-11-18: /,
      );
      expect(asked[0]).toMatch(/then: schedule continue$/);
      expect((await order(market, 'abdul', {})).verdict).toMatchObject({ kind: 'rejected' });
      await pass(schedule, 5 * days);
      expect([businessDay(market), phasesOf(market)]).toEqual(['2026-11-18', allInAdmin]);
    },
  );

  it('ends the days when the operator confirms the clock, and then runs automatically', async () => {
    const { market, schedule } = await startedLater(3 * days);
    // Saturday: the days of Wednesday, Thursday and Friday are over.
    expect(await schedule.continueByClock()).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
    expect([businessDay(market), phasesOf(market), schedule.question]).toEqual(['2026-11-23', allOpen, null]);
    await pass(schedule, 3 * days);
    expect(businessDay(market)).toBe('2026-11-24');
    expect(asked).toHaveLength(1);
  });

  it('ends the remaining days when the operator has ended one before the answer', async () => {
    const { market, schedule } = await startedLater(3 * days);
    await operate(market, { kind: 'endDay' });
    expect(await schedule.continueByClock()).toEqual(['2026-11-19', '2026-11-20']);
    expect(businessDay(market)).toBe('2026-11-23');
  });

  it('ends a day once when the operator answers twice at the same time', async () => {
    const { market, schedule } = await startedLater(2 * days);
    const answers = await Promise.all([schedule.continueByClock(), schedule.continueByClock()]);
    expect(answers).toEqual([['2026-11-18', '2026-11-19'], []]);
    expect(businessDay(market)).toBe('2026-11-20');
  });

  it('ends no day when the clock was corrected before the operator answers', async () => {
    const { market, schedule } = await startedLater(3 * days);
    clock.jump(-3 * days);
    expect(await schedule.continueByClock()).toEqual([]);
    expect([businessDay(market), phasesOf(market)]).toEqual(['2026-11-18', allOpen]);
    await pass(schedule, 16 * hourMs);
    expect(businessDay(market)).toBe('2026-11-19');
  });

  it('asks again after each restart until the operator answers, even when the clock was corrected', async () => {
    await startedLater(3 * days);
    await stopServer();
    clock.advance(minuteMs);
    const again = await openedMarket();
    await scheduled(again, 'demo');
    await stopServer();
    clock.jump(-3 * days);
    const market = await openedMarket();
    const schedule = await scheduled(market, 'demo');
    expect(asked).toEqual([schedule.question, schedule.question, schedule.question]);
    expect([businessDay(market), phasesOf(market)]).toEqual(['2026-11-18', allInAdmin]);
    await schedule.continueByClock();
    await stopServer();
    const answered = await openedMarket();
    expect((await scheduled(answered, 'demo')).question).toBeNull();
    expect(phasesOf(answered)).toEqual(allOpen);
  });

  it('ends no day while the market runs, when the clock is set days ahead', async () => {
    const market = await openedMarket();
    const schedule = await scheduled(market, 'demo');
    clock.jump(4 * days);
    await schedule.settled();
    expect([businessDay(market), phasesOf(market)]).toEqual(['2026-11-18', allInAdmin]);
    expect(asked).toEqual([schedule.question]);
  });

  it('ends one day late after a machine was suspended overnight', async () => {
    const market = await openedMarket();
    const schedule = await scheduled(market, 'sast');
    await pass(schedule, 8 * hourMs);
    clock.jump(16 * hourMs + 55 * minuteMs);
    await schedule.settled();
    expect([businessDay(market), asked]).toEqual(['2026-11-19', []]);
    expect(phasesOf(market)).toEqual({ deliveryMonth: 'preOpen', other: 'preOpen', world: 'preOpen' });
  });

  it('asks also about a single day that should have ended before a weekend', async () => {
    const before = await openedMarket();
    await pass(await scheduled(before, 'demo'), 2 * days + 10 * hourMs);
    await order(before, 'abdul', {});
    await stopServer();
    clock.advance(2 * days + 14 * hourMs);
    const market = await openedMarket();
    const schedule = await scheduled(market, 'demo');
    expect([businessDay(market), phasesOf(market)]).toEqual(['2026-11-20', allInAdmin]);
    expect(asked[0]).toContain('in business day 2026-11-20: its end is overdue.');
    expect(await schedule.continueByClock()).toEqual(['2026-11-20']);
    expect(businessDay(market)).toBe('2026-11-23');
  });

  it('asks at the end of a day, and not before, in a market that was opened on an earlier business day', async () => {
    clock.advance(2 * days);
    const market = await openedMarket();
    const schedule = await scheduled(market, 'demo');
    clock.advance(15 * hourMs);
    await schedule.settled();
    expect([businessDay(market), asked]).toEqual(['2026-11-18', []]);
    clock.advance(hourMs);
    await schedule.settled();
    expect([businessDay(market), phasesOf(market)]).toEqual(['2026-11-18', allInAdmin]);
    expect(asked).toEqual([schedule.question]);
    expect(asked[0]).toContain('in business day 2026-11-18: the ends of 3 business days are overdue.');
    expect(await schedule.continueByClock()).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
    expect(businessDay(market)).toBe('2026-11-23');
  });

  it('asks nothing after a weekend without an end of day', async () => {
    const market = await openedMarket();
    const schedule = await scheduled(market, 'demo');
    await pass(schedule, 2 * days + 16 * hourMs);
    expect(businessDay(market)).toBe('2026-11-23');
    clock.jump(2 * days);
    await schedule.settled();
    expect([businessDay(market), asked, phasesOf(market)]).toEqual(['2026-11-23', [], allOpen]);
  });
});

describe('a market that is ahead of the calendar', () => {
  it('waits for it: only the operator ends a day before its date', async () => {
    const market = await openedMarket();
    const schedule = await scheduled(market, 'demo');
    await operate(market, { kind: 'endDay' });
    await operate(market, { kind: 'endDay' });
    expect(market.view.directory.businessDay).toBe('2026-11-20');
    await pass(schedule, 2 * 24 * hourMs);
    expect(market.view.directory.businessDay).toBe('2026-11-20');
    await pass(schedule, 24 * hourMs);
    expect(market.view.directory.businessDay).toBe('2026-11-23');
  });
});

describe('a schedule file', () => {
  it.each([
    ['no JSON', '{', /is not JSON/],
    [
      'an offset of a day',
      '{"name":"x","utcOffset":"+24:00","steps":[{"at":"20:00","endDay":true}]}',
      /utcOffset: must be an offset from -23:59 to \+23:59, like \+02:00/,
    ],
    ['a time 25:00', '{"name":"x","utcOffset":"+02:00","steps":[{"at":"25:00","endDay":true}]}', /steps\.0/],
    [
      'an unknown phase',
      '{"name":"x","utcOffset":"+02:00","steps":[{"at":"09:00","phase":"lunch","groups":["other"]}]}',
      /steps\.0/,
    ],
    ['no steps', '{"name":"x","utcOffset":"+02:00","steps":[]}', /steps/],
  ])('is rejected with the path of the fault: %s', (_what, text, why) => {
    expect(() => parseSchedule(text, 'hours.json')).toThrow(ScheduleError);
    expect(() => parseSchedule(text, 'hours.json')).toThrow(why);
  });
});

describe('stages of deliveries that are repeated', () => {
  const hours = parseSchedule(
    JSON.stringify({
      name: 'rounds',
      utcOffset: '+02:00',
      steps: [
        { at: '09:00', silo: 'tendering', every: 30, until: '10:30' },
        { at: '17:30', endDay: true },
      ],
    }),
    'hours.json',
  );
  const timesOn = (date: string) => {
    const start = Date.parse(`${date}T00:00+02:00`);
    const calendar = new ScheduleCalendar(
      () => hours,
      () => new Set(),
    );
    return calendar
      .between(start, start + 24 * hourMs)
      .map(({ at }) => new Date(at).toISOString().slice(11, 16));
  };

  it('are due at each interval, on weekends without the end of the day', () => {
    expect(timesOn('2026-11-18')).toEqual(['07:00', '07:30', '08:00', '15:30']);
    expect(timesOn('2026-11-21')).toEqual(['07:00', '07:30', '08:00']);
  });
});

describe('order guards', () => {
  const guarded = async (
    timeOutSeconds: number,
    suspendsOnDisconnect: boolean,
    more: Partial<GuardParts> = {},
  ) => {
    const market = await openedMarket();
    await send(market, 'abdul', { kind: 'setOwnOrderGuards', timeOutSeconds, suspendsOnDisconnect });
    await order(market, 'abdul', {});
    await order(market, 'denise', { price: asPrice(403_000) });
    const { gateway, view } = market;
    const times = new DisconnectTimes();
    const guards = startOrderGuards({
      gateway,
      view,
      ...market.queries,
      clock,
      times,
      ...more,
      onFailure: (error) => expect.fail(String(error)),
    });
    open.push(async () => guards.stop());
    const states = (member: string) =>
      view.rowsFor('activeOrders', { userId: '', member }).rows.map(({ state }) => state);
    // The guard's own command is handled before this one.
    const handled = () => operate(market, { kind: 'announce', announcement: 'Info', message: 'x' });
    return { guards, states, handled, times, market };
  };

  it('suspend an order after its time-out, but no orders of other users', async () => {
    const { states, handled } = await guarded(30, false);
    clock.advance(29_000);
    await handled();
    expect(states('KAND')).toEqual(['Active']);
    clock.advance(2_000);
    await handled();
    expect(states('KAND')).toEqual(['Suspended']);
    expect(states('VELD')).toEqual(['Active']);
  });

  const begin = (market: RunningMarket, phase: 'closed' | 'preOpen') =>
    operate(market, {
      kind: 'beginPhase',
      groups: ['deliveryMonth', 'other', 'world'],
      phase,
      dueAt: null,
      next: null,
      opensAt: null,
    });

  it('send no command for an order that is held over, and suspend it after it has rested again', async () => {
    const { states, handled, market } = await guarded(30, false);
    const { gateway, view } = market;
    const heldOver = { principal: '9996S', capacity: 'A', holdOverUntil: '2026-11-20' } as const;
    await order(market, 'abdul', heldOver);
    await begin(market, 'closed');
    await operate(market, { kind: 'endDay' });
    const rejected: Outcome[] = [];
    gateway.onOutcome((outcome) => {
      if (outcome.verdict.kind === 'rejected') rejected.push(outcome);
    });
    const { lastSeq } = view;
    clock.advance(10 * minuteMs);
    await handled();
    expect([states('KAND'), rejected, view.lastSeq]).toEqual([['Pre-market'], [], lastSeq + 1]);
    await begin(market, 'preOpen');
    clock.advance(29_000);
    await handled();
    expect(states('KAND')).toEqual(['Pre-market']);
    clock.advance(2_000);
    await handled();
    expect([states('KAND'), rejected]).toEqual([['Suspended'], []]);
  });

  it('apply the time-out of the login that has sent the order, not of another login of the dealer', async () => {
    const { states, handled, market } = await guarded(0, false);
    await operate(market, { kind: 'registerUser', userId: 'second', member: 'KAND', dealer: 'ABD' });
    const by = { kind: 'user', userId: 'second' } as const;
    const timeOut = { kind: 'setOwnOrderGuards', timeOutSeconds: 30, suspendsOnDisconnect: false } as const;
    await market.gateway.submit({ by, requestId: null, command: timeOut });
    const { lastSeq } = market.view;
    clock.advance(10 * minuteMs);
    await handled();
    expect([states('KAND'), market.view.lastSeq]).toEqual([['Active'], lastSeq + 1]);
  });

  it('suspend the orders of a dealer after the time that the dealer has chosen, from the last activity of any kind', async () => {
    const lines: { readonly user: { userId: string }; silentMs: number; probe(): void }[] = [];
    let [now, check, probes] = [0, () => {}, 0];
    const { guards, states, handled, times, market } = await guarded(0, true, {
      lines: () => lines,
      monotonicMs: () => now,
      every: (_ms, run) => {
        check = run;
        return () => {};
      },
    });
    /** Time passes while the open lines are silent. */
    const pass = async (ms: number, hears = () => {}) => {
      for (let passed = 0; passed < ms; passed += 250) {
        for (const line of lines) line.silentMs += 250;
        hears();
        now += 250;
        check();
        clock.advance(250);
      }
      await handled();
    };
    const resubmitted = async () => {
      const { rows } = market.view.rowsFor('activeOrders', { userId: '', member: 'KAND' });
      for (const { activeOrderSeq } of rows)
        await send(market, 'abdul', { kind: 'resubmitActiveOrder', activeOrderSeq });
      expect(states('KAND')).toEqual(['Active']);
    };
    times.set('abdul', 2);

    // Calls over HTTP only.
    for (let call = 0; call < 5; call += 1) {
      await pass(1_500);
      guards.heard('abdul');
    }
    expect(states('KAND')).toEqual(['Active']);
    await pass(2_250);
    expect(states('KAND')).toEqual(['Suspended']);
    await resubmitted();

    // A line that answers, and a line that was lost silently.
    const probe = () => {
      probes += 1;
    };
    const line = { user: { userId: 'abdul' }, silentMs: 0, probe };
    lines.push({ ...line });
    guards.connected('abdul');
    const answers = () => {
      for (const line of lines) line.silentMs = 0;
    };
    await pass(10_000, answers);
    expect([states('KAND'), probes >= 10]).toEqual([['Active'], true]);
    await pass(10_000, () => guards.heard('abdul'));
    expect(states('KAND')).toEqual(['Active']);
    await pass(1_500);
    expect(states('KAND')).toEqual(['Active']);
    await pass(750);
    expect(states('KAND')).toEqual(['Suspended']);
    const suspended = market.view.lastSeq;
    await pass(5_000);
    expect(market.view.lastSeq).toBe(suspended + 1);
    answers();
    await pass(250, answers);
    await resubmitted();

    // A second line is activity; the silence before the last one closed counts.
    lines.push({ ...line, silentMs: 1_500 });
    await pass(5_000, () => {
      const [first] = lines;
      if (first !== undefined) first.silentMs = 0;
    });
    expect(states('KAND')).toEqual(['Active']);
    lines.splice(0);
    guards.disconnected('abdul', 1_500);
    await pass(500);
    expect(states('KAND')).toEqual(['Suspended']);
    await resubmitted();

    // The process was busy for a while, and afterwards reads the messages that have arrived.
    lines.push({ ...line });
    guards.connected('abdul');
    await pass(1_000, answers);
    for (const line of lines) line.silentMs += 4_000;
    now += 4_000;
    await pass(1_000, answers);
    expect(states('KAND')).toEqual(['Active']);
  });

  it('suspend the orders of a dealer after a minute without a connection, and not of one who reconnects', async () => {
    const { guards, states, handled } = await guarded(0, true);
    guards.connected('abdul');
    guards.connected('abdul');
    guards.disconnected('abdul');
    clock.advance(120_000);
    await handled();
    expect(states('KAND')).toEqual(['Active']);
    guards.disconnected('abdul');
    clock.advance(59_000);
    guards.connected('abdul');
    clock.advance(120_000);
    await handled();
    expect(states('KAND')).toEqual(['Active']);
    guards.disconnected('abdul');
    clock.advance(61_000);
    await handled();
    expect(states('KAND')).toEqual(['Suspended']);
    expect(states('VELD')).toEqual(['Active']);
  });
});
