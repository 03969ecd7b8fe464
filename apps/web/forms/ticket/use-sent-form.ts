// The state of a form that sends one command at a time, with one request id per attempt: what the order form and the forms
// that change an order have in common.
import { useEffect, useReducer, useRef, useState } from 'react';
import type { SentOrder } from '../../actions/send.ts';
import {
  newRequestId,
  type SendOptions,
  type SentCommand,
  showOutcome,
  warnOfMissingReply,
} from '../../actions/send.ts';
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

/** `draft`: what was typed into the form before, by the names of its fields. */
export function useSentForm<Fields extends object>(initial: () => Fields, draft?: object) {
  const [first] = useState(initial);
  const [form, dispatch] = useReducer(orderFormReducer<Fields>, null, () =>
    newOrderForm(withDraft(first, draft), newRequestId()),
  );
  /** The fields while nothing is typed. */
  const untouched = useRef(first);
  if (form.phase.kind === 'accepted') untouched.current = form.fields;
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
    /** Whether something is typed that a closed form would lose. */
    isTyped:
      (form.phase.kind === 'editing' || form.phase.kind === 'rejected') &&
      !isSameFields(form.fields, untouched.current),
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

/** Only fields that the form has, of the type that they have in it: another version of the program may have written the draft. */
function withDraft<Fields extends object>(first: Fields, draft: object = {}): Fields {
  const known = first as Readonly<Record<string, unknown>>;
  const fits = Object.entries(draft).filter(
    ([name, value]) => typeof value === 'string' || (name in known && typeof known[name] === typeof value),
  );
  return { ...first, ...Object.fromEntries(fits) };
}

function isSameFields(one: object, other: object): boolean {
  const [a, b] = [one, other] as Readonly<Record<string, unknown>>[];
  return Object.keys({ ...a, ...b }).every((name) => (a?.[name] ?? '') === (b?.[name] ?? ''));
}
