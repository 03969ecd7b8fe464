// Where actions open things. The workspace provides it, a panel on a desk and a sheet on a phone, and so no action and
// no panel knows which of the two it is on.
import type { ActiveOrderRow, OrderTypeCode, Side } from '@openpit/wire';
import { createContext, useContext } from 'react';

/** The cell or button that was pressed, in pixels of the window: forms open beside it. */
export interface Anchor {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What an order form begins with; null where the user's defaults hold. */
export interface NewOrderRequest {
  readonly kind: 'order';
  readonly contract: string;
  readonly side: Side;
  readonly price: number | null;
  readonly qty: number | null;
  readonly type: OrderTypeCode;
  /** For whom, where it is known already; the user's defaults when it is left out. */
  readonly principal?: string;
  readonly anchor: Anchor | null;
}

/** A two-way quote in a contract. */
export interface DoubleOrderRequest {
  readonly kind: 'double';
  readonly contract: string;
  readonly anchor: Anchor | null;
}

/** Other terms for an order that is there: less of it, or another price, quantity, principal. */
export interface ChangeOrderRequest {
  readonly kind: 'reduce' | 'edit' | 'amend';
  readonly contract: string;
  readonly order: ActiveOrderRow;
  readonly anchor: Anchor | null;
  /** Another price to begin with; the order's own when it is left out. */
  readonly price?: number;
}

export type EntryRequest = NewOrderRequest | DoubleOrderRequest;
export type OrderFormRequest = EntryRequest | ChangeOrderRequest;

export interface Desk {
  showOrderForm(request: OrderFormRequest): void;
  showDepth(contract: string): void;
  showChart(contract: string): void;
}

const noDesk: Desk = {
  showOrderForm: () => undefined,
  showDepth: () => undefined,
  showChart: () => undefined,
};

export const DeskContext = createContext<Desk>(noDesk);

export function useDesk(): Desk {
  return useContext(DeskContext);
}
