// What the MTM procedure remembers of a business day (market.md, MTM): what books showed when trading ended, the valuations of
// the day, and the operator's corrections and approval. The next day begins without any of it.
import type { EpochMs, Price } from '../kernel/units.ts';
import type { LimitLock } from '../limits/limits.ts';
import type { OrdersState } from '../orders/orders.ts';
import type { DayMark } from '../prices/prices-module.ts';
import type { MarketAct } from '../reference/market.ts';
import type { MtmEvent } from './mtm-events.ts';

/** Best bid and offer at the closing moment, of the orders that had rested long enough; null where there was none. */
export interface Closing {
  /** The closing moment, drawn from the last minutes of trading. */
  readonly at: EpochMs;
  readonly bid: Price | null;
  readonly offer: Price | null;
  /** The limit at which the book was locked when trading ended. */
  readonly lock: LimitLock | null;
}

/** By the contract's index, of the futures whose trading has ended today. */
export type Closings = Map<number, Closing>;

export type FutureMark = Pick<DayMark, 'mtm' | 'method'>;

/** By the future's index. */
export type FutureMarks = ReadonlyMap<number, FutureMark>;

export interface MtmDay {
  readonly closings: Closings;
  /** The number of the day's latest valuation; 0 before the first. */
  run: number;
  /** The marks of the latest valuation, if trading had ended in all futures before it; these can be approved. */
  final: FutureMarks | null;
  /** The operator's prices, by the future's index. */
  readonly corrections: Map<number, Price>;
  /** The marks with which the day ends, whatever happens after their approval. */
  approved: FutureMarks | null;
}

type Saved<Value> = readonly (readonly [number, Value])[];
export interface SavedMtmDay {
  readonly closings: Saved<Closing>;
  readonly run: number;
  readonly final: Saved<FutureMark> | null;
  readonly corrections: Saved<Price>;
  readonly approved: Saved<FutureMark> | null;
}

export interface MtmState extends OrdersState {
  readonly mtm: MtmDay;
}

export type MtmAct = MarketAct<MtmState, MtmEvent>;

export const emptyMtmDay = (): MtmDay => ({
  closings: new Map(),
  run: 0,
  final: null,
  corrections: new Map(),
  approved: null,
});

export const saveMtmDay = ({ closings, run, final, corrections, approved }: MtmDay): SavedMtmDay => ({
  closings: [...closings],
  run,
  final: final === null ? null : [...final],
  corrections: [...corrections],
  approved: approved === null ? null : [...approved],
});

export const loadMtmDay = ({ closings, run, final, corrections, approved }: SavedMtmDay): MtmDay => ({
  closings: new Map(closings),
  run,
  final: final === null ? null : new Map(final),
  corrections: new Map(corrections),
  approved: approved === null ? null : new Map(approved),
});

/** Trading goes on: what the operator has corrected and approved was not the end of the day. */
export function withdrawMarks(day: MtmDay): void {
  day.final = null;
  day.corrections.clear();
  day.approved = null;
}

/** A business day begins. */
export function clearMtmDay(day: MtmDay): void {
  day.closings.clear();
  day.run = 0;
  withdrawMarks(day);
}
