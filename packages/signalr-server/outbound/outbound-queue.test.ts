import { describe, expect, it } from 'vitest';
import { HubMessage } from '../protocol/hub-message.ts';
import { JsonProtocol } from '../protocol/json.ts';
import { MessagePackProtocol } from '../protocol/messagepack.ts';
import { defaultSettings } from '../settings.ts';
import { ConflatedChange, type ConflationTopic } from './conflated-change.ts';
import { FrameAssembler } from './frame-assembler.ts';
import { OutboundQueue } from './outbound-queue.ts';

const protocols = {
  json: new JsonProtocol(defaultSettings),
  messagepack: new MessagePackProtocol(defaultSettings),
};
const message = (name: string) => new HubMessage(protocols, name, []);
const bytes = (name: string) => message(name).bytes('json');
const topic = (key: string, groupName = 'market'): ConflationTopic => ({ groupName, key });
const change = (
  of: ConflationTopic,
  update: string,
  snapshot: () => HubMessage = () => message(`${of.key}-snapshot`),
) => new ConflatedChange(of, message(update), snapshot);

class TestQueue {
  readonly queue = new OutboundQueue();
  readonly assembler = new FrameAssembler('json');
  readonly lost: string[] = [];

  /** The targets in the next frame. */
  take(maxBytes = 1e9): string[] | null {
    const frame = this.queue.takeFrame(this.assembler, maxBytes, (lost) => this.lost.push(lost.topic.key));
    if (frame === null) return null;
    const parts = frame.toString().split('\x1e').slice(0, -1);
    return parts.map((part) => (JSON.parse(part) as { target: string }).target);
  }
}

describe('the outbound queue', () => {
  it('is sent in order in one frame, and is empty afterwards', () => {
    const test = new TestQueue();
    const { queue } = test;
    for (const name of ['a', 'b', 'c']) queue.add(bytes(name));
    expect(queue.orderedBytes).toBe(3 * bytes('a').length);
    expect(test.take()).toEqual(['a', 'b', 'c']);
    expect(queue.isEmpty).toBe(true);
    expect(queue.orderedBytes).toBe(0);
    expect(test.take()).toBeNull();
  });

  it('is split into frames of the maximum size, and a longer message is sent alone', () => {
    const test = new TestQueue();
    const size = bytes('a').length;
    for (const name of ['a', 'b', 'c']) test.queue.add(bytes(name));
    test.queue.add(bytes('long'.repeat(30)));
    test.queue.add(bytes('d'));
    expect(test.take(2 * size)).toEqual(['a', 'b']);
    expect(test.take(2 * size)).toEqual(['c']);
    expect(test.take(2 * size)).toEqual(['long'.repeat(30)]);
    expect(test.take(2 * size)).toEqual(['d']);
  });

  it('contains one change per key: a snapshot replaces a change that is still queued', () => {
    const test = new TestQueue();
    const [may, july] = [topic('MAY'), topic('JUL')];
    test.queue.addConflated(change(may, 'may-1'));
    test.queue.addConflated(change(july, 'jul-1'));
    test.queue.addConflated(change(may, 'may-2'));
    test.queue.addConflated(change(may, 'may-3'));
    expect(test.take()).toEqual(['MAY-snapshot', 'jul-1']);
  });

  it('sends every change of a key if each is sent before the next', () => {
    const test = new TestQueue();
    const may = topic('MAY');
    for (const name of ['may-1', 'may-2', 'may-3']) {
      test.queue.addConflated(change(may, name));
      expect(test.take()).toEqual([name]);
    }
  });

  it('creates the snapshot when it is sent, from the newest state', () => {
    const test = new TestQueue();
    const may = topic('MAY');
    let made = 0;
    let price = 1;
    const snapshot = () => {
      made++;
      return message(`snapshot-${price}`);
    };
    test.queue.addConflated(change(may, 'may-1', snapshot));
    test.queue.addConflated(change(may, 'may-2', snapshot));
    expect(made).toBe(0);
    price = 9;
    expect(test.take()).toEqual(['snapshot-9']);
    expect(made).toBe(1);
  });

  it('sends the snapshot after an ordered message that was queued after the older change', () => {
    const test = new TestQueue();
    const may = topic('MAY');
    test.queue.addConflated(change(may, 'may-1'));
    test.queue.add(bytes('ordered'));
    test.queue.addConflated(change(may, 'may-2'));
    expect(test.take()).toEqual(['ordered', 'MAY-snapshot']);
  });

  it('drops the queued changes of a group that the client left, and no others', () => {
    const test = new TestQueue();
    const left = topic('MAY', 'left');
    test.queue.addConflated(change(left, 'left-1'));
    test.queue.addConflated(change(topic('MAY', 'kept'), 'kept-1'));
    test.queue.add(bytes('ordered'));
    test.queue.dropGroup('left');
    expect(test.take()).toEqual(['kept-1', 'ordered']);
    // The next change of the key is sent as an update again.
    test.queue.addConflated(change(left, 'left-2'));
    expect(test.take()).toEqual(['left-2']);
  });

  it('drops a change whose snapshot throws, and reports it', () => {
    const test = new TestQueue();
    const may = topic('MAY');
    const failing = () => {
      throw new Error('no snapshot');
    };
    test.queue.addConflated(change(may, 'may-1', failing));
    test.queue.addConflated(change(may, 'may-2', failing));
    test.queue.add(bytes('ordered'));
    expect(test.take()).toEqual(['ordered']);
    expect(test.lost).toEqual(['MAY']);
  });

  it('keeps the order of the messages of a client that is never idle', () => {
    const test = new TestQueue();
    const size = bytes('m000000').length;
    const seen: string[] = [];
    const may = topic('MAY');
    let sent = 0;
    let timesEmpty = 0;
    const name = () => `m${String(sent++).padStart(6, '0')}`;
    for (let i = 0; i < 3; i++) test.queue.add(bytes(name()));
    for (let i = 0; i < 10_000; i++) {
      test.queue.add(bytes(name()));
      test.queue.addConflated(change(may, `may-${i}`));
      seen.push(...(test.take(size) ?? []));
      if (test.queue.isEmpty) timesEmpty++;
    }
    expect(timesEmpty).toBe(0);
    while (!test.queue.isEmpty) seen.push(...(test.take() ?? []));
    const ordered = seen.filter((target) => target.startsWith('m0'));
    expect(ordered).toEqual([...ordered].sort());
    expect(ordered).toHaveLength(sent);
    expect(seen.at(-1)).toBe('MAY-snapshot');
  });
});

describe('a joined frame', () => {
  const joiner = () => {
    const assembler = new FrameAssembler('json');
    const join = (...parts: Buffer[]) => {
      assembler.begin();
      for (const part of parts) assembler.add(part);
      return assembler.finish();
    };
    return { assembler, join };
  };
  const [a, b, c] = [bytes('a'), bytes('b'), bytes('c')];
  const joined = (...parts: Buffer[]) => Buffer.concat(parts).toString();

  it('is built once for clients with the same queued messages', () => {
    const { join } = joiner();
    const first = join(a, b);
    expect(join(a, b)).toBe(first);
    expect(first?.toString()).toBe(joined(a, b));
    expect(join(a, c)?.toString()).toBe(joined(a, c));
    expect(join(a)).toBe(a);
    expect(join()).toBeNull();
  });

  it('is not overwritten if a transport still needs it, and is overwritten otherwise', () => {
    const { assembler, join } = joiner();
    const kept = join(a, b) ?? Buffer.alloc(0);
    join(a, b);
    assembler.keep(kept);
    const taken = join(a, c);
    join(b, c);
    expect(kept.toString()).toBe(joined(a, b));
    expect(taken?.toString()).toBe(joined(b, c));
  });
});
