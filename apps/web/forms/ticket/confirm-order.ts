// The questions before an order is sent: a price far from the market, an option's volatility far from that of the MTM, and a delta
// that deals at another reference than the typed one.

import type { DeltaTerms, MarketRow } from '@openpit/wire';
import { askConfirmation } from '../../actions/dialogs.ts';
import type { ContractTerms } from '../../market/contract-terms.ts';
import { decimalsOf } from '../../market/market-text.ts';
import { depthStore } from '../../stores/stores.ts';
import { formatPrice } from '../../ui/format.ts';
import { dealsNow, oppositeBook, type WantedOrder } from './deals-now.ts';
import { legsSentence, noteOf } from './deals-words.ts';
import { confirmFarPrice, isFarPrice } from './far-price.ts';
import { confirmVolatility } from './far-volatility.ts';
import { deltaLegs } from './legs-now.ts';

export interface AskedOrder extends WantedOrder {
  /** What an order on a delta agrees to; null for other contracts. */
  readonly ownTerms: DeltaTerms | null;
}

interface About {
  readonly row: MarketRow;
  readonly terms: Pick<ContractTerms, 'decimals' | 'meaning' | 'tick'>;
  /** The price of the future that was typed for a delta; null for other contracts. */
  readonly reference: number | null;
}

/** True when nothing is unusual, or the user confirms it. `words`: "Buy 10 DEC26 WMAZ at 4 035.20". */
export async function confirmOrder(order: AskedOrder, words: string, about: About): Promise<boolean> {
  const { row, terms } = about;
  const far = {
    ...order,
    words,
    premium: order.ownTerms?.premium ?? null,
    dealsNow: noteNow(row, order, terms),
  };
  const isNear = isFarPrice(order, row)
    ? await confirmFarPrice(far, row)
    : await confirmVolatility({ price: order.price, tick: terms.tick }, words, row);
  if (!isNear) return false;
  return confirmReference(order, words, about);
}

/** What of the order would deal now, as a sentence; null when nothing would. */
function noteNow(row: MarketRow, wanted: WantedOrder, terms: About['terms']): string | null {
  const { decimals, meaning } = terms;
  const { text, isDealing } = noteOf(row, wanted, { depth: depthNow(row), entry: 'open', decimals, meaning });
  return isDealing ? text : null;
}

const depthNow = ({ displaySeq }: MarketRow) => {
  const { rows, status } = depthStore.get(displaySeq);
  return status === 'success' ? rows : null;
};

async function confirmReference(
  order: AskedOrder,
  words: string,
  { row, terms, reference }: About,
): Promise<boolean> {
  if (terms.meaning !== 'volatility' || reference === null) return true;
  const { fills } = dealsNow(order, oppositeBook(order.side, row, depthNow(row)));
  const dealt = fills.flatMap(({ qty, terms: agreed }) =>
    agreed === undefined ? [] : [{ qty, terms: agreed }],
  );
  if (dealt.every((fill) => fill.terms.reference === reference)) return true;
  const instrumentDecimals = decimalsOf(row.instrument);
  const legs = legsSentence(deltaLegs(row, order.side, dealt), () => instrumentDecimals);
  return askConfirmation({
    title: 'The delta deals at another reference',
    sentence: [
      `${words}.`,
      noteNow(row, order, terms) ?? '',
      `Your reference is ${formatPrice(reference, instrumentDecimals)}; the premium and the reference of the resting order deal: ${legs.charAt(0).toLowerCase()}${legs.slice(1)}.`,
      'Send it all the same?',
    ].join(' '),
    confirmLabel: 'Send it',
    isDestructive: false,
  });
}
