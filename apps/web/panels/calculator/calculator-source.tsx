// What the calculator calculates on: a series of the market, or free input with the tick and tons of an instrument.

import { seriesName } from '../../market/market-text.ts';
import { Button } from '../../ui/button.tsx';
import styles from './calculator.module.css';
import { freeInput } from './calculator-settings.ts';
import type { CalculatorMarket } from './use-calculator-market.ts';

export interface CalculatorSourceProps {
  readonly market: Pick<CalculatorMarket, 'all' | 'status'>;
  /** A series, or `freeInput`. */
  readonly chosenId: string;
  /** Of free input; null for a series. */
  readonly instrument: string | null;
  readonly instruments: readonly string[];
  readonly isPhone: boolean;
  /** Lets the fields follow the market again; null while they do. */
  readonly follow: (() => void) | null;
  readonly onSeries: (id: string) => void;
  readonly onInstrument: (instrument: string) => void;
}

export function CalculatorSource(props: CalculatorSourceProps) {
  const { market, chosenId, instrument, instruments, isPhone, follow } = props;
  return (
    <>
      <div className={styles.bar}>
        <select
          aria-label="Underlying and expiry"
          value={chosenId}
          onChange={({ target }) => props.onSeries(target.value)}
        >
          {market.all.map((series) => (
            <option key={series.id} value={series.id}>
              {seriesName(series)}
            </option>
          ))}
          <option value={freeInput}>Free input</option>
        </select>
        {instrument !== null && (
          <select
            aria-label="Instrument, for its tick and tons"
            value={instrument}
            onChange={({ target }) => props.onInstrument(target.value)}
          >
            {instruments.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
        {follow !== null && (
          <Button size={isPhone ? 'large' : 'small'} onClick={follow}>
            Follow the market
          </Button>
        )}
      </div>
      {market.status !== 'success' && (
        <p className={styles.note} role={market.status === 'error' ? 'alert' : 'status'}>
          {market.status === 'error'
            ? 'The market could not be loaded. It loads again when the connection is restored. Free input works.'
            : 'Loading the market… Free input works.'}
        </p>
      )}
      {market.status === 'success' && market.all.length === 0 && (
        <p className={styles.note} role="status">
          No options are listed. Free input works.
        </p>
      )}
    </>
  );
}
