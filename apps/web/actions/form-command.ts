// A command that a form has made of what was typed. The words on its button are also those in the list of own actions.
import type { BodyOf, ReplyOf, UserCommandKind } from '@openpit/wire';
import { type SendOptions, type SentCommand, sendCommand } from './send-command.ts';

export interface FormCommand<Kind extends UserCommandKind> extends SendOptions {
  readonly body: BodyOf<Kind>;
  /** "Buy 10 DEC26 WMAZ at 4 035.20": the first word names the action. */
  readonly words: string;
  /** What an acceptance brought about, as a sentence. */
  readonly accepted: (reply: ReplyOf<Kind>) => string;
}

export function sendFormCommand<Kind extends UserCommandKind>(
  kind: Kind,
  { body, words, accepted, ...options }: FormCommand<Kind>,
): Promise<SentCommand<ReplyOf<Kind>>> {
  return sendCommand(kind, body, { action: words.split(' ')[0] ?? words, words, accepted }, options);
}
