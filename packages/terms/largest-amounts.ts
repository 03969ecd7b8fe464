// The largest amounts that the market accepts (decision 34). Each is checked where it enters: in the market file, in messages, in the
// operator's actions and in the venue. Together they keep every amount that the market computes within the exact integers.

/** Tons of a contract. */
export const maxTonsPerContract = 1_000_000;
/** The value of one lot at any price, and its initial margin, in cents. */
export const maxLotValue = 5_000_000_000;
/** Cents per ton, for a contract of one ton. A larger contract has a lower maximum. */
export const maxPrice = maxLotValue;
/** The booking fee of one lot before VAT, in cents. */
export const maxLotFee = 1_000_000;
/** A rate of interest or tax, in hundredths of a percent. */
export const maxRate = 10_000;
/** The lots of one order, report or limit in a message. */
export const maxLots = 1_000_000;
/** The lots that an account may have in positions and open orders, over all contracts. */
export const maxAccountLots = 100_000;
/**
 * The cash of an account at which it may still open positions, in cents, either way. It is also the largest payment, and the maximum
 * of booking fees and of interest in one day.
 */
export const maxAccountCash = 500_000_000_000_000;
/** The open interest of a contract in a market file, in lots. */
export const maxOpenInterest = 100_000_000;

/** The highest price in ticks: a book covers the range from its negative to it. */
const maxTicks = 4_000_000;
/** The orders in one book. */
export const maxOrdersInBook = 2_000_000;

/** The highest price of a contract, in cents per ton. */
export const maxPriceOf = (terms: { readonly tonsPerContract: number; readonly tick: number }): number =>
  Math.min(Math.floor(maxLotValue / terms.tonsPerContract), terms.tick * maxTicks);

/** `1 000 000`, as sentences write a limit. */
export const inWords = (limit: number): string => String(limit).replace(/\B(?=(\d{3})+$)/g, ' ');
