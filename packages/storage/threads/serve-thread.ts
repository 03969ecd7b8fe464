// The thread's side: answers calls in order of arrival, each when its handler replies.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import {
  type CallMessage,
  type CallName,
  type CallParams,
  type CallResult,
  errorData,
  type MessageFromThread,
  type MessageToThread,
  type ThreadProtocol,
} from './thread-protocol.ts';

/** The answer to one call: given once, immediately or later. */
export interface Reply<Result> {
  /** `transfer`: buffers in the result that are moved instead of copied. */
  send(result: Result, transfer?: readonly ArrayBuffer[]): void;
  /** Sends the error's name, message and plain properties. */
  fail(error: unknown): void;
}

interface ThreadHandlers<Protocol extends ThreadProtocol> {
  /** A handler that throws or rejects fails its call. */
  readonly calls: {
    readonly [Name in CallName<Protocol>]: (
      params: CallParams<Protocol, Name>,
      reply: Reply<CallResult<Protocol, Name>>,
    ) => void | Promise<void>;
  };
  /** Handles a notice. No call could report an error, so an error that this function throws ends the thread. */
  readonly onNotice?: (notice: Protocol['toThread']) => void;
  /** Releases everything that would keep the thread alive. Unanswered calls are rejected. */
  readonly onClose?: () => void | Promise<void>;
}

export interface ThreadPort<Protocol extends ThreadProtocol> {
  notify(notice: Protocol['fromThread']): void;
  /** Ends the thread: every unanswered and later call is rejected with the error's sentence. */
  fail(error: unknown): void;
}

/** Called once, in the thread's file. If `serve` throws, its error is the answer to every call. */
export function serveThread<Protocol extends ThreadProtocol>(
  serve: (start: Protocol['start'], port: ThreadPort<Protocol>) => ThreadHandlers<Protocol>,
): void {
  if (parentPort === null) throw new Error('this file is the body of a thread: startThread starts it');
  const messages = parentPort;
  const post = (message: MessageFromThread<Protocol>) => messages.postMessage(message);
  const port: ThreadPort<Protocol> = {
    notify: (notice) => post({ kind: 'notice', notice }),
    fail: (error) => {
      post({ kind: 'failed', error: errorData(error) });
      // Here, between two calls of a database, and not by a terminate from outside, which may fall into one.
      process.exit(1);
    },
  };
  const handlers = startServing(port, serve);

  function answer<Name extends CallName<Protocol>>(call: CallMessage<Protocol, Name>): void {
    const reply = new PortReply<CallResult<Protocol, Name>>(messages, call.id);
    try {
      if ('failure' in handlers) throw handlers.failure;
      handlers.calls[call.name](call.params, reply)?.catch((error: unknown) => reply.fail(error));
    } catch (error) {
      reply.fail(error);
    }
  }

  function hear(notice: Protocol['toThread']): void {
    if ('failure' in handlers) return;
    try {
      handlers.onNotice?.(notice);
    } catch (error) {
      port.fail(error);
    }
  }

  async function close(id: number): Promise<void> {
    const reply = new PortReply<null>(messages, id);
    try {
      if (!('failure' in handlers)) await handlers.onClose?.();
      reply.send(null);
    } catch (error) {
      reply.fail(error);
    }
    // Messages posted before still arrive; the thread ends when nothing else keeps it alive.
    messages.close();
  }

  messages.on('message', (message: MessageToThread<Protocol>) => {
    switch (message.kind) {
      case 'call':
        answer(message);
        break;
      case 'notice':
        hear(message.notice);
        break;
      case 'close':
        void close(message.id);
        break;
    }
  });
}

function startServing<Protocol extends ThreadProtocol>(
  port: ThreadPort<Protocol>,
  serve: (start: Protocol['start'], port: ThreadPort<Protocol>) => ThreadHandlers<Protocol>,
): ThreadHandlers<Protocol> | { readonly failure: unknown } {
  try {
    return serve(workerData.start, port);
  } catch (failure) {
    return { failure };
  }
}

const nothing: readonly ArrayBuffer[] = [];

class PortReply<Result> implements Reply<Result> {
  readonly #port: MessagePort;
  readonly #id: number;

  constructor(port: MessagePort, id: number) {
    this.#port = port;
    this.#id = id;
  }

  send(result: Result, transfer = nothing): void {
    this.#port.postMessage({ kind: 'result', id: this.#id, result }, transfer);
  }

  fail(error: unknown): void {
    this.#port.postMessage({ kind: 'error', id: this.#id, error: errorData(error) });
  }
}
