import { describe, expect, it } from 'vitest';
import { HubMessage } from '../protocol/hub-message.ts';
import { JsonProtocol } from '../protocol/json.ts';
import { MessagePackProtocol } from '../protocol/messagepack.ts';
import { defaultSettings } from '../settings.ts';
import { ConflatedChange, type ConflationTopic } from './conflated-change.ts';
import { FrameAssembler } from './frame-assembler.ts';
import { OutgoingQueue } from './outgoing-queue.ts';

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
  whole: () => HubMessage = () => message(`${of.key}-whole`),
) => new ConflatedChange(of, message(update), whole);

class Outlet {
  readonly queue = new OutgoingQueue();
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

describe('what waits for one client', () => {
  it('goes out in order and in one frame, and then nothing waits', () => {
    const outlet = new Outlet();
    const { queue } = outlet;
    for (const name of ['a', 'b', 'c']) queue.add(bytes(name));
    expect(queue.orderedBytes).toBe(3 * bytes('a').length);
    expect(outlet.take()).toEqual(['a', 'b', 'c']);
    expect(queue.isEmpty).toBe(true);
    expect(queue.orderedBytes).toBe(0);
    expect(outlet.take()).toBeNull();
  });

  it('is cut into frames of the greatest size, a longer message going alone', () => {
    const outlet = new Outlet();
    const size = bytes('a').length;
    for (const name of ['a', 'b', 'c']) outlet.queue.add(bytes(name));
    outlet.queue.add(bytes('long'.repeat(30)));
    outlet.queue.add(bytes('d'));
    expect(outlet.take(2 * size)).toEqual(['a', 'b']);
    expect(outlet.take(2 * size)).toEqual(['c']);
    expect(outlet.take(2 * size)).toEqual(['long'.repeat(30)]);
    expect(outlet.take(2 * size)).toEqual(['d']);
  });

  it('holds one change a key: the whole state takes the place of a change that still waits', () => {
    const outlet = new Outlet();
    const [may, july] = [topic('MAY'), topic('JUL')];
    outlet.queue.addConflated(change(may, 'may-1'));
    outlet.queue.addConflated(change(july, 'jul-1'));
    outlet.queue.addConflated(change(may, 'may-2'));
    outlet.queue.addConflated(change(may, 'may-3'));
    expect(outlet.queue.length).toBe(2);
    expect(outlet.take()).toEqual(['MAY-whole', 'jul-1']);
  });

  it('sends every change of a key when each is taken before the next', () => {
    const outlet = new Outlet();
    const may = topic('MAY');
    for (const name of ['may-1', 'may-2', 'may-3']) {
      outlet.queue.addConflated(change(may, name));
      expect(outlet.take()).toEqual([name]);
    }
  });

  it('makes the whole state when it is sent, from the newest change', () => {
    const outlet = new Outlet();
    const may = topic('MAY');
    let made = 0;
    let price = 1;
    const whole = () => {
      made++;
      return message(`whole-${price}`);
    };
    outlet.queue.addConflated(change(may, 'may-1', whole));
    outlet.queue.addConflated(change(may, 'may-2', whole));
    expect(made).toBe(0);
    price = 9;
    expect(outlet.take()).toEqual(['whole-9']);
    expect(made).toBe(1);
  });

  it('puts the whole state behind an ordered message that came after the waiting change', () => {
    const outlet = new Outlet();
    const may = topic('MAY');
    outlet.queue.addConflated(change(may, 'may-1'));
    outlet.queue.add(bytes('snapshot'));
    outlet.queue.addConflated(change(may, 'may-2'));
    expect(outlet.take()).toEqual(['snapshot', 'MAY-whole']);
  });

  it('drops the waiting changes of a group that was left, and no others', () => {
    const outlet = new Outlet();
    const left = topic('MAY', 'left');
    outlet.queue.addConflated(change(left, 'left-1'));
    outlet.queue.addConflated(change(topic('MAY', 'kept'), 'kept-1'));
    outlet.queue.add(bytes('ordered'));
    outlet.queue.dropGroup('left');
    expect(outlet.take()).toEqual(['kept-1', 'ordered']);
    // The next change of the key is a first one again.
    outlet.queue.addConflated(change(left, 'left-2'));
    expect(outlet.take()).toEqual(['left-2']);
  });

  it('loses a change whose whole state cannot be made, and says so', () => {
    const outlet = new Outlet();
    const may = topic('MAY');
    const failing = () => {
      throw new Error('no state');
    };
    outlet.queue.addConflated(change(may, 'may-1', failing));
    outlet.queue.addConflated(change(may, 'may-2', failing));
    outlet.queue.add(bytes('ordered'));
    expect(outlet.take()).toEqual(['ordered']);
    expect(outlet.lost).toEqual(['MAY']);
  });

  it('keeps its order and stays short for a client that is never idle', () => {
    const outlet = new Outlet();
    const size = bytes('m000000').length;
    const seen: string[] = [];
    const may = topic('MAY');
    let sent = 0;
    const name = () => `m${String(sent++).padStart(6, '0')}`;
    for (let i = 0; i < 3; i++) outlet.queue.add(bytes(name()));
    for (let i = 0; i < 10_000; i++) {
      outlet.queue.add(bytes(name()));
      outlet.queue.addConflated(change(may, `may-${i}`));
      seen.push(...(outlet.take(size) ?? []));
      expect(outlet.queue.isEmpty).toBe(false);
    }
    while (!outlet.queue.isEmpty) seen.push(...(outlet.take() ?? []));
    const ordered = seen.filter((target) => target.startsWith('m0'));
    expect(ordered).toEqual([...ordered].sort());
    expect(ordered).toHaveLength(sent);
    expect(seen.at(-1)).toBe('MAY-whole');
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

  it('is made once for clients that wait for the same messages', () => {
    const { join } = joiner();
    const first = join(a, b);
    expect(join(a, b)).toBe(first);
    expect(first?.toString()).toBe(joined(a, b));
    expect(join(a, c)?.toString()).toBe(joined(a, c));
    expect(join(a)).toBe(a);
    expect(join()).toBeNull();
  });

  it('stays as it is when one of these clients has not taken it, and is written over when all have', () => {
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
