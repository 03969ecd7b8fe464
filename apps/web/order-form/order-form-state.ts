// The phases of a form that sends a command on an order: edited, sent, perhaps of unknown outcome, answered. Each attempt has one
// request id. The same contents sent again carry the same id until the market has answered, so nothing is done twice.
import type { RequestAnswer } from '../actions/follow-request.ts';
import type { FieldErrors } from './order-draft.ts';

export type OrderFormPhase =
  | { readonly kind: 'editing' }
  | { readonly kind: 'sending' }
  /** No reply came: the market is being asked for the outcome. `questions` counts those without an answer. */
  | { readonly kind: 'unknown'; readonly questions: number }
  | { readonly kind: 'accepted'; readonly sentence: string }
  | { readonly kind: 'rejected'; readonly sentence: string }
  /** The request never arrived; sending it again cannot enter it twice. */
  | { readonly kind: 'notReceived' };

export interface OrderFormState<Fields extends object> {
  readonly fields: Fields;
  readonly phase: OrderFormPhase;
  readonly requestId: string;
  /** Errors are shown from the first attempt to send on. */
  readonly isTried: boolean;
  /** What the server found wrong, by field, until that field is edited. */
  readonly serverErrors: FieldErrors;
}

export type OrderFormEvent<Fields extends object> =
  | { readonly kind: 'edit'; readonly change: Partial<Fields> }
  | { readonly kind: 'try' }
  | { readonly kind: 'send' }
  | { readonly kind: 'unknown'; readonly questions: number }
  | {
      readonly kind: 'answer';
      readonly requestId: string;
      readonly answer: RequestAnswer<unknown>;
      readonly sentence: string;
      readonly nextRequestId: string;
      /** What the fields become after an acceptance: the reference counts up. */
      readonly nextFields?: Partial<Fields>;
    };

export function newOrderForm<Fields extends object>(
  fields: Fields,
  requestId: string,
): OrderFormState<Fields> {
  return { fields, phase: { kind: 'editing' }, requestId, isTried: false, serverErrors: {} };
}

/** Nothing in the form may change while it waits for an answer. */
export function isLocked({ phase }: { readonly phase: OrderFormPhase }): boolean {
  return phase.kind === 'sending' || phase.kind === 'unknown';
}

export function orderFormReducer<Fields extends object>(
  state: OrderFormState<Fields>,
  event: OrderFormEvent<Fields>,
): OrderFormState<Fields> {
  switch (event.kind) {
    case 'edit': {
      if (isLocked(state)) return state;
      const serverErrors: FieldErrors = Object.fromEntries(
        Object.entries(state.serverErrors).filter(
          ([field]) => !(field in event.change) && !(`${field}Text` in event.change),
        ),
      );
      // The request may still arrive, so its contents are fixed.
      if (state.phase.kind === 'notReceived') return state;
      return {
        ...state,
        fields: { ...state.fields, ...event.change },
        serverErrors,
        phase: { kind: 'editing' },
      };
    }
    case 'try':
      return state.isTried ? state : { ...state, isTried: true };
    case 'send':
      return isLocked(state) ? state : { ...state, phase: { kind: 'sending' }, serverErrors: {} };
    case 'unknown':
      if (!isLocked(state)) return state;
      return { ...state, phase: { kind: 'unknown', questions: event.questions } };
    case 'answer':
      return event.requestId === state.requestId ? answered(state, event) : state;
  }
}

function answered<Fields extends object>(
  state: OrderFormState<Fields>,
  event: Extract<OrderFormEvent<Fields>, { kind: 'answer' }>,
): OrderFormState<Fields> {
  const { answer, sentence, nextRequestId, nextFields } = event;
  if (answer.kind === 'notReceived') return { ...state, phase: { kind: 'notReceived' } };
  const next = { ...state, requestId: nextRequestId, isTried: false };
  if (answer.kind === 'accepted')
    return { ...next, fields: { ...state.fields, ...nextFields }, phase: { kind: 'accepted', sentence } };
  const serverErrors: FieldErrors = answer.kind === 'badInput' ? firstOfEach(answer.errors) : {};
  return { ...next, phase: { kind: 'rejected', sentence }, serverErrors };
}

/** The form's name of a field by the path that the server gives. */
const fieldOf: Readonly<Record<string, keyof FieldErrors>> = {
  qty: 'qty',
  price: 'price',
  bidQty: 'qty',
  bidPrice: 'price',
  offerQty: 'offerQty',
  offerPrice: 'offerPrice',
  principal: 'principal',
  ref: 'ref',
};

function firstOfEach(errors: Readonly<Record<string, readonly string[]>>): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, texts]) => {
      const field = fieldOf[path];
      return field === undefined || texts[0] === undefined ? [] : [[field, texts[0]]];
    }),
  );
}
