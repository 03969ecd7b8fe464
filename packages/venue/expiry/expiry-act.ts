// The act that the handlers of expiry receive.
import type { AnnouncementMade } from '../announcements/announcements-module.ts';
import type { DealEvent } from '../deals/deal-events.ts';
import type { DealsState } from '../deals/deal-ledger.ts';
import type { PositionChanged } from '../positions/position.ts';
import type { MarketAct } from '../reference/market.ts';
import type { UserAct } from '../rights/user-rights.ts';
import type { ExpiryEvent } from './expiry-events.ts';

export type ExpiryState = DealsState;

type Events = ExpiryEvent | DealEvent | PositionChanged | AnnouncementMade;

export type ExpiryAct = MarketAct<ExpiryState, Events>;
export type OwnExpiryAct = UserAct<ExpiryState, Events>;
