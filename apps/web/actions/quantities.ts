// Quantities of orders: a typed number of lots, and round numbers of lots to choose with one press.
import { readDecimal } from '../ui/decimal-input.ts';

/** The typed lots, or what is wrong with them, as a sentence. `maxQty` is the most of one order. */
export function readQty(text: string, maxQty: number): { readonly qty: number } | { readonly error: string } {
  const read = readDecimal(text, 0);
  if (read.kind === 'empty') return { error: 'How many lots?' };
  if (read.kind === 'bad')
    return {
      error: read.isAmbiguous ? read.reason : `“${text.trim()}” is not a number of lots, such as 10.`,
    };
  // Also where the decimals are zeros: they may be meant as thousands.
  const isWhole = !read.text.includes('.');
  const qty = Number(read.text);
  if (!isWhole || qty < 1) return { error: 'A quantity is a whole number of lots, at least 1.' };
  if (qty > maxQty)
    return {
      error: `At most ${maxQty} ${maxQty === 1 ? 'lot' : 'lots'} per order: the limit in your preferences.`,
    };
  return { qty };
}

const round = [1, 5, 10, 25, 50, 100, 200, 500, 1_000];
const most = 6;

/** The smallest first: a dealer with a small maximum sees the small ones. */
export function presetsUpTo(maxQty: number): number[] {
  return round.filter((qty) => qty <= maxQty).slice(0, most);
}
