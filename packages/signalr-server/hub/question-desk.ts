// Puts the questions of a contract to clients and checks what they answer: a client's answer is as little to be trusted
// as its arguments.

import { ClientAnswerError } from '../client-answer-error.ts';
import { parseValue } from './arguments.ts';
import type { HubContract, QuestionAnswer, QuestionArgs, QuestionName } from './contract.ts';

export class QuestionDesk<C extends HubContract> {
  readonly #path: string;
  readonly #contract: C;

  constructor(path: string, contract: C) {
    this.#path = path;
    this.#contract = contract;
  }

  /** `ask` carries the question to the client. Rejects with a ClientAnswerError for an answer that does not fit. */
  async put<Q extends QuestionName<C>>(
    question: Q,
    args: QuestionArgs<C, Q>,
    ask: (target: string, args: readonly unknown[]) => Promise<unknown>,
  ): Promise<QuestionAnswer<C, Q>> {
    const { questions = {} } = this.#contract;
    const asked = Object.hasOwn(questions, question) ? questions[question] : undefined;
    if (asked === undefined) {
      throw new Error(`The contract of the hub ${this.#path} has no question '${question}'.`);
    }
    const answer = await ask(question, args);
    const valid = await parseValue(asked.result, answer, {
      name: `The answer to '${question}'`,
      makeError: (message) => new ClientAnswerError(message),
    });
    return valid as QuestionAnswer<C, Q>;
  }
}
