// The thread of thread.test.ts: succeeds and fails on request in every way that a thread can.
import { type Reply, serveThread, type ThreadPort } from '../threads/serve-thread.ts';
import type { ThreadProtocol } from '../threads/thread-protocol.ts';

export type Failure = 'plain' | 'own class' | 'no error' | 'async' | 'uncloneable';

export interface CalledProtocol extends ThreadProtocol {
  readonly start: { readonly startError: string | null; readonly closeError: string | null };
  readonly calls: {
    /** Answers with a new buffer of the same bytes, moved. */
    reverse: { params: Uint8Array<ArrayBuffer>; result: Uint8Array };
    /** Answers only when `answerHeld` is called. */
    hold: { params: string; result: string };
    /** Answers the held calls, the last one first. */
    answerHeld: { params: null; result: undefined };
    fail: { params: Failure; result: undefined };
    /** The notices so far. */
    noticed: { params: null; result: readonly number[] };
    /** Sends this many notices before it answers. */
    count: { params: number; result: undefined };
    end: { params: 'throw' | 'exit' | 'fail'; result: undefined };
  };
  /** A negative number is an error. */
  readonly toThread: number;
  readonly fromThread: number;
}

class OutOfPaper extends Error {
  override readonly name = 'OutOfPaper';
  readonly tray = 2;
  readonly isLocked = true;
  readonly pages = ['not a plain value'];
}

serveThread<CalledProtocol>(({ startError, closeError }, port) => {
  if (startError !== null) throw new Error(startError);
  const held: { readonly text: string; readonly reply: Reply<string> }[] = [];
  const noticed: number[] = [];
  return {
    calls: {
      reverse: (bytes, reply) => {
        const reversed = bytes.slice().reverse();
        reply.send(reversed, [reversed.buffer]);
      },
      hold: (text, reply) => {
        held.push({ text, reply });
      },
      answerHeld: (_, reply) => {
        for (const { text, reply: heldReply } of held.splice(0).reverse()) heldReply.send(text);
        reply.send(undefined);
      },
      fail: (error, reply) => {
        if (error === 'plain') throw new Error('the printer is on fire');
        if (error === 'own class') throw new OutOfPaper('tray 2 is empty');
        if (error === 'no error') throw 'a bare string';
        return failLater(error, reply);
      },
      noticed: (_, reply) => reply.send(noticed),
      count: (to, reply) => {
        for (let number = 1; number <= to; number += 1) port.notify(number);
        reply.send(undefined);
      },
      end: (how) => end(how, port),
    },
    onNotice: (number) => {
      if (number < 0) throw new Error(`notice ${number} is negative`);
      noticed.push(number);
    },
    onClose: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      if (closeError !== null) throw new Error(closeError);
    },
  };
});

async function failLater(error: 'async' | 'uncloneable', reply: Reply<undefined>): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (error === 'async') throw new RangeError('page 7 is not there');
  Reflect.apply(reply.send, reply, [() => 'a function']);
}

function end(how: CalledProtocol['calls']['end']['params'], port: ThreadPort<CalledProtocol>): void {
  if (how === 'exit') process.exit(3);
  if (how === 'fail') port.fail(new Error('the log is damaged'));
  else
    setImmediate(() => {
      throw new Error('a bug in the thread');
    });
}
