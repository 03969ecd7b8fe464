// The deals of a contract as a list, the newest first: joined pages of the server's history, each deal with
// the direction of its price since the deal before. An unchanged deal stays the same object. Prices are rand
// per ton.
import type { DealPrint } from '@openpit/wire';

export type Move = 'up' | 'down' | 'same';

export interface Print
  extends Pick<DealPrint, 'matchSeq' | 'time' | 'price' | 'qty' | 'isCancelled' | 'origin'> {
  /**
   * Since the last deal whose price counts; null for a deal that was cancelled, is reported or belongs to a delta, and when no
   * earlier deal is known.
   */
  readonly move: Move | null;
}

/** The mark of deals whose price says nothing about the market (market.md, Deal origins), by origin. */
export const markOf: Readonly<Record<string, { readonly sign: string; readonly name: string } | undefined>> =
  {
    reported: { sign: 'R', name: 'reported' },
    delta: { sign: '\u0394', name: 'delta' },
  };

/** The number of deals in the list: one page of the server. */
export const maxPrints = 500;

/**
 * Joins the newest page to the known deals; the page wins where both have a deal. A full page that does not
 * reach the known deals replaces them: there would be a gap between the two.
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
  const prints = deals.map(({ matchSeq, time, price, qty, isCancelled, origin }): Print => {
    const isPriced = !isCancelled && markOf[origin] === undefined;
    const move = !isPriced || priceBefore === null ? null : moveBetween(priceBefore, price);
    if (isPriced) priceBefore = price;
    const was = known.get(matchSeq);
    if (was !== undefined && was.move === move && was.isCancelled === isCancelled) return was;
    hasChanged = true;
    return { matchSeq, time, price, qty, isCancelled, origin, move };
  });
  return hasChanged ? prints.reverse() : before;
}

const moveBetween = (before: number, now: number): Move =>
  now > before ? 'up' : now < before ? 'down' : 'same';
