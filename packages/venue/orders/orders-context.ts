// The context that the handlers of orders receive.
import type { AnnouncementMade } from '../announcements/announcements-module.ts';
import type { DealMade } from '../deals/deal-events.ts';
import type { PositionChanged } from '../positions/position.ts';
import type { MarketContext } from '../reference/market.ts';
import type { UserContext } from '../rights/user-rights.ts';
import type { OrderEvent } from './order-events.ts';
import type { OrdersState } from './orders.ts';

/** Orders also emit the events of what they cause. */
export type OrdersEvent = OrderEvent | DealMade | PositionChanged | AnnouncementMade;

export type OrdersContext = MarketContext<OrdersState, OrdersEvent>;
export type UserOrdersContext = UserContext<OrdersState, OrdersEvent>;
