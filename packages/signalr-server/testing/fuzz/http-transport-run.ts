// A hostile client of long polling or server-sent events: the bodies of its POSTs are mutated messages. As
// over WebSockets, it must get a completion in the end, or a reason why not.
import type { ProtocolName } from '../../protocol/hub-protocol.ts';
import { EventStreamClient, negotiatedUrl, sendRequest } from '../http-client.ts';
import type { FuzzCoverage } from './coverage.ts';
import { hostileMessages, invocationMessage } from './hostile-message.ts';
import { mutate } from './mutate.ts';
import type { SeededRandom } from './seeded-random.ts';

type HttpTransportEnd = 'completed' | 'closeMessage' | 'disconnected';

/** Recognizable in the bytes of both protocols. */
const probeId = 'probe-over-http';
const closeTexts = [
  '"type":7',
  'Connection closed with an error.',
  'unexpected error occurred during connection',
];

export async function runHttpTransport(
  random: SeededRandom,
  port: number,
  coverage: FuzzCoverage,
): Promise<void> {
  const url = await negotiatedUrl(`http://127.0.0.1:${port}/fuzz`);
  const isPolling = random.chance(0.6);
  coverage.count('transport', isPolling ? 'LongPolling' : 'ServerSentEvents');
  const run = isPolling ? runPolling : runEventStream;
  coverage.count('httpTransportEnd', await run(random, url, coverage));
}

async function runPolling(
  random: SeededRandom,
  url: string,
  coverage: FuzzCoverage,
): Promise<HttpTransportEnd> {
  const protocol = random.pick(['json', 'messagepack'] as const);
  await sendRequest('GET', url);
  if (await postMessages(random, url, { protocol, coverage })) await postProbe(url, protocol);
  let received = '';
  for (;;) {
    const reply = await sendRequest('GET', url);
    received += reply.body.toString('latin1');
    if (received.includes(probeId)) break;
    if (reply.status !== 200) return hasCloseText(received) ? 'closeMessage' : 'disconnected';
  }
  // The other half only stops polling.
  if (random.chance(0.5)) await sendRequest('DELETE', url);
  return 'completed';
}

async function runEventStream(
  random: SeededRandom,
  url: string,
  coverage: FuzzCoverage,
): Promise<HttpTransportEnd> {
  const client = new EventStreamClient(url);
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  try {
    // A POST before the stream is open would find no connection.
    while (client.response === null && !client.isEnded) await nextTurn();
    if (await postMessages(random, url, { protocol: 'json', coverage })) await postProbe(url, 'json');
    while (!client.received.includes(probeId) && !client.isEnded) await nextTurn();
    if (client.received.includes(probeId)) return 'completed';
    return hasCloseText(client.received) ? 'closeMessage' : 'disconnected';
  } finally {
    client.disconnect();
  }
}

/** Posts a handshake and mutated messages; false if the connection has ended. */
async function postMessages(
  random: SeededRandom,
  url: string,
  { protocol, coverage }: { protocol: ProtocolName; coverage: FuzzCoverage },
): Promise<boolean> {
  const handshake = Buffer.from(`{"protocol":"${protocol}","version":1}\x1e`);
  const isHandshakeMutated = random.chance(0.1);
  const bodies = [isHandshakeMutated ? mutate(random, handshake) : handshake];
  for (const message of hostileMessages(random, protocol, { maxMild: 5 })) {
    coverage.count('message', message.kind);
    coverage.count('mutation', message.mutation);
    bodies.push(message.bytes);
  }
  for (const body of bodies) {
    coverage.sent++;
    const { status } = await sendRequest('POST', url, { body });
    if (status === 404) return false;
    if (status !== 200) throw new Error(`A POST got status ${status}.`);
  }
  return true;
}

/**
 * Posts an invocation, and then bytes that violate the protocol: if an incomplete message has swallowed the
 * invocation, the connection is closed.
 */
async function postProbe(url: string, protocol: ProtocolName): Promise<void> {
  const probe = invocationMessage(protocol, { target: 'Echo', id: probeId, args: [1] });
  const { status } = await sendRequest('POST', url, { body: probe });
  const violation = protocol === 'json' ? Buffer.from('\x1e') : Buffer.alloc(34 * 1024);
  if (status === 200) await sendRequest('POST', url, { body: violation });
}

function hasCloseText(text: string): boolean {
  return closeTexts.some((part) => text.includes(part));
}
