// The state of a form that sends one command of any kind: its fields, what they make, and sending it. `CommandDialog` shows it.
import type { BodyOf, ReplyOf, UserCommandKind } from '@openpit/wire';
import { sendFormCommand } from '../../actions/send.ts';
import { useTypedForm } from '../../stores/kept-work.ts';
import { useSentForm } from './use-sent-form.ts';

/** What the fields make: a command, or what they lack, as a sentence. */
export type ReadCommand<Kind extends UserCommandKind> =
  | { readonly kind: 'missing'; readonly reason: string }
  | {
      readonly kind: 'ready';
      readonly bodyOf: (requestId: string) => BodyOf<Kind>;
      /** The command in words, for the button and the list of own actions: "Assign deal 41 to VELD". */
      readonly words: string;
      /** What an acceptance brought about, as a sentence. */
      readonly accepted: (reply: ReplyOf<Kind>) => string;
    };

export interface CommandFormTerms<Kind extends UserCommandKind, Fields extends object> {
  readonly command: Kind;
  readonly initial: () => Fields;
  readonly read: (fields: Fields) => ReadCommand<Kind>;
  /** The button's label while something is missing. */
  readonly label: string;
  /** Why nothing can be sent now, whatever is typed; null when something can. */
  readonly closedReason: string | null;
}

export function useCommandForm<Kind extends UserCommandKind, Fields extends object>(
  terms: CommandFormTerms<Kind, Fields>,
) {
  const { command, initial, read, label, closedReason } = terms;
  const { form, edit, isLocked, isTyped, send } = useSentForm(initial);
  const { fields, phase, requestId } = form;
  const made = read(fields);
  useTypedForm('dialog', isTyped ? { name: made.kind === 'ready' ? made.words : label, fields } : null);
  return {
    fields,
    edit,
    /** Whether the fields may not be changed: the command is under way, or may still arrive. */
    isFixed: isLocked || phase.kind === 'notReceived',
    dialog: {
      phase,
      closedReason,
      missing: made.kind === 'missing' ? made.reason : null,
      sendLabel: made.kind === 'ready' ? made.words : label,
      onSend(): void {
        if (made.kind === 'missing' || isLocked || closedReason !== null) return;
        const { bodyOf, words, accepted } = made;
        void send<ReplyOf<Kind>>({
          words,
          send: (options) =>
            sendFormCommand(command, { body: bodyOf(requestId), words, accepted, ...options }),
          closesOnAcceptance: true,
        });
      },
    },
  };
}
