// The ticket: the order form that is open, with its contract's row as it was then. It depends on no store that a lost
// connection clears, so it stays open, with all that was typed, until its user closes it.
import type { MarketRow } from '@openpit/wire';
import { create } from 'zustand';
import type { OrderFormRequest } from '../actions/order-form-request.ts';
import { marketStore } from '../stores/stores.ts';

export interface Ticket {
  /** Counts the tickets of this page: another one begins with fields of its own. */
  readonly number: number;
  readonly request: OrderFormRequest;
  readonly row: MarketRow;
}

export const useTicket = create<{ readonly ticket: Ticket | null }>()(() => ({ ticket: null }));

let count = 0;

/** Opens a ticket in place of the one that is open. Does nothing for a contract that is not in the market. */
export function openTicket(request: OrderFormRequest): void {
  const row = marketStore.get(request.contract);
  if (row === undefined) return;
  count += 1;
  useTicket.setState({ ticket: { number: count, request, row } });
}

export function closeTicket(): void {
  useTicket.setState({ ticket: null });
}
