// The filter of the actions on all orders (ACT-2, ACT-3). The market acts on the matching orders, the server's limits and the browser count
// them.

export interface OrderFilter {
  readonly instrument?: string | null | undefined;
  readonly contract?: string | null | undefined;
  readonly principal?: string | null | undefined;
  readonly dealer?: string | null | undefined;
  /** Matches any of these dealers, such as the dealers of a branch. */
  readonly dealers?: readonly string[] | null | undefined;
  /** Whether to include only orders that the user entered. */
  readonly mine?: boolean | undefined;
}

interface FilteredOrder {
  readonly instrument: string;
  readonly contract: string;
  readonly principal: string;
  readonly dealer: string;
  /** True for an order that the user entered. */
  readonly isMine: boolean;
}

/** True if the order meets every condition of the filter; an empty filter has none. */
export function matchesOrderFilter(order: FilteredOrder, filter: OrderFilter): boolean {
  const { instrument, contract, principal, dealer, dealers, mine } = filter;
  return (
    (mine !== true || order.isMine) &&
    (contract == null || order.contract === contract) &&
    (principal == null || order.principal === principal) &&
    (dealer == null || order.dealer === dealer) &&
    (dealers == null || dealers.includes(order.dealer)) &&
    (instrument == null || order.instrument === instrument)
  );
}
