// The deals of a position in a dialog (PANEL-8): the lots at the beginning of the day and each deal since, down to the net lots, with
// the profits and the margin of the account. The dialog follows the market while it is open.
import { matchName, type PositionRow } from '@openpit/wire';
import { useId, useRef, useSyncExternalStore } from 'react';
import { averageCell, exchangeTime, priceText, signedLotsText } from '../../market/market-text.ts';
import { usePrice } from '../../market/prices.ts';
import { useDataSet, useStoreRow } from '../../market/use-store.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { CloseFooter, Dialog } from '../../ui/dialog.tsx';
import { dash, formatRand, formatSigned } from '../../ui/format.ts';
import { openProfitOf } from '../parts/own/positions.ts';
import { presentMargins } from '../parts/own/present-margins.ts';
import styles from './positions.module.css';
import { classMarginOf, dealsAddUp, dealsOfPosition, signedLotsOf } from './rules.ts';

interface PositionDealsProps {
  readonly position: PositionRow;
  readonly onClose: () => void;
}

export function PositionDeals({ position: opened, onClose }: PositionDealsProps) {
  const titleId = useId();
  const lastKnown = useRef(opened);
  const now = useStoreRow(dataSetStores.positions, opened.positionSeq);
  if (now !== undefined) lastKnown.current = now;
  const position = lastKnown.current;
  const { contract, principal, subAccount, opening, net } = position;
  const market = usePrice(contract);
  const { rows, status } = useDataSet('deals');
  const { rows: positions } = useDataSet('positions');
  const deals = dealsOfPosition(position, rows);
  const isWhole = status === 'success' && dealsAddUp(position, deals);
  const profit = openProfitOf(position, market);
  const margins = useSyncExternalStore(presentMargins.onChange, presentMargins.current);
  const needed =
    margins === null
      ? undefined
      : classMarginOf(
          position,
          positions.map((row) => ({ ...row, margin: margins.byPosition.get(row.positionSeq) ?? 0 })),
        );
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <div className={styles.explained}>
        <h2 id={titleId}>
          {principal}
          {subAccount !== null && ` ${subAccount}`} in {contract}
        </h2>
        <div className={styles.deals}>
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Deal</th>
                <th scope="col">Match</th>
                <th scope="col">Origin</th>
                <th scope="col">With</th>
                <th scope="col" data-number="">
                  Lots
                </th>
                <th scope="col" data-number="">
                  Price
                </th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td colSpan={5}>Opening, carried at the MTM</td>
                <td data-number="">{signedLotsText(opening)}</td>
                <td data-number="">{opening === 0 ? dash : priceText(market?.mtm ?? null, position)}</td>
              </tr>
              {deals.map((deal) => (
                <tr key={deal.dealSeq}>
                  <td>{exchangeTime(deal.time)}</td>
                  <td>{deal.dealSeq}</td>
                  <td>{matchName(deal.matchSeq)}</td>
                  <td>{deal.origin}</td>
                  <td>{deal.counterparty || dash}</td>
                  <td data-number="" data-side={deal.side}>
                    {signedLotsText(signedLotsOf(deal))}
                  </td>
                  <td data-number="">{priceText(deal.price, position)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={5}>
                  {net === 0 ? 'Net' : 'Net, at the average'}
                </th>
                <td data-number="">{signedLotsText(net)}</td>
                <td data-number="">{averageCell(position.averagePrice, position)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
        {!isWhole && (
          <p role="status" className={styles.missing}>
            {status === 'error'
              ? 'The deals could not be loaded. They load again when the connection is restored.'
              : 'Not all of its deals have arrived yet.'}
          </p>
        )}
        <dl>
          <dt>Open profit, now</dt>
          <dd>{profit === null ? 'no price' : `R\u00a0${formatSigned(profit, 2)}`}</dd>
          <dt>Realised today</dt>
          <dd>{`R\u00a0${formatSigned(position.realised, 2)}`}</dd>
          <dt>
            Initial margin of {principal} in {position.instrument}, needed now
          </dt>
          <dd>{needed === undefined ? 'not known' : formatRand(needed)}</dd>
          <dt>Deposited for it at the last end of day</dt>
          <dd>{formatRand(classMarginOf(position, positions))}</dd>
        </dl>
        <CloseFooter onClose={onClose} />
      </div>
    </Dialog>
  );
}
