// The dialog with the details of a deal: its terms, its corrections, and a button for each deal it was derived from or gave rise
// to.
import { accountName, type DealRow, type DealState, matchName } from '@openpit/wire';
import { useId, useState } from 'react';
import type { DealDetailsRequest } from '../../actions/dialogs.ts';
import { exchangeTime } from '../../market/market-text.ts';
import { useStoreRows } from '../../market/use-store.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { CloseFooter, Dialog } from '../../ui/dialog.tsx';
import { formatPrice } from '../../ui/format.ts';
import styles from './deal-details.module.css';
import { dealLine } from './deal-lines.ts';

/** The other deals of the group, ordered by number; empty if the deal belongs to no group. */
export function linkedDeals(deal: DealRow, all: readonly DealRow[]): readonly DealRow[] {
  const { dealSeq, linkedGroup } = deal;
  if (linkedGroup === null) return [];
  return all
    .filter((dealRow) => dealRow.linkedGroup === linkedGroup && dealRow.dealSeq !== dealSeq)
    .toSorted((a, b) => a.dealSeq - b.dealSeq);
}

const stateWords: Readonly<Record<DealState, string>> = {
  Open: 'open',
  Assigning: 'offered to another member',
  Split: 'split',
  Cumulated: 'cumulated',
  Assigned: 'passed on by assignment',
  Tripartite: 'passed on by a tripartite arrangement',
  Cancelled: 'cancelled',
};

const fieldWords = { principal: 'principal', subAccount: 'sub-account', price: 'price' } as const;

/** "10:31:07 THN: principal from FARM1 to KAND". The operator corrects prices. */
export function changeText({ time, dealer, what: field, from, to }: DealRow['changes'][number]): string {
  const by = dealer === '' ? 'operator' : dealer;
  const value = (text: string) => (text === '' ? 'none' : text);
  return `${exchangeTime(time)} ${by}: ${fieldWords[field]} from ${value(from)} to ${value(to)}`;
}

interface DealDetailsProps {
  readonly request: DealDetailsRequest;
  readonly onClose: () => void;
}

export function DealDetails({ request, onClose }: DealDetailsProps) {
  const id = useId();
  const today = useStoreRows(dataSetStores.deals);
  const all = request.among ?? today;
  const [shownSeq, setShownSeq] = useState(request.deal.dealSeq);
  const deal = all.find(({ dealSeq }) => dealSeq === shownSeq) ?? request.deal;
  const linked = linkedDeals(deal, all);
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}title`}>
      <div className={styles.frame}>
        <h2 id={`${id}title`} className={styles.title}>
          Deal {deal.dealSeq} in {deal.contract}
        </h2>
        <dl className={styles.facts} aria-live="polite">
          {factsOf(deal).map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {deal.changes.length > 0 && (
          <section aria-labelledby={`${id}changes`}>
            <h3 id={`${id}changes`} className={styles.caption}>
              Corrections
            </h3>
            <ul className={styles.list}>
              {deal.changes.map((change) => (
                <li key={`${change.time} ${change.what} ${change.to}`}>{changeText(change)}</li>
              ))}
            </ul>
          </section>
        )}
        <section aria-labelledby={`${id}linked`}>
          <h3 id={`${id}linked`} className={styles.caption}>
            Linked deals
          </h3>
          {linked.length === 0 ? (
            <p className={styles.none}>No other deal that you see is linked with this one.</p>
          ) : (
            <ul className={styles.list}>
              {linked.map((dealRow) => {
                const { terms, parties } = dealLine('', dealRow);
                return (
                  <li key={dealRow.dealSeq}>
                    <button
                      type="button"
                      className={styles.linked}
                      onClick={() => setShownSeq(dealRow.dealSeq)}
                    >
                      <span>
                        Deal {dealRow.dealSeq}, {stateWords[dealRow.state]}
                      </span>
                      <span>
                        {terms}, {parties}
                      </span>
                    </button>
                  </li>
                );
              })}
            </ul>
          )}
        </section>
        <CloseFooter onClose={onClose} />
      </div>
    </Dialog>
  );
}

function factsOf(deal: DealRow): readonly (readonly [string, string])[] {
  return [
    ['Terms', dealLine('', deal).terms],
    ['Time', exchangeTime(deal.time)],
    ['Value', `R ${formatPrice(deal.value, 2)}`],
    ['For', `${accountName(deal)}, ${deal.capacity === 'P' ? 'own book' : 'client'}`],
    ['Dealer', deal.dealer === '' ? '–' : deal.dealer],
    ['With', deal.counterparty === '' ? 'several members' : deal.counterparty],
    ['Origin', deal.origin],
    ['State', stateWords[deal.state]],
    ['Fee', deal.fee === null ? '–' : `R ${formatPrice(deal.fee, 2)}`],
    ['Order', String(deal.activeOrderSeq ?? '–')],
    ['Match', matchName(deal.matchSeq)],
    ['Reference', deal.ref === '' ? '–' : deal.ref],
  ];
}
