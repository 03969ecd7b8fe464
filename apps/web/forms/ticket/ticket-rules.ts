// The rules by which the ticket of a contract is read, as the stores have them.
import type { ContractFacts, MarketRow } from '@openpit/wire';
import { fallbackTick, termsOfRow } from '../../market/contract-terms.ts';
import { decimalsOf } from '../../market/market-text.ts';
import { dataSetStores } from '../../stores/stores.ts';
import type { TicketRules } from './read-ticket.ts';

/**
 * `maxQty` is the most lots of one order, by the user's preferences; `future` the row of the future on which the contract is.
 */
export function ticketRulesOf(
  row: ContractFacts,
  { maxQty, future }: { readonly maxQty: number; readonly future: MarketRow | undefined },
): TicketRules {
  const { instrument } = row;
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
