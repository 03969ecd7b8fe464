// The fields of an order: quantity and price with step buttons, capacity and principal, hold-over date, and the best prices as
// buttons.
import type { Capacity, MarketRow, Side } from '@openpit/wire';
import { useId, useRef, useState } from 'react';
import { lotsOrNone, priceDecimals } from '../../market/market-text.ts';
import { useIsOld } from '../../market/prices.ts';
import { IconButton } from '../../ui/button.tsx';
import { NumberField } from '../../ui/fields.tsx';
import { datePattern, formatDate, formatPrice, parseDate } from '../../ui/format.ts';
import { CalendarIcon } from '../../ui/icons.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import type { PrincipalChoice } from '../accounts.ts';
import styles from './ticket.module.css';

interface PriceNumbers {
  readonly label?: string;
  readonly unit?: string;
  readonly text: string;
  readonly error: string | undefined;
  readonly mayBeNegative: boolean | undefined;
  readonly stepText: string;
  readonly onText: (text: string) => void;
  readonly onStep: (steps: number) => void;
  readonly onLeave: () => void;
  /** Whether the form opens with the focus here, not on the quantity. */
  readonly isFirst?: boolean;
}

interface SideNumbersProps {
  /** "Bid" or "Offer" in a double; omitted for a single side. */
  readonly sideName?: 'Bid' | 'Offer' | undefined;
  readonly qtyLabel?: string;
  readonly qtyText: string;
  /** Omitted if only the quantity may change. */
  readonly price?: PriceNumbers | undefined;
  readonly qtyError: string | undefined;
  readonly isLocked: boolean;
  readonly size: 'medium' | 'large';
  readonly onQty: (text: string) => void;
  readonly onStepQty: (steps: number) => void;
  readonly onLeaveQty: () => void;
}

export function SideNumbers(props: SideNumbersProps) {
  const { sideName, qtyLabel = 'Quantity', price, isLocked, size } = props;
  const named = (name: string) => (sideName === undefined ? name : `${sideName} ${name.toLowerCase()}`);
  return (
    <div className={styles.numbers} data-of={sideName} data-single={price === undefined || undefined}>
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
        <div data-step={price.isFirst ? 'first' : ''}>
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

interface QtyPresetsProps {
  readonly label: string;
  readonly quantities: readonly number[];
  /** The lots at the best opposite price, with a label: "20 offered". */
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

interface PrincipalFieldsProps {
  readonly capacity: Capacity;
  readonly principal: string;
  readonly subAccount?: string | null;
  readonly choices: readonly PrincipalChoice[];
  readonly error: string | undefined;
  readonly isLocked: boolean;
  readonly onCapacity: (capacity: Capacity) => void;
  readonly onPrincipal: (code: string) => void;
}

/** The fields for the order's capacity and principal. Changing one updates the other. */
export function CapacityField({ capacity, choices, isLocked, onCapacity }: PrincipalFieldsProps) {
  const hasClients = choices.some((choice) => choice.capacity === 'A');
  return (
    <SegmentedControl<Capacity>
      label="Capacity"
      value={capacity}
      onChange={onCapacity}
      isDisabled={isLocked}
      segments={[
        { value: 'P', label: 'P', tip: 'Principal: for the book of your member' },
        {
          value: 'A',
          label: 'A',
          tip: hasClients ? 'Agency: for a client' : 'Agency: your account has no clients yet',
        },
      ]}
    />
  );
}

export function PrincipalField(props: PrincipalFieldsProps) {
  const { principal, subAccount = null, choices, error, isLocked, onPrincipal } = props;
  const id = useId();
  const isKnown = choices.some((choice) => choice.code === principal);
  return (
    <label className={styles.principal} htmlFor={id}>
      <span className={styles.caption}>
        {subAccount === null ? (
          'For'
        ) : (
          <>
            For <span className="visually-hidden">sub-account </span>
            {subAccount} of
          </>
        )}
      </span>
      <select
        id={id}
        value={principal}
        disabled={isLocked}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}error`}
        onChange={(event) => onPrincipal(event.target.value)}
      >
        {!isKnown && <option value={principal}>{principal === '' ? 'Choose an account' : principal}</option>}
        {choices.map((choice) => (
          <option key={choice.code} value={choice.code}>
            {choice.code} · {choice.name}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <span id={`${id}error`} className={styles.error}>
          {error}
        </span>
      )}
    </label>
  );
}

interface HoldOverFieldProps {
  /** `2026-11-25`, an empty string, or the raw text if it is not a valid date. */
  readonly text: string;
  readonly error: string | undefined;
  readonly isLocked: boolean;
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
}

const tip = 'Keeps the unfilled lots until the end of this business day; empty for today only';

/**
 * The business day until which an order's remainder is held over (market/orders.md, Hold over). An
 * empty field means today only. The user types the day in the locale's date format or picks it in
 * the browser's calendar. The venue checks that the market is open and the contract still trades on
 * that day.
 */
export function HoldOverField({ text, error, isLocked, onText, onLeave }: HoldOverFieldProps) {
  const id = useId();
  const errorId = useId();
  // The raw text during typing; null while the field shows a complete date.
  const [typedText, setTypedText] = useState<string | null>(null);
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.holdOver}>
      <label className={styles.caption} htmlFor={id} data-tip={tip}>
        Hold over to
      </label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={datePattern()}
        maxLength={20}
        value={typedText ?? formatDate(text)}
        readOnly={isLocked}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        aria-description={tip}
        onChange={({ target }) => {
          setTypedText(target.value);
          onText(parseDate(target.value) ?? target.value.trim());
        }}
        onBlur={() => {
          setTypedText(null);
          onLeave();
        }}
      />
      <span className={styles.calendar}>
        <IconButton
          label="Choose the day in a calendar"
          icon={<CalendarIcon />}
          disabledReason={isLocked ? 'Waiting for the market’s answer.' : null}
          onClick={() => calendar.current?.showPicker()}
        />
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          value={parseDate(text) ?? ''}
          onChange={({ target }) => onText(target.value)}
        />
      </span>
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface BestPricesProps {
  readonly row: MarketRow;
  readonly isLocked: boolean;
  /** The decimals of this contract's prices; by default the instrument's. */
  readonly decimals?: number;
  /** `side` is the side of the chosen price. */
  readonly onTake: (side: Side, price: number) => void;
}

/** The live best bid and offer as buttons that copy the price. They are grey while prices are stale. */
export function BestPrices({ row, isLocked, decimals = priceDecimals(row), onTake }: BestPricesProps) {
  const isStale = useIsOld(row.contract);
  const button = (side: Side, price: number | null, qty: number) => (
    <button
      type="button"
      className={styles.best}
      data-side={side}
      disabled={isLocked || isStale || price === null}
      data-tip={isStale || price === null ? undefined : `Use ${formatPrice(price, decimals)} as the price`}
      onClick={() => price !== null && onTake(side, price)}
    >
      <span className={styles.bestName}>
        {side === 'B' ? 'Bid' : 'Offer'} <span className={styles.bestQty}>{lotsOrNone(qty)}</span>
      </span>
      <span className={styles.bestPrice}>{formatPrice(price, decimals)}</span>
    </button>
  );
  return (
    <div className={styles.bests} data-stale={isStale || undefined}>
      {button('B', row.bid, row.bidQty)}
      {button('S', row.offer, row.offerQty)}
    </div>
  );
}
