// What the order form can do: its fields, the order that they make, steps of quantity and price, for whom, and sending
// with one request id an attempt. The component only shows it.
import type { Capacity, InsertOrderBody, MarketRow } from '@openpit/wire';
import Big from 'big.js';
import { useMemo, useReducer } from 'react';
import { reasonAgainst } from '../../actions/action.ts';
import type { OrderFormRequest } from '../../actions/desk.ts';
import { insertOrder } from '../../actions/insert-order.ts';
import type { OrderWords } from '../../actions/order-sentences.ts';
import { newRequestId } from '../../actions/request-id.ts';
import { useActionContext } from '../../actions/use-action-context.ts';
import { decimalsOf } from '../../panels/market-words.ts';
import { usePreferences } from '../../stores/preferences.ts';
import { useSession } from '../../stores/session.ts';
import { instrumentsStore, marketStore } from '../../stores/stores.ts';
import { readDecimal } from '../../ui/decimal-input.ts';
import { formatPrice } from '../../ui/format.ts';
import { confirmFarPrice } from './far-price.ts';
import {
  type FieldErrors,
  type OrderFields,
  principalChoices,
  principalFor,
  readDraft,
} from './order-draft.ts';
import { isLocked, newOrderForm, orderFormReducer } from './order-form-state.ts';
import { priceStep, stepPrice } from './price-steps.ts';
import { sendOrder } from './send-order.ts';

/** Until the instruments are loaded, the finest tick of the market. */
const fallbackTick = 0.2;

export function useOrderForm(request: OrderFormRequest, row: MarketRow) {
  const { contract, instrument } = row;
  const { defaults, profile } = usePreferences((preferences) => preferences.document);
  const hqAccess = useSession((session) => session.hqAccess);
  const context = useActionContext();
  const tick = instrumentsStore.get(instrument)?.tick ?? fallbackTick;
  const decimals = decimalsOf(instrument);
  const step = priceStep({ tick, mop: defaults.priceChangeMop });
  const choices = useMemo(() => principalChoices(hqAccess), [hqAccess]);

  const [form, dispatch] = useReducer(orderFormReducer, null, () => {
    const principal =
      principalFor(defaults.capacity, choices, profile.client) ?? principalFor('P', choices, '');
    const fields: OrderFields = {
      side: request.side,
      qtyText: String(Math.min(request.qty ?? defaults.defaultOrderQuantity, defaults.maxOrderQuantity)),
      priceText: request.price === null ? '' : formatPrice(request.price, decimals),
      type: request.type,
      capacity: principal?.capacity ?? 'P',
      principal: principal?.code ?? '',
    };
    return newOrderForm(fields, newRequestId());
  });
  const { fields, phase } = form;
  const locked = isLocked(form);
  const draft = readDraft(fields, { tick, decimals, maxQty: defaults.maxOrderQuantity });
  const errors: FieldErrors = {
    ...(form.isTried && draft.kind === 'errors' ? draft.errors : null),
    ...form.serverErrors,
  };
  const order: { readonly body: InsertOrderBody; readonly words: OrderWords } | null =
    draft.kind === 'errors'
      ? null
      : {
          body: {
            requestId: form.requestId,
            contract,
            side: fields.side,
            type: fields.type,
            qty: draft.qty,
            price: draft.price,
            capacity: fields.capacity,
            principal: fields.principal,
          },
          words: { side: fields.side, qty: draft.qty, contract, priceText: draft.priceText },
        };
  const edit = (change: Partial<OrderFields>) => dispatch({ kind: 'edit', change });

  async function send(): Promise<void> {
    dispatch({ kind: 'try' });
    if (order === null || locked || phase.kind === 'accepted') return;
    const { body, words } = order;
    if (reasonAgainst(insertOrder, body, context) !== null) return;
    if (!(await confirmFarPrice(body, marketStore.get(contract) ?? row))) return;
    dispatch({ kind: 'send' });
    const { answer, sentence } = await sendOrder({
      body,
      words,
      context,
      onUnknown: (message, questions) => dispatch({ kind: 'unknown', message, questions }),
    });
    dispatch({ kind: 'answer', requestId: body.requestId, answer, sentence, nextRequestId: newRequestId() });
  }

  return {
    fields,
    phase,
    errors,
    order,
    isLocked: locked,
    choices,
    stepText: formatPrice(step.toNumber(), decimals),
    /** Why no order at all can be sent now; what the form itself lacks is said at its fields. */
    closedReason: reasonAgainst(insertOrder, anyOrder, context),
    edit,
    send,
    takePrice: (price: number) => edit({ priceText: formatPrice(price, decimals) }),
    stepPrice(steps: number) {
      const typed = readDecimal(fields.priceText);
      const known = typed.kind === 'number' ? typed.text : (row.last ?? row.mtm);
      if (known === null) return;
      const next = stepPrice(new Big(known), steps, { step, tick });
      edit({ priceText: formatPrice(next.toNumber(), decimals) });
    },
    stepQty(steps: number) {
      const typed = readDecimal(fields.qtyText);
      const qty = typed.kind === 'number' ? Math.trunc(Number(typed.text)) : 0;
      edit({ qtyText: String(Math.max(1, Math.min(qty + steps, defaults.maxOrderQuantity))) });
    },
    /** Writes a typed price as the locale does, with all decimals; one with too many is left to be refused. */
    tidyPrice() {
      const typed = readDecimal(fields.priceText);
      if (typed.kind !== 'number' || (typed.text.split('.')[1] ?? '').length > decimals) return;
      const text = formatPrice(Number(typed.text), decimals);
      if (text !== fields.priceText) edit({ priceText: text });
    },
    choosePrincipal(code: string) {
      const choice = choices.find((one) => one.code === code);
      if (choice !== undefined) edit({ principal: choice.code, capacity: choice.capacity });
    },
    chooseCapacity(capacity: Capacity) {
      const choice = principalFor(capacity, choices, profile.client);
      if (choice !== null) edit({ principal: choice.code, capacity });
    },
  };
}

const anyOrder: InsertOrderBody = {
  requestId: 'any',
  contract: 'any',
  side: 'B',
  type: 0,
  qty: 1,
  price: 1,
  capacity: 'P',
  principal: 'any',
};
