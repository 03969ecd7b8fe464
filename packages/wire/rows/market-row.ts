// A contract's row on the market panels (PANEL-1 to 5, MODEL-3), keyed by `contract`. Prices are rand per
// ton, quantities lots, times epoch milliseconds; null if the market has no value yet.
import * as z from 'zod/mini';
import { type ContractType, contractTypes } from '../enumerations.ts';

const contractType: z.ZodMiniType<ContractType> = z.literal([1, 2, 3, 4, 5]);
export const contractDisplay = z.object({
  flag: z.enum(['F', 'C', 'P']),
  strike: z.number(),
  CONTRACT_TYPE: contractType,
});
type ContractDisplay = Readonly<z.infer<typeof contractDisplay>>;

export interface MarketRow {
  /** The key: the display name, `DEC26 WMAZ`. */
  readonly contract: string;
  /** The contract's permanent number, used in requests for depth. */
  readonly displaySeq: number;
  readonly instrument: string;
  readonly contractDisplay: ContractDisplay;
  /** Month and year code, `DEC26`. */
  readonly contractDate: string;
  /** The exchange's own code, `FZQ23 WMAZ`. */
  readonly systemCode: string;
  /** Increases with every change of the row; clients ignore older versions. */
  readonly version: number;
  readonly buyer: string | null;
  readonly bidQty: number;
  readonly bid: number | null;
  readonly offer: number | null;
  readonly offerQty: number;
  readonly seller: string | null;
  readonly last: number | null;
  readonly lastQty: number;
  /** Last minus the previous MTM. */
  readonly change: number | null;
  readonly high: number | null;
  readonly low: number | null;
  /** First deal of the day, not the previous close. */
  readonly open: number | null;
  readonly volume: number;
  readonly deals: number;
  readonly openInterest: number;
  /** The previous official MTM. */
  readonly mtm: number | null;
  readonly vwap: number | null;
  readonly limitLow: number | null;
  readonly limitHigh: number | null;
  /** Time of the last deal. */
  readonly time: number | null;
  /**
   * While orders wait for the call auction: the price at which the contract would open now, null if nothing
   * would deal. Conflated, at most four times per second.
   */
  readonly indicative?: number | null;
  /** Lots that would deal at that price. */
  readonly indicativeQty?: number;
  /**
   * The last notice day of a future that no longer trades and is only delivered; omitted while it trades. Such a contract
   * accepts no orders.
   */
  readonly noticeUntil?: string;

  // Options (type 2) and deltas (type 5). The bid, offer, last and MTM of an option are premiums; for a
  // delta they are volatilities.
  /** The future, `DEC26 WMAZ`. */
  readonly underlying?: string;
  readonly optionExpiry?: string;
  /** Calendar days including today; 0 after expiry. */
  readonly daysToExpiry?: number;
  /**
   * The future's last price, otherwise the middle of bid and offer, otherwise its MTM. The volatilities and premiums below use
   * it.
   */
  readonly reference?: number;
  /** Percent per year, two decimals; null if there is no bid, or if no volatility implies it. */
  readonly bidVol?: number | null;
  readonly offerVol?: number | null;
  readonly mtmVol?: number;
  /** For a delta: the premium of the best volatility at the reference. */
  readonly bidPremium?: number | null;
  readonly offerPremium?: number | null;
  /** Change of the premium with the future at the MTM volatility, −1 to 1, four decimals: the hedge ratio. */
  readonly delta?: number;

  // Splits (type 4) and spreads (type 3), whose prices are differences. A buyer buys the far month, or the
  // instrument that is named first.
  /** The earlier month of a split; the instrument of a spread that is named first. */
  readonly near?: string;
  readonly far?: string;
  /** Lots of each leg in one lot of the pair. */
  readonly nearLots?: number;
  readonly farLots?: number;
  readonly nearBid?: number | null;
  readonly nearOffer?: number | null;
  readonly farBid?: number | null;
  readonly farOffer?: number | null;
  /** The price that the legs' own books imply; orders do not match against it. */
  readonly impliedBid?: number | null;
  readonly impliedOffer?: number | null;
}

/** The description of a contract: the fields of its row that stay the same during a business day. */
export type ContractFacts = Pick<
  MarketRow,
  | 'contract'
  | 'displaySeq'
  | 'instrument'
  | 'contractDisplay'
  | 'contractDate'
  | 'systemCode'
  | 'underlying'
  | 'optionExpiry'
  | 'near'
  | 'far'
  | 'nearLots'
  | 'farLots'
  | 'noticeUntil'
>;

const price = z.nullable(z.number());
/** The identity and the current prices of all contracts. */
export const pricesReply = z.array(
  z.object({
    contract: z.string(),
    displaySeq: z.int(),
    instrument: z.string(),
    contractDisplay,
    contractDate: z.string(),
    systemCode: z.string(),
    bid: price,
    offer: price,
    last: price,
    mtm: price,
    time: price,
    noticeUntil: z.exactOptional(z.string()),
  }),
);
export type ListedPrice = Readonly<z.infer<typeof pricesReply>[number]>;

/** A change of a market row: the key, the new version, and the fields that differ. */
export type MarketRowChange = Pick<MarketRow, 'contract' | 'version'> & Partial<MarketRow>;

export type ContractClass = 'futures' | 'options' | 'spreads' | 'splits' | 'deltas';

/** @returns the class by MODEL-4, or null if flag, strike and type contradict one another */
export function classifyContract({ flag, strike, CONTRACT_TYPE }: ContractDisplay): ContractClass | null {
  if (CONTRACT_TYPE === contractTypes.spread) return 'spreads';
  if (CONTRACT_TYPE === contractTypes.split) return 'splits';
  if (flag === 'F') return strike === 0 && CONTRACT_TYPE === contractTypes.future ? 'futures' : null;
  if (strike === 0) return null;
  if (CONTRACT_TYPE === contractTypes.option) return 'options';
  return CONTRACT_TYPE === contractTypes.delta ? 'deltas' : null;
}
