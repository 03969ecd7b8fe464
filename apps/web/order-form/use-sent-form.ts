// The state of a form that sends one command at a time, with one request id per attempt: what the order form and the forms
// that change an order have in common.
import { useEffect, useReducer, useRef } from 'react';
import { showOutcome } from '../actions/outcome-toast.ts';
import { newRequestId } from '../actions/request-id.ts';
import { type SendOptions, type SentCommand, warnOfMissingReply } from '../actions/send-command.ts';
import type { SentOrder } from '../actions/sent-order.ts';
import type { FieldErrors, FieldName } from './order-draft.ts';
import { isLocked, newOrderForm, orderFormReducer, shownErrors } from './order-form-state.ts';
import { useTicketSettings } from './ticket-settings.ts';

export interface FormAttempt<Fields, Reply> {
  /** The command in words. */
  readonly words: string;
  readonly send: (options: SendOptions) => Promise<SentCommand<Reply>>;
  /** The orders whose state an acceptance changes; none when it is left out. */
  readonly ordersOf?: (reply: Reply) => readonly SentOrder[];
  /** Whether the form closes on acceptance; the user's setting of the order ticket when it is left out. */
  readonly closesOnAcceptance?: boolean;
  /** What the fields become after an acceptance. */
  readonly nextFields?: (reply: Reply) => Partial<Fields>;
}

export function useSentForm<Fields extends object>(initial: () => Fields) {
  const [form, dispatch] = useReducer(orderFormReducer<Fields>, null, () =>
    newOrderForm(initial(), newRequestId()),
  );
  /** The form shows the outcome while it is open; a toast shows it afterwards. */
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return {
    form,
    isLocked: isLocked(form),
    edit: (change: Partial<Fields>) => dispatch({ kind: 'edit', change }),
    /** Shows what is missing from now on. */
    attempt: () => dispatch({ kind: 'try' }),
    /** Shows what is wrong with this field from now on. */
    leave: (field: FieldName, tidied?: Partial<Fields>) =>
      dispatch({ kind: 'leave', field, ...(tidied && { tidied }) }),
    shownErrors: (errors: FieldErrors) => shownErrors(form, errors),
    async send<Reply>(attempt: FormAttempt<Fields, Reply>): Promise<void> {
      const { words, send, ordersOf, nextFields } = attempt;
      const { closesOnAcceptance = useTicketSettings.getState().closesOnAcceptance } = attempt;
      const { requestId } = form;
      dispatch({ kind: 'send' });
      const sent = await send({
        onUnknown: (questions) => {
          dispatch({ kind: 'unknown', questions });
          if (!isOpen.current) warnOfMissingReply(words, questions);
        },
      });
      const { answer, sentence } = sent;
      const isAccepted = answer.kind === 'accepted';
      const orders = isAccepted ? (ordersOf?.(answer.reply) ?? []) : [];
      if (!isOpen.current || (isAccepted && closesOnAcceptance))
        showOutcome(
          sent,
          orders.map(({ activeOrderSeq }) => activeOrderSeq),
        );
      const next = isAccepted ? nextFields?.(answer.reply) : undefined;
      dispatch({
        kind: 'answer',
        requestId,
        answer,
        sentence,
        orders,
        nextRequestId: newRequestId(),
        ...(next && { nextFields: next }),
      });
    },
  };
}
