// The form that reduces, edits or amends an order. The order may deal, or another dealer may change it, while the form is open.
// The form therefore keeps only the user's edits, and shows all other terms of the current order.
import { type MarketRow, orderTypeOf } from '@openpit/wire';
import { useMemo, useRef } from 'react';
import { isPermitted, reasonAgainst, useActionContext } from '../../actions/action.ts';
import type { ChangeOrderRequest } from '../../actions/dialogs.ts';
import { changeConditions, changeLabels, orderSentence } from '../../actions/order-actions.ts';
import { entryPermission } from '../../actions/order-entry.ts';
import {
  contractStep,
  presetsUpTo,
  steppedPrice,
  steppedQty,
  termsOfRow,
  tidiedPrice,
} from '../../market/contract-terms.ts';
import { lotsText, priceText } from '../../market/market-text.ts';
import { priceNow } from '../../market/prices.ts';
import { useStoreRow, useStoreStatus } from '../../market/use-store.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { formatPrice } from '../../ui/format.ts';
import { accountFields, principalChoices } from '../accounts.ts';
import { lotsIn, priceOnTick } from '../parse-fields.ts';
import { isEditable, useSendForm, useSending } from '../send-form.ts';
import {
  type ChangeEdits,
  type ChangeFields,
  changeFields,
  confirmedChange,
  dealtLots,
  parseChange,
  type ReadyChange,
  sentenceOfChange,
} from './change.ts';
import { PriceNote } from './deals/price-note.tsx';
import {
  BestPrices,
  CapacityField,
  HoldOverField,
  PrincipalField,
  QtyPresets,
  SideNumbers,
} from './fields.tsx';
import { FormFrame, ticketForm } from './frame.tsx';
import { MarginNote, marginQueryOfChange, onlyReduces } from './margin.tsx';
import styles from './ticket.module.css';

function useChangeForm(
  { kind, order: opened, price: askedPrice }: ChangeOrderRequest,
  row: MarketRow,
  draft?: object,
) {
  const { contract } = row;
  const { activeOrderSeq, side } = opened;
  const now = useStoreRow(dataSetStores.activeOrders, activeOrderSeq);
  const areOrdersLoaded = useStoreStatus(dataSetStores.activeOrders) === 'success';
  const lastKnown = useRef(opened);
  if (now !== undefined) lastKnown.current = now;
  const order = lastKnown.current;
  const { defaults, profile } = usePreferences((preferences) => preferences.document);
  const hqAccess = useSession((session) => session.hqAccess);
  const context = useActionContext();
  const terms = termsOfRow(row);
  const { tick, decimals, mayBeNegative } = terms;
  const step = contractStep(terms, defaults);
  const choices = useMemo(() => principalChoices(hqAccess), [hqAccess]);
  const maxQty = kind === 'reduce' ? order.remaining - 1 : defaults.maxOrderQuantity;

  const form = useSendForm<ChangeEdits>(
    () => ({
      dealt: dealtLots(opened),
      // A field that is present with `undefined` could not be restored from a draft.
      ...(kind === 'reduce' && { qtyText: String(Math.floor(opened.remaining / 2)) }),
      ...(askedPrice !== undefined && { priceText: formatPrice(askedPrice, decimals) }),
    }),
    { ...ticketForm, draft },
  );
  const { fields: edits, phase } = form;
  const fields = changeFields(edits, order, decimals);
  const edit = (change: Partial<ChangeFields>) => form.edit(change);
  const editQty = (qtyText: string) => form.edit({ qtyText, dealt: dealtLots(order) });
  const { limitLow, limitHigh } = row;
  const change = parseChange(kind, edits, order, {
    tick,
    decimals,
    mayBeNegative,
    limitLow,
    limitHigh,
    maxQty: defaults.maxOrderQuantity,
  });
  const qty =
    change.kind === 'errors'
      ? lotsIn(fields.qtyText)
      : change.kind === 'change'
        ? change.qty
        : order.remaining;
  const closedReason = reasonAgainstChange();
  const isOnlyReduced = change.kind === 'change' && onlyReduces(order, change);

  const ready: ReadyChange | null =
    change.kind === 'change' ? { kind, order, change, contractTerms: terms } : null;
  const latestReady = useRef(ready);
  latestReady.current = ready;

  const { status, errors } = useSending(form, {
    label: ready === null ? `${changeLabels[kind]} order ${activeOrderSeq}` : sentenceOfChange(ready),
    closedReason,
    errors: change.kind === 'errors' ? change.errors : {},
    missing: change.kind === 'unchanged' ? 'Nothing is changed yet.' : null,
    attempt: () =>
      confirmedChange(
        () => latestReady.current,
        () => priceNow(contract) ?? row,
      ),
  });

  function reasonAgainstChange(): string | null {
    if (phase.kind === 'accepted') return null;
    if (now === undefined)
      return areOrdersLoaded
        ? `Order ${activeOrderSeq} is no longer there: it has been filled or cancelled.`
        : 'The orders are being loaded again.';
    if (kind === 'edit' && now.state !== 'Suspended')
      return 'The order is in the market again: amend it instead.';
    if (kind === 'amend' && now.state === 'Suspended') return 'The order is suspended now: edit it instead.';
    return reasonAgainst(changeConditions[kind], now, context);
  }

  return {
    order,
    fields,
    wanted: { side, qty, price: priceOnTick(fields.priceText, tick), ownTerms: null },
    errors,
    status,
    leaveQty: () => form.leave('qty'),
    leaveHoldOver: () => form.leave('holdOver'),
    /** The margin of the amended order, or null if none is shown: an edited order stays suspended. */
    margin:
      kind !== 'amend' || !isPermitted(entryPermission, context.flags) || hqAccess?.scope === 'own'
        ? null
        : {
            // Before the first change: the margin of the order as it is.
            query:
              change.kind === 'errors' || closedReason !== null || !isEditable(phase)
                ? null
                : marginQueryOfChange(
                    order,
                    change.kind === 'change' ? change : { qty: order.remaining, price: order.price },
                    fields.principal,
                  ),
            isNeverRejected: ready !== null && isOnlyReduced,
          },
    isLocked: form.isLocked,
    explanation: explanations[kind === 'amend' && isOnlyReduced ? 'reduce' : kind],
    /** A sentence about the difference between a typed quantity and the lots that would be left now, or null. */
    dealtNote:
      edits.qtyText === undefined || qty === null || qty === lotsIn(edits.qtyText)
        ? null
        : `${lotsText(dealtLots(order) - edits.dealt)} dealt after you typed ${edits.qtyText}, so ${qty} would be left.`,
    maxQty,
    terms,
    stepText: formatPrice(step.toNumber(), decimals),
    edit,
    editQty,
    takePrice: (price: number) => edit({ priceText: formatPrice(price, decimals) }),
    stepPrice(steps: number) {
      const text = steppedPrice(fields.priceText, steps, {
        step,
        tick,
        decimals,
        fallback: order.price,
        mayBeNegative,
      });
      if (text !== null) edit({ priceText: text });
    },
    stepQty: (steps: number) =>
      editQty(steppedQty(qty === null ? fields.qtyText : String(qty), steps, maxQty)),
    leavePrice() {
      const { priceText } = edits;
      form.leave('price', priceText === undefined ? {} : { priceText: tidiedPrice(priceText, decimals) });
    },
    account: accountFields(fields, { choices, client: profile.client, edit }),
  };
}

interface ChangeFormProps {
  readonly request: ChangeOrderRequest;
  readonly row: MarketRow;
  readonly size: 'medium' | 'large';
  readonly draft: object | undefined;
  readonly onClose: () => void;
}

const explanations: Readonly<Record<ChangeOrderRequest['kind'], string>> = {
  reduce: 'The remaining lots keep their place in the queue.',
  edit: 'The order stays suspended. Resubmit it to put it back into the market.',
  amend: 'The order moves to the end of the queue and may deal immediately.',
};

export function ChangeForm({ request, row, size, draft, onClose }: ChangeFormProps) {
  const form = useChangeForm(request, row, draft);
  const { order, fields, errors, isLocked, edit } = form;
  const { kind } = request;
  const isReduction = kind === 'reduce';
  const principalFields = {
    ...form.account,
    error: errors.principal,
    isLocked,
  };
  const now = orderSentence({
    side: order.side,
    qty: order.remaining,
    contract: order.contract,
    priceText: priceText(order.price, order),
  });
  return (
    <FormFrame size={size} tone={order.side === 'B' ? 'buy' : 'sell'} status={form.status} onClose={onClose}>
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
        price={
          isReduction
            ? undefined
            : {
                // Most changes are of the price; to lower the quantity, there is Reduce.
                isFirst: true,
                label: form.terms.priceLabel,
                unit: form.terms.unit,
                text: fields.priceText,
                mayBeNegative: form.terms.mayBeNegative,
                error: errors.price,
                stepText: form.stepText,
                onText: (priceText) => edit({ priceText }),
                onStep: form.stepPrice,
                onLeave: form.leavePrice,
              }
        }
        isLocked={isLocked}
        size={size}
        onQty={form.editQty}
        onStepQty={form.stepQty}
        onLeaveQty={form.leaveQty}
      />
      <QtyPresets
        label={isReduction ? 'To be left' : 'Quantities'}
        quantities={presetsUpTo(form.maxQty)}
        isLocked={isLocked}
        onTake={(qty) => form.editQty(String(qty))}
      />
      {form.dealtNote !== null && <p className={styles.note}>{form.dealtNote}</p>}
      {!isReduction && (
        <>
          <div className={styles.facts}>
            <PriceNote
              row={row}
              terms={form.terms}
              sides={isEditable(form.status.phase) ? [form.wanted] : []}
              type={orderTypeOf(order.orderType)}
              principal={fields.principal}
            />
            {form.margin !== null && <MarginNote {...form.margin} principal={fields.principal} />}
          </div>
          <div className={styles.ends}>
            <PrincipalField {...principalFields} />
            <CapacityField {...principalFields} />
          </div>
          <HoldOverField
            text={fields.holdOver}
            error={errors.holdOver}
            isLocked={isLocked}
            onText={(holdOver) => edit({ holdOver })}
            onLeave={() => form.leaveHoldOver()}
          />
        </>
      )}
      <p className={styles.note}>{form.explanation}</p>
    </FormFrame>
  );
}
