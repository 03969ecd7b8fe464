// The order form: side or both, quantity, price, type, principal, reference; the live market beside them, and a button that says
// in words what it will do. A typed price never changes by itself. The floating frame and the phone's sheet use the same form.

import type { MarketRow, OrderTypeCode } from '@openpit/wire';
import { lazy, useId } from 'react';
import type { EntryRequest } from '../../actions/dialogs.ts';
import { presetsUpTo } from '../../market/contract-terms.ts';
import { OnDemand } from '../../ui/on-demand.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { BestPrices } from './best-prices.tsx';
import { FormFrame } from './form-frame.tsx';
import { HedgeButton } from './hedge-button.tsx';
import { HoldOverField } from './hold-over-field.tsx';
import { MarginNote } from './margin-note.tsx';
import { marginQueries } from './margin-words.ts';
import { type EntryMode, longestRef, subAccountOf } from './order-draft.ts';
import styles from './order-form.module.css';
import { isMaking } from './order-form-state.ts';
import { PriceNote } from './price-note.tsx';
import { CapacityField, PrincipalField } from './principal-fields.tsx';
import { QtyPresets, SideNumbers } from './side-numbers.tsx';
import { type PriceField, type QtyField, useOrderForm } from './use-order-form.ts';

export interface OrderFormProps {
  readonly request: EntryRequest;
  readonly row: MarketRow;
  readonly size: 'medium' | 'large';
  readonly draft: object | undefined;
  readonly onClose: () => void;
}

const OptionFields = lazy(() => import('./option-fields.tsx'));

const refTip = 'Your reference, which counts up by itself. A number used today becomes the next free one.';

type OrderTypeName = 'Normal' | 'TOK' | 'FOK';
const typeCodes: Readonly<Record<OrderTypeName, OrderTypeCode>> = { Normal: 0, TOK: 1, FOK: 2 };
const typeNames: Readonly<Record<OrderTypeCode, OrderTypeName>> = { 0: 'Normal', 1: 'TOK', 2: 'FOK' };

/** On a phone in the other order: each over the price at which it deals. */
const sides = [
  { value: 'B', label: 'Buy', tone: 'buy' },
  { value: 'S', label: 'Sell', tone: 'sell' },
] as const;

export function OrderForm({ request, row, size, draft, onClose }: OrderFormProps) {
  const form = useOrderForm(request, row, draft);
  const { fields, phase, errors, order, isLocked, choices, closedReason, edit, maxQty, terms } = form;
  const { mode } = fields;
  const isDouble = mode === 'double';
  const refId = useId();
  const numbers = (of: 'Bid' | 'Offer' | undefined, qty: QtyField, price: PriceField) => (
    <SideNumbers
      {...(of && { of })}
      qtyText={fields[qty]}
      qtyError={qty === 'qtyText' ? errors.qty : errors.offerQty}
      price={{
        label: terms.priceLabel,
        unit: terms.unit,
        text: fields[price],
        mayBeNegative: terms.mayBeNegative,
        error: price === 'priceText' ? errors.price : errors.offerPrice,
        stepText: form.stepText,
        onText: (text) => form.typePrice(price, text),
        onStep: (steps) => form.stepPrice(price, steps),
        onLeave: () => form.leavePrice(price),
      }}
      isLocked={isLocked}
      size={size}
      onQty={(text) => edit({ [qty]: text })}
      onStepQty={(steps) => form.stepQty(qty, steps)}
      onLeaveQty={() => form.leave(qty === 'qtyText' ? 'qty' : 'offerQty')}
    />
  );
  const { entry } = form;
  const askedMargins = marginQueries(isMaking(phase) && closedReason === null ? order : null);
  /** The order after its acceptance; null for a double. */
  const [sentAlone = null] = phase.kind === 'accepted' && !isDouble ? phase.orders : [];
  const optionFields = (of: 'Bid' | 'Offer' | undefined, qty: QtyField, price: PriceField) =>
    entry !== null && (
      <OnDemand>
        <OptionFields
          row={row}
          entry={entry}
          of={of}
          side={of === undefined ? (mode === 'S' ? 'S' : 'B') : of === 'Bid' ? 'B' : 'S'}
          qtyText={fields[qty]}
          priceText={fields[price]}
          otherText={(price === 'priceText' ? fields.otherText : fields.offerOtherText) ?? ''}
          otherError={price === 'priceText' ? errors.other : errors.offerOther}
          referenceText={fields.referenceText ?? ''}
          referenceError={errors.reference}
          isLocked={isLocked}
          size={size}
          onOther={(text) => form.typeOther(price, text)}
          onLeaveOther={() => form.leave(price === 'priceText' ? 'other' : 'offerOther')}
          onReference={(referenceText) => edit({ referenceText })}
          onLeaveReference={() => form.leave('reference')}
        />
      </OnDemand>
    );
  const principalFields = {
    capacity: fields.capacity,
    principal: fields.principal,
    subAccount: subAccountOf(fields),
    choices,
    error: errors.principal,
    isLocked,
    onCapacity: form.chooseCapacity,
    onPrincipal: form.choosePrincipal,
  };

  return (
    <FormFrame
      size={size}
      tone={isDouble ? 'primary' : mode === 'B' ? 'buy' : 'sell'}
      phase={phase}
      isLocked={isLocked}
      closedReason={closedReason}
      missing={form.missing}
      isMissingShown={form.isMissingShown}
      sendLabel={form.sendLabel}
      onSend={() => void form.send()}
      onAgain={() => edit({})}
      next={
        terms.meaning === 'premium' && sentAlone !== null ? (
          <HedgeButton
            {...{ row, size }}
            option={entry?.option ?? null}
            sent={sentAlone}
            side={mode === 'S' ? 'S' : 'B'}
            principal={fields.principal}
          />
        ) : null
      }
      onClose={onClose}
    >
      <SegmentedControl<EntryMode>
        label="Side"
        className={styles.sides}
        value={mode}
        onChange={form.chooseMode}
        isDisabled={isLocked}
        segments={[
          ...(size === 'large' ? sides.toReversed() : sides),
          { value: 'double', label: 'Double', tip: 'Both sides in one step: both are accepted or neither' },
        ]}
      />
      <BestPrices
        row={row}
        isLocked={isLocked}
        decimals={terms.decimals}
        onTake={(side, price) =>
          form.takePrice(isDouble && side === 'S' ? 'offerPriceText' : 'priceText', price)
        }
      />
      {isDouble ? (
        <div className={styles.bothSides} data-size={size}>
          <div>
            {numbers('Bid', 'qtyText', 'priceText')}
            {optionFields('Bid', 'qtyText', 'priceText')}
          </div>
          <div>
            {numbers('Offer', 'offerQtyText', 'offerPriceText')}
            {optionFields('Offer', 'offerQtyText', 'offerPriceText')}
          </div>
        </div>
      ) : (
        <>
          {numbers(undefined, 'qtyText', 'priceText')}
          {optionFields(undefined, 'qtyText', 'priceText')}
        </>
      )}
      <QtyPresets
        label="Quantities"
        quantities={presetsUpTo(maxQty)}
        all={isDouble ? null : allOnOtherSide()}
        isLocked={isLocked}
        onTake={(qty) =>
          edit(isDouble ? { qtyText: String(qty), offerQtyText: String(qty) } : { qtyText: String(qty) })
        }
      />
      <PriceNote
        row={row}
        terms={terms}
        sides={isMaking(phase) ? form.wanted : []}
        type={isDouble ? 0 : fields.type}
        principal={fields.principal}
      />
      {form.showsMargin &&
        (isDouble ? (['Bid', 'Offer'] as const) : [undefined]).map((of, at) => (
          <MarginNote
            key={of ?? 'order'}
            {...(of && { of })}
            query={askedMargins[at] ?? null}
            principal={fields.principal}
          />
        ))}
      <div className={styles.choices}>
        {isDouble ? (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={fields.cancelsOther}
              disabled={isLocked}
              onChange={(event) => edit({ cancelsOther: event.target.checked })}
            />
            One filled cancels the other
          </label>
        ) : (
          <SegmentedControl<OrderTypeName>
            label="Order type"
            value={typeNames[fields.type]}
            onChange={(type) => edit({ type: typeCodes[type] })}
            isDisabled={isLocked}
            segments={[
              {
                value: 'Normal',
                label: 'Normal',
                tip: 'Rests in the market until it is filled or the day ends',
              },
              { value: 'TOK', label: 'TOK', tip: 'Take or kill: takes what is there now and kills the rest' },
              { value: 'FOK', label: 'FOK', tip: 'Fill or kill: all of it now, or nothing' },
            ]}
          />
        )}
        <CapacityField {...principalFields} />
      </div>
      {(isDouble || fields.type === 0) && (
        <HoldOverField
          text={fields.holdOver ?? ''}
          error={errors.holdOver}
          isLocked={isLocked}
          onText={(holdOver) => edit({ holdOver })}
          onLeave={() => form.leave('holdOver')}
        />
      )}
      <div className={styles.ends}>
        <PrincipalField {...principalFields} />
        {/* The tip is the caption's: at the field it would cover the button below while the field has the focus. */}
        <label className={styles.ref} htmlFor={refId}>
          <span className={styles.caption} data-tip={refTip}>
            Ref
          </span>
          <input
            id={refId}
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={longestRef}
            value={fields.ref}
            readOnly={isLocked}
            aria-invalid={errors.ref !== undefined || undefined}
            aria-description={refTip}
            onChange={(event) => edit({ ref: event.target.value })}
          />
        </label>
      </div>
    </FormFrame>
  );

  function allOnOtherSide() {
    const lots = mode === 'B' ? row.offerQty : row.bidQty;
    const qty = Math.min(lots, maxQty);
    return { qty, label: mode === 'B' ? `all ${qty} offered` : `all ${qty} bid` };
  }
}
