// The context that the handlers of the exchange day receive.
import type { AnnouncementMade } from '../announcements/announcements-module.ts';
import type { DealEvent } from '../deals/deal-events.ts';
import type { ContractsListed } from '../listing/list-addition.ts';
import type { MtmState } from '../mtm/mtm-state.ts';
import type { OrderEvent } from '../orders/order-events.ts';
import type { PositionChanged } from '../positions/position.ts';
import type { MarketContext } from '../reference/market.ts';
import type { ExchangeDayEvent } from './exchange-day-events.ts';

export type ExchangeDayContext = MarketContext<
  MtmState,
  ExchangeDayEvent | OrderEvent | DealEvent | PositionChanged | AnnouncementMade | ContractsListed
>;
