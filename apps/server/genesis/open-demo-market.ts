// Makes a new data folder a market: opens it with the reference data and makes the demonstration users. Every step asks
// first whether it is done, so that a start that was killed halfway is simply finished by the next.
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
  type Command,
  type Day,
  type Holidays,
  isoDate,
  lots,
  rejectionSentence,
} from '@openpit/venue';
import { newPreferenceDocument, permissionFlags } from '@openpit/wire';
import type { Passwords } from '../auth/passwords.ts';
import type { MarketServer } from '../market-server.ts';
import { boardOfDay, holidaysOf } from './board-of-day.ts';
import { dealerDesk } from './dealer-desk.ts';
import {
  type DemoUser,
  demoMaxOrderQuantity,
  demoPassword,
  demoUsers,
  simulatedFlags,
  simulatedUsers,
} from './demo-users.ts';
import type { MarketFile } from './reference-data-file.ts';

type Server = Pick<MarketServer, 'floor' | 'projections' | 'db' | 'clock'>;

/** Opens the market when the journal is empty, with the file as it is for its own day. */
export async function openMarketOnce(server: Server, file: () => Promise<MarketFile>): Promise<void> {
  if (server.projections.directory.businessDay !== '') return;
  const { anchorDate, referenceData } = await file();
  await submit(server, { kind: 'openMarket', businessDay: anchorDate, referenceData });
}

/** The demonstration's file for the business day that `runs` when nothing else is said: the one that a visitor finds on his calendar. */
export function fileOfDay(
  { referenceData }: MarketFile,
  { wanted, runs }: { readonly wanted: Day | null; readonly runs: (holidays: Holidays) => Day },
): MarketFile {
  const businessDay = wanted ?? runs(holidaysOf(referenceData));
  return { anchorDate: isoDate(businessDay), referenceData: boardOfDay(referenceData, businessDay) };
}

/** Makes what is missing of the demonstration users and simulated participants. */
export async function ensureDemoUsers(server: Server, passwords: Passwords): Promise<void> {
  for (const user of demoUsers) await ensureUser(server, user, passwords);
  for (const user of Object.values(simulatedUsers)) await ensureRights(server, user, simulatedFlags);
}

/** Makes what is missing of a user: rights, login, preferences, layout. */
export async function ensureUser(
  server: Server,
  user: DemoUser,
  passwords: Pick<Passwords, 'hash'>,
): Promise<void> {
  await ensureRights(server, user, user.permitted ? permissionFlags : []);
  await ensureLogin(server, user, passwords);
}

async function ensureRights(
  server: Server,
  user: Pick<DemoUser, 'userId' | 'member' | 'dealer'>,
  flags: readonly string[],
): Promise<void> {
  const { userId, member, dealer } = user;
  // The demonstration users belong to the demonstration market; another market's reference data does not know them.
  if (server.projections.directory.dealer(member, dealer) === undefined) return;
  if (server.projections.rights.of(userId) !== undefined) return;
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
  if (server.projections.rights.of(userId) === undefined) return;
  if ((await findUser(db, userId)) === undefined)
    await createUser(db, {
      userId,
      email,
      displayName,
      passwordHash: await passwords.hash(demoPassword),
      createdAt: now,
    });
  if ((await findPreference(db, userId)) === undefined)
    await createPreference(db, { id: randomUUID(), userId, json: preferencesOf(user), updatedAt: now });
  if ((await listLayouts(db, userId)).length === 0)
    await createLayout(db, { id: randomUUID(), userId, json: JSON.stringify(dealerDesk), createdAt: now });
}

function preferencesOf({ dealer }: DemoUser): string {
  const { flags: _flags, profile, defaults } = newPreferenceDocument();
  const usable = { ...defaults, maxOrderQuantity: demoMaxOrderQuantity, defaultOrderQuantity: 10 };
  return JSON.stringify({ profile: { ...profile, dealer }, defaults: usable });
}

async function submit({ floor }: Server, command: Command, by: Actor = { kind: 'operator' }): Promise<void> {
  const { verdict } = await floor.submit({ by, requestId: null, command });
  if (verdict.kind === 'rejected')
    throw new Error(`The market rejected ${command.kind}: ${rejectionSentence(verdict.rejection)}`);
}
