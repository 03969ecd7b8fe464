// Best prices of a contract from the books that everyone can follow on the market panels.
import type { ContractBooks } from '@openpit/projections';
import type { Price, Side } from '@openpit/venue';

/** Undefined when no order rests on this side. */
export function bestPrice(books: ContractBooks, contract: string, side: Side): Price | undefined {
  return books.of(contract).best(side)?.price;
}

/** The middle of bid and offer, in cents; undefined if one of them is missing. */
export function middlePrice(books: ContractBooks, contract: string): number | undefined {
  const bid = bestPrice(books, contract, 'B');
  const offer = bestPrice(books, contract, 'S');
  return bid === undefined || offer === undefined ? undefined : (bid + offer) / 2;
}
