// The parts that HTTP, hub, schedule and operator share: the order gateway, the view of the market, sessions, and the database.
// They are created from an opened market. A new market is seeded first.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  dayEndsAt,
  demoPassword,
  demoUsers,
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
import type { Db, OwnedJournal } from '@openpit/storage';
import { businessDayFrom, epochMs, type Holidays, type MarketHours, parseIsoDate } from '@openpit/venue';
import type { ClientSettings } from '@openpit/wire';
import type { AuditLog } from './audit/audit-log.ts';
import { openAuth } from './auth/open-auth.ts';
import type { Sessions } from './auth/sessions.ts';
import type { SignIn } from './auth/sign-in.ts';
import type { TrustedClock } from './clock/trusted-clock.ts';
import type { History } from './history/history.ts';
import { operatingSystemUser } from './operating-system-user.ts';
import type { ServerOptions } from './options/options.ts';
import { readMarketFile, readSchedule } from './read-files.ts';
import type {
  CompareReferenceData,
  HasTimedOutOrders,
  PreviewErrorTrade,
  RunningMarket,
} from './running-market.ts';
import { DisconnectTimes } from './schedule/order-guards.ts';
import {
  forgetPast,
  keepPast,
  listsDaily,
  pastIsPlayed,
  unfinishedPast,
} from './seed/demonstration-settings.ts';
import { ignoredReferenceData } from './seed/ignored-reference-data.ts';
import { ensureDemoUsers } from './seed/seed-market.ts';
import { demoMarketFile } from './server-folder.ts';

/** How long a start waits at most for history to contain the simulated past. */
const longestHistoryMs = 3_000;

export interface DemoLogin {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly about: string;
  readonly password: string;
}

export interface MarketServer extends MarketAccess {
  readonly compareReferenceData: CompareReferenceData;
  readonly previewErrorTrade: PreviewErrorTrade;
  readonly hasTimedOutOrders: HasTimedOutOrders;
  readonly sessions: Sessions;
  readonly signIns: SignIn;
  readonly audit: AuditLog;
  readonly history: History;
  readonly db: Db;
  /** Sessions and limits end by it. */
  readonly clock: TrustedClock;
  /** How long each user may be silent. */
  readonly disconnectTimes: DisconnectTimes;
  readonly clientSettings: ClientSettings;
  /** Changes with each start of the server. Clients discard everything from another epoch. */
  readonly epoch: string;
  /** The users of a demonstration who may sign in; empty in any other market. */
  readonly demoLogins: readonly DemoLogin[];
  /** The reason why this user may not sign in; null if the user may. */
  readonly signInRejection: (email: string) => string | null;
}

export interface CreatedServer extends MarketServer {
  readonly calendar: ScheduleCalendar;
  /** Whether the market has demonstration users, even if they may not sign in. */
  readonly hasDemoUsers: boolean;
  /** Whether this start has simulated the demonstration's past. */
  readonly hasSimulatedPast: boolean;
  /** Whether the demonstration lists contracts while it runs. */
  readonly listsDaily: boolean;
  /** A sentence if the `--reference-data` file was ignored and differs from the market; otherwise null. */
  readonly ignoredReferenceData: string | null;
}

/** Only the first start uses it. Later days follow from the end of each day, which skips non-business days. */
function requireBusinessDay(date: string, { referenceData }: MarketFile): void {
  const day = parseIsoDate(date);
  if (day !== null && businessDayFrom(day, holidaysOf(referenceData)) === day) return;
  throw new ReferenceDataError(
    `The market cannot open on ${date}, which is a weekend day or a holiday of its reference data. Name another day with --business-day.`,
  );
}

/** Rejects with ScheduleError or ReferenceDataError for a file that cannot be used. */
export async function createMarketServer(
  options: ServerOptions,
  market: RunningMarket & { readonly journal: OwnedJournal },
  {
    db,
    history,
    clock,
    audit,
    pastTime,
    onProgress,
  }: {
    readonly db: Db;
    readonly history: History;
    readonly clock: TrustedClock;
    readonly audit: AuditLog;
    /** The market's clock reads this time. */
    readonly pastTime: PastTime;
    /** Called with a progress line. */
    readonly onProgress: (line: string) => void;
  },
): Promise<CreatedServer> {
  const {
    gateway,
    view,
    previewMargin,
    presentMargins,
    compareReferenceData,
    previewErrorTrade,
    hasTimedOutOrders,
    firstUseOf,
    journal,
  } = market;
  const hours = await readSchedule(options.scheduleFile);
  const calendar = new ScheduleCalendar(hoursOf(view, hours), () => view.directory.holidays());
  const { sessions, signIns, passwords } = await openAuth({
    db,
    clock,
    inactivityMs: options.inactivityMs,
    dayEndsAt: () => dayEndsAt({ calendar, view }, clock.now()),
  });
  const { businessDay, referenceDataFile } = options;
  const ignored =
    referenceDataFile === null || view.directory.businessDay === ''
      ? null
      : await ignoredReferenceData(referenceDataFile, { ...options, view, compareReferenceData });
  const isNew = view.directory.businessDay === '';
  const simulated = await pastToSimulate({ db, options, isNew, hours, now: clock.now() });
  if (simulated !== null)
    pastTime.set(epochMs(Math.max(simulated.from, market.recovered.venue.lastAt)), String(simulated.seed));
  await openMarketOnce({ gateway, view, operatorId: operatingSystemUser() }, async () => {
    const file = await readMarketFile(referenceDataFile ?? demoMarketFile);
    requireBusinessDay(businessDay ?? file.anchorDate, file);
    if (referenceDataFile !== null) return { ...file, anchorDate: businessDay ?? file.anchorDate };
    return marketFileOn(file, {
      requestedDay: simulated?.present ?? (businessDay === null ? null : parseIsoDate(businessDay)),
      current: (holidays) => calendarOf(hours, holidays).businessDayAt(clock.now()),
      daysBefore: simulated?.days ?? 0,
    });
  });
  await ensureDemoUsers({ gateway, view, db, clock }, passwords);
  if (simulated !== null) {
    await market.simulatePast(() =>
      simulatePast({ gateway, view, calendar, time: pastTime }, simulated, {
        until: clock.now(),
        doneUntil: isNew ? 0 : market.recovered.venue.lastAt,
        onDay: (day, number, total) => {
          onProgress(`Simulating the demonstration's business day ${day} (${number} of ${total})…`);
          // The caller waits for it and the market is not in use yet, so it need not yield.
          void history.reach(view.lastSeq).catch(() => undefined);
        },
      }),
    );
    pastTime.end();
    await pastIsPlayed(db);
    // Otherwise the first page might show no earlier days. A slow or damaged history must not delay the market.
    await Promise.race([history.reach(view.lastSeq).catch(() => undefined), pause(longestHistoryMs)]);
  }
  const present = demoUsers.filter(({ userId }) => view.rights.of(userId) !== undefined);
  return {
    hasDemoUsers: present.length > 0,
    hasSimulatedPast: simulated !== null,
    listsDaily: await listsDaily(db),
    ignoredReferenceData: ignored,
    gateway,
    view,
    previewMargin,
    presentMargins,
    compareReferenceData,
    previewErrorTrade,
    hasTimedOutOrders,
    firstUseOf,
    db,
    clock,
    history,
    calendar,
    disconnectTimes: await DisconnectTimes.load(
      db,
      view.rights.all().map(({ userId }) => userId),
    ),
    sessions,
    signIns,
    audit,
    clientSettings: options.clientSettings,
    // The journal's epoch alone would repeat after a backup has been restored.
    epoch: `${journal.epoch}-${randomBytes(4).toString('hex')}`,
    demoLogins: options.demoLogins ? present.map((user) => ({ ...user, password: demoPassword })) : [],
    signInRejection: (email) => {
      const demo = present.some((user) => user.email === email.trim().toLowerCase());
      if (!demo || options.demoLogins) return null;
      return 'The demonstration users cannot sign in while the server listens to other machines. To let them, start it with --demo.';
    },
  };
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
function hoursOf(view: MarketView, others: Schedule): () => Schedule {
  let cached: { readonly hours: MarketHours; readonly schedule: Schedule } | null = null;
  return () => {
    const { hours } = view.directory;
    if (hours === null) return others;
    if (cached?.hours !== hours) cached = { hours, schedule: scheduleOf(hours) };
    return cached.schedule;
  };
}
