// A dialog with the form for a command that is not an order: a sentence about the effect, fields from a schema, the outcome, and
// a button that names its effect. Enter sends, like Ctrl+Enter in every form, and Escape closes. The dialog closes once the
// market has accepted the command.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { discardAndClose } from '../actions/dialogs.ts';
import type { AnyPreparedCommand } from '../actions/send.ts';
import { ticketKeys } from '../actions/ticket.ts';
import { Button, classNames } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { type Choice, NumberField, SelectField, TextField } from '../ui/fields.tsx';
import { pressedKey } from '../ui/keys.ts';
import styles from './command-form.module.css';
import type { MissingInput } from './parse-fields.ts';
import {
  type FieldErrors,
  type FormStatus,
  outcomeText,
  type SentForm,
  sendText,
  useFaultFocus,
  useSending,
  useSentForm,
} from './sent-form.ts';

/** What the fields produce: a command, a sentence about missing input, or an error for each invalid field. */
export type ParsedCommand =
  | MissingInput
  | { readonly kind: 'errors'; readonly errors: FieldErrors }
  | ({ readonly kind: 'ready' } & AnyPreparedCommand);

export interface CommandFormOptions<Fields extends object> {
  readonly parse: (fields: Fields) => ParsedCommand;
  /** The button's label while something is missing. */
  readonly label: string;
  /** Why nothing can be sent now, whatever the input; null if sending is possible. */
  readonly closedReason: string | null;
}

export interface CommandForm<Fields extends object>
  extends Pick<SentForm<Fields>, 'fields' | 'edit' | 'leave' | 'isFixed'> {
  readonly errors: FieldErrors;
  readonly status: FormStatus;
}

/** The input of a command form. The caller can follow the rows that it names before `useCommandForm` parses it. */
export const useDialogFields = <Fields extends object>(initial: () => Fields): SentForm<Fields> =>
  useSentForm(initial, { place: 'dialog', closesOnAcceptance: () => true });

export function useCommandForm<Fields extends object>(
  form: SentForm<Fields>,
  { parse, label, closedReason }: CommandFormOptions<Fields>,
): CommandForm<Fields> {
  const parsed = parse(form.fields);
  const sending = useSending(form, {
    label: parsed.kind === 'ready' ? parsed.description : label,
    closedReason,
    errors: parsed.kind === 'errors' ? parsed.errors : {},
    missing: parsed.kind === 'missing' ? parsed.reason : null,
    attempt: () => (parsed.kind === 'ready' ? parsed : null),
  });
  return { ...form, ...sending };
}

/** The names of the text fields. */
type TextName<Fields> = { [Name in keyof Fields]: Fields[Name] extends string ? Name : never }[keyof Fields] &
  string;

interface FieldOptions<Fields> {
  readonly name: TextName<Fields>;
  readonly label: string;
  /** Whether the field is read-only. The form can also make all fields read-only. */
  readonly isFixed?: boolean;
  /** Whether the field receives the focus when the form opens. */
  readonly isFirst?: boolean;
  /** Whether the field spans the full width of the form. */
  readonly isWhole?: boolean;
}

/** A field of a form, or another element between the fields. */
export type FormField<Fields> =
  | (FieldOptions<Fields> & {
      readonly kind: 'text';
      readonly suggestions?: readonly string[];
      readonly isUpperCase?: boolean;
    })
  | (FieldOptions<Fields> & {
      readonly kind: 'choice';
      readonly choices: readonly Choice[];
      /** Placeholder, such as "Choose a member". */
      readonly nothing?: string;
      /** The field that is cleared when this choice changes. */
      readonly clears?: TextName<Fields>;
    })
  | (FieldOptions<Fields> & {
      readonly kind: 'number';
      readonly unit: string;
      readonly stepText: string;
      readonly isWhole?: boolean;
      readonly isInteger?: boolean;
      /** The number after n steps up or down, or null if there is none. */
      readonly stepped: (text: string, steps: number) => string | null;
      /** The number in the locale's format. */
      readonly tidied?: (text: string) => string;
    })
  | { readonly kind: 'view'; readonly name: string; readonly view: ReactNode; readonly isWhole?: boolean };

/** False entries are omitted. */
export function FormFields<Fields extends object>({
  form,
  fields,
}: {
  readonly form: CommandForm<Fields>;
  readonly fields: readonly (FormField<Fields> | false)[];
}) {
  return (
    <div className={styles.fields}>
      {fields.map(
        (field) =>
          field !== false && (
            <div key={field.name} className={classNames(styles.field, field.isWhole && styles.whole)}>
              {field.kind === 'view' ? field.view : <Field form={form} field={field} />}
            </div>
          ),
      )}
    </div>
  );
}

function Field<Fields extends object>({
  form,
  field,
}: {
  readonly form: CommandForm<Fields>;
  readonly field: Exclude<FormField<Fields>, { readonly kind: 'view' }>;
}) {
  const { name, label, isFirst = false } = field;
  const text: string = form.fields[name] as string;
  const isFixed = form.isFixed || field.isFixed === true;
  const error = form.errors[name.replace(/Text$/, '')] ?? null;
  const put = (value: string, also?: string) =>
    form.edit({ [name]: value, ...(also !== undefined && { [also]: '' }) } as Partial<Fields>);
  const common = { label, error, isFirst, isDisabled: isFixed };
  switch (field.kind) {
    case 'text':
      return (
        <TextField
          {...common}
          text={text}
          suggestions={field.suggestions}
          onText={(text) => put(field.isUpperCase === true ? text.toUpperCase() : text)}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...common}
          value={text}
          choices={field.choices}
          nothing={field.nothing}
          onChoose={(value) => put(value, field.clears)}
        />
      );
    case 'number':
      return (
        <NumberField
          label={label}
          unit={field.unit}
          text={text}
          error={error}
          stepText={field.stepText}
          isReadOnly={isFixed}
          inputMode={field.isInteger === true ? 'numeric' : undefined}
          ref={isFirst ? focusWhenShown : null}
          onText={put}
          onStep={(steps) => {
            const next = field.stepped(text, steps);
            if (next !== null) put(next);
          }}
          onLeave={() => {
            if (field.tidied !== undefined && !isFixed && field.tidied(text) !== text)
              put(field.tidied(text));
          }}
        />
      );
  }
}

const focusWhenShown = (field: HTMLInputElement | null) => field?.focus();

interface CommandDialogProps {
  readonly title: string;
  /** A sentence that describes the effect of the command. */
  readonly note: ReactNode;
  readonly status: FormStatus;
  readonly tone?: 'primary' | 'buy' | 'sell';
  readonly isNarrow?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const missingReply = {
  unknown: 'this was done',
  notReceived: 'The market has no record of this. Sending it again cannot do it twice.',
};

export function CommandDialog(props: CommandDialogProps) {
  const { title, note, status, tone = 'primary', isNarrow = false, onClose, children } = props;
  const { phase, isLocked, closedReason, missing, isFault, tries, onSend } = status;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useFaultFocus(form, tries);
  const close = useRef(onClose);
  close.current = onClose;
  const isAccepted = phase.kind === 'accepted';
  useEffect(() => {
    if (isAccepted) close.current();
  }, [isAccepted]);
  const outcome = outcomeText(phase, missingReply);
  // After an attempt to send, errors are shown at their fields.
  const reason = closedReason ?? (isFault ? null : missing);
  return (
    <Dialog
      open
      onClose={() => void discardAndClose(onClose)}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}note`}
      slotProps={{ paper: { className: classNames(styles.paper, isNarrow && styles.narrow) } }}
    >
      <form
        ref={form}
        noValidate
        className={styles.form}
        onKeyDown={(event) => {
          const isSend = pressedKey(ticketKeys, event.nativeEvent) === 'send';
          // Holding the key down must not resend a rejected command.
          if (isSend || (event.repeat && event.key === 'Enter')) event.preventDefault();
          if (isSend && !event.repeat) form.current?.requestSubmit();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === null) onSend();
        }}
      >
        <h2 id={`${id}title`} className={styles.title}>
          {title}
        </h2>
        <p id={`${id}note`} className={styles.note}>
          {note}
        </p>
        {children}
        <p
          role="status"
          className={styles.outcome}
          data-kind={phase.kind}
          data-empty={outcome === null || undefined}
        >
          {outcome}
        </p>
        {reason !== null && !isLocked && <p className={styles.reason}>{reason}</p>}
        <DialogButtons>
          <Button onClick={onClose}>{isLocked ? 'Close' : 'Cancel'}</Button>
          <Button
            type="submit"
            variant={tone}
            className={styles.send}
            data-send=""
            aria-keyshortcuts="Control+Enter"
            disabledReason={isLocked ? 'Waiting for the market’s answer.' : reason}
          >
            {sendText(status)}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
