// What the order would deal with now, live beside the typed price: its lots and prices, the legs of a pair or a delta, and the
// limits of the day. While prices are stale it says since when.
import type { MarketRow, OrderTypeCode, Side } from '@openpit/wire';
import { useFeedState } from '../../actions/action.ts';
import type { ContractTerms } from '../../market/contract-terms.ts';
import { exchangeTime } from '../../market/market-text.ts';
import { isOld } from '../../panels/market/contract-heading.tsx';
import { useStoreRows } from '../../panels/sources/use-store.ts';
import { serverTimeOf, useConnection } from '../../stores/connection.ts';
import { useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { formatPrice } from '../../ui/format.ts';
import { dealsNow, oppositeBook } from './deals-now.ts';
import { noteOf } from './deals-words.ts';
import { type LegLines, legLines } from './leg-lines.ts';
import styles from './order-form.module.css';
import { ownMatch, ownMatchSentence } from './own-match.ts';
import type { WantedSide } from './read-ticket.ts';
import { useLegFacts } from './use-leg-facts.ts';
import { useDepthRows, useEntry } from './use-opposite-depth.ts';

export interface PriceNoteProps {
  readonly row: MarketRow;
  readonly terms: ContractTerms;
  /** One side, or bid and offer of a double. */
  readonly sides: readonly WantedSide[];
  readonly type: OrderTypeCode;
  /** For whom the order would deal. */
  readonly principal: string;
}

export function PriceNote({ row, terms, sides, type, principal }: PriceNoteProps) {
  const isStale = isOld(useFeedState());
  const depth = useDepthRows(row.displaySeq);
  const { entry, rejectsOwnMatch } = useEntry(row);
  const orders = useStoreRows(dataSetStores.activeOrders);
  const { memberCode: member = '', dealerCode: dealer = '' } = useSession(({ hqAccess }) => hqAccess) ?? {};
  const facts = useLegFacts(row, terms);
  const { decimals, meaning } = terms;
  const { limitLow, limitHigh } = row;
  const isDouble = sides.length > 1;
  const notes: string[] = [];
  const warnings: string[] = [];
  const legs: (LegLines & { readonly side: Side })[] = [];
  for (const { side, qty, price, ownTerms } of sides) {
    if (qty === null || price === null) continue;
    const wanted = { side, qty, price, type };
    const match = rejectsOwnMatch
      ? ownMatch({ contract: row.contract, wanted }, { orders, member, principal }, depth, entry)
      : null;
    if (match !== null) {
      const text = ownMatchSentence(match, { dealer, decimals, meaning });
      warnings.push(isDouble ? `${side === 'B' ? 'Bid' : 'Offer'}: ${text}` : text);
      continue;
    }
    const { text, isDealing } = noteOf(row, wanted, { depth, entry, decimals, meaning });
    // The two sides of a double rest as a rule: only what deals is worth a line.
    if (!isDouble) notes.push(text);
    else if (isDealing) notes.push(`${side === 'B' ? 'Bid' : 'Offer'}: ${text}`);
    const deals = dealsNow(wanted, oppositeBook(side, row, entry === 'open' ? depth : []));
    legs.push({ side, ...legLines(row, { ...wanted, ownTerms }, deals, facts) });
  }
  return (
    <>
      <div className={styles.note} data-price={noteSize(isDouble, limitLow ?? limitHigh)}>
        {isStale ? <StoppedPrices /> : notes.map((note) => <span key={note}>{note}</span>)}
        {!isStale &&
          warnings.map((warning) => (
            <span key={warning} className={styles.stopped} data-own-match="">
              {warning}
            </span>
          ))}
        <span className={styles.limits}>
          {limitLow === null && limitHigh === null
            ? 'no daily limit'
            : `limits ${formatPrice(limitLow, decimals)} to ${formatPrice(limitHigh, decimals)}`}
        </span>
      </div>
      {legs.map(({ side, lines, warning }) =>
        lines.length === 0 ? null : (
          <div key={side} className={styles.legs} data-legs="" data-stale={isStale || undefined}>
            {lines.map((line, index) => (
              <span key={line}>
                {isDouble && index === 0 ? `${side === 'B' ? 'Bid' : 'Offer'}: ${line}` : line}
              </span>
            ))}
            {warning !== null && <span className={styles.stopped}>{warning}</span>}
          </div>
        ),
      )}
    </>
  );
}

/** How much room is kept for the note, so that what is below does not move when its words change. */
function noteSize(isDouble: boolean, limit: number | null): 'small' | 'medium' | 'large' {
  if (isDouble) return 'small';
  return limit === null ? 'medium' : 'large';
}

function StoppedPrices() {
  const lastMessageAt = useConnection((connection) => connection.lastMessageAt);
  return (
    <span className={styles.stopped}>
      {lastMessageAt === null
        ? 'No prices yet.'
        : `Prices stopped ${exchangeTime(serverTimeOf(lastMessageAt))}.`}
    </span>
  );
}
