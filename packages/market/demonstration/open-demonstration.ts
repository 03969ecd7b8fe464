// Opens a market with its reference data, and grants the demonstration users their rights. Each step first checks whether it is
// already done, so that the next start completes an interrupted one.
import type { MarketView } from '@openpit/projections';
import {
  type Actor,
  businessDaysBefore,
  type Clock,
  type Command,
  type Day,
  epochMs,
  type Holidays,
  isoDate,
  lots,
  type OrderGateway,
  parseIsoDate,
  rejectionSentence,
} from '@openpit/venue';
import { type PermissionFlag, permissionFlags } from '@openpit/wire';
import { type MarketFile, parseMarketFile } from '../reference/reference-data-file.ts';
import { parseSchedule } from '../schedule/schedule.ts';
import { ScheduleCalendar } from '../schedule/schedule-calendar.ts';
import { withDailyContracts } from './daily-contracts.ts';
import { demoListing, holidaysOf } from './demo-listing.ts';
import {
  type DemoUser,
  demoMaxOrderQuantity,
  demoUsers,
  simulatedFlags,
  simulatedUsers,
} from './demo-users.ts';
import { MemoryMarket, type MemoryMarketParts } from './memory-market.ts';
import { newPast, type PastPlan, PastTime } from './simulate-past.ts';

/** The texts of the files. */
export interface DemonstrationFiles {
  readonly referenceData: string;
  readonly schedule: string;
}

interface OpenedDemonstration {
  readonly market: MemoryMarket;
  readonly calendar: ScheduleCalendar;
  readonly time: PastTime;
  readonly plan: PastPlan;
}

export interface OpenedMarket {
  readonly gateway: OrderGateway;
  readonly view: MarketView;
  /** The actor that opens the market, for its journal. */
  readonly operatorId: string;
}

/** Opens the market if the journal is empty. */
export async function openMarketOnce(server: OpenedMarket, file: () => Promise<MarketFile>): Promise<void> {
  if (server.view.directory.businessDay !== '') return;
  const { anchorDate, referenceData } = await file();
  await submit(server, { kind: 'openMarket', businessDay: anchorDate, referenceData });
}

/** The demonstration's file for the given business day, or for the calendar's `current` day. */
export function marketFileOn(
  { anchorDate, referenceData }: MarketFile,
  {
    requestedDay,
    current,
    daysBefore = 0,
  }: {
    readonly requestedDay: Day | null;
    readonly current: (holidays: Holidays) => Day;
    /** How many business days before that day the market opens. */
    readonly daysBefore?: number;
  },
): MarketFile {
  const holidays = holidaysOf(referenceData);
  const present = requestedDay ?? current(holidays);
  const opening = businessDaysBefore(present, daysBefore, holidays);
  const listed = demoListing(referenceData, opening);
  const anchor = parseIsoDate(anchorDate) ?? opening;
  return {
    anchorDate: isoDate(opening),
    referenceData:
      daysBefore === 0 ? listed : withDailyContracts(listed, { anchor, opening, present, holidays }),
  };
}

/** The demonstration's market of a first start at `now`, before its past is simulated. Throws for files that cannot be used. */
export async function openDemonstration(
  { referenceData, schedule }: DemonstrationFiles,
  {
    now,
    seed,
    days,
    businessDay = null,
    clock,
    drawSecretSeed,
    onChanges,
  }: {
    readonly now: number;
    readonly seed: number;
    /** The number of business days that are simulated completely; five by default. */
    readonly days?: number;
    /** The current business day; null for the calendar's business day. */
    readonly businessDay?: string | null;
    readonly clock: Clock;
    readonly drawSecretSeed: () => number;
    readonly onChanges?: MemoryMarketParts['onChanges'];
  },
): Promise<OpenedDemonstration> {
  const file = parseMarketFile(referenceData, 'demo-market.json');
  const hours = parseSchedule(schedule, 'schedule-demo.json');
  const holidays = holidaysOf(file.referenceData);
  const calendar = new ScheduleCalendar(
    () => hours,
    () => holidays,
  );
  const requestedDay = businessDay === null ? null : parseIsoDate(businessDay);
  const plan = newPast(calendar, holidays, {
    now,
    seed,
    requestedDay,
    ...(days !== undefined && { days }),
  });
  if (plan === null) throw new Error('A schedule without ends of days has no past.');
  const time = new PastTime(clock, drawSecretSeed);
  const { drawSeed } = time;
  const market = new MemoryMarket({ clock: time.clock, drawSeed, ...(onChanges && { onChanges }) });
  time.set(epochMs(plan.from), String(seed));
  const opened = { gateway: market, view: market.view, operatorId: 'demonstration' };
  await openMarketOnce(opened, async () =>
    marketFileOn(file, {
      requestedDay: plan.present,
      current: () => calendar.businessDayAt(now),
      daysBefore: plan.days,
    }),
  );
  await ensureDemoRights(opened);
  return { market, calendar, time, plan };
}

/** Grants demonstration users and simulated participants any missing rights. */
export async function ensureDemoRights(server: OpenedMarket): Promise<void> {
  // A dealer of another market may have the same codes. Its name differs, and a public password must not sign it in.
  const present = demoUsers.filter(
    ({ member, dealer, displayName }) => server.view.directory.dealer(member, dealer)?.name === displayName,
  );
  // Together, so that they share the appends to the journal.
  await Promise.all([
    ...present.map((user) => ensureRights(server, user, flagsOf(user))),
    ...Object.values(simulatedUsers).map((user) => ensureRights(server, user, simulatedFlags)),
  ]);
}

export const flagsOf = ({ hasAllPermissions }: DemoUser): readonly PermissionFlag[] =>
  hasAllPermissions ? permissionFlags : [];

export async function ensureRights(
  server: OpenedMarket,
  user: Pick<DemoUser, 'userId' | 'member' | 'dealer'>,
  flags: readonly PermissionFlag[],
): Promise<void> {
  const { userId, member, dealer } = user;
  // Another market's reference data does not have the dealers of the demonstration.
  if (server.view.directory.dealer(member, dealer) === undefined) return;
  if (server.view.rights.of(userId) !== undefined) return;
  await submit(server, { kind: 'registerUser', userId, member, dealer });
  if (flags.length > 0) await submit(server, { kind: 'grantPermissions', userId, flags });
  const by = { kind: 'user', userId } as const;
  await submit(server, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(demoMaxOrderQuantity) }, by);
}

async function submit(
  { gateway, operatorId }: OpenedMarket,
  command: Command,
  by: Actor = { kind: 'operator', operatorId },
): Promise<void> {
  const { verdict } = await gateway.submit({ by, requestId: null, command });
  if (verdict.kind === 'rejected')
    throw new Error(`The market rejected ${command.kind}: ${rejectionSentence(verdict.rejection)}`);
}
