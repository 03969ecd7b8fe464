// The call and the put side by side: their values, greeks and hedges, and the buttons that open the ticket.
import type { ReactNode } from 'react';
import type { ActionContext } from '../../actions/action.ts';
import { dash } from '../../ui/format.ts';
import { type Amounts, type AmountsOf, amountsOf, hedgeText, noAmounts } from './amounts.ts';
import styles from './calculator.module.css';
import { type GreekUnit, greekUnits } from './calculator-settings.ts';
import type { Calculation } from './read-fields.ts';
import { TicketButtons } from './ticket-buttons.tsx';
import type { StrikeContracts } from './use-calculator-market.ts';

export interface OptionFiguresProps {
  readonly calculation: Calculation | null;
  readonly contracts: StrikeContracts;
  readonly of: AmountsOf;
  /** Why there is no contract, as a sentence. */
  readonly missing: string;
  readonly context: ActionContext;
  readonly isPhone: boolean;
  readonly onPer: (per: GreekUnit) => void;
}

const unitNames: Readonly<Record<GreekUnit, string>> = {
  ton: 'per ton',
  contract: 'per contract',
  quantity: 'of the quantity',
};

const halves = ['call', 'put'] as const;

const lines: readonly (readonly [keyof Amounts, string, string])[] = [
  ['value', 'Value, R', 'Premium, times tons and lots'],
  [
    'delta',
    'Delta',
    'What the option gains for one rand of the future: in percent of a contract, or in tons',
  ],
  ['gamma', 'Gamma', 'Change of the delta for one rand of the future'],
  ['vega', 'Vega, R', 'For one point of volatility'],
  ['theta', 'Theta, R', 'For each day that passes'],
  ['rho', 'Rho, R', 'For one percent of the rate'],
];

export function OptionFigures(props: OptionFiguresProps) {
  const { calculation, contracts, of, missing, context, isPhone } = props;
  const amounts = {
    call: calculation === null ? noAmounts : amountsOf(calculation.call, of),
    put: calculation === null ? noAmounts : amountsOf(calculation.put, of),
  };
  const line = (name: string, tip: string, cell: (half: 'call' | 'put') => ReactNode) => (
    <tr key={name}>
      <th scope="row" data-tip={tip}>
        {name}
      </th>
      {halves.map((half) => (
        <td key={half}>{cell(half)}</td>
      ))}
    </tr>
  );
  const tickets = (isDelta: boolean) => (half: 'call' | 'put') => (
    <TicketButtons
      {...{ half, isDelta, calculation, missing, context, isPhone }}
      contract={contracts[isDelta ? (half === 'call' ? 'callDelta' : 'putDelta') : half]}
    />
  );
  return (
    <table className={styles.figures}>
      <caption className="visually-hidden">Call and put, {unitNames[of.per]}</caption>
      <thead>
        <tr>
          <td>
            <select
              aria-label="Figures"
              value={of.per}
              onChange={({ target }) => {
                const chosen = greekUnits.find((unit) => unit === target.value);
                if (chosen !== undefined) props.onPer(chosen);
              }}
            >
              {greekUnits.map((unit) => (
                <option key={unit} value={unit}>
                  {unitNames[unit]}
                </option>
              ))}
            </select>
          </td>
          <th scope="col">Call</th>
          <th scope="col">Put</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([id, name, tip]) => line(name, tip, (half) => amounts[half][id]))}
        {line('Hedge', 'Lots of the future that hedge the quantity', (half) =>
          calculation === null ? dash : hedgeText(calculation[half].delta, calculation.lots),
        )}
        {line('Ticket', 'Opens the ticket at this volatility', tickets(false))}
        {line('As delta', 'Opens the ticket of the delta: the option with its hedge', tickets(true))}
      </tbody>
    </table>
  );
}
