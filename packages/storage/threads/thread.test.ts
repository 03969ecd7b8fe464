// Calls to real threads.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CalledProtocol, Failure } from '../testing/called-thread.ts';
import { startThread, type Thread } from './thread.ts';
import type { ErrorData } from './thread-protocol.ts';

class CallFailed extends Error {
  readonly data: ErrorData;

  constructor(data: ErrorData) {
    super(data.message);
    this.data = data;
  }
}

class Ended extends Error {}

let threads: Thread<CalledProtocol>[] = [];
const unhandled: unknown[] = [];
const noteUnhandled = (reason: unknown) => unhandled.push(reason);
beforeEach(() => process.on('unhandledRejection', noteUnhandled));
afterEach(async () => {
  await Promise.all(threads.map((thread) => thread.terminate()));
  threads = [];
  // Node reports an unhandled rejection after the microtasks of the turn when it happened.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', noteUnhandled);
  expect(unhandled).toEqual([]);
});

function started(start: Partial<CalledProtocol['start']> = {}) {
  const notices: number[] = [];
  const failures: Error[] = [];
  const thread = startThread<CalledProtocol>({
    name: 'called',
    file: new URL('../testing/called-thread.ts', import.meta.url),
    start: { startError: null, closeError: null, ...start },
    callError: (data) => new CallFailed(data),
    endError: (why) => new Ended(`the thread is gone: ${why}`),
    onNotice: (notice) => notices.push(notice),
    onFailed: (error) => failures.push(error),
  });
  threads.push(thread);
  return { thread, notices, failures };
}

describe('a call to a thread', () => {
  it('gets its result, with buffers moved there and back', async () => {
    const { thread } = started();
    const bytes = new Uint8Array([1, 2, 3]);
    expect(await thread.call('reverse', bytes, [bytes.buffer])).toEqual(new Uint8Array([3, 2, 1]));
    expect(bytes.byteLength).toBe(0);
    const copied = new Uint8Array([4, 5]);
    expect(await thread.call('reverse', copied)).toEqual(new Uint8Array([5, 4]));
    expect(copied).toEqual(new Uint8Array([4, 5]));
  });

  it('gets its own result when the thread answers out of order', async () => {
    const { thread } = started();
    const order: string[] = [];
    const held = ['a', 'b', 'c'].map(async (text) => {
      const result = await thread.call('hold', text);
      order.push(result);
      return result;
    });
    await thread.call('answerHeld', null);
    expect(await Promise.all(held)).toEqual(['a', 'b', 'c']);
    expect(order).toEqual(['c', 'b', 'a']);
  });

  it('gets the error with its name, sentence and plain properties, and the thread continues', async () => {
    const { thread, failures } = started();
    const errorOf = async (error: Failure) => {
      const failed: unknown = await thread.call('fail', error).catch((reason: unknown) => reason);
      expect(failed).toBeInstanceOf(CallFailed);
      return (failed as CallFailed).data;
    };
    expect(await errorOf('plain')).toEqual({ name: 'Error', message: 'the printer is on fire', details: {} });
    expect(await errorOf('own class')).toEqual({
      name: 'OutOfPaper',
      message: 'tray 2 is empty',
      details: { tray: 2, isLocked: true },
    });
    expect(await errorOf('async')).toEqual({
      name: 'RangeError',
      message: 'page 7 is not there',
      details: {},
    });
    expect(await errorOf('no error')).toEqual({ name: 'Error', message: 'a bare string', details: {} });
    expect(await errorOf('uncloneable')).toMatchObject({
      name: 'DataCloneError',
      message: expect.stringContaining('could not be cloned'),
    });
    expect(await thread.call('noticed', null)).toEqual([]);
    expect([thread.ended, failures]).toEqual([undefined, []]);
  });

  it('rejects immediately when its parameters cannot be cloned, and leaves nothing behind', async () => {
    const { thread } = started();
    const notCloneable = Object.assign(new Uint8Array(1), { method: () => 0 });
    const uncloneable = new Proxy(notCloneable, {});
    await expect(thread.call('reverse', uncloneable)).rejects.toThrow('could not be cloned');
    expect(await thread.call('reverse', new Uint8Array([1, 2]))).toEqual(new Uint8Array([2, 1]));
  });

  it('is answered with the error of a thread that could not start', async () => {
    const { thread, failures } = started({ startError: 'the file is missing' });
    await expect(thread.call('noticed', null)).rejects.toThrow('the file is missing');
    await expect(thread.call('hold', 'a')).rejects.toThrow(CallFailed);
    await thread.close();
    expect(failures).toEqual([]);
  });
});

describe('notices', () => {
  it('arrive from a thread in their order, and before the result that is sent after them', async () => {
    const { thread, notices } = started();
    const counted = thread.call('count', 500);
    const again = thread.call('count', 3);
    await counted;
    expect(notices.slice(0, 500)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
    await again;
    expect(notices.slice(500)).toEqual([1, 2, 3]);
  });

  it('arrive at a thread in their order, and between the calls where they were sent', async () => {
    const { thread } = started();
    for (let number = 1; number <= 200; number += 1) thread.notify(number);
    const before = thread.call('noticed', null);
    thread.notify(201);
    const after = thread.call('noticed', null);
    expect(await before).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    expect(await after).toHaveLength(201);
  });

  it('end the thread when it cannot take one, with the sentence', async () => {
    const { thread, failures } = started();
    const held = thread.call('hold', 'a');
    thread.notify(-1);
    await expect(held).rejects.toThrow('the thread is gone: notice -1 is negative');
    expect(failures).toHaveLength(1);
  });
});

describe('a thread that ends on its own', () => {
  it.each([
    ['throw', 'the thread is gone: a bug in the thread'],
    ['exit', 'the thread is gone: its thread has ended'],
    ['fail', 'the thread is gone: the log is damaged'],
  ] as const)('by %s rejects unanswered and later calls, and is reported once', async (how, sentence) => {
    const { thread, failures } = started();
    const held = [thread.call('hold', 'a'), thread.call('hold', 'b')];
    const ending = thread.call('end', how);
    for (const call of [...held, ending]) {
      await expect(call).rejects.toThrow(Ended);
      await expect(call).rejects.toThrow(sentence);
    }
    await expect(thread.call('noticed', null)).rejects.toThrow(sentence);
    expect(thread.ended?.message).toBe(sentence);
    thread.notify(1);
    await thread.close();
    expect(failures.map(({ message }) => message)).toEqual([sentence]);
  });

  it('leaves no rejection unhandled when nothing was called', async () => {
    const { thread, failures } = started();
    thread.notify(-1);
    await expect.poll(() => failures).toHaveLength(1);
    expect(thread.ended?.message).toBe('the thread is gone: notice -1 is negative');
  });
});

describe('closing a thread', () => {
  it('answers the calls before it, rejects those after it, and resolves when the thread has ended', async () => {
    const { thread, failures } = started();
    const unanswered = thread.call('hold', 'a').catch((error: Error) => error.message);
    const before = thread.call('reverse', new Uint8Array([1, 2]));
    const closed = thread.close();
    await expect(thread.call('noticed', null)).rejects.toThrow('the thread is gone: it is closed');
    expect(await before).toEqual(new Uint8Array([2, 1]));
    await closed;
    await thread.close();
    expect(await unanswered).toBe('the thread is gone: it is closed');
    expect(thread.ended?.message).toBe('the thread is gone: it is closed');
    expect(failures).toEqual([]);
  });

  it('rejects with the error of the closing, and the thread has ended nevertheless', async () => {
    const { thread, failures } = started({ closeError: 'the disk is full' });
    await expect(thread.close()).rejects.toThrow('the disk is full');
    expect(thread.ended).toBeInstanceOf(Ended);
    expect(failures).toEqual([]);
  });

  it('ends the thread in the middle of its work when it is terminated', async () => {
    const { thread, failures } = started();
    await thread.call('noticed', null);
    const held = thread.call('hold', 'a').catch((error: Error) => error.message);
    await thread.terminate();
    expect(await held).toBe('the thread is gone: it is closed');
    await thread.close();
    expect(failures).toEqual([]);
  });
});
