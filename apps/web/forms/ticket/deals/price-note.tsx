// The live note below the price: the lots and prices that would deal now, the legs of a pair or a delta, and the day's limits.
// While prices are stale, the note shows since when.
import {
  type MarketRow,
  type OrderType,
  type PhasesReply,
  parseContractName,
  type Side,
} from '@openpit/wire';
import { useMemo } from 'react';
import type { Account } from '../../../actions/dialogs.ts';
import type { ContractTerms } from '../../../market/contract-terms.ts';
import { useDepthNow } from '../../../market/depth.ts';
import { decimalsOf, exchangeTime } from '../../../market/market-text.ts';
import { usePhases } from '../../../market/phases.ts';
import { usePrice } from '../../../market/prices.ts';
import { useStoreRows } from '../../../market/use-store.ts';
import { serverTimeOf, useConnection } from '../../../stores/connection.ts';
import { isOld, useFeedState } from '../../../stores/feed.ts';
import { useSession } from '../../../stores/session.ts';
import { dataSetStores } from '../../../stores/stores.ts';
import { formatPrice } from '../../../ui/format.ts';
import { loadedOnDemand, OnDemand } from '../../../ui/on-demand.tsx';
import type { CandidateSide } from '../parse-ticket.ts';
import styles from '../ticket.module.css';
import { dealsNow, oppositeBook } from './deals-now.ts';
import { type LegFacts, type LegLines, legLines, noteOf, type OrderEntryState } from './deals-now-text.ts';
import { ownMatch, ownMatchSentence } from './own-match.ts';

function useLegFacts(
  { near, far }: Pick<MarketRow, 'near' | 'far'>,
  { tick }: { readonly tick: number },
): LegFacts & { readonly marketOf: (contract: string) => MarketRow | undefined } {
  const nearRow = usePrice(near ?? null);
  const farRow = usePrice(far ?? null);
  return useMemo(
    () => ({
      marketOf: (contract) => (contract === near ? nearRow : contract === far ? farRow : undefined),
      decimalsOf: (contract) => decimalsOf(parseContractName(contract).instrument),
      tick,
    }),
    [near, far, nearRow, farRow, tick],
  );
}

/** Whether the market accepts orders, and whether it rejects orders that match one of the user's own. */
function useEntry({ instrument }: Pick<MarketRow, 'instrument'>): {
  readonly entry: OrderEntryState;
  readonly rejectsOwnMatch: boolean;
} {
  const { phases } = usePhases();
  if (phases === null) return { entry: 'open', rejectsOwnMatch: true };
  return { entry: orderEntryStateOf(instrument, phases), rejectsOwnMatch: phases.selfMatch !== 'allow' };
}

/**
 * The state of an instrument's contracts. If its delivery month is in a different phase from its other months, the venue decides.
 */
export function orderEntryStateOf(
  instrument: string,
  { groups, halted }: Pick<PhasesReply, 'groups' | 'halted'>,
): OrderEntryState {
  if (halted.some((halt) => halt.instrument === instrument)) return 'closed';
  const phases = groups
    .filter(({ instruments }) => instruments.includes(instrument))
    .map(({ phase }) => phase);
  if (phases.length === 0 || phases.includes('continuous')) return 'open';
  return phases.includes('preOpen') ? 'auction' : 'closed';
}

const ByLegsButton = loadedOnDemand(() => import('./by-legs.tsx').then((module) => module.ByLegsButton));

interface PriceNoteProps {
  readonly row: MarketRow;
  readonly terms: ContractTerms;
  /** One side, or bid and offer of a double. */
  readonly sides: readonly CandidateSide[];
  readonly type: OrderType;
  /** The account of the order. */
  readonly principal: string;
  /**
   * Omitted while an order is changed. Dealing by legs is offered only for new orders, because a changed order would stay in the
   * market beside the legs.
   */
  readonly account?: Account;
}

export function PriceNote({ row, terms, sides, type, principal, account }: PriceNoteProps) {
  const isStale = isOld(useFeedState());
  const depth = useDepthNow(row.displaySeq);
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
    const candidate = { side, qty, price, type };
    const match = rejectsOwnMatch
      ? ownMatch({ contract: row.contract, candidate }, { orders, member, principal }, depth, entry)
      : null;
    if (match !== null) {
      const text = ownMatchSentence(match, { dealer, decimals });
      warnings.push(isDouble ? `${side === 'B' ? 'Bid' : 'Offer'}: ${text}` : text);
      continue;
    }
    const { text, isDealing } = noteOf(row, candidate, { depth, entry, decimals, meaning });
    // The sides of a double usually rest, so only a side that deals is worth a line.
    if (!isDouble) notes.push(text);
    else if (isDealing) notes.push(`${side === 'B' ? 'Bid' : 'Offer'}: ${text}`);
    const deals = dealsNow(candidate, oppositeBook(side, row, entry === 'open' ? depth : []));
    legs.push({ side, ...legLines(row, { ...candidate, ownTerms }, deals, facts) });
  }
  return (
    <>
      <div className={styles.note} data-price={noteSize(isDouble, type)}>
        {isStale ? <StoppedPrices /> : notes.map((note) => <span key={note}>{note} </span>)}
        {!isStale &&
          warnings.map((warning) => (
            <span key={warning} className={styles.stopped} data-own-match="">
              {warning}{' '}
            </span>
          ))}
        <span className={styles.limits}>
          {limitLow === null && limitHigh === null
            ? 'No daily limit'
            : `Limits ${formatPrice(limitLow, decimals)} to ${formatPrice(limitHigh, decimals)}`}
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
      {account !== undefined && row.near !== undefined && !isDouble && !isStale && entry === 'open' && (
        <OnDemand>
          {sides.map(({ side, qty }) => (
            <ByLegsButton key={side} {...{ row, side, qty, account, decimals }} marketOf={facts.marketOf} />
          ))}
        </OnDemand>
      )}
    </>
  );
}

/** The height reserved for the note, so that the elements below do not move when its text changes. */
function noteSize(isDouble: boolean, type: OrderType): 'small' | 'medium' | 'large' {
  if (isDouble) return 'small';
  return type === 'Fok' ? 'large' : 'medium';
}

function StoppedPrices() {
  const lastMessageAt = useConnection((connection) => connection.lastMessageAt);
  return (
    <span className={styles.stopped}>
      {lastMessageAt === null
        ? 'No prices yet.'
        : `Prices stopped ${exchangeTime(serverTimeOf(lastMessageAt))}.`}{' '}
    </span>
  );
}
