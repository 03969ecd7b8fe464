// The state of a form that sends one command at a time, with one request id an attempt: what the order form and the forms
// that change an order have in common.
import { useReducer } from 'react';
import { newRequestId } from '../../actions/request-id.ts';
import type { FieldErrors } from './order-draft.ts';
import { isLocked, newOrderForm, orderFormReducer } from './order-form-state.ts';
import { type FormCommand, sendAndFollow } from './send-order.ts';

export function useSentForm<Fields extends object>(initial: () => Fields) {
  const [form, dispatch] = useReducer(orderFormReducer<Fields>, null, () =>
    newOrderForm(initial(), newRequestId()),
  );
  return {
    form,
    isLocked: isLocked(form),
    edit: (change: Partial<Fields>) => dispatch({ kind: 'edit', change }),
    /** Shows what is missing from now on. */
    attempt: () => dispatch({ kind: 'try' }),
    /** What is wrong, by field: from the first attempt on, and what the server said. */
    shownErrors: (errors: FieldErrors): FieldErrors => ({
      ...(form.isTried ? errors : null),
      ...form.serverErrors,
    }),
    async send<Reply>(
      command: Omit<FormCommand<Reply>, 'requestId'>,
      nextFields?: (reply: Reply) => Partial<Fields>,
    ): Promise<void> {
      const { requestId } = form;
      dispatch({ kind: 'send' });
      const { answer, sentence } = await sendAndFollow({ ...command, requestId }, (message, questions) =>
        dispatch({ kind: 'unknown', message, questions }),
      );
      const next = answer.kind === 'accepted' ? nextFields?.(answer.reply) : undefined;
      dispatch({
        kind: 'answer',
        requestId,
        answer,
        sentence,
        nextRequestId: newRequestId(),
        ...(next && { nextFields: next }),
      });
    },
  };
}
