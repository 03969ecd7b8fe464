// The engine of forms that send one command at a time. It keeps one request id until the market has answered. While a request may
// still arrive, the fields are locked, and a retry sends the same contents under the same id, so that no command is executed
// twice.
import type { UserCommandKind } from '@openpit/wire';
import { useEffect, useReducer, useRef, useState } from 'react';
import {
  type AnyPreparedCommand,
  newRequestId,
  type PreparedCommand,
  type SentOrder,
  sendCommand,
  showOutcome,
  warnOfMissingReply,
} from '../actions/send.ts';
import { showReason } from '../notices/toasts.ts';
import { type FormPlace, useUnsentForm } from '../stores/kept-work.ts';
import type { CommandAnswer } from '../transport/commands.ts';
import { countText } from '../ui/format.ts';

export type FormPhase =
  | { readonly kind: 'editing' }
  | { readonly kind: 'sending' }
  /** No reply arrived, so the form polls the market for the outcome. `queries` counts unanswered polls. */
  | { readonly kind: 'unknown'; readonly queries: number }
  /** `orders` are the market's reply; the rows of the orders contain their current state. */
  | { readonly kind: 'accepted'; readonly sentence: string; readonly orders: readonly SentOrder[] }
  | { readonly kind: 'rejected'; readonly sentence: string }
  /** The request never arrived, so it is safe to send it again. */
  | { readonly kind: 'notReceived' };

/** The errors, one sentence per field. */
export type FieldErrors<Name extends string = string> = Readonly<Partial<Record<Name, string>>>;

export interface SendFormState<Fields extends object> {
  readonly fields: Fields;
  readonly phase: FormPhase;
  readonly requestId: string;
  /** The number of attempts to send since the last answer. After the first attempt, all errors are shown. */
  readonly tries: number;
  /** The fields that have lost the focus: only their errors are shown before the first attempt to send. */
  readonly left: readonly string[];
  /** The server's errors by field, each until its field is edited. */
  readonly serverErrors: FieldErrors;
}

export type SendFormEvent<Fields extends object> =
  /** `names` are the form fields that the change edits. By default they are the keys of the change without "Text". */
  | {
      readonly kind: 'edit';
      readonly change: Partial<Fields>;
      readonly names?: readonly string[] | undefined;
    }
  /** `tidied` contains the same values in the locale's format. */
  | { readonly kind: 'leave'; readonly field: string; readonly tidied?: Partial<Fields> | undefined }
  | { readonly kind: 'try' }
  | { readonly kind: 'send' }
  | { readonly kind: 'unknown'; readonly queries: number }
  | {
      readonly kind: 'answer';
      readonly requestId: string;
      readonly answer: CommandAnswer<unknown>;
      readonly sentence: string;
      readonly nextRequestId: string;
      /** The orders that the accepted command entered or changed. */
      readonly orders: readonly SentOrder[];
      /** The fields after an acceptance, with the reference incremented. */
      readonly nextFields?: Partial<Fields> | undefined;
    };

/**
 * The input of a form that changes a row: only what the user has edited. The row supplies every other field, so a copy of it
 * cannot become outdated or be sent.
 */
export type Edits<Fields extends object> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

export const withEdits = <Fields extends object>(current: Fields, edits: Edits<Fields>): Fields => ({
  ...current,
  ...Object.fromEntries(Object.entries(edits).filter(([, value]) => value !== undefined)),
});

export const newSendForm = <Fields extends object>(
  fields: Fields,
  requestId: string,
): SendFormState<Fields> => ({
  fields,
  phase: { kind: 'editing' },
  requestId,
  tries: 0,
  left: [],
  serverErrors: {},
});

/**
 * Returns the visible errors. Before the first attempt to send, only fields that have lost the focus show theirs. The server's
 * errors are always included.
 */
export function shownErrors(
  { tries, left, serverErrors }: Pick<SendFormState<object>, 'tries' | 'left' | 'serverErrors'>,
  errors: FieldErrors,
): FieldErrors {
  const shown = Object.entries(errors).filter(([field]) => tries > 0 || left.includes(field));
  return { ...Object.fromEntries(shown), ...serverErrors };
}

/** Whether no command is in flight: before sending, after a rejection, and when the request never arrived. */
export const isEditable = ({ kind }: FormPhase): boolean =>
  kind === 'editing' || kind === 'rejected' || kind === 'notReceived';

/** The form is locked while it waits for an answer. */
export const isLocked = ({ phase: { kind } }: { readonly phase: FormPhase }): boolean =>
  kind === 'sending' || kind === 'unknown';

export function sentFormReducer<Fields extends object>(
  state: SendFormState<Fields>,
  event: SendFormEvent<Fields>,
): SendFormState<Fields> {
  switch (event.kind) {
    case 'edit': {
      // The request may still arrive, so its contents must not change.
      if (isLocked(state) || state.phase.kind === 'notReceived') return state;
      const names = event.names ?? Object.keys(event.change).map((name) => name.replace(/Text$/, ''));
      const remaining = Object.entries(state.serverErrors).filter(([field]) => !names.includes(field));
      return {
        ...state,
        fields: { ...state.fields, ...event.change },
        serverErrors: Object.fromEntries(remaining),
        phase: { kind: 'editing' },
      };
    }
    case 'leave':
      // A field can also lose the focus after an acceptance, when the focus moves to another button. That is not an edit.
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
  state: SendFormState<Fields>,
  event: Extract<SendFormEvent<Fields>, { kind: 'answer' }>,
): SendFormState<Fields> {
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

/** Form fields by the path in the server's error, where the two differ. The second side of a double is its offer. */
const fieldNames: Readonly<Record<string, string>> = {
  totalQty: 'qty',
  bidQty: 'qty',
  bidPrice: 'price',
  offerQty: 'secondQty',
  offerPrice: 'secondPrice',
};

/** The frame around the fields of a form: the outcome and the send button. */
export interface FormStatus {
  readonly phase: FormPhase;
  readonly isLocked: boolean;
  /** Why nothing can be sent now, whatever the input; null if sending is possible. */
  readonly closedReason: string | null;
  /** A sentence about missing input, or null if the fields are complete. */
  readonly missing: string | null;
  /** Whether the missing input belongs to a field, which shows it as an error after an attempt to send. */
  readonly isFault: boolean;
  /** Whether the invalid field already shows the same sentence. */
  readonly isMissingShown: boolean;
  /** The button's label while no command is in flight. */
  readonly sendLabel: string;
  /** The number of attempts to send that found an error. Each moves the focus to the first invalid field. */
  readonly tries: number;
  readonly onSend: () => void;
}

interface SendFormOptions<Fields extends object> {
  readonly place: FormPlace;
  /** Saved input to restore, by field name. */
  readonly draft?: object | undefined;
  /** The part of the fields that is lost input if the form closes; by default all of them. */
  readonly inputOf?: (fields: Fields) => object;
  /** Whether the form closes once its command is accepted; a toast then shows the outcome. */
  readonly closesOnAcceptance: () => boolean;
}

export type SendForm<Fields extends object> = ReturnType<typeof useSendForm<Fields>>;

export function useSendForm<Fields extends object>(initial: () => Fields, options: SendFormOptions<Fields>) {
  const { inputOf = (fields: Fields) => fields } = options;
  const [first] = useState(initial);
  const [form, dispatch] = useReducer(sentFormReducer<Fields>, null, () =>
    newSendForm(withDraft(first, options.draft), newRequestId()),
  );
  /** The initial fields. */
  const untouched = useRef(first);
  if (form.phase.kind === 'accepted') untouched.current = form.fields;
  const isEdited = form.phase.kind === 'editing' || form.phase.kind === 'rejected';
  return {
    ...options,
    ...form,
    dispatch,
    /** The fields when the form opened, without a restored draft. */
    first,
    isLocked: isLocked(form),
    /** Whether the fields are locked, because the command is in flight or may still arrive. */
    isFixed: isLocked(form) || form.phase.kind === 'notReceived',
    /** Whether closing the form would lose input. */
    isTyped: isEdited && !isSameFields(inputOf(form.fields), inputOf(untouched.current)),
    edit: (change: Partial<Fields>, names?: readonly string[]) => dispatch({ kind: 'edit', change, names }),
    /** Shows this field's error from now on. */
    leave: (field: string, tidied?: Partial<Fields>) => dispatch({ kind: 'leave', field, tidied }),
  };
}

type Attempt = () => AnyPreparedCommand | null | Promise<AnyPreparedCommand | null>;

/**
 * Returns the command of an attempt, or null. An attempt may ask questions, and sending may become impossible behind them, so
 * `reasonNow` is evaluated after the last answer. A reason is shown, and nothing is sent.
 */
export async function attemptWhileOpen(
  attempt: Attempt,
  reasonNow: () => string | null,
): Promise<AnyPreparedCommand | null> {
  const command = await attempt();
  return command === null || showReason(reasonNow()) ? null : command;
}

interface SendableForm {
  /** As much of the command as is known, as text: the button's label, and the name of the unsent work. */
  readonly label: string;
  readonly closedReason: string | null;
  readonly errors?: FieldErrors;
  /** A sentence about other missing input. */
  readonly missing?: string | null;
  /**
   * Asks for any required confirmation and returns the command to send, or null if the fields are incomplete or the user
   * declines.
   */
  readonly attempt: Attempt;
}

/** The state of a form with its visible errors. `onSend` sends the command; until then the input is kept. */
export function useSending<Fields extends object>(
  form: SendForm<Fields>,
  { label, closedReason, errors = {}, missing = null, attempt }: SendableForm,
): { readonly status: FormStatus; readonly errors: FieldErrors } {
  const { phase, requestId, dispatch, place, closesOnAcceptance } = form;
  useUnsentForm(place, form.isTyped ? { name: label, fields: form.fields } : null);
  /** The last request. A retry must send exactly the same contents, even if the market has changed since. */
  const last = useRef<PreparedCommand<UserCommandKind> | null>(null);
  const again = phase.kind === 'notReceived' ? last.current : null;
  /** The form shows the outcome while it is open; a toast shows it afterwards. */
  const isOpen = useRef(false);
  const latestReason = useRef(closedReason);
  latestReason.current = closedReason;
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const reasonNow = () =>
    isOpen.current
      ? latestReason.current
      : 'Nothing was sent, because the form was closed before the question was answered.';
  const lacking = Object.values(errors)[0] ?? missing;

  async function onSend(): Promise<void> {
    if (form.isLocked || phase.kind === 'accepted') return;
    dispatch({ kind: 'try' });
    if (closedReason !== null || (again === null && lacking !== null)) return;
    const sending = again ?? (await attemptWhileOpen(attempt, reasonNow));
    if (sending === null) return;
    last.current = sending;
    dispatch({ kind: 'send' });
    const sent = await sendCommand(sending, {
      requestId,
      onUnknown(queries) {
        dispatch({ kind: 'unknown', queries });
        if (!isOpen.current) warnOfMissingReply(sending.description, queries);
      },
    });
    const { answer, sentence, orders } = sent;
    if (!isOpen.current || (answer.kind === 'accepted' && closesOnAcceptance())) showOutcome(sent);
    const nextFields = answer.kind === 'accepted' ? sending.nextFields?.(answer.reply) : undefined;
    const nextRequestId = newRequestId();
    dispatch({ kind: 'answer', requestId, answer, sentence, orders, nextRequestId, nextFields });
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
      sendLabel: again?.description ?? label,
      tries: form.tries,
      onSend: () => void onSend(),
    },
  };
}

/** The label of the send button: its effect, or the action in progress. */
export function sendText({ phase: { kind }, sendLabel }: Pick<FormStatus, 'phase' | 'sendLabel'>): string {
  if (kind === 'sending') return 'Sending…';
  if (kind === 'unknown') return 'Asking for the outcome…';
  return kind === 'notReceived' ? `Send again: ${sendLabel}` : sendLabel;
}

/** Status texts while there is no reply, and when the request never arrived. */
export interface MissingReplyTexts {
  /** "it is not known whether …". */
  readonly unknown: string;
  /** What the user should not do until then; omitted if there is no risk. */
  readonly meanwhile?: string;
  readonly notReceived: string;
}

/** The outcome as text, or null before there is one. */
export function outcomeText(phase: FormPhase, texts: MissingReplyTexts): string | null {
  switch (phase.kind) {
    case 'editing':
      return null;
    case 'sending':
      return 'Sent. Waiting for the market.';
    case 'unknown': {
      const { queries } = phase;
      const times = queries === 0 ? '' : ` (asked ${countText(queries, 'time')})`;
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

/** Moves the focus to the first invalid field after a failed attempt to send. */
export function useFaultFocus(form: { readonly current: HTMLElement | null }, tries: number): void {
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, tries]);
}

/**
 * Restores only values that have the shape of the form's fields, because another version of the program may have written the
 * draft.
 */
function withDraft<Fields extends object>(first: Fields, draft: object = {}): Fields {
  const initial = first as Readonly<Record<string, unknown>>;
  const fits = Object.entries(draft).filter(([name, value]) =>
    name in initial ? isAlike(value, initial[name]) : typeof value === 'string',
  );
  return { ...first, ...Object.fromEntries(fits) };
}

/** Each list element must have the shape of the first known element, and an object must have the known fields. */
function isAlike(value: unknown, sample: unknown): boolean {
  if (typeof value !== typeof sample || typeof sample !== 'object' || sample === null || value === null)
    return typeof value === typeof sample && (value === null) === (sample === null);
  if (Array.isArray(sample))
    return Array.isArray(value) && value.length > 0 && value.every((item) => isAlike(item, sample[0]));
  return Object.entries(sample).every(([name, field]) =>
    isAlike((value as typeof sample)[name as never], field),
  );
}

/** An empty string counts as no value. */
function isSameFields(before: object, after: object): boolean {
  const [a, b] = [before, after] as Readonly<Record<string, unknown>>[];
  const textOf = (value: unknown) => JSON.stringify(value ?? '');
  return Object.keys({ ...a, ...b }).every((name) => textOf(a?.[name]) === textOf(b?.[name]));
}
