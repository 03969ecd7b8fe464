// Sends the command of a form and follows it to its outcome, also when the form has been closed meanwhile: the toast comes
// in any case, so no order's outcome is ever lost from sight.
import { followRequest, type RequestAnswer } from '../../actions/follow-request.ts';
import { noteAction } from '../../actions/own-actions.ts';
import type { CallResult } from '../../http/orders.ts';
import { showToast } from '../../notices/toasts.ts';

export interface FormCommand<Reply> {
  readonly requestId: string;
  readonly send: () => Promise<CallResult<Reply>>;
  readonly ask: () => Promise<CallResult<Reply>>;
  /** The command in words: "Buy 10 DEC26 WMAZ at 4 035.20". */
  readonly words: string;
  /** What came of it, as a sentence. */
  readonly tell: (reply: Reply) => string;
}

export interface SentCommand<Reply> {
  readonly answer: RequestAnswer<Reply>;
  readonly sentence: string;
}

export async function sendAndFollow<Reply>(
  command: FormCommand<Reply>,
  onUnknown: (message: string, questions: number) => void,
): Promise<SentCommand<Reply>> {
  const { send, ask } = command;
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const { requestId, words } = command;
  const note = noteAction({ requestId, action: words.split(' ')[0] ?? words, words });
  const answer = await followRequest({
    send,
    ask,
    wait,
    onUnknown: (message, questions) => {
      note.unknown();
      onUnknown(message, questions);
    },
  });
  const sentence = sentenceOf(answer, command);
  note.answered(answer.kind, sentence);
  showToast({ type: answer.kind === 'accepted' ? 'success' : 'error', message: sentence });
  return { answer, sentence };
}

function sentenceOf<Reply>(answer: RequestAnswer<Reply>, { words, tell }: FormCommand<Reply>): string {
  if (answer.kind === 'accepted') return tell(answer.reply);
  if (answer.kind === 'notReceived')
    return `Not sent: the market never received “${words}”. Nothing was changed.`;
  return `Rejected: ${answer.message}`;
}
