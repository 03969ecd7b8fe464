// The form that reduces, edits or amends an order. It begins with the order's terms and uses the fields of the order form.

import type { MarketRow } from '@openpit/wire';
import type { ChangeOrderRequest } from '../../actions/dialogs.ts';
import { changeLabels, orderSentence } from '../../actions/order-actions.ts';
import { presetsUpTo } from '../../market/contract-terms.ts';
import { priceText } from '../../market/market-text.ts';
import { BestPrices } from './best-prices.tsx';
import { FormFrame } from './form-frame.tsx';
import { HoldOverField } from './hold-over-field.tsx';
import { MarginNote } from './margin-note.tsx';
import styles from './order-form.module.css';
import { isMaking } from './order-form-state.ts';
import { PriceNote } from './price-note.tsx';
import { CapacityField, PrincipalField } from './principal-fields.tsx';
import { QtyPresets, SideNumbers } from './side-numbers.tsx';
import { useChangeForm } from './use-change-form.ts';

export interface ChangeFormProps {
  readonly request: ChangeOrderRequest;
  readonly row: MarketRow;
  readonly size: 'medium' | 'large';
  readonly draft: object | undefined;
  readonly onClose: () => void;
}

const explanations: Readonly<Record<ChangeOrderRequest['kind'], string>> = {
  reduce: 'What is left keeps its place in the queue.',
  edit: 'It stays suspended; resubmitting puts it back into the market.',
  amend: 'In one step: it goes to the end of the queue and may deal at once.',
};

export function ChangeForm({ request, row, size, draft, onClose }: ChangeFormProps) {
  const form = useChangeForm(request, row, draft);
  const { order, fields, phase, errors, isLocked, edit } = form;
  const { kind } = request;
  const isReduction = kind === 'reduce';
  const principalFields = {
    capacity: fields.capacity,
    principal: fields.principal,
    choices: form.choices,
    error: errors.principal,
    isLocked,
    onCapacity: form.chooseCapacity,
    onPrincipal: form.choosePrincipal,
  };
  const now = orderSentence({
    side: order.side,
    qty: order.remaining,
    contract: order.contract,
    priceText: priceText(order.price, order),
  });
  return (
    <FormFrame
      size={size}
      tone={order.side === 'B' ? 'buy' : 'sell'}
      phase={phase}
      isLocked={isLocked}
      closedReason={form.closedReason}
      missing={form.missing}
      isMissingShown={form.isMissingShown}
      sendLabel={form.sentence ?? `${changeLabels[kind]} order ${order.activeOrderSeq}`}
      onSend={() => void form.send()}
      onClose={onClose}
    >
      <p className={styles.now}>
        <span className={styles.caption}>
          Order {order.activeOrderSeq}, {order.state.toLowerCase()}
        </span>
        {now}
      </p>
      {!isReduction && (
        <BestPrices
          row={row}
          isLocked={isLocked}
          decimals={form.terms.decimals}
          onTake={(_side, price) => form.takePrice(price)}
        />
      )}
      <SideNumbers
        qtyLabel={isReduction ? 'To be left' : 'Quantity'}
        qtyText={fields.qtyText}
        qtyError={errors.qty}
        {...(!isReduction && {
          price: {
            label: form.terms.priceLabel,
            unit: form.terms.unit,
            text: fields.priceText,
            mayBeNegative: form.terms.mayBeNegative,
            error: errors.price,
            stepText: form.stepText,
            onText: (priceText) => edit({ priceText }),
            onStep: form.stepPrice,
            onLeave: form.leavePrice,
          },
        })}
        isLocked={isLocked}
        size={size}
        onQty={(qtyText) => edit({ qtyText })}
        onStepQty={form.stepQty}
        onLeaveQty={form.leaveQty}
      />
      <QtyPresets
        label={isReduction ? 'To be left' : 'Quantities'}
        quantities={presetsUpTo(form.maxQty)}
        isLocked={isLocked}
        onTake={(qty) => edit({ qtyText: String(qty) })}
      />
      {!isReduction && (
        <>
          <PriceNote
            row={row}
            terms={form.terms}
            sides={isMaking(phase) ? [form.wanted] : []}
            type={order.orderType}
            principal={fields.principal}
          />
          {form.margin !== null && <MarginNote {...form.margin} principal={fields.principal} />}
          <div className={styles.ends}>
            <PrincipalField {...principalFields} />
            <CapacityField {...principalFields} />
          </div>
          <HoldOverField
            text={fields.holdOver ?? ''}
            error={errors.holdOver}
            isLocked={isLocked}
            onText={(holdOver) => edit({ holdOver })}
            onLeave={() => form.leaveHoldOver()}
          />
        </>
      )}
      <p className={styles.note}>{explanations[kind]}</p>
    </FormFrame>
  );
}
