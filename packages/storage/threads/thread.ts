// Starts a worker thread, or a process, and calls a thread: each call is one message there and one back, matched by number.
import { type ChildProcess, fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import {
  type CallName,
  type CallParams,
  type CallResult,
  type ErrorData,
  errorData,
  type MessageFromThread,
  type MessageToThread,
  type ThreadProtocol,
} from './thread-protocol.ts';

export interface ThreadOptions<Protocol extends ThreadProtocol> {
  readonly name: string;
  /**
   * The thread's source file, `new URL('./….ts', import.meta.url)`; compiled code starts the `.js` file next
   * to it.
   */
  readonly file: URL;
  readonly start: Protocol['start'];
  /** Makes the error of a call that the thread answered with an error. */
  readonly callError: (error: ErrorData) => Error;
  /** Makes the error of every call that is unanswered when the thread ends, and of every later one. */
  readonly endError: (why: string) => Error;
  readonly onNotice?: (notice: Protocol['fromThread']) => void;
  /** The thread ended before it was closed. */
  readonly onFailed?: (error: Error) => void;
}

export interface Thread<Protocol extends ThreadProtocol> {
  /** The reason why every call is rejected now; undefined while the thread runs. */
  readonly ended: Error | undefined;
  /** `transfer`: buffers in the parameters that are moved instead of copied. Calls arrive in their order. */
  call<Name extends CallName<Protocol>>(
    name: Name,
    params: CallParams<Protocol, Name>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<CallResult<Protocol, Name>>;
  /**
   * Sends a message one way, in order with the calls. It does nothing once the thread has ended.
   * `transfer` is as in `call`.
   */
  notify(notice: Protocol['toThread'], transfer?: readonly ArrayBuffer[]): void;
  /**
   * Accepts no more calls, lets the thread finish, and resolves when it has ended. Rejects if finishing failed;
   * does nothing when it has already ended.
   */
  close(): Promise<void>;
  /**
   * Ends the thread in the middle of its work. Not for a thread that uses a database: libsql aborts the process
   * when its thread is terminated while a statement is prepared.
   */
  terminate(): Promise<void>;
  /** Lets the process end while the thread still runs. */
  unref(): void;
}

interface Unanswered {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Does not wait for the thread: a file that cannot run fails the calls. */
export function startThread<Protocol extends ThreadProtocol>({
  name,
  file,
  start,
  callError,
  endError,
  onNotice,
  onFailed,
}: ThreadOptions<Protocol>): Thread<Protocol> {
  const worker = startWorker(name, file, start);
  const unanswered = new Map<number, Unanswered>();
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let lastId = 0;
  let ended: Error | undefined;
  let closing: Promise<void> | undefined;

  function end(why: string): void {
    if (ended !== undefined) return;
    ended = endError(why);
    for (const { reject } of unanswered.values()) reject(ended);
    unanswered.clear();
    if (closing === undefined) onFailed?.(ended);
  }

  function send(message: MessageToThread<Protocol>, transfer = nothing): void {
    worker.postMessage(message, transfer);
  }

  function settle(message: MessageFromThread<Protocol>): void {
    switch (message.kind) {
      case 'result':
        unanswered.get(message.id)?.resolve(message.result);
        unanswered.delete(message.id);
        break;
      case 'error':
        unanswered.get(message.id)?.reject(callError(message.error));
        unanswered.delete(message.id);
        break;
      case 'notice':
        onNotice?.(message.notice);
        break;
      case 'failed':
        end(message.error.message);
        break;
    }
  }

  worker.on('message', settle);
  worker.on('error', (error) => end(errorData(error).message));
  worker.on('exit', () => end(closing === undefined ? 'its thread has ended' : 'it is closed'));

  async function close(): Promise<void> {
    try {
      if (ended === undefined)
        await new Promise((resolve, reject) => {
          lastId += 1;
          unanswered.set(lastId, { resolve, reject });
          send({ kind: 'close', id: lastId });
        });
    } finally {
      await exited;
    }
  }

  return {
    get ended() {
      return ended;
    },
    call<Name extends CallName<Protocol>>(
      name: Name,
      params: CallParams<Protocol, Name>,
      transfer = nothing,
    ): Promise<CallResult<Protocol, Name>> {
      return new Promise((resolve, reject) => {
        if (ended !== undefined || closing !== undefined) return reject(ended ?? endError('it is closed'));
        lastId += 1;
        send({ kind: 'call', id: lastId, name, params }, transfer);
        unanswered.set(lastId, { resolve: resolve as Unanswered['resolve'], reject });
      });
    },
    notify: (notice, transfer = nothing) => {
      if (ended === undefined && closing === undefined) send({ kind: 'notice', notice }, transfer);
    },
    close: () => {
      closing ??= close();
      return closing;
    },
    terminate: async () => {
      closing ??= exited;
      end('it is closed');
      // The promise of `terminate` waits for an exit that may already have been emitted, so it is not awaited.
      void worker.terminate();
      await exited;
    },
    unref: () => worker.unref(),
  };
}

const nothing: readonly ArrayBuffer[] = [];

const isSource = import.meta.url.endsWith('.ts');
const sourceStarter = new URL('./source-thread.mjs', import.meta.url);
const sourceArgv = ['--conditions=openpit-source'];
const compiledFile = (file: URL) => new URL(file.href.replace(/\.ts$/, '.js'));

/** Starts the file (see ThreadOptions) in a thread that gets `start` as `workerData.start`. */
export function startWorker(name: string, file: URL, start: unknown): Worker {
  if (!isSource) {
    return new Worker(compiledFile(file), { name, execArgv: [], workerData: { start } });
  }
  return new Worker(sourceStarter, { name, execArgv: sourceArgv, workerData: { start, file: file.href } });
}

/** Starts the file (see ThreadOptions) in a process, which can be killed while a statement of a database runs. */
export const startProcess = (file: URL): ChildProcess =>
  isSource
    ? fork(sourceStarter, [file.href], { execArgv: sourceArgv })
    : fork(compiledFile(file), { execArgv: [] });
