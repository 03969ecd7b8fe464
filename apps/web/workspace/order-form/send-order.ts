// Sends the order of a form and follows it to its outcome, also when the form has been closed meanwhile: the toast comes
// in any case, so no order's outcome is ever lost from sight.
import type { InsertOrderBody } from '@openpit/wire';
import type { ActionContext } from '../../actions/action.ts';
import { followRequest, type RequestAnswer } from '../../actions/follow-request.ts';
import { insertOrder } from '../../actions/insert-order.ts';
import { type OrderWords, orderSentence, outcomeSentence } from '../../actions/order-sentences.ts';
import { orderByRequestId } from '../../http/orders.ts';
import { showToast } from '../../notices/toasts.ts';

export interface SentOrder {
  readonly answer: RequestAnswer;
  /** What came of it, as a sentence. */
  readonly sentence: string;
}

export async function sendOrder({
  body,
  words,
  context,
  onUnknown,
}: {
  readonly body: InsertOrderBody;
  readonly words: OrderWords;
  readonly context: ActionContext;
  readonly onUnknown: (message: string, questions: number) => void;
}): Promise<SentOrder> {
  const answer = await followRequest({
    send: () => insertOrder.perform(body, context),
    ask: () => orderByRequestId(body.requestId),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onUnknown,
  });
  const sentence = sentenceOf(answer, words);
  showToast({ type: answer.kind === 'accepted' ? 'success' : 'error', message: sentence });
  return { answer, sentence };
}

export function sentenceOf(answer: RequestAnswer, words: OrderWords): string {
  if (answer.kind === 'accepted') return outcomeSentence(words, answer.reply);
  if (answer.kind === 'notReceived')
    return `Not sent: the market never received “${orderSentence(words)}”. Nothing was entered.`;
  return `Refused: ${answer.message}`;
}
