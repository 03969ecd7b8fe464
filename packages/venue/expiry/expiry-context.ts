// The context that the handlers of expiry receive.
import type { AnnouncementMade } from '../announcements/announcements-module.ts';
import type { DealEvent } from '../deals/deal-events.ts';
import type { DealsState } from '../deals/deal-ledger.ts';
import type { PositionChanged } from '../positions/position.ts';
import type { MarketContext } from '../reference/market.ts';
import type { UserContext } from '../rights/user-rights.ts';
import type { ExpiryEvent } from './expiry-events.ts';

export type ExpiryState = DealsState;

type Events = ExpiryEvent | DealEvent | PositionChanged | AnnouncementMade;

export type ExpiryContext = MarketContext<ExpiryState, Events>;
export type UserExpiryContext = UserContext<ExpiryState, Events>;
