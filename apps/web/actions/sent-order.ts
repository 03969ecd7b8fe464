// An order as the market answered a command of its dealer.
import type { OrderReply } from '@openpit/wire';

export type SentOrder = Pick<OrderReply, 'activeOrderSeq' | 'state' | 'remaining' | 'dealt' | 'averagePrice'>;
