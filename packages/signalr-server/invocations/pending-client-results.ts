// Client results: the methods that the server invoked on one client and whose results have not arrived yet.
// The server assigns these invocation ids; the ids of the client's own invocations are independent of them.
import { ClientResultError } from '../errors.ts';
import type { CompletionMessage } from '../protocol/messages.ts';

interface PendingResult {
  readonly startMs: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class PendingClientResults {
  #lastId = 0;
  readonly #pending = new Map<string, PendingResult>();

  /** `send` sends the invocation with the given id. If it throws, the promise rejects with its error. */
  invoke(nowMs: number, send: (invocationId: string) => void): Promise<unknown> {
    this.#lastId++;
    const id = `s${this.#lastId}`;
    return new Promise((resolve, reject) => {
      // Registered before it is sent, because sending may end the connection and with it all pending results.
      this.#pending.set(id, { startMs: nowMs, resolve, reject });
      try {
        send(id);
      } catch (error) {
        this.#pending.delete(id);
        throw error;
      }
    });
  }

  /** Settles the result that `message` completes; false if it completes none of them. */
  complete(message: CompletionMessage): boolean {
    const pending = this.#pending.get(message.invocationId);
    if (pending === undefined) return false;
    this.#pending.delete(message.invocationId);
    if (message.outcome === 'error') pending.reject(new ClientResultError(message.error));
    else pending.resolve(message.outcome === 'result' ? message.result : undefined);
    return true;
  }

  /** Rejects the results that have been pending for `timeoutMs`. */
  tick(nowMs: number, timeoutMs: number): void {
    for (const [id, pending] of this.#pending) {
      if (nowMs - pending.startMs < timeoutMs) return;
      this.#pending.delete(id);
      pending.reject(
        new ClientResultError(`The client returned no result within ${timeoutMs / 1000} seconds.`),
      );
    }
  }

  /** Rejects all pending results. */
  stop(): void {
    for (const pending of this.#pending.values()) {
      pending.reject(new ClientResultError('The connection ended before the client returned a result.'));
    }
    this.#pending.clear();
  }
}
