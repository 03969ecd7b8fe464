// Sends a command that a button, a menu or a key has called, follows it to its outcome, and keeps it in the list of own actions with
// its times. When no reply comes, a toast says so while the market is asked.
import type { CallResult } from '../http/call-result.ts';
import { showToast } from '../notices/toasts.ts';
import { followRequest, type RequestAnswer } from './follow-request.ts';
import { noteAction } from './own-actions.ts';

export interface NotedCommand<Reply> {
  readonly requestId: string;
  /** The action in a word: "Suspend". */
  readonly action: string;
  /** The command in words, for the list. */
  readonly words: string;
  /** What no reply has come to, for the toast: "Suspend of order 41". */
  readonly name: string;
  readonly send: () => Promise<CallResult<Reply>>;
  readonly ask: () => Promise<CallResult<Reply>>;
  /** What an acceptance brought about, as a sentence. */
  readonly tell: (reply: Reply) => string;
}

export interface NotedOutcome {
  readonly isAccepted: boolean;
  readonly sentence: string;
}

export async function sendNoted<Reply>(command: NotedCommand<Reply>): Promise<NotedOutcome> {
  const { requestId, action, words, name, send, ask } = command;
  const note = noteAction({ requestId, action, words });
  const answer = await followRequest({
    send,
    ask,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onUnknown: (_message, questions) => {
      note.unknown();
      if (questions === 0)
        showToast({
          type: 'warning',
          message: `${name}: no reply came. Asking the market what became of it.`,
        });
    },
  });
  const sentence = sentenceOf(answer, command);
  note.answered(answer.kind, sentence);
  return { isAccepted: answer.kind === 'accepted', sentence };
}

export const tellOutcome = ({ isAccepted, sentence }: NotedOutcome) =>
  showToast({ type: isAccepted ? 'success' : 'error', message: sentence });

function sentenceOf<Reply>(
  answer: RequestAnswer<Reply>,
  { name, tell }: Pick<NotedCommand<Reply>, 'name' | 'tell'>,
): string {
  if (answer.kind === 'accepted') return tell(answer.reply);
  if (answer.kind === 'notReceived')
    return `${name} never reached the market. Nothing was changed: try again.`;
  return `${name} was rejected: ${answer.message}`;
}
