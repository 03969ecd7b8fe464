// What the handlers of the exchange day work with.
import type { AnnouncementMade } from '../announcements/announcements-module.ts';
import type { DealEvent } from '../deals/deal-events.ts';
import type { ContractsListed } from '../listing/list-addition.ts';
import type { OrderEvent } from '../orders/order-events.ts';
import type { OrdersState } from '../orders/orders.ts';
import type { PositionChanged } from '../positions/position.ts';
import type { MarketAct } from '../reference/market.ts';
import type { Closings } from './closings.ts';
import type { ExchangeDayEvent } from './exchange-day-events.ts';

export interface ExchangeDayState extends OrdersState {
  readonly closings: Closings;
}

export type ExchangeDayAct = MarketAct<
  ExchangeDayState,
  ExchangeDayEvent | OrderEvent | DealEvent | PositionChanged | AnnouncementMade | ContractsListed
>;
