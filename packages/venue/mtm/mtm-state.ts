// The state of the MTM procedure within a business day (market/money.md, MTM): the books at the end of trading, the day's valuations,
// and the operator's corrections and approval. It is cleared for the next day.
import type { VolatilityCurve } from '../contracts/volatility-curve.ts';
import type { EpochMs, Price } from '../kernel/units.ts';
import type { LimitLock } from '../limits/limits.ts';
import type { OrdersState } from '../orders/orders.ts';
import type { DayMark } from '../prices/prices-module.ts';
import type { MarketContext } from '../reference/market.ts';
import type { DealtVolatility } from './move-curves.ts';
import type { MtmEvent, ValuedAccount } from './mtm-events.ts';

/** Best bid and offer at the closing moment, among orders that had rested long enough; null if there was none. */
export interface Closing {
  /** The closing moment, drawn from the last minutes of trading; never before the book opened. */
  readonly at: EpochMs;
  readonly bid: Price | null;
  readonly offer: Price | null;
  /** The limit where the book was locked when trading ended. */
  readonly lock: LimitLock | null;
}

/** The closings of the futures whose trading has ended today, by the contract's index. */
type Closings = Map<number, Closing>;

export type FutureMark = Pick<DayMark, 'mtm' | 'method' | 'deals'>;

/** By the future's index. */
type FutureMarks = ReadonlyMap<number, FutureMark>;

interface MtmDay {
  readonly closings: Closings;
  /** When the books of futures opened today, at the start or the resumption of trading, by the contract's index. */
  readonly openings: Map<number, EpochMs>;
  /** The number of the day's latest valuation; 0 before the first. */
  run: number;
  /** The marks of the latest valuation, if trading had ended in all futures before it; these can be approved. */
  final: FutureMarks | null;
  /** The operator's prices, by the future's index. */
  readonly corrections: Map<number, Price>;
  /** The marks for the end of the day, whatever happens after their approval. */
  approved: FutureMarks | null;
  /** While the day ends: the marks that are being computed. */
  valuing: Valuing | null;
}

type Saved<Value> = readonly (readonly [number, Value])[];
interface SavedMtmDay {
  readonly closings: Saved<Closing>;
  readonly openings: Saved<EpochMs>;
  readonly run: number;
  readonly final: Saved<FutureMark> | null;
  readonly corrections: Saved<Price>;
  readonly approved: Saved<FutureMark> | null;
  readonly valuing: Valuing | null;
}

export interface MtmState extends OrdersState {
  readonly mtm: MtmDay;
}

/**
 * A valuation in progress, as plain data: it takes effect only when it is complete. Objects are by the contract's index.
 */
export interface Valuing {
  readonly futures: Record<number, FutureMark>;
  /** In each series of options, by its number. */
  readonly dealt: Record<number, DealtVolatility>;
  /** The curves that the day's deals have moved, by the number of their series. */
  readonly moved: Record<number, VolatilityCurve>;
  readonly marks: Record<number, ContractMark>;
}
/** A contract's MTM before its limits for the next day are known. */
export type ContractMark = Omit<DayMark, 'contract' | 'limits'>;

/** A deal that the end of an option would book for an account. */
interface EndedOption {
  /** The option, which is closed, or its future, which is dealt at the strike. */
  readonly contract: string;
  /** Positive if bought, negative if sold. */
  readonly lots: number;
  readonly price: Price;
}

export interface ValuationRun extends Valuing {
  /** The positions left after today's expiring options, by principal. */
  readonly ends: Record<string, EndedOption[]>;
  readonly accounts: ValuedAccount[];
  /** The accounts to value, by code. */
  principals: readonly string[];
  isPublished: boolean;
}

/** The result of a command that values the market. */
export const valuationRun = { kind: 'valuation' } as const;

export const newValuing = (): Valuing => ({ futures: {}, dealt: {}, moved: {}, marks: {} });
export const newValuationRun = (): ValuationRun => ({
  ...newValuing(),
  ends: {},
  accounts: [],
  principals: [],
  isPublished: false,
});

export type MtmContext = MarketContext<MtmState, MtmEvent>;

export const emptyMtmDay = (): MtmDay => ({
  closings: new Map(),
  openings: new Map(),
  run: 0,
  final: null,
  corrections: new Map(),
  approved: null,
  valuing: null,
});

const copyOf = ({ futures, dealt, moved, marks }: Valuing): Valuing => ({
  futures: { ...futures },
  dealt: Object.fromEntries(Object.entries(dealt).map(([index, sum]) => [index, { ...sum }])),
  moved: { ...moved },
  marks: { ...marks },
});

export const saveMtmDay = ({
  valuing,
  closings,
  openings,
  run,
  final,
  corrections,
  approved,
}: MtmDay): SavedMtmDay => ({
  closings: [...closings],
  openings: [...openings],
  run,
  final: final === null ? null : [...final],
  corrections: [...corrections],
  approved: approved === null ? null : [...approved],
  valuing: valuing === null ? null : copyOf(valuing),
});

export const loadMtmDay = ({
  valuing,
  closings,
  openings,
  run,
  final,
  corrections,
  approved,
}: SavedMtmDay): MtmDay => ({
  closings: new Map(closings),
  openings: new Map(openings),
  run,
  final: final === null ? null : new Map(final),
  corrections: new Map(corrections),
  approved: approved === null ? null : new Map(approved),
  valuing: valuing === null ? null : copyOf(valuing),
});

/** Trading continues in a future, so the latest valuation is not final, and its approval is void. */
export function withdrawApproval(day: MtmDay): void {
  day.final = null;
  day.approved = null;
}

/** A business day begins. */
export function clearMtmDay(day: MtmDay): void {
  day.closings.clear();
  day.openings.clear();
  day.run = 0;
  day.corrections.clear();
  day.valuing = null;
  withdrawApproval(day);
}
