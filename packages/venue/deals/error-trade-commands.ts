// What surveillance does with a deal that was a mistake (domain §3.4): the operator's commands, each with its reason.
import type { Cents } from '../kernel/units.ts';

export interface CancelDeal {
  readonly kind: 'cancelDeal';
  readonly matchSeq: number;
  readonly reason: string;
}
export interface RepriceDeal {
  readonly kind: 'repriceDeal';
  readonly matchSeq: number;
  readonly price: Cents;
  readonly reason: string;
}
export type ErrorTradeCommand = CancelDeal | RepriceDeal;
