// The phases of a form that sends a command on an order: edited, sent, perhaps of unknown outcome, answered. Each attempt has one
// request id. The same contents sent again carry the same id until the market has answered, so nothing is done twice.
import type { RequestAnswer, SentOrder } from '../../actions/send.ts';
import type { FieldErrors, FieldName } from './order-draft.ts';

export type OrderFormPhase =
  | { readonly kind: 'editing' }
  | { readonly kind: 'sending' }
  /** No reply came: the market is being asked for the outcome. `questions` counts those without an answer. */
  | { readonly kind: 'unknown'; readonly questions: number }
  /** `orders` are as the market answered; their rows have their present state. */
  | { readonly kind: 'accepted'; readonly sentence: string; readonly orders: readonly SentOrder[] }
  | { readonly kind: 'rejected'; readonly sentence: string }
  /** The request never arrived; sending it again cannot enter it twice. */
  | { readonly kind: 'notReceived' };

export interface OrderFormState<Fields extends object> {
  readonly fields: Fields;
  readonly phase: OrderFormPhase;
  readonly requestId: string;
  /** All errors are shown from the first attempt to send on. */
  readonly isTried: boolean;
  /** The fields that were left: their errors are shown. */
  readonly left: readonly FieldName[];
  /** What the server found wrong, by field, until that field is edited. */
  readonly serverErrors: FieldErrors;
}

export type OrderFormEvent<Fields extends object> =
  | { readonly kind: 'edit'; readonly change: Partial<Fields> }
  /** `tidied`: the same values, written as the locale writes them. */
  | { readonly kind: 'leave'; readonly field: FieldName; readonly tidied?: Partial<Fields> }
  | { readonly kind: 'try' }
  | { readonly kind: 'send' }
  | { readonly kind: 'unknown'; readonly questions: number }
  | {
      readonly kind: 'answer';
      readonly requestId: string;
      readonly answer: RequestAnswer<unknown>;
      readonly sentence: string;
      readonly nextRequestId: string;
      /** The orders that an acceptance entered or changed. */
      readonly orders: readonly SentOrder[];
      /** What the fields become after an acceptance: the reference counts up. */
      readonly nextFields?: Partial<Fields>;
    };

export function newOrderForm<Fields extends object>(
  fields: Fields,
  requestId: string,
): OrderFormState<Fields> {
  return { fields, phase: { kind: 'editing' }, requestId, isTried: false, left: [], serverErrors: {} };
}

/** The errors that are shown: of all fields once sending was tried, before that of those that were left; and the server's. */
export function shownErrors(
  { isTried, left, serverErrors }: Pick<OrderFormState<object>, 'isTried' | 'left' | 'serverErrors'>,
  errors: FieldErrors,
): FieldErrors {
  const isShown = (field: string) => isTried || left.some((one) => one === field);
  const shown = Object.fromEntries(Object.entries(errors).filter(([field]) => isShown(field)));
  return { ...shown, ...serverErrors };
}

/** Whether an order is being made: before sending, and after a rejection. */
export function isMaking({ kind }: OrderFormPhase): boolean {
  return kind === 'editing' || kind === 'rejected' || kind === 'notReceived';
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
    case 'leave':
      // Also after an acceptance, when the focus goes to another button: that is no edit.
      return {
        ...state,
        fields: { ...state.fields, ...event.tidied },
        left: state.left.includes(event.field) ? state.left : [...state.left, event.field],
      };
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
  const { answer, sentence, orders, nextRequestId, nextFields } = event;
  if (answer.kind === 'notReceived') return { ...state, phase: { kind: 'notReceived' } };
  const next = { ...state, requestId: nextRequestId, isTried: false, left: [] };
  if (answer.kind === 'accepted')
    return {
      ...next,
      fields: { ...state.fields, ...nextFields },
      phase: { kind: 'accepted', sentence, orders },
    };
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
