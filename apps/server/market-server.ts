// What the server's parts have at hand: the floor, what screens may see, who is signed in, the database. Put together in
// main.ts; HTTP and hubs take what they need from here.
import type { MarketView } from '@openpit/projections';
import type { Db } from '@openpit/storage';
import type { Clock, Floor } from '@openpit/venue';
import type { ClientSettings } from '@openpit/wire';
import type { Accounts } from './auth/accounts.ts';
import type { History } from './history/history.ts';
import type { ScheduleCalendar } from './schedule/schedule-calendar.ts';

export interface MarketServer {
  readonly floor: Floor;
  readonly view: MarketView;
  readonly accounts: Accounts;
  readonly history: History;
  readonly db: Db;
  readonly clock: Clock;
  /** When the steps of the schedule fall due; null for a market that keeps none. */
  readonly calendar: ScheduleCalendar | null;
  readonly clientSettings: ClientSettings;
  /** Changes with each start of the server; nothing that a client kept from before may be used under another. */
  readonly epoch: string;
  /** Whether this user's sign-in is rejected, with the reason. */
  readonly signInRejection: (email: string) => string | null;
}
