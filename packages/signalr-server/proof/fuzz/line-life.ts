// The life of a hostile client of long polling or server-sent events: the bodies of its POSTs are mutated messages. As
// with WebSockets it must still be answered in the end, or know why not.
import { ask, EventClient, negotiated } from '../../testing/http-client.ts';
import { callMessage, hostileMessages, type WireProtocol } from './hostile-message.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';
import type { Tally } from './tally.ts';

type LineEnd = 'answered' | 'closeMessage' | 'gone';

/** Found in the bytes of either protocol. */
const probeId = 'probe-of-the-line';
const closeTexts = [
  '"type":7',
  'Connection closed with an error.',
  'unexpected error occurred during connection',
];

export async function lineLife(random: Random, port: number, tally: Tally): Promise<void> {
  const url = `http://127.0.0.1:${port}/fuzz`;
  const address = await negotiated(url);
  const isPolling = random.chance(0.6);
  tally.count('line', isPolling ? 'LongPolling' : 'ServerSentEvents');
  const end = isPolling ? await poll(random, address, tally) : await listen(random, address, tally);
  tally.count('lineEnd', end);
}

async function poll(random: Random, address: string, tally: Tally): Promise<LineEnd> {
  const protocol = random.pick(['json', 'messagepack'] as const);
  await ask('GET', address);
  const isLive = await post(random, address, { protocol, tally });
  if (isLive) await postProbe(address, protocol);
  let got = '';
  for (;;) {
    const answer = await ask('GET', address);
    got += answer.body.toString('latin1');
    if (got.includes(probeId)) break;
    if (answer.status !== 200) return got === '' || !isClose(got) ? 'gone' : 'closeMessage';
  }
  // The other half just stops polling.
  if (random.chance(0.5)) await ask('DELETE', address);
  return 'answered';
}

async function listen(random: Random, address: string, tally: Tally): Promise<LineEnd> {
  const client = new EventClient(address);
  try {
    // A send before the stream is open finds no line.
    while (client.response === null && !client.isEnded) await new Promise((resolve) => setImmediate(resolve));
    if (await post(random, address, { protocol: 'json', tally })) await postProbe(address, 'json');
    while (!client.received.includes(probeId) && !client.isEnded) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (client.received.includes(probeId)) return 'answered';
    return isClose(client.received) ? 'closeMessage' : 'gone';
  } finally {
    client.hangUp();
  }
}

/** Handshake and mutated bodies; false when the line is gone. */
async function post(
  random: Random,
  address: string,
  { protocol, tally }: { protocol: WireProtocol; tally: Tally },
): Promise<boolean> {
  const handshake = Buffer.from(`{"protocol":"${protocol}","version":1}\x1e`);
  const isShakenBadly = random.chance(0.1);
  const bodies = [isShakenBadly ? mutate(random, handshake) : handshake];
  for (const message of hostileMessages(random, protocol, { mildCount: 5 })) {
    tally.count('message', message.kind);
    tally.count('damage', message.damage);
    bodies.push(message.bytes);
  }
  for (const body of bodies) {
    tally.sent++;
    const { status } = await ask('POST', address, { body });
    if (status === 404) return false;
    if (status !== 200) throw new Error(`A POST was answered with ${status}.`);
  }
  return true;
}

/** Calls, and then breaks the protocol: a message that does not end, and has swallowed the call, ends by that. */
async function postProbe(address: string, protocol: WireProtocol): Promise<void> {
  const probe = callMessage(protocol, { target: 'Echo', id: probeId, args: [1] });
  const { status } = await ask('POST', address, { body: probe });
  if (status === 200) await ask('POST', address, { body: breachOf(protocol) });
}

function breachOf(protocol: WireProtocol): Buffer {
  return protocol === 'json' ? Buffer.from('\x1e') : Buffer.alloc(34 * 1024);
}

function isClose(text: string): boolean {
  return closeTexts.some((part) => text.includes(part));
}
