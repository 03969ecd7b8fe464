// Deals in words, for toasts: "Bought 5 DEC26 WMAZ at 4 035.20". Deals of one side at one price that come together are one
// sentence, and many sentences become one.
import type { DealRow, Side } from '@openpit/wire';

export type ToldDeal = Pick<DealRow, 'contract' | 'instrument' | 'side' | 'qty' | 'price'>;

const past: Readonly<Record<Side, string>> = { B: 'Bought', S: 'Sold' };
/** More sentences than this at once are told as one. */
export const mostSentences = 3;

export function dealSentences(
  deals: readonly ToldDeal[],
  priceText: (price: number, deal: ToldDeal) => string,
): string[] {
  const joined = new Map<string, { readonly deal: ToldDeal; qty: number; count: number }>();
  for (const deal of deals) {
    const key = `${deal.side} ${deal.contract} ${deal.price}`;
    const same = joined.get(key) ?? { deal, qty: 0, count: 0 };
    same.qty += deal.qty;
    same.count += 1;
    joined.set(key, same);
  }
  const sentences = [...joined.values()].map(
    ({ deal, qty, count }) =>
      `${past[deal.side]} ${qty} ${deal.contract} at ${priceText(deal.price, deal)}${count > 1 ? ` (${count} deals)` : ''}`,
  );
  if (sentences.length <= mostSentences) return sentences;
  return [`${deals.length} deals: ${lotsByContract(deals)}`];
}

function lotsByContract(deals: readonly ToldDeal[]): string {
  const lots = new Map<string, number>();
  for (const { side, contract, qty } of deals) {
    const key = `${past[side].toLowerCase()} * ${contract}`;
    lots.set(key, (lots.get(key) ?? 0) + qty);
  }
  return [...lots].map(([words, qty]) => words.replace('*', String(qty))).join(', ');
}
