// What HTTP, hub, schedule and operator share: the market, sessions, history, the audit log and the database.
import type { MarketAccess } from '@openpit/market';
import type { Db } from '@openpit/storage';
import type { ClientSettings } from '@openpit/wire';
import type { AuditLog } from './audit/audit-log.ts';
import type { Sessions } from './auth/sessions.ts';
import type { SignIn } from './auth/sign-in.ts';
import type { TrustedClock } from './clock/trusted-clock.ts';
import type { History } from './history/history.ts';
import type { MarketQueries } from './running-market.ts';
import type { DisconnectTimes } from './schedule/order-guards.ts';

export interface DemoLogin {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly about: string;
  readonly password: string;
}

export interface MarketServer extends MarketAccess, MarketQueries {
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
