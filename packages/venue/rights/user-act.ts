import type { MarketAct } from '../reference/market.ts';
import type { UserRights } from './user-rights.ts';

/** The act of a command that a registered user has sent. */
export interface UserAct<State, Event> extends MarketAct<State, Event> {
  readonly rights: UserRights;
}
