// The state and the operations of the forms that reduce, edit and amend an order: fields filled from the order, what they change,
// and sending. The order may deal meanwhile, so what is left of it is read live.

import type { Capacity, MarketRow, OrderReply } from '@openpit/wire';
import { useMemo, useRef } from 'react';
import { may, useActionContext } from '../../actions/action.ts';
import type { ChangeOrderRequest } from '../../actions/dialogs.ts';
import { changeLabels, mayChange, setOrderPending } from '../../actions/order-actions.ts';
import { entryPermission } from '../../actions/order-entry.ts';
import {
  contractStep,
  steppedPrice,
  steppedQty,
  termsOfRow,
  tidiedPrice,
} from '../../market/contract-terms.ts';
import { priceNow } from '../../panels/sources/prices.ts';
import { useStoreRow, useStoreStatus } from '../../panels/sources/use-store.ts';
import { useTypedForm } from '../../stores/kept-work.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { formatPrice } from '../../ui/format.ts';
import { confirmChange, type ReadyChange, sendChange, sentenceOfChange } from './change-command.ts';
import { type ChangeFields, readChange } from './change-draft.ts';
import { marginQueryOfChange, onlyReduces } from './margin-words.ts';
import { lotsIn, priceOnTick, principalChoices, principalFor } from './order-draft.ts';
import { isMaking } from './order-form-state.ts';
import { useSentForm } from './use-sent-form.ts';

export function useChangeForm(
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

  const sent = useSentForm<ChangeFields>(
    () => ({
      qtyText: String(kind === 'reduce' ? Math.floor(opened.remaining / 2) : opened.remaining),
      priceText: formatPrice(askedPrice ?? opened.price, decimals),
      capacity: opened.capacity,
      principal: opened.principal,
      holdOver: opened.holdOverUntil ?? '',
    }),
    draft,
  );
  const { form, edit } = sent;
  const { fields, phase } = form;
  const { limitLow, limitHigh } = row;
  const change = readChange(kind, fields, order, {
    tick,
    decimals,
    mayBeNegative,
    limitLow,
    limitHigh,
    maxQty: defaults.maxOrderQuantity,
  });
  const closedReason = reasonAgainstChange();

  const ready: ReadyChange | null =
    change.kind === 'change' ? { kind, order, change, contractTerms: terms } : null;

  const sentence = ready === null ? null : sentenceOfChange(ready);
  const name = sentence ?? `${changeLabels[kind]} order ${activeOrderSeq}`;
  useTypedForm('ticket', sent.isTyped ? { name, fields } : null);

  function reasonAgainstChange(): string | null {
    if (phase.kind === 'accepted') return null;
    if (now === undefined)
      return areOrdersLoaded
        ? `Order ${activeOrderSeq} is no longer there: it has been filled or deleted.`
        : 'The orders are being loaded again.';
    if (kind === 'edit' && now.state !== 'Suspended')
      return 'The order is in the market again: amend it instead.';
    if (kind === 'amend' && now.state === 'Suspended') return 'The order is suspended now: edit it instead.';
    const answer = mayChange(kind, now, context);
    return answer === true ? null : answer.reason;
  }

  async function send(): Promise<void> {
    sent.attempt();
    if (ready === null || sent.isLocked || phase.kind === 'accepted' || closedReason !== null) return;
    if (!(await confirmChange(ready, priceNow(contract) ?? row))) return;
    setOrderPending(activeOrderSeq, true);
    await sent.send<OrderReply>({
      words: sentenceOfChange(ready),
      send: (options) => sendChange(ready, form.requestId, options),
      ordersOf: (reply) => [reply],
    });
    setOrderPending(activeOrderSeq, false);
  }

  const changeErrors = change.kind === 'errors' ? change.errors : {};
  const errors = sent.shownErrors(changeErrors);
  const [missing = change.kind === 'unchanged' ? 'Nothing is changed yet.' : null] =
    Object.values(changeErrors);
  return {
    order,
    fields,
    phase,
    wanted: { side, qty: lotsIn(fields.qtyText), price: priceOnTick(fields.priceText, tick), ownTerms: null },
    errors,
    /** What the change lacks, as a sentence. */
    missing,
    /** Whether its field says so already. */
    isMissingShown: Object.values(errors).some((error) => error === missing),
    leaveQty: () => sent.leave('qty'),
    leaveHoldOver: () => sent.leave('holdOver'),
    /** Null where no margin is shown. The margin of an amended order; an edited one stays suspended. */
    margin:
      kind !== 'amend' || may(entryPermission, context.flags) !== true || hqAccess?.scope === 'own'
        ? null
        : {
            query:
              ready === null || closedReason !== null || !isMaking(phase)
                ? null
                : marginQueryOfChange(order, ready.change, fields.principal),
            isNeverRejected: ready !== null && onlyReduces(order, ready.change),
          },
    /** The button's sentence; null while nothing is changed or something is missing. */
    sentence,
    isLocked: sent.isLocked,
    choices,
    maxQty,
    terms,
    stepText: formatPrice(step.toNumber(), decimals),
    closedReason,
    edit,
    send,
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
    stepQty: (steps: number) => edit({ qtyText: steppedQty(fields.qtyText, steps, maxQty) }),
    leavePrice() {
      sent.leave('price', { priceText: tidiedPrice(fields.priceText, decimals) });
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
