// The order form: contract, side, quantity, price, type, for whom; the market live beside it, and a button that says in
// words what it will do. The typed price never changes by itself. Used alike in the floating frame and in the sheet.
import type { Capacity, MarketRow, OrderTypeCode, Side } from '@openpit/wire';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { OrderFormRequest } from '../../actions/desk.ts';
import { orderSentence, sideVerb, typeWords } from '../../actions/order-sentences.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { BestPrices, PriceNote } from './best-prices.tsx';
import styles from './order-form.module.css';
import { OrderOutcome } from './order-outcome.tsx';
import { useOrderForm } from './use-order-form.ts';

export interface OrderFormProps {
  readonly request: OrderFormRequest;
  readonly row: MarketRow;
  readonly size: 'medium' | 'large';
  readonly onClose: () => void;
}

type OrderTypeName = 'Normal' | 'Tok' | 'Fok';
const typeCodes: Readonly<Record<OrderTypeName, OrderTypeCode>> = { Normal: 0, Tok: 1, Fok: 2 };
const typeNames: Readonly<Record<OrderTypeCode, OrderTypeName>> = { 0: 'Normal', 1: 'Tok', 2: 'Fok' };

export function OrderForm({ request, row, size, onClose }: OrderFormProps) {
  const form = useOrderForm(request, row);
  const { fields, phase, errors, order, isLocked, choices, closedReason, edit } = form;
  const principalId = useId();
  const root = useRef<HTMLFormElement>(null);
  const qtyInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a phone the keyboard would come up and cover the form.
    if (size === 'medium') qtyInput.current?.focus();
  }, [size]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void form.send();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      const stops = root.current?.querySelectorAll<HTMLElement>('[data-step] input[type=text], [data-send]');
      const inOrder = [...(stops ?? [])];
      inOrder[inOrder.indexOf(event.target) + 1]?.focus();
    }
  };
  const hasClients = choices.some((choice) => choice.capacity === 'A');

  return (
    <form
      ref={root}
      noValidate
      className={styles.form}
      data-size={size}
      data-side={fields.side}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void form.send();
      }}
    >
      <SegmentedControl<Side>
        label="Side"
        className={styles.sides}
        value={fields.side}
        onChange={(side) => edit({ side })}
        isDisabled={isLocked}
        segments={[
          { value: 'B', label: 'Buy', tone: 'buy' },
          { value: 'S', label: 'Sell', tone: 'sell' },
        ]}
      />
      <BestPrices row={row} isLocked={isLocked} onTake={form.takePrice} />
      <div className={styles.numbers}>
        <div data-step="">
          <NumberField
            ref={qtyInput}
            label="Quantity"
            unit="lots"
            inputMode="numeric"
            text={fields.qtyText}
            onText={(qtyText) => edit({ qtyText })}
            onStep={form.stepQty}
            stepText="1 lot"
            error={errors.qty}
            isReadOnly={isLocked}
            size={size}
          />
        </div>
        <div data-step="">
          <NumberField
            label="Price"
            unit="R/t"
            text={fields.priceText}
            onText={(priceText) => edit({ priceText })}
            onStep={form.stepPrice}
            onLeave={form.tidyPrice}
            stepText={form.stepText}
            error={errors.price}
            isReadOnly={isLocked}
            size={size}
          />
        </div>
      </div>
      <PriceNote row={row} side={fields.side} price={order?.body.price ?? null} />
      <div className={styles.choices}>
        <SegmentedControl<OrderTypeName>
          label="Order type"
          value={typeNames[fields.type]}
          onChange={(type) => edit({ type: typeCodes[type] })}
          isDisabled={isLocked}
          segments={[
            { value: 'Normal', label: 'Normal', tip: 'Rests in the market until it deals or the day ends' },
            { value: 'Tok', label: 'Tok', tip: 'Take or kill: takes what is there now and kills the rest' },
            { value: 'Fok', label: 'Fok', tip: 'Fill or kill: all of it now, or nothing' },
          ]}
        />
        <SegmentedControl<Capacity>
          label="Capacity"
          value={fields.capacity}
          onChange={form.chooseCapacity}
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
      </div>
      <label className={styles.principal} htmlFor={principalId}>
        <span className={styles.caption}>For</span>
        <select
          id={principalId}
          value={fields.principal}
          disabled={isLocked}
          aria-invalid={errors.principal !== undefined || undefined}
          onChange={(event) => form.choosePrincipal(event.target.value)}
        >
          {fields.principal === '' && <option value="">For whom?</option>}
          {choices.map((choice) => (
            <option key={choice.code} value={choice.code}>
              {choice.code} · {choice.name}
            </option>
          ))}
        </select>
      </label>
      {errors.principal !== undefined && <p className={styles.error}>{errors.principal}</p>}
      <OrderOutcome phase={phase} />
      {phase.kind === 'accepted' ? (
        <div className={styles.after}>
          <Button size={size} onClick={() => edit({})}>
            Another order
          </Button>
          {/* The second click of a double-click on the send button must not close the answer unread. */}
          <Button
            size={size}
            variant="primary"
            onClick={(event) => {
              if (event.detail < 2) onClose();
            }}
          >
            Close
          </Button>
        </div>
      ) : (
        <Button
          type="submit"
          className={styles.send}
          size={size}
          variant={fields.side === 'B' ? 'buy' : 'sell'}
          data-send=""
          disabledReason={isLocked ? 'Waiting for the answer of the market.' : closedReason}
          aria-keyshortcuts="Control+Enter"
        >
          {sendLabel()}
        </Button>
      )}
      {closedReason !== null && phase.kind !== 'accepted' && <p className={styles.closed}>{closedReason}</p>}
    </form>
  );

  function sendLabel(): string {
    if (phase.kind === 'sending') return 'Sending…';
    if (phase.kind === 'unknown') return 'Asking what became of it…';
    if (order === null) return `${sideVerb(fields.side)} ${row.contract}`;
    const type = typeWords(fields.type);
    const sentence = `${orderSentence(order.words)}${type === null ? '' : `, ${type}`}`;
    return phase.kind === 'notReceived' ? `Send again: ${sentence}` : sentence;
  }
}
