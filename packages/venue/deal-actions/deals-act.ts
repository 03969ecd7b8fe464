// What the handlers of deals work with.
import type { AnnouncementMade } from '../announcements/announcements-module.ts';
import type { DealEvent } from '../deals/deal-events.ts';
import type { DealsState } from '../deals/deal-ledger.ts';
import type { PositionChanged } from '../positions/position.ts';
import type { MarketAct } from '../reference/market.ts';
import type { UserAct } from '../rights/user-act.ts';

type DealActionsEvent = DealEvent | PositionChanged | AnnouncementMade;

/** What an operator's command has as well as a user's. */
export type DealsAct = MarketAct<DealsState, DealActionsEvent>;
export type OwnDealsAct = UserAct<DealsState, DealActionsEvent>;
