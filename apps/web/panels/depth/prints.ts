// The deals of a contract as a list, the last first: pages of the server's history joined, each deal with the way its price went
// since the one before. A deal that stays the same stays the same object. Prices are rand per ton.
import type { DealPrint } from '@openpit/wire';

export type Move = 'up' | 'down' | 'same';

export interface Print extends Pick<DealPrint, 'matchSeq' | 'time' | 'price' | 'qty' | 'isCancelled'> {
  /** Since the deal before that stands; null where none is known, and of a deal that was taken back. */
  readonly move: Move | null;
}

/** As many as are kept: a page of the server's. */
export const maxPrints = 500;

/**
 * Joins the newest page to what is there; where both tell of one deal, the page is right. A full page that does not reach back to
 * what is there takes its place: between the two would be deals that nobody has asked for.
 */
export function joinPrints(
  before: readonly Print[],
  page: readonly DealPrint[],
  { limit }: { readonly limit: number },
): readonly Print[] {
  const oldest = page.at(-1);
  const reaches =
    page.length < limit || oldest === undefined || oldest.matchSeq <= (before[0]?.matchSeq ?? 0);
  const known = new Map(before.map((print) => [print.matchSeq, print]));
  const all = new Map<number, Omit<Print, 'move'>>(reaches ? known : []);
  for (const print of page) all.set(print.matchSeq, print);
  const deals = [...all.values()].sort((a, b) => a.matchSeq - b.matchSeq).slice(-maxPrints);
  let priceBefore: number | null = null;
  let hasChanged = deals.length !== before.length;
  const prints = deals.map(({ matchSeq, time, price, qty, isCancelled }): Print => {
    const move = isCancelled || priceBefore === null ? null : moveBetween(priceBefore, price);
    if (!isCancelled) priceBefore = price;
    const was = known.get(matchSeq);
    if (was !== undefined && was.move === move && was.isCancelled === isCancelled) return was;
    hasChanged = true;
    return { matchSeq, time, price, qty, isCancelled, move };
  });
  return hasChanged ? prints.reverse() : before;
}

const moveBetween = (before: number, now: number): Move =>
  now > before ? 'up' : now < before ? 'down' : 'same';
