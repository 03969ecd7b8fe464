// A form that sends one command at a time: its fields, its phase, and one request id until the market has answered. The fields are fixed
// while a request may still arrive, and the same contents are sent again under the same id, so that nothing is done twice.
import type { BodyOf, ReplyOf, UserCommandKind } from '@openpit/wire';
import { useEffect, useReducer, useRef, useState } from 'react';
import {
  newRequestId,
  type SentOrder,
  sendCommand,
  showOutcome,
  warnOfMissingReply,
} from '../actions/send.ts';
import type { RequestAnswer } from '../server/commands.ts';
import { type FormPlace, useTypedForm } from '../stores/kept-work.ts';

export type FormPhase =
  | { readonly kind: 'editing' }
  | { readonly kind: 'sending' }
  /** No reply came: the market is being queried for the outcome. `queries` counts the queries without an answer. */
  | { readonly kind: 'unknown'; readonly queries: number }
  /** `orders` are as the market answered; their rows have their current state. */
  | { readonly kind: 'accepted'; readonly sentence: string; readonly orders: readonly SentOrder[] }
  | { readonly kind: 'rejected'; readonly sentence: string }
  /** The request never arrived; sending it again cannot do it twice. */
  | { readonly kind: 'notReceived' };

/** The faults, as a sentence for each field. */
export type FieldErrors<Name extends string = string> = Readonly<Partial<Record<Name, string>>>;

export interface SentFormState<Fields extends object> {
  readonly fields: Fields;
  readonly phase: FormPhase;
  readonly requestId: string;
  /** The attempts to send since the last answer. All errors are shown from the first error on. */
  readonly tries: number;
  /** The fields that were left: their errors are shown. */
  readonly left: readonly string[];
  /** The faults found by the server, by field, until that field is edited. */
  readonly serverErrors: FieldErrors;
}

export type SentFormEvent<Fields extends object> =
  /** `names`: the fields of the form that the change edits; by default the names in it, without "Text". */
  | { readonly kind: 'edit'; readonly change: Partial<Fields>; readonly names?: readonly string[] }
  /** `tidied`: the same values, written as the locale writes them. */
  | { readonly kind: 'leave'; readonly field: string; readonly tidied?: Partial<Fields> }
  | { readonly kind: 'try' }
  | { readonly kind: 'send' }
  | { readonly kind: 'unknown'; readonly queries: number }
  | {
      readonly kind: 'answer';
      readonly requestId: string;
      readonly answer: RequestAnswer<unknown>;
      readonly sentence: string;
      readonly nextRequestId: string;
      /** The orders that an acceptance entered or changed. */
      readonly orders: readonly SentOrder[];
      /** The fields after an acceptance: the reference counts up. */
      readonly nextFields?: Partial<Fields>;
    };

export const newSentForm = <Fields extends object>(
  fields: Fields,
  requestId: string,
): SentFormState<Fields> => ({
  fields,
  phase: { kind: 'editing' },
  requestId,
  tries: 0,
  left: [],
  serverErrors: {},
});

/**
 * The errors that are shown: all of them after an attempt to send, before that only of fields that were left. The server's errors are
 * always included.
 */
export function shownErrors(
  { tries, left, serverErrors }: Pick<SentFormState<object>, 'tries' | 'left' | 'serverErrors'>,
  errors: FieldErrors,
): FieldErrors {
  const shown = Object.entries(errors).filter(([field]) => tries > 0 || left.includes(field));
  return { ...Object.fromEntries(shown), ...serverErrors };
}

/** Whether no command is under way: before sending, after a rejection, and when the request never arrived. */
export const isEditable = ({ kind }: FormPhase): boolean =>
  kind === 'editing' || kind === 'rejected' || kind === 'notReceived';

/** The form is locked while it waits for an answer. */
export const isLocked = ({ phase: { kind } }: { readonly phase: FormPhase }): boolean =>
  kind === 'sending' || kind === 'unknown';

export function sentFormReducer<Fields extends object>(
  state: SentFormState<Fields>,
  event: SentFormEvent<Fields>,
): SentFormState<Fields> {
  switch (event.kind) {
    case 'edit': {
      // A request that was not received may still arrive, so its contents are fixed.
      if (isLocked(state) || state.phase.kind === 'notReceived') return state;
      const names = event.names ?? Object.keys(event.change).map((name) => name.replace(/Text$/, ''));
      const kept = Object.entries(state.serverErrors).filter(([field]) => !names.includes(field));
      return {
        ...state,
        fields: { ...state.fields, ...event.change },
        serverErrors: Object.fromEntries(kept),
        phase: { kind: 'editing' },
      };
    }
    case 'leave':
      // A field may also be left after an acceptance, when the focus moves to another button. Leaving a field is not an edit.
      return {
        ...state,
        fields: { ...state.fields, ...event.tidied },
        left: state.left.includes(event.field) ? state.left : [...state.left, event.field],
      };
    case 'try':
      return { ...state, tries: state.tries + 1 };
    case 'send':
      return isLocked(state) ? state : { ...state, phase: { kind: 'sending' }, serverErrors: {} };
    case 'unknown':
      if (!isLocked(state)) return state;
      return { ...state, phase: { kind: 'unknown', queries: event.queries } };
    case 'answer':
      return event.requestId === state.requestId ? answered(state, event) : state;
  }
}

function answered<Fields extends object>(
  state: SentFormState<Fields>,
  event: Extract<SentFormEvent<Fields>, { kind: 'answer' }>,
): SentFormState<Fields> {
  const { answer, sentence, orders, nextRequestId, nextFields } = event;
  if (answer.kind === 'notReceived') return { ...state, phase: { kind: 'notReceived' } };
  const next = { ...state, requestId: nextRequestId, tries: 0, left: [] };
  if (answer.kind === 'accepted')
    return {
      ...next,
      fields: { ...state.fields, ...nextFields },
      phase: { kind: 'accepted', sentence, orders },
    };
  const serverErrors = answer.kind === 'badInput' ? firstOfEach(answer.errors) : {};
  return { ...next, phase: { kind: 'rejected', sentence }, serverErrors };
}

const firstOfEach = (errors: Readonly<Record<string, readonly string[]>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, [text]]) =>
      text === undefined ? [] : [[fieldNames[path] ?? path, text]],
    ),
  );

/** The field of a form by the path that the server names, where they differ. The second side of a double is its offer. */
const fieldNames: Readonly<Record<string, string>> = {
  bidQty: 'qty',
  bidPrice: 'price',
  offerQty: 'qty of the second side',
  offerPrice: 'price of the second side',
};

/** The body of a command before it has its request id. */
export type WithoutId<Body> = Body extends unknown ? Omit<Body, 'requestId'> : never;

/** A command from the fields; its kind determines its body and reply. */
export type AnyAttempt = { readonly [Kind in UserCommandKind]: Attempt<Kind> }[UserCommandKind];

export interface Attempt<Kind extends UserCommandKind> {
  readonly command: Kind;
  readonly body: WithoutId<BodyOf<Kind>>;
  /** The command as text, for the button and the list of the user's actions: "Assign deal 41 to VELD". The first word names it. */
  readonly words: string;
  /** The effect of the acceptance, as a sentence. */
  accepted(reply: ReplyOf<Kind>): string;
  /** The orders whose state an acceptance changes. */
  ordersOf?(reply: ReplyOf<Kind>): readonly SentOrder[];
  /** The fields that change after an acceptance. */
  nextFields?(reply: ReplyOf<Kind>): object;
  /** Other subjects whose toasts an acceptance supersedes. */
  readonly outdated?: readonly string[];
  /** Called with true before the command is sent, and with false once its outcome is known. */
  readonly onPending?: (isPending: boolean) => void;
}

/** The frame around the fields of a form: its outcome, and the button that sends. */
export interface FormStatus {
  readonly phase: FormPhase;
  readonly isLocked: boolean;
  /** The reason why nothing can be sent now, regardless of the input; null if something can. */
  readonly closedReason: string | null;
  /** The missing input, as a sentence; null if the fields are complete. */
  readonly missing: string | null;
  /** Whether the missing input is the fault of a field, which shows it after an attempt to send. */
  readonly isFault: boolean;
  /** Whether the field at fault already shows the same sentence. */
  readonly isMissingShown: boolean;
  /** The button's label while nothing is under way. */
  readonly sendLabel: string;
  /** The attempts to send that found something missing: each moves the focus to the first field at fault. */
  readonly tries: number;
  readonly onSend: () => void;
}

export interface SentFormOptions {
  readonly place: FormPlace;
  /** The earlier input of the form, by the names of its fields. */
  readonly draft?: object | undefined;
  /** Whether the form closes when its command is accepted: then a toast shows the outcome. */
  readonly closesOnAcceptance: () => boolean;
}

export type SentForm<Fields extends object> = ReturnType<typeof useSentForm<Fields>>;

export function useSentForm<Fields extends object>(initial: () => Fields, options: SentFormOptions) {
  const [first] = useState(initial);
  const [form, dispatch] = useReducer(sentFormReducer<Fields>, null, () =>
    newSentForm(withDraft(first, options.draft), newRequestId()),
  );
  /** The fields while nothing is typed. */
  const untouched = useRef(first);
  if (form.phase.kind === 'accepted') untouched.current = form.fields;
  const isEdited = form.phase.kind === 'editing' || form.phase.kind === 'rejected';
  return {
    ...options,
    ...form,
    dispatch,
    isLocked: isLocked(form),
    /** Whether the fields may not be changed: the command is under way, or may still arrive. */
    isFixed: isLocked(form) || form.phase.kind === 'notReceived',
    /** Whether something is typed that a closed form would lose. */
    isTyped: isEdited && !isSameFields(form.fields, untouched.current),
    edit: (change: Partial<Fields>, names?: readonly string[]) =>
      dispatch({ kind: 'edit', change, ...(names && { names }) }),
    /** Shows the fault of this field from now on. */
    leave: (field: string, tidied?: Partial<Fields>) =>
      dispatch({ kind: 'leave', field, ...(tidied && { tidied }) }),
  };
}

export interface Sendable {
  /** The command as text, as far as it is known: the button's label, and the name of the typed work. */
  readonly label: string;
  readonly closedReason: string | null;
  /** The faults, by field. */
  readonly errors?: FieldErrors;
  /** Other missing input, as a sentence. */
  readonly missing?: string | null;
  /** The command to send, after the questions that it needs; null if the fields make none or the user changes their mind. */
  readonly attempt: () => AnyAttempt | null | Promise<AnyAttempt | null>;
}

/** The status of a form and its errors to show. Sends when `onSend` is called, and keeps the typed input until then. */
export function useSending<Fields extends object>(
  form: SentForm<Fields>,
  { label, closedReason, errors = {}, missing = null, attempt }: Sendable,
): { readonly status: FormStatus; readonly errors: FieldErrors } {
  const { phase, requestId, dispatch, place, closesOnAcceptance } = form;
  useTypedForm(place, form.isTyped ? { name: label, fields: form.fields } : null);
  /** The last request: the same must be sent again if it did not arrive, even if the market has changed since. */
  const last = useRef<Attempt<UserCommandKind> | null>(null);
  const again = phase.kind === 'notReceived' ? last.current : null;
  /** The form shows the outcome while it is open; a toast shows it afterwards. */
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const lacking = Object.values(errors)[0] ?? missing;

  async function onSend(): Promise<void> {
    if (form.isLocked || phase.kind === 'accepted') return;
    dispatch({ kind: 'try' });
    if (closedReason !== null || (again === null && lacking !== null)) return;
    const sending = again ?? (await attempt());
    if (sending === null) return;
    last.current = sending;
    const { command, body, words } = sending;
    const options = {
      onUnknown(queries: number) {
        dispatch({ kind: 'unknown', queries });
        if (!isOpen.current) warnOfMissingReply(words, queries);
      },
    };
    dispatch({ kind: 'send' });
    sending.onPending?.(true);
    // The kind of the command determines its body; the type of the union does not say so.
    const sent = await sendCommand(
      command,
      { requestId, ...body } as BodyOf<UserCommandKind>,
      sending,
      options,
    );
    sending.onPending?.(false);
    const { answer, sentence } = sent;
    const orders = answer.kind === 'accepted' ? (sending.ordersOf?.(answer.reply) ?? []) : [];
    const nextFields = answer.kind === 'accepted' ? sending.nextFields?.(answer.reply) : undefined;
    if (!isOpen.current || (answer.kind === 'accepted' && closesOnAcceptance())) {
      const changed = orders.map(({ activeOrderSeq }) => activeOrderSeq);
      showOutcome(sent, changed, sending.outdated);
    }
    const next = { orders, nextRequestId: newRequestId(), ...(nextFields && { nextFields }) };
    dispatch({ kind: 'answer', requestId, answer, sentence, ...next });
  }

  const shown = shownErrors(form, errors);
  return {
    errors: shown,
    status: {
      phase,
      isLocked: form.isLocked,
      closedReason,
      missing: again === null ? lacking : null,
      isFault: lacking !== missing,
      isMissingShown: Object.values(shown).some((error) => error === lacking),
      sendLabel: again?.words ?? label,
      tries: form.tries,
      onSend: () => void onSend(),
    },
  };
}

/** The label of the button that sends: its effect, or the action in progress. */
export function sendText({ phase: { kind }, sendLabel }: Pick<FormStatus, 'phase' | 'sendLabel'>): string {
  if (kind === 'sending') return 'Sending…';
  if (kind === 'unknown') return 'Asking for the outcome…';
  return kind === 'notReceived' ? `Send again: ${sendLabel}` : sendLabel;
}

/** The text of a form while there is no reply, and when the request never arrived. */
export interface MissingReplyTexts {
  /** "it is not known whether …". */
  readonly unknown: string;
  /** The action to avoid until then; omitted if nothing is at stake. */
  readonly meanwhile?: string;
  readonly notReceived: string;
}

/** The outcome as text; null while there is none. */
export function outcomeText(phase: FormPhase, texts: MissingReplyTexts): string | null {
  switch (phase.kind) {
    case 'editing':
      return null;
    case 'sending':
      return 'Sent. Waiting for the market.';
    case 'unknown': {
      const { queries } = phase;
      const times = queries === 0 ? '' : ` (asked ${queries} ${queries === 1 ? 'time' : 'times'})`;
      const { unknown, meanwhile } = texts;
      return [`No reply came, so it is not known whether ${unknown}. Asking the market${times}.`, meanwhile]
        .filter((text) => text !== undefined)
        .join(' ');
    }
    case 'accepted':
    case 'rejected':
      return phase.sentence;
    case 'notReceived':
      return texts.notReceived;
  }
}

/** Moves the focus to the first field at fault after each attempt to send that found one. */
export function useFaultFocus(form: { readonly current: HTMLElement | null }, tries: number): void {
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, tries]);
}

/** Restores only values with the shape of the form's fields: another version of the program may have written the draft. */
function withDraft<Fields extends object>(first: Fields, draft: object = {}): Fields {
  const known = first as Readonly<Record<string, unknown>>;
  const fits = Object.entries(draft).filter(([name, value]) =>
    name in known ? isAlike(value, known[name]) : typeof value === 'string',
  );
  return { ...first, ...Object.fromEntries(fits) };
}

/** Each element of a list must be like the first known element; an object must have the known fields. */
function isAlike(value: unknown, known: unknown): boolean {
  if (typeof value !== typeof known || typeof known !== 'object' || known === null || value === null)
    return typeof value === typeof known && (value === null) === (known === null);
  if (Array.isArray(known))
    return Array.isArray(value) && value.length > 0 && value.every((one) => isAlike(one, known[0]));
  return Object.entries(known).every(([name, one]) => isAlike((value as typeof known)[name as never], one));
}

/** An empty text is the same as none. */
function isSameFields(one: object, other: object): boolean {
  const [a, b] = [one, other] as Readonly<Record<string, unknown>>[];
  const textOf = (value: unknown) => JSON.stringify(value ?? '');
  return Object.keys({ ...a, ...b }).every((name) => textOf(a?.[name]) === textOf(b?.[name]));
}
