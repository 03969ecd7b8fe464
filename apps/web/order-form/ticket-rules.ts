// The rules by which the ticket of a contract is read, as the stores have them.
import type { MarketRow } from '@openpit/wire';
import { fallbackTick } from '../panels/market/contract-terms.ts';
import { decimalsOf } from '../panels/market/market-text.ts';
import { termsOfRow } from '../panels/market/terms-of-row.ts';
import { dataSetStores, marketStore } from '../stores/stores.ts';
import type { TicketRules } from './read-ticket.ts';

/** `maxQty` is the most lots of one order, by the user's preferences. */
export function ticketRulesOf(row: MarketRow, maxQty: number): TicketRules {
  const { instrument, underlying } = row;
  const future = underlying === undefined ? undefined : marketStore.get(underlying);
  const { limitLow = null, limitHigh = null } = future ?? {};
  return {
    terms: termsOfRow(row),
    premium: {
      tick: dataSetStores.instruments.get(instrument)?.tick ?? fallbackTick,
      decimals: decimalsOf(instrument),
    },
    maxQty,
    future: { limitLow, limitHigh },
  };
}
