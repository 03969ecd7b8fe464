// Seeds a new data folder: opens the market, creates the demonstration users and simulates the demonstration's past. Each step first
// checks whether it is done, so that the next start completes a killed start.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type DemoUser,
  demoLayout,
  demoPassword,
  demoPreferences,
  demoUsers,
  ensureDemoRights,
  ensureRights,
  flagsOf,
  holidaysOf,
  type MarketAccess,
  type MarketFile,
  marketFileOn,
  newPast,
  openMarketOnce,
  type PastPlan,
  type PastTime,
  ReferenceDataError,
  type Schedule,
  ScheduleCalendar,
  scheduleOf,
  simulatePast,
} from '@openpit/market';
import type { MarketView } from '@openpit/projections';
import {
  countLayouts,
  createLayout,
  createPreference,
  createUser,
  type Db,
  findPreference,
  findUser,
} from '@openpit/storage';
import {
  businessDayFrom,
  epochMs,
  type Holidays,
  isoDate,
  type MarketHours,
  parseIsoDate,
} from '@openpit/venue';
import type { Passwords } from '../auth/passwords.ts';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import type { History } from '../history/history.ts';
import type { Notify } from '../log.ts';
import { operatingSystemUser } from '../operating-system-user.ts';
import type { ServerOptions } from '../options/options.ts';
import { readMarketFile } from '../read-files.ts';
import type { RunningMarket } from '../running-market.ts';
import { demoMarketFile } from '../server-folder.ts';
import { forgetPast, keepPast, pastIsPlayed, unfinishedPast } from './demonstration-settings.ts';
import { ignoredReferenceData } from './ignored-reference-data.ts';

/** How long a start waits at most for history to contain the simulated past. */
const longestHistoryMs = 3_000;

/**
 * Opens a new market, creates the missing demonstration users, and simulates the past of a demonstration. Returns whether this start has
 * simulated it. Rejects with ReferenceDataError for a file that cannot be used.
 */
export async function seedMarket(
  options: ServerOptions,
  {
    market,
    history,
    db,
    clock,
    hours,
    calendar,
    passwords,
    pastTime,
    notify,
  }: {
    readonly market: RunningMarket;
    readonly history: History;
    readonly db: Db;
    readonly clock: TrustedClock;
    readonly hours: Schedule;
    readonly calendar: ScheduleCalendar;
    readonly passwords: Passwords;
    /** The market's clock reads this time. */
    readonly pastTime: PastTime;
    readonly notify: Notify;
  },
): Promise<boolean> {
  const { gateway, view, recovered } = market;
  const { businessDay, referenceDataFile } = options;
  const isNew = view.directory.businessDay === '';
  if (!isNew && referenceDataFile !== null) {
    const ignored = await ignoredReferenceData(referenceDataFile, { ...options, ...market.queries, view });
    if (ignored !== null) notify('warn', ignored);
  }
  const past = await pastToSimulate({ db, options, isNew, hours, now: clock.now() });
  if (past !== null) pastTime.set(epochMs(Math.max(past.from, recovered.venue.lastAt)), String(past.seed));
  await openMarketOnce({ gateway, view, operatorId: operatingSystemUser() }, async () => {
    const file = await readMarketFile(referenceDataFile ?? demoMarketFile, true);
    const anchorDate = businessDay ?? openingDay(file, hours, clock.now());
    requireBusinessDay(anchorDate, file);
    if (referenceDataFile !== null) return { ...file, anchorDate };
    return marketFileOn(file, {
      requestedDay: past?.present ?? (businessDay === null ? null : parseIsoDate(businessDay)),
      current: (holidays) => calendarOf(hours, holidays).businessDayAt(clock.now()),
      daysBefore: past?.days ?? 0,
    });
  });
  await ensureDemoUsers({ gateway, view, db, clock }, passwords);
  if (past === null) return false;
  await market.simulatePast(() =>
    simulatePast({ gateway, view, calendar, time: pastTime }, past, {
      until: clock.now(),
      doneUntil: isNew ? 0 : recovered.venue.lastAt,
      onDay: (day, number, total) => {
        notify('info', `Simulating the demonstration's business day ${day} (${number} of ${total})…`);
        // The caller waits for it and the market is not in use yet, so it need not yield.
        void history.reach(view.lastSeq).catch(() => undefined);
      },
    }),
  );
  pastTime.end();
  await pastIsPlayed(db);
  // Otherwise the first page might show no earlier days. A slow or damaged history must not delay the market.
  await Promise.race([history.reach(view.lastSeq).catch(() => undefined), pause(longestHistoryMs)]);
  return true;
}

/** Only the first start uses it. Later days follow from the end of each day, which skips non-business days. */
function requireBusinessDay(date: string, { referenceData }: MarketFile): void {
  const day = parseIsoDate(date);
  if (day !== null && businessDayFrom(day, holidaysOf(referenceData)) === day) return;
  throw new ReferenceDataError(
    `The market cannot open on ${date}, which is a weekend day or a holiday of its reference data. Name another day with --business-day.`,
  );
}

/** The current business day, or the day of the file's prices if that is later. An earlier day would never catch up with the calendar. */
function openingDay({ anchorDate, referenceData }: MarketFile, others: Schedule, now: number): string {
  const { hours } = referenceData.market ?? {};
  const schedule = hours === undefined ? others : scheduleOf(hours);
  const current = isoDate(calendarOf(schedule, holidaysOf(referenceData)).businessDayAt(now));
  return current > anchorDate ? current : anchorDate;
}

/** The part of the past that this start simulates: all of it for a new demonstration, or the rest after an interrupted start. */
async function pastToSimulate({
  db,
  options,
  isNew,
  hours,
  now,
}: {
  readonly db: Db;
  readonly options: ServerOptions;
  readonly isNew: boolean;
  readonly hours: Schedule;
  readonly now: number;
}): Promise<PastPlan | null> {
  if (!isNew) return await unfinishedPast(db);
  await forgetPast(db);
  if (options.referenceDataFile !== null || !options.past) return null;
  const { referenceData } = await readMarketFile(demoMarketFile);
  const holidays = holidaysOf(referenceData);
  const plan = newPast(calendarOf(hours, holidays), holidays, {
    now,
    seed: options.seed,
    requestedDay: options.businessDay === null ? null : parseIsoDate(options.businessDay),
  });
  if (plan !== null) await keepPast(db, plan);
  return plan;
}

const calendarOf = (hours: Schedule, holidays: Holidays): ScheduleCalendar =>
  new ScheduleCalendar(
    () => hours,
    () => holidays,
  );

/** The hours in the market's reference data, otherwise these. */
export function hoursOf(view: MarketView, others: Schedule): () => Schedule {
  let cached: { readonly hours: MarketHours; readonly schedule: Schedule } | null = null;
  return () => {
    const { hours } = view.directory;
    if (hours === null) return others;
    if (cached?.hours !== hours) cached = { hours, schedule: scheduleOf(hours) };
    return cached.schedule;
  };
}

type Server = Pick<MarketAccess, 'gateway' | 'view'> & { readonly db: Db; readonly clock: TrustedClock };

const openedBy = ({ gateway, view }: Server) => ({ gateway, view, operatorId: operatingSystemUser() });

let demoHash: Promise<string> | null = null;

/** The hash of the demonstration's password, which is public: its users share it, so that a start need not wait for one each. */
export function demoPasswordHash(passwords: Pick<Passwords, 'hash'>): Promise<string> {
  demoHash ??= passwords.hash(demoPassword);
  return demoHash;
}

/** Creates the demonstration users and simulated participants that are missing, in a market that has their dealers. */
export async function ensureDemoUsers(server: Server, passwords: Passwords): Promise<void> {
  await ensureDemoRights(openedBy(server));
  const present = demoUsers.filter(({ userId }) => server.view.rights.of(userId) !== undefined);
  await Promise.all(present.map((user) => ensureLogin(server, user, passwords)));
}

/** Creates the missing parts of a user: rights, login, preferences, layout. */
export async function ensureUser(
  server: Server,
  user: DemoUser,
  passwords: Pick<Passwords, 'hash'>,
  layout = demoLayout,
): Promise<void> {
  await ensureRights(openedBy(server), user, flagsOf(user));
  await ensureLogin(server, user, passwords, layout);
}

async function ensureLogin(
  server: Server,
  user: DemoUser,
  passwords: Pick<Passwords, 'hash'>,
  layout = demoLayout,
): Promise<void> {
  const { db, clock } = server;
  const { userId, email, displayName } = user;
  const now = clock.now();
  if (server.view.rights.of(userId) === undefined) return;
  if ((await findUser(db, userId)) === undefined)
    await createUser(db, {
      userId,
      email,
      displayName,
      passwordHash: await demoPasswordHash(passwords),
      createdAt: now,
    });
  if ((await findPreference(db, userId)) === undefined)
    await createPreference(db, {
      id: randomUUID(),
      userId,
      json: JSON.stringify(demoPreferences()),
      updatedAt: now,
    });
  if ((await countLayouts(db, userId)) === 0)
    await createLayout(db, { id: randomUUID(), userId, json: JSON.stringify(layout), createdAt: now });
}
