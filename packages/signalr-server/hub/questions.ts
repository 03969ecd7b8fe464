// What the server has asked one client and not been answered ("client results"). The ids are ours; the client's own calls
// have others.

import { ClientAnswerError } from '../client-answer-error.ts';
import type { CompletionMessage } from '../protocol/messages.ts';

interface Question {
  readonly askedMs: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class Questions {
  #lastId = 0;
  readonly #open = new Map<string, Question>();

  get size(): number {
    return this.#open.size;
  }

  /** `send` puts the question, with this id, on its way; what it throws rejects the answer. */
  ask(nowMs: number, send: (id: string) => void): Promise<unknown> {
    this.#lastId++;
    const id = `s${this.#lastId}`;
    return new Promise((resolve, reject) => {
      // Booked before it is sent: the sending itself may end the connection, and with it all that is open.
      this.#open.set(id, { askedMs: nowMs, resolve, reject });
      try {
        send(id);
      } catch (error) {
        this.#open.delete(id);
        throw error;
      }
    });
  }

  /** Whether `message` answers a question. */
  answer(message: CompletionMessage): boolean {
    const question = this.#open.get(message.invocationId);
    if (question === undefined) return false;
    this.#open.delete(message.invocationId);
    if (message.outcome === 'error') question.reject(new ClientAnswerError(message.error));
    else question.resolve(message.outcome === 'result' ? message.result : undefined);
    return true;
  }

  /** Gives up questions that have waited too long. */
  tick(nowMs: number, timeoutMs: number): void {
    for (const [id, question] of this.#open) {
      if (nowMs - question.askedMs < timeoutMs) return;
      this.#open.delete(id);
      question.reject(new ClientAnswerError(`The client did not answer within ${timeoutMs / 1000} seconds.`));
    }
  }

  /** Nothing more will be answered. */
  stop(): void {
    for (const question of this.#open.values()) {
      question.reject(new ClientAnswerError('The connection ended before the client answered.'));
    }
    this.#open.clear();
  }
}
