// A thread that is started again when it dies. Calls that are unanswered then are rejected, and so are those
// made before it runs again. The server starts its threads in no other way.
import { startThread, type Thread, type ThreadOptions } from './thread.ts';
import type { ThreadProtocol } from './thread-protocol.ts';

/** Notified of the life of threads, by their names. */
export interface ThreadWatch {
  /** The delays before a dead thread is started again; `defaultDelays` by default. */
  readonly restart?: RestartDelays;
  /** The thread has ended without being closed; `restartInMs`: the time until it is restarted. */
  died(name: string, cause: Error, restartInMs: number): void;
  /** The thread was started, for the first time or again. */
  started(name: string): void;
}

interface KeptThreadOptions<Protocol extends ThreadProtocol>
  extends Omit<ThreadOptions<Protocol>, 'start' | 'onFailed'> {
  /** Called at each start for the thread's input. */
  readonly start: () => Protocol['start'];
  readonly watch: ThreadWatch | undefined;
}

/** A thread that dies soon after its start waits longer each time, so that it cannot keep the machine busy. */
interface RestartDelays {
  readonly firstMs: number;
  /** The longest delay, and the time that a thread must have run for its next restart to be a first one. */
  readonly longestMs: number;
}

const defaultDelays: RestartDelays = { firstMs: 1_000, longestMs: 60_000 };

/** `close` and `terminate` also end the restarts. `ended` is the cause while the thread is down. */
export function keepThread<Protocol extends ThreadProtocol>({
  start,
  watch,
  ...options
}: KeptThreadOptions<Protocol>): Thread<Protocol> {
  const restart = watch?.restart ?? defaultDelays;
  let isUnreferenced = false;
  let timer: NodeJS.Timeout | undefined;
  let delayMs = restart.firstMs;
  let startedAt = 0;
  let thread = run();

  function run(): Thread<Protocol> {
    startedAt = performance.now();
    const started = startThread<Protocol>({ ...options, start: start(), onFailed: startLater });
    if (isUnreferenced) started.unref();
    watch?.started(options.name);
    return started;
  }

  function startLater(cause: Error): void {
    if (performance.now() - startedAt >= restart.longestMs) delayMs = restart.firstMs;
    timer = setTimeout(startAgain, delayMs);
    if (isUnreferenced) timer.unref();
    watch?.died(options.name, cause, delayMs);
    delayMs = Math.min(2 * delayMs, restart.longestMs);
  }

  function startAgain(): void {
    try {
      thread = run();
    } catch (error) {
      // No memory or no file handle for a thread at present.
      startLater(error instanceof Error ? error : new Error(String(error)));
    }
  }

  return {
    get ended() {
      return thread.ended;
    },
    call: (name, params, transfer) => thread.call(name, params, transfer),
    notify: (notice, transfer) => thread.notify(notice, transfer),
    close: () => {
      clearTimeout(timer);
      return thread.close();
    },
    terminate: () => {
      clearTimeout(timer);
      return thread.terminate();
    },
    unref: () => {
      isUnreferenced = true;
      thread.unref();
      timer?.unref();
    },
  };
}
