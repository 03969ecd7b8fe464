// The context that the handlers of deals receive.
import type { AnnouncementMade } from '../announcements/announcements-module.ts';
import type { DealEvent } from '../deals/deal-events.ts';
import type { DealsState } from '../deals/deal-ledger.ts';
import type { PositionChanged } from '../positions/position.ts';
import type { MarketContext } from '../reference/market.ts';
import type { UserContext } from '../rights/user-rights.ts';

type DealActionsEvent = DealEvent | PositionChanged | AnnouncementMade;

/** The part that commands of operators and users share. */
export type DealsContext = MarketContext<DealsState, DealActionsEvent>;
export type UserDealsContext = UserContext<DealsState, DealActionsEvent>;
