// Sends the items of a streaming method to its client, no faster than the client reads them, until the stream
// ends, fails or is aborted.
import { aborted, type Invocation } from './invocation.ts';

/** The part of a connection that a stream needs. */
export interface StreamChannel {
  /** True if the stream may send its next item. */
  readonly isWritable: boolean;
  /** Resolves when the channel is writable or the connection has ended. */
  whenWritable(): Promise<void>;
  /** Throws if the item cannot be encoded. */
  sendItem(invocationId: string, item: unknown): void;
  /** Reports an error of application code. */
  reportFault(method: string, error: unknown): void;
}

/** Throws the stream's error, and a TypeError when `source` is not iterable. */
export async function sendStream<Caller>(
  source: unknown,
  invocation: Invocation<Caller>,
  channel: StreamChannel,
): Promise<void> {
  const iterator = iteratorOf(source);
  let isUnfinished = true;
  try {
    do {
      const next = await invocation.untilAborted(Promise.resolve(iterator.next()));
      if (next === aborted) break;
      if (next.done === true) {
        isUnfinished = false;
        break;
      }
      channel.sendItem(invocation.invocationId ?? '', next.value);
      if (!channel.isWritable) await invocation.untilAborted(channel.whenWritable());
    } while (!invocation.isAborted);
  } finally {
    // The return is not awaited: a generator that is waiting for something returns only after that, if ever.
    if (isUnfinished) {
      void returnEarly(iterator).catch((error) => channel.reportFault(invocation.method.name, error));
    }
  }
}

async function returnEarly(iterator: AsyncIterator<unknown> | Iterator<unknown>): Promise<void> {
  await iterator.return?.();
}

function iteratorOf(source: unknown): AsyncIterator<unknown> | Iterator<unknown> {
  if (typeof source === 'object' && source !== null) {
    if (Symbol.asyncIterator in source) return (source as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    if (Symbol.iterator in source) return (source as Iterable<unknown>)[Symbol.iterator]();
  }
  throw new TypeError('A streaming method must return an iterable or async iterable.');
}
