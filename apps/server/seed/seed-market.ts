// Seeds a new data folder with the demonstration users. Each step first checks whether
// it is done, so that the next start completes a killed start.
import { randomUUID } from 'node:crypto';
import {
  type DemoUser,
  demoLayout,
  demoPassword,
  demoPreferences,
  demoUsers,
  ensureDemoRights,
  ensureRights,
  flagsOf,
  type MarketAccess,
} from '@openpit/market';
import {
  createLayout,
  createPreference,
  createUser,
  type Db,
  findPreference,
  findUser,
  listLayouts,
} from '@openpit/storage';
import type { Passwords } from '../auth/passwords.ts';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import { operatingSystemUser } from '../operating-system-user.ts';

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
  if ((await listLayouts(db, userId)).length === 0)
    await createLayout(db, { id: randomUUID(), userId, json: JSON.stringify(layout), createdAt: now });
}
