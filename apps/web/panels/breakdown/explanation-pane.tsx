// The explanation of one row of the breakdown: what changed, the parts that add up to its amount, its deals and parameters, and
// the panels that have its sources.
import type { BreakdownRow } from '@openpit/wire';
import { useMemo } from 'react';
import { useWorkspacePort } from '../../actions/action.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatPrice, formatSigned } from '../../ui/format.ts';
import { ChevronLeftIcon, CloseIcon } from '../../ui/icons.tsx';
import styles from './breakdown.module.css';
import { explanationOf } from './explanation.ts';
import { LeafDeals } from './leaf-deals.tsx';

export interface ExplanationPaneProps {
  readonly row: BreakdownRow;
  readonly rows: readonly BreakdownRow[];
  readonly isPhone: boolean;
  readonly isStale: boolean;
  /** On a phone the pane covers the tree, and this shows it again. */
  readonly onClose: () => void;
}

export function ExplanationPane({ row, rows, isPhone, isStale, onClose }: ExplanationPaneProps) {
  const { title, sentence, parts } = useMemo(() => explanationOf(row, rows), [row, rows]);
  const { uniqueKey, contract, position } = row;
  return (
    <section
      className={styles.pane}
      aria-label={`Explanation of ${title}`}
      data-phone={isPhone || undefined}
      data-stale={isStale || undefined}
    >
      {isPhone ? (
        <Button size="large" variant="quiet" icon={<ChevronLeftIcon />} onClick={onClose}>
          Back to the breakdown
        </Button>
      ) : (
        <IconButton
          className={styles.close}
          label="Close the explanation"
          icon={<CloseIcon />}
          onClick={onClose}
        />
      )}
      <div role="status">
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.sentence}>{sentence}</p>
      </div>
      <table className={styles.parts}>
        <caption className="visually-hidden">What adds up to the amount, in rand</caption>
        <tbody>
          {parts.map((part) => (
            <tr key={part.title}>
              <th scope="row">{part.title}</th>
              <td className={styles.how}>{part.how}</td>
              <td className={styles.rand} data-tone={toneOf(part.amount)}>
                {formatSigned(part.amount, 2)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Amount</th>
            <td className={styles.how}>in rand</td>
            <td className={styles.rand} data-tone={toneOf(row.amount)}>
              {formatSigned(row.amount, 2)}
            </td>
          </tr>
        </tfoot>
      </table>
      <Parameters of={row} rows={rows} />
      {contract !== null && position !== undefined && position.deals.length > 0 && (
        <LeafDeals key={uniqueKey} row={{ ...row, contract }} position={position} isPhone={isPhone} />
      )}
      <Sources row={row} />
    </section>
  );
}

const toneOf = (amount: number) => (amount === 0 ? undefined : amount > 0 ? 'up' : 'down');

/** The parameters of margin of the row's instrument, as they were used. */
function Parameters({ of, rows }: { readonly of: BreakdownRow; readonly rows: readonly BreakdownRow[] }) {
  const found =
    of.parameters ??
    rows.find(
      ({ level, principal, instrument }) =>
        level === 'class' && principal === of.principal && instrument === of.instrument,
    )?.parameters;
  if (found === undefined || of.instrument === null) return null;
  const { initialMargin, classSpreadMargin, volatilityRange } = found;
  return (
    <p className={styles.sentence}>
      Parameters of {of.instrument}: IMR R {formatPrice(initialMargin, 2)} per contract, CSMR R{' '}
      {formatPrice(classSpreadMargin, 2)} per leg of a calendar spread, VSR {formatPrice(volatilityRange, 2)}{' '}
      points of volatility.
    </p>
  );
}

/** The panels that have what the row is made of. */
function Sources({ row: { level, contract, principal, instrument } }: { readonly row: BreakdownRow }) {
  const workspace = useWorkspacePort();
  return (
    <p className={styles.sources}>
      {contract !== null && (
        <>
          <Button size="small" onClick={() => workspace.showChart(contract)}>
            Chart of {contract}
          </Button>
          <Button size="small" onClick={() => workspace.showPanel('MTM')}>
            MTM
          </Button>
          <Button size="small" onClick={() => workspace.showPanel('Positions')}>
            Positions
          </Button>
        </>
      )}
      {instrument !== null && (
        <Button size="small" onClick={() => workspace.showPanel('Clearing', { tab: 'Margins' })}>
          Margins
        </Button>
      )}
      {level !== 'classRelief' && level !== 'seriesRelief' && (
        <Button
          size="small"
          onClick={() => workspace.showPanel('Clearing', { tab: 'Movements', account: principal })}
        >
          Movements of {principal}
        </Button>
      )}
    </p>
  );
}
