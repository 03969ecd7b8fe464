// The act that the handlers of orders receive.
import type { AnnouncementMade } from '../announcements/announcements-module.ts';
import type { DealMade } from '../deals/deal-events.ts';
import type { PositionChanged } from '../positions/position.ts';
import type { MarketAct } from '../reference/market.ts';
import type { UserAct } from '../rights/user-rights.ts';
import type { OrderEvent } from './order-events.ts';
import type { OrdersState } from './orders.ts';

/** Orders also emit the events of their consequences. */
export type OrdersEvent = OrderEvent | DealMade | PositionChanged | AnnouncementMade;

export type OrdersAct = MarketAct<OrdersState, OrdersEvent>;
export type OwnOrdersAct = UserAct<OrdersState, OrdersEvent>;
