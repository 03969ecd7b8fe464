// The answers to accepted commands on orders.
import { type OrderState, otherSide, type Side } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { type Lots, lots } from '../kernel/units.ts';
import { hedgeFor, type OptionPricing } from '../pricing/option-pricing.ts';
import type { Order } from './order.ts';

export interface OrderAnswer {
  readonly kind: 'order';
  readonly activeOrderSeq: number;
  readonly state: OrderState;
  readonly remaining: Lots;
  readonly dealt: Lots;
  readonly ref: string;
  /** For an option or a delta whose price was computed. */
  readonly pricing?: OptionPricing;
  /** For a delta. */
  readonly hedge?: HedgeAnswer;
}

/** The hedge of a delta order if it deals completely at its own terms. In parts, it may differ by a lot (decision 32). */
interface HedgeAnswer {
  readonly contract: string;
  readonly side: Side;
  readonly lots: Lots;
}

/** The answer to a two-way quote, with the orders of both sides. */
export interface DoubleAnswer {
  readonly kind: 'double';
  readonly bid: OrderAnswer;
  readonly offer: OrderAnswer;
}

/** The orders affected by an action on all orders. */
export interface OrdersAnswer {
  readonly kind: 'orders';
  readonly orders: readonly number[];
}

/** `before`: the remaining quantity before the command. */
export function answerOf(order: Order, state: OrderState, before: Lots): OrderAnswer {
  return {
    kind: 'order',
    activeOrderSeq: order.activeOrderSeq,
    state,
    remaining: state === 'Killed' || state === 'Cancelled' ? lots(0) : order.remaining,
    dealt: lots(before - order.remaining),
    ref: order.owner.ref,
  };
}

/** Adds how the price of an option or a delta was computed, and the hedge of a delta. */
export function withPricing(
  { kind, option }: Contract,
  { side, lots: quantity, pricing }: Order,
  answer: OrderAnswer,
): OrderAnswer {
  if (option === null || pricing === null) return answer;
  if (kind === 'option') return { ...answer, pricing };
  const hedge = {
    contract: option.underlying.name,
    side: option.type === 'call' ? otherSide(side) : side,
    lots: hedgeFor(pricing, quantity),
  };
  return { ...answer, pricing, hedge };
}
