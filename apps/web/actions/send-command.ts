// Sends one command of the user: posts it, asks by its request id for as long as the reply is missing, and keeps it in the list
// of own actions with its times. The only way from an action to the market.
import type { BodyOf, ReplyOf, UserCommandKind } from '@openpit/wire';
import { askOutcome, callCommand } from '../http/commands.ts';
import { showToast } from '../notices/toasts.ts';
import { followRequest, type RequestAnswer } from './follow-request.ts';
import { noteAction } from './own-actions.ts';

export interface CommandWords<Reply> {
  /** The action in a word, for the list of own actions: "Suspend". */
  readonly action: string;
  /** The command in words: "Suspend order 41: Buy 6 DEC26 WMAZ at 4 035.20". */
  readonly words: string;
  /** What an acceptance brought about, as a sentence. */
  readonly accepted: (reply: Reply) => string;
}

export interface SendOptions {
  /** Called when no reply came, with 0, and after every question without an answer; by default a toast says so once. */
  readonly onUnknown?: (questions: number) => void;
  readonly wait?: (ms: number) => Promise<void>;
}

export interface SentCommand<Reply = unknown> {
  readonly answer: RequestAnswer<Reply>;
  /** The command in words. */
  readonly words: string;
  /** The outcome for the user: what was done, or why it was not. */
  readonly sentence: string;
}

/** Resolves when the outcome is known, however long that takes; never rejects. */
export async function sendCommand<Kind extends UserCommandKind>(
  kind: Kind,
  body: BodyOf<Kind>,
  words: CommandWords<ReplyOf<Kind>>,
  { onUnknown = (questions) => warnOfMissingReply(words.words, questions), wait = pause }: SendOptions = {},
): Promise<SentCommand<ReplyOf<Kind>>> {
  const { requestId } = body;
  const note = noteAction({ requestId, action: words.action, words: words.words });
  const answer = await followRequest({
    send: () => callCommand(kind, body),
    ask: () => askOutcome(kind, requestId),
    wait,
    onUnknown: (questions) => {
      note.unknown();
      onUnknown(questions);
    },
  });
  const sentence = sentenceOf(answer, words);
  note.answered(answer.kind, sentence);
  return { answer, words: words.words, sentence };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Warns once, before the first question. */
export function warnOfMissingReply(words: string, questions: number): void {
  if (questions > 0) return;
  showToast({ type: 'warning', message: `No reply to “${words}”. Asking the market for the outcome.` });
}

function sentenceOf<Reply>(answer: RequestAnswer<Reply>, { words, accepted }: CommandWords<Reply>): string {
  if (answer.kind === 'accepted') return accepted(answer.reply);
  if (answer.kind === 'notReceived')
    return `The market has no record of “${words}”. Check the panels before you do it again.`;
  return `Rejected: ${answer.message}`;
}
