// Sends the items of a method's stream to its client: as fast as the client takes them, until the stream ends, fails, or
// is aborted.
import { aborted, type Call } from './call.ts';

export interface StreamLine {
  /** Whether little enough waits for the client that the stream may go on. */
  readonly hasRoom: boolean;
  /** Resolves when there is room again, and also when the connection has ended. */
  whenRoom(): Promise<void>;
  /** Throws when the item cannot be encoded. */
  sendItem(invocationId: string, item: unknown): void;
  failed(method: string, error: unknown): void;
}

/** Throws what the stream throws, and a TypeError for what is no stream. */
export async function sendStream<Caller>(
  source: unknown,
  call: Call<Caller>,
  line: StreamLine,
): Promise<void> {
  const iterator = iteratorOf(source);
  let isLeft = true;
  try {
    do {
      const next = await call.untilAborted(Promise.resolve(iterator.next()));
      if (next === aborted) break;
      if (next.done === true) {
        isLeft = false;
        break;
      }
      line.sendItem(call.invocationId ?? '', next.value);
      if (!line.hasRoom) await call.untilAborted(line.whenRoom());
    } while (!call.isAborted);
  } finally {
    // Nobody waits for it: a generator that is waiting for something ends when that has come, if ever.
    if (isLeft) void leave(iterator).catch((error) => line.failed(call.method.name, error));
  }
}

async function leave(iterator: AsyncIterator<unknown> | Iterator<unknown>): Promise<void> {
  await iterator.return?.();
}

function iteratorOf(source: unknown): AsyncIterator<unknown> | Iterator<unknown> {
  if (typeof source === 'object' && source !== null) {
    if (Symbol.asyncIterator in source) return (source as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    if (Symbol.iterator in source) return (source as Iterable<unknown>)[Symbol.iterator]();
  }
  throw new TypeError('A streaming method must return something to iterate over.');
}
