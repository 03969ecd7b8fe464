// The figures of the call and the put side by side: premiums, greeks, the hedge, and the buttons that open the ticket.
import type { Side } from '@openpit/wire';
import type { ReactNode } from 'react';
import { type ActionContext, reasonAgainst } from '../../actions/action.ts';
import type { NewOrderRequest } from '../../actions/dialogs.ts';
import { openOrderForm } from '../../actions/order-entry.ts';
import { sideVerb } from '../../market/market-text.ts';
import { Button } from '../../ui/button.tsx';
import { dash, formatPrice } from '../../ui/format.ts';
import { openInsertForm } from '../parts/market/contract-menu.tsx';
import styles from './calculator.module.css';
import { type GreekUnit, greekUnits } from './definition.tsx';
import type { StrikeContracts } from './market.ts';
import {
  type AmountsOf,
  amountsOf,
  type Calculation,
  hedgeText,
  noAmounts,
  type OptionAmounts,
} from './rules.ts';

interface TicketButtonsProps {
  /** `undefined` if the market does not list it. */
  readonly contract: string | undefined;
  readonly half: 'call' | 'put';
  readonly isDelta: boolean;
  readonly calculation: Calculation | null;
  /** The reason why there is no contract, as a sentence. */
  readonly missing: string;
  readonly context: ActionContext;
  readonly isPhone: boolean;
}

/** Open the ticket of an option or a delta at the calculator's volatility, to buy or to sell. */
function TicketButtons(props: TicketButtonsProps) {
  const { contract, calculation, missing, context, isPhone } = props;
  const lotsOf = (side: Side) => {
    const request = requestOf(props, side);
    const reason =
      contract === undefined
        ? missing
        : calculation === null
          ? 'A field above is empty or wrong.'
          : request === null
            ? 'The quantity is wrong.'
            : reasonAgainst(openOrderForm, request, context);
    const name = sideVerb(side);
    const at = calculation === null ? '' : ` at ${formatPrice(calculation.volatility, 2)} %`;
    return (
      <Button
        size={isPhone ? 'large' : 'small'}
        data-side={side}
        aria-label={contract === undefined ? name : `${name} ${contract}${at}`}
        disabledReason={reason}
        onClick={({ currentTarget }) => {
          if (request !== null)
            openInsertForm({ ...request, anchor: currentTarget.getBoundingClientRect() }, context);
        }}
      >
        {name}
      </Button>
    );
  };
  return (
    <span className={styles.buttons}>
      {lotsOf('B')}
      {lotsOf('S')}
    </span>
  );
}

/** The initial values of the ticket; null while something is missing. */
export function requestOf(
  {
    contract,
    half,
    isDelta,
    calculation,
  }: Pick<TicketButtonsProps, 'contract' | 'half' | 'isDelta' | 'calculation'>,
  side: Side,
): NewOrderRequest | null {
  if (contract === undefined || calculation === null || calculation.lots === null) return null;
  const { volatility, terms, lots } = calculation;
  const order = {
    kind: 'order',
    contract,
    side,
    qty: Math.abs(lots),
    type: 'Normal',
    anchor: null,
    volatility,
  } as const;
  return isDelta
    ? { ...order, price: volatility, reference: terms.forward }
    : { ...order, price: calculation[half].premium, isByVolatility: true };
}

interface OptionFiguresProps {
  readonly calculation: Calculation | null;
  readonly contracts: StrikeContracts;
  readonly size: AmountsOf;
  /** The reason why there is no contract, as a sentence. */
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

const lines: readonly (readonly [keyof OptionAmounts, string, string])[] = [
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

/** The call and the put side by side: their values, greeks and hedges, and the buttons that open the ticket. */
export function OptionFigures(props: OptionFiguresProps) {
  const { calculation, contracts, size, missing, context, isPhone } = props;
  const amounts = {
    call: calculation === null ? noAmounts : amountsOf(calculation.call, size),
    put: calculation === null ? noAmounts : amountsOf(calculation.put, size),
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
      <caption className="visually-hidden">Call and put, {unitNames[size.per]}</caption>
      <thead>
        <tr>
          <td>
            <select
              aria-label="Figures"
              value={size.per}
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
