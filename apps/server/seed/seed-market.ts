// Seeds a new data folder: opens the market with its reference data and creates the demonstration users. Each step first checks whether
// it is done, so that the next start completes one that was killed.
import { randomUUID } from 'node:crypto';
import {
  createLayout,
  createPreference,
  createUser,
  findPreference,
  findUser,
  listLayouts,
} from '@openpit/storage';
import {
  type Actor,
  businessDaysBefore,
  type Command,
  type Day,
  type Holidays,
  isoDate,
  lots,
  parseIsoDate,
  rejectionSentence,
} from '@openpit/venue';
import { newPreferenceDocument, type PermissionFlag, permissionFlags } from '@openpit/wire';
import type { Passwords } from '../auth/passwords.ts';
import type { MarketServer } from '../market-server.ts';
import { operatingSystemUser } from '../operating-system-user.ts';
import { withDailyContracts } from './daily-contracts.ts';
import { demoLayout } from './demo-layout.ts';
import { demoListing, holidaysOf } from './demo-listing.ts';
import {
  type DemoUser,
  demoMaxOrderQuantity,
  demoPassword,
  demoUsers,
  simulatedFlags,
  simulatedUsers,
} from './demo-users.ts';
import type { MarketFile } from './reference-data-file.ts';

type Server = Pick<MarketServer, 'floor' | 'view' | 'db' | 'clock'>;
type Trading = Pick<MarketServer, 'floor' | 'view'>;

/** Opens the market if the journal is empty. */
export async function openMarketOnce(server: Trading, file: () => Promise<MarketFile>): Promise<void> {
  if (server.view.directory.businessDay !== '') return;
  const { anchorDate, referenceData } = await file();
  await submit(server, { kind: 'openMarket', businessDay: anchorDate, referenceData });
}

/** The demonstration's file for the wanted business day, or for the `current` one by the calendar. */
export function marketFileOn(
  { anchorDate, referenceData }: MarketFile,
  {
    wanted,
    current,
    daysBefore = 0,
  }: {
    readonly wanted: Day | null;
    readonly current: (holidays: Holidays) => Day;
    /** By how many business days the market opens before it. */
    readonly daysBefore?: number;
  },
): MarketFile {
  const holidays = holidaysOf(referenceData);
  const present = wanted ?? current(holidays);
  const opening = businessDaysBefore(present, daysBefore, holidays);
  const listed = demoListing(referenceData, opening);
  const anchor = parseIsoDate(anchorDate) ?? opening;
  return {
    anchorDate: isoDate(opening),
    referenceData:
      daysBefore === 0 ? listed : withDailyContracts(listed, { anchor, opening, present, holidays }),
  };
}

let demoHash: Promise<string> | null = null;

/** The hash of the demonstration's password, which is public: its users share it, so that a start need not wait for one each. */
export function demoPasswordHash(passwords: Pick<Passwords, 'hash'>): Promise<string> {
  demoHash ??= passwords.hash(demoPassword);
  return demoHash;
}

/** Creates the demonstration users and simulated participants that are missing, in a market that has their dealers. */
export async function ensureDemoUsers(server: Server, passwords: Passwords): Promise<void> {
  await ensureDemoRights(server);
  const present = demoUsers.filter(({ userId }) => server.view.rights.of(userId) !== undefined);
  await Promise.all(present.map((user) => ensureLogin(server, user, passwords)));
}

/** The rights of the demonstration's users and simulated participants in the market, where they are missing. */
export async function ensureDemoRights(server: Trading): Promise<void> {
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

const flagsOf = ({ hasAllPermissions }: DemoUser): readonly PermissionFlag[] =>
  hasAllPermissions ? permissionFlags : [];

/** Creates what is missing of a user: rights, login, preferences, layout. */
export async function ensureUser(
  server: Server,
  user: DemoUser,
  passwords: Pick<Passwords, 'hash'>,
): Promise<void> {
  await ensureRights(server, user, flagsOf(user));
  await ensureLogin(server, user, passwords);
}

async function ensureRights(
  server: Trading,
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

async function ensureLogin(
  server: Server,
  user: DemoUser,
  passwords: Pick<Passwords, 'hash'>,
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
    await createPreference(db, { id: randomUUID(), userId, json: demoPreferences(), updatedAt: now });
  if ((await listLayouts(db, userId)).length === 0)
    await createLayout(db, { id: randomUUID(), userId, json: JSON.stringify(demoLayout), createdAt: now });
}

function demoPreferences(): string {
  const { flags: _flags, profile, defaults } = newPreferenceDocument();
  const usable = { ...defaults, maxOrderQuantity: demoMaxOrderQuantity, defaultOrderQuantity: 10 };
  return JSON.stringify({ profile, defaults: usable });
}

async function submit(
  { floor }: Trading,
  command: Command,
  by: Actor = { kind: 'operator', operatorId: operatingSystemUser() },
): Promise<void> {
  const { verdict } = await floor.submit({ by, requestId: null, command });
  if (verdict.kind === 'rejected')
    throw new Error(`The market rejected ${command.kind}: ${rejectionSentence(verdict.rejection)}`);
}
