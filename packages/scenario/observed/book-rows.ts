// A contract's book as the rows of a scenario.
import type { ContractBook } from '@openpit/projections';
import { randText } from './amount-text.ts';

type Resting = ContractBook['buys'][number];

interface Level {
  readonly price: number;
  lots: number;
  readonly orders: string[];
}

/** One row per price level, best first, with the name of each order by `nameOf`: `10 (A1 A2) 4034.80 | 4035.20 5 (D1)`, or `(empty)`. */
export function bookRows(
  { buys, sells }: ContractBook,
  nameOf: (activeOrderSeq: number) => string,
): string[] {
  const bids = levelsOf(buys, nameOf);
  const offers = levelsOf(sells, nameOf);
  const rows = Math.max(bids.length, offers.length);
  return rows === 0 ? ['(empty)'] : Array.from({ length: rows }, (_, at) => rowOf(bids[at], offers[at]));
}

function rowOf(bid: Level | undefined, offer: Level | undefined): string {
  const left = bid === undefined ? '' : `${sizeOf(bid)} ${randText(bid.price)} `;
  const right = offer === undefined ? '' : ` ${randText(offer.price)} ${sizeOf(offer)}`;
  return `${left}|${right}`;
}

const sizeOf = ({ lots, orders }: Level): string => `${lots} (${orders.join(' ')})`;

function levelsOf(side: readonly Resting[], nameOf: (activeOrderSeq: number) => string): Level[] {
  const levels: Level[] = [];
  for (const { activeOrderSeq, price, lots } of side) {
    const last = levels.at(-1);
    if (last?.price === price) {
      last.lots += lots;
      last.orders.push(nameOf(activeOrderSeq));
    } else levels.push({ price, lots, orders: [nameOf(activeOrderSeq)] });
  }
  return levels;
}
