// Opens the ticket of an option or a delta at the calculator's volatility, to buy or to sell. It sends nothing.
import type { Side } from '@openpit/wire';
import type { NewOrderRequest } from '../../actions/action.ts';
import { type ActionContext, reasonAgainst } from '../../actions/action.ts';
import { openOrderForm } from '../../actions/order-entry.ts';
import { Button } from '../../ui/button.tsx';
import { formatPrice } from '../../ui/format.ts';
import { openEntry } from '../market/contract-menu.tsx';
import styles from './calculator.module.css';
import type { Calculation } from './read-fields.ts';

export interface TicketButtonsProps {
  /** Undefined where the market does not list it. */
  readonly contract: string | undefined;
  readonly half: 'call' | 'put';
  readonly isDelta: boolean;
  readonly calculation: Calculation | null;
  /** Why there is no contract, as a sentence. */
  readonly missing: string;
  readonly context: ActionContext;
  readonly isPhone: boolean;
}

export function TicketButtons(props: TicketButtonsProps) {
  const { contract, calculation, missing, context, isPhone } = props;
  const of = (side: Side) => {
    const request = requestOf(props, side);
    const reason =
      contract === undefined
        ? missing
        : calculation === null
          ? 'A field above is empty or wrong.'
          : request === null
            ? 'The quantity is wrong.'
            : reasonAgainst(openOrderForm, request, context);
    const name = side === 'B' ? 'Bid' : 'Offer';
    const at = calculation === null ? '' : ` at ${formatPrice(calculation.volatility, 2)} %`;
    return (
      <Button
        size={isPhone ? 'large' : 'small'}
        variant={side === 'B' ? 'buy' : 'sell'}
        aria-label={contract === undefined ? name : `${name} ${contract}${at}`}
        disabledReason={reason}
        onClick={({ currentTarget }) => {
          if (request !== null)
            openEntry({ ...request, anchor: currentTarget.getBoundingClientRect() }, context);
        }}
      >
        {name}
      </Button>
    );
  };
  return (
    <span className={styles.buttons}>
      {of('B')}
      {of('S')}
    </span>
  );
}

/** What the ticket begins with; null while something is missing. */
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
    type: 0,
    anchor: null,
    volatility,
  } as const;
  return isDelta
    ? { ...order, price: volatility, reference: terms.forward }
    : { ...order, price: calculation[half].premium, isByVolatility: true };
}
