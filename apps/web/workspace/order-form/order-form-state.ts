// The life of a form that sends a command on an order: typed, sent, perhaps of unknown outcome, answered. Each attempt has one
// request id; the same contents sent again carry the same id until the venue has answered, so nothing can be done twice.
import type { RequestAnswer } from '../../actions/follow-request.ts';
import type { FieldErrors } from './order-draft.ts';

export type OrderFormPhase =
  | { readonly kind: 'editing' }
  | { readonly kind: 'sending' }
  /** No reply came: the venue is being asked what became of the request. */
  | { readonly kind: 'unknown'; readonly message: string; readonly questions: number }
  | { readonly kind: 'accepted'; readonly sentence: string }
  | { readonly kind: 'rejected'; readonly sentence: string }
  /** The request never arrived; sending it again cannot double it. */
  | { readonly kind: 'notReceived' };

export interface OrderFormState<Fields extends object> {
  readonly fields: Fields;
  readonly phase: OrderFormPhase;
  readonly requestId: string;
  /** Faults are shown from the first attempt to send on. */
  readonly isTried: boolean;
  /** What the server found wrong, by field, until that field is edited. */
  readonly serverErrors: FieldErrors;
}

export type OrderFormEvent<Fields extends object> =
  | { readonly kind: 'edit'; readonly change: Partial<Fields> }
  | { readonly kind: 'try' }
  | { readonly kind: 'send' }
  | { readonly kind: 'unknown'; readonly message: string; readonly questions: number }
  | {
      readonly kind: 'answer';
      readonly requestId: string;
      readonly answer: RequestAnswer<unknown>;
      readonly sentence: string;
      readonly nextRequestId: string;
      /** What the fields become once it has been accepted: the reference counts on. */
      readonly nextFields?: Partial<Fields>;
    };

export function newOrderForm<Fields extends object>(
  fields: Fields,
  requestId: string,
): OrderFormState<Fields> {
  return { fields, phase: { kind: 'editing' }, requestId, isTried: false, serverErrors: {} };
}

/** While an answer is awaited, nothing in the form may change. */
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
      // A request that may yet arrive has its contents for good: edited, it is another order with another id.
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
      return { ...state, phase: { kind: 'unknown', message: event.message, questions: event.questions } };
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
