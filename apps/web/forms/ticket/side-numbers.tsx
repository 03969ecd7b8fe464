// The fields for quantity and price of one side of an order, with steps.
import { NumberField } from '../../ui/fields.tsx';
import styles from './order-form.module.css';

export interface PriceNumbers {
  readonly label?: string;
  readonly unit?: string;
  readonly text: string;
  readonly error: string | undefined;
  readonly mayBeNegative: boolean | undefined;
  readonly stepText: string;
  readonly onText: (text: string) => void;
  readonly onStep: (steps: number) => void;
  readonly onLeave: () => void;
}

export interface SideNumbersProps {
  /** "Bid" or "Offer" in a double; left out for one side. */
  readonly of?: 'Bid' | 'Offer';
  readonly qtyLabel?: string;
  readonly qtyText: string;
  /** Left out where only the quantity may change. */
  readonly price?: PriceNumbers;
  readonly qtyError: string | undefined;
  readonly isLocked: boolean;
  readonly size: 'medium' | 'large';
  readonly onQty: (text: string) => void;
  readonly onStepQty: (steps: number) => void;
  readonly onLeaveQty: () => void;
}

export function SideNumbers(props: SideNumbersProps) {
  const { of, qtyLabel = 'Quantity', price, isLocked, size } = props;
  const named = (name: string) => (of === undefined ? name : `${of} ${name.toLowerCase()}`);
  return (
    <div className={styles.numbers} data-of={of} data-single={price === undefined || undefined}>
      <div data-step="">
        <NumberField
          label={named(qtyLabel)}
          unit="lots"
          inputMode="numeric"
          text={props.qtyText}
          onText={props.onQty}
          onStep={props.onStepQty}
          onLeave={props.onLeaveQty}
          stepText="1 lot"
          error={props.qtyError}
          isReadOnly={isLocked}
          size={size}
        />
      </div>
      {price !== undefined && (
        <div data-step="">
          <NumberField
            label={named(price.label ?? 'Price')}
            unit={price.unit ?? 'R/t'}
            text={price.text}
            mayBeNegative={price.mayBeNegative}
            onText={price.onText}
            onStep={price.onStep}
            onLeave={price.onLeave}
            stepText={price.stepText}
            error={price.error}
            isReadOnly={isLocked}
            size={size}
          />
        </div>
      )}
    </div>
  );
}

export interface QtyPresetsProps {
  readonly label: string;
  readonly quantities: readonly number[];
  /** The lots at the best price on the other side, with their name: "20 offered". */
  readonly all?: { readonly qty: number; readonly label: string } | null;
  readonly isLocked: boolean;
  readonly onTake: (qty: number) => void;
}

export function QtyPresets({ label, quantities, all = null, isLocked, onTake }: QtyPresetsProps) {
  return (
    <div role="group" aria-label={label} className={styles.presets}>
      {quantities.map((qty) => (
        <button
          key={qty}
          type="button"
          className={styles.preset}
          disabled={isLocked}
          onClick={() => onTake(qty)}
        >
          {qty}
        </button>
      ))}
      {all !== null && all.qty > 0 && (
        <button
          type="button"
          className={styles.preset}
          disabled={isLocked}
          data-tip="All lots at the best price on the other side"
          onClick={() => onTake(all.qty)}
        >
          {all.label}
        </button>
      )}
    </div>
  );
}
