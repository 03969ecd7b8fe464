// The life of one hostile WebSocket: it is brought into a state, sends mutated frames, and must end in one of the ways
// that the protocol knows. Whatever it sent, the server either still answers it or has said why it does not.
import { isUtf8 } from 'node:buffer';
import { MessageType } from '../../protocol/messages.ts';
import { callMessage, hostileMessages, type WireProtocol } from './hostile-message.ts';
import { HostileSocket, maskedFrame } from './hostile-socket.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';
import type { Tally } from './tally.ts';

export const connectionStates = [
  'handshake',
  'connecting',
  'open',
  'calling',
  'streaming',
  'uploading',
  'asked',
  'closing',
  'slow',
  'webSocketFrame',
] as const;
type ConnectionState = (typeof connectionStates)[number];

/** Ways in which many lives end, whatever the seed. */
export const sureWebSocketEnds = [
  'answered',
  'closeMessage',
  'closedInOrder',
  'handshakeRefused',
  'webSocketError',
] as const;
/** `leftWaiting`: with a frame that does not end. */
type WebSocketEnd = (typeof sureWebSocketEnds)[number] | 'leftWaiting';

const weights: Readonly<Record<ConnectionState, number>> = {
  handshake: 12,
  connecting: 10,
  open: 25,
  calling: 10,
  streaming: 12,
  uploading: 12,
  asked: 8,
  closing: 8,
  // Each costs megabytes.
  slow: 0.6,
  webSocketFrame: 10,
};

const probeId = 'probe';

export async function webSocketLife(random: Random, port: number, tally: Tally): Promise<void> {
  const protocol = random.pick(['json', 'messagepack'] as const);
  const state = random.weighted(weights);
  const path = `/FUZZ?component=x${state === 'connecting' ? '&Turns=6' : ''}`;
  const socket = new HostileSocket(port, path, protocol);
  tally.count('state', state);
  tally.count('protocol', protocol);
  try {
    const end =
      state === 'handshake'
        ? await shakeBadly(random, socket, tally)
        : await live(random, socket, { state, tally });
    tally.count('webSocketEnd', end);
  } finally {
    socket.resume();
    leave(random, socket);
  }
}

function leave(random: Random, socket: HostileSocket): void {
  if (random.chance(0.4)) socket.reset();
  else socket.destroy();
}

function handshake(protocol: WireProtocol): Buffer {
  return Buffer.from(`{"protocol":"${protocol}","version":1}\x1e`);
}

async function shakeBadly(random: Random, socket: HostileSocket, tally: Tally): Promise<WebSocketEnd> {
  const other = socket.protocol === 'json' ? 'messagepack' : 'json';
  const whole = random.chance(0.8) ? handshake(socket.protocol) : handshake(other).subarray(0, -1);
  const mutated = random.chance(0.1) ? random.bytes(40) : mutate(random, whole);
  // A changed protocol name would make every answer unreadable for this client, and prove nothing.
  const means = readableAs(mutated);
  socket.sendRaw(maskedFrame(random.pick([1, 2]), mutated));
  tally.sent++;
  tally.count('message', 'handshake');
  // Ends what may have begun.
  socket.sendText('\x1e');
  socket.ping();
  await socket.until(() => socket.pongs > 0 || socket.handshakeReply !== null);
  if (socket.handshakeReply === null) return endOf(socket);
  if (socket.handshakeReply === '{}') return means === socket.protocol ? 'answered' : 'closedInOrder';
  await socket.until(() => false);
  return 'handshakeRefused';
}

function readableAs(bytes: Buffer): string | null {
  try {
    return String(JSON.parse(bytes.toString('utf8').split('\x1e')[0] ?? '').protocol);
  } catch {
    return null;
  }
}

async function live(
  random: Random,
  socket: HostileSocket,
  { state, tally }: { state: ConnectionState; tally: Tally },
): Promise<WebSocketEnd> {
  const { protocol } = socket;
  const prelude = preludeOf(state, protocol);
  socket.sendText(handshake(protocol).toString());
  if (prelude.length > 0) socket.send(...prelude);
  // The others are sent at once, behind the handshake: they come while onConnected runs, or in the frame of a close.
  if (state !== 'connecting' && state !== 'closing') await socket.until(() => socket.handshakeReply !== null);
  if (state === 'asked') await socket.until(() => isAsked(socket));
  if (state === 'slow') await stopReading(socket);

  for (const message of hostileMessages(random, protocol, { mildCount: 24 })) {
    tally.sent++;
    tally.count('message', message.kind);
    tally.count('damage', message.damage);
    if (state !== 'webSocketFrame') tally.count('line', 'WebSockets');
    sendHostile(random, socket, { state, bytes: message.bytes });
  }
  if (state === 'slow') socket.resume();
  return state === 'webSocketFrame' ? endHalf(socket) : probe(socket);
}

/** A frame whose length was changed may swallow all that follows: the client just stops sending. */
async function endHalf(socket: HostileSocket): Promise<WebSocketEnd> {
  socket.send(callMessage(socket.protocol, { target: 'Echo', id: probeId, args: ['still here'] }));
  socket.end();
  await socket.until(() => false);
  if (isAnswered(socket)) return 'answered';
  return socket.closeCode === null && !hasCloseMessage(socket) ? 'leftWaiting' : endOf(socket);
}

/** Takes nothing of more than the network holds. */
async function stopReading(socket: HostileSocket): Promise<void> {
  socket.pause();
  for (let i = 0; i < 2; i++) {
    socket.send(callMessage(socket.protocol, { target: 'Flood', id: null }));
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

function isAsked(socket: HostileSocket): boolean {
  return socket.messages.some(
    (message) => message.type === MessageType.invocation && message.invocationId !== null,
  );
}

function sendHostile(
  random: Random,
  socket: HostileSocket,
  { state, bytes }: { state: ConnectionState; bytes: Buffer },
): void {
  // Bytes that are no text would end at the WebSocket's own check of text frames, before they reach the hub.
  const isText = socket.protocol === 'json' && (isUtf8(bytes) || random.chance(0.05));
  const opcode = isText ? 1 : 2;
  if (state === 'webSocketFrame') socket.sendRaw(brokenFrame(random, maskedFrame(opcode, bytes)));
  else if (random.chance(0.1)) {
    // In two frames: clients do not do this, proxies of other protocols might.
    const at = random.int(bytes.length + 1);
    socket.sendRaw(maskedFrame(2, bytes.subarray(0, at)));
    socket.sendRaw(maskedFrame(2, bytes.subarray(at)));
  } else socket.sendRaw(maskedFrame(opcode, bytes));
}

function brokenFrame(random: Random, frame: Buffer): Buffer {
  if (random.chance(0.9)) return mutate(random, frame);
  // Claims 16 MiB.
  return Buffer.from([0x82, 0xff, 0, 0, 0, 0, 1, 0, 0, 0, ...frame.subarray(2)]);
}

function preludeOf(state: ConnectionState, protocol: WireProtocol): Buffer[] {
  switch (state) {
    case 'calling':
      return ['w', '1', '2'].map((id) => callMessage(protocol, { target: 'Wait', id }));
    case 'streaming':
      return [
        callMessage(protocol, { target: 'Endless', id: 's', isStream: true }),
        callMessage(protocol, { target: 'Ticks', id: '1', isStream: true }),
      ];
    case 'uploading':
      return [
        callMessage(protocol, { target: 'Sum', id: 'w', uploads: ['u'] }),
        callMessage(protocol, { target: 'Doubled', id: 's', isStream: true, uploads: ['1'] }),
      ];
    case 'asked':
      return [callMessage(protocol, { target: 'AskMe', id: 'w' })];
    case 'closing':
      return [callMessage(protocol, { target: 'Bye', id: null })];
    default:
      return [];
  }
}

/** Is the client still served? If not, does it know why? */
async function probe(socket: HostileSocket): Promise<WebSocketEnd> {
  const { protocol } = socket;
  socket.send(callMessage(protocol, { target: 'Echo', id: probeId, args: ['still here'] }));
  socket.ping();
  await socket.until(() => socket.pongs > 0 || isAnswered(socket));
  if (!socket.isClosed && !isAnswered(socket)) {
    // Behind the pong the answer may still be on its way, or the probe was swallowed by a message that does not end.
    // This ends it: for either protocol it is a breach.
    socket.send(protocol === 'json' ? Buffer.from('\x1e') : Buffer.alloc(34 * 1024));
    await socket.until(() => isAnswered(socket) || hasCloseMessage(socket));
  }
  if (isAnswered(socket)) return 'answered';
  if (!socket.isClosed) await socket.until(() => false);
  return endOf(socket);
}

function isAnswered({ messages }: HostileSocket): boolean {
  return messages.some(
    (message) => message.type === MessageType.completion && message.invocationId === probeId,
  );
}

function hasCloseMessage({ messages }: HostileSocket): boolean {
  return messages.some(({ type }) => type === MessageType.close);
}

function endOf(socket: HostileSocket): WebSocketEnd {
  const last = socket.messages.at(-1);
  if (last?.type === MessageType.close) return 'closeMessage';
  if (hasCloseMessage(socket)) throw new Error('The server spoke on behind its Close message.');
  const code = socket.closeCode;
  if (code === 1000) return 'closedInOrder';
  if (code !== null && [1002, 1007, 1009].includes(code)) return 'webSocketError';
  // Without a close frame: after a frame that ends the TCP connection at once.
  if (code === null) return 'webSocketError';
  throw new Error(`The server closed with ${code} and without a Close message.`);
}
