// A hostile WebSocket client: its connection is brought into a state, then it sends mutated frames. The
// connection must end in one of the ways that the protocol allows: for any input, the server still
// completes its invocations, or it has sent the reason why not.
import { isUtf8 } from 'node:buffer';
import type { ProtocolName } from '../../protocol/hub-protocol.ts';
import { MessageType } from '../../protocol/messages.ts';
import type { FuzzCoverage } from './coverage.ts';
import { hostileMessages, invocationMessage } from './hostile-message.ts';
import { HostileSocket, maskedFrame } from './hostile-socket.ts';
import { mutate } from './mutate.ts';
import type { SeededRandom } from './seeded-random.ts';

export const connectionStates = [
  'handshake',
  'connecting',
  'open',
  'calling',
  'streaming',
  'uploading',
  'clientResult',
  'closing',
  'slow',
  'webSocketFrame',
] as const;
type ConnectionState = (typeof connectionStates)[number];

/** The ends that occur often enough with every seed. */
export const frequentWebSocketEnds = [
  'completed',
  'closeMessage',
  'closedInOrder',
  'handshakeRejected',
  'webSocketError',
] as const;
/** `incomplete`: the last frame was incomplete. */
type WebSocketEnd = (typeof frequentWebSocketEnds)[number] | 'incomplete';

const weights: Readonly<Record<ConnectionState, number>> = {
  handshake: 12,
  connecting: 10,
  open: 25,
  calling: 10,
  streaming: 12,
  uploading: 12,
  clientResult: 8,
  closing: 8,
  // Each run sends megabytes.
  slow: 0.6,
  webSocketFrame: 10,
};

const probeId = 'probe';

export async function runWebSocket(
  random: SeededRandom,
  port: number,
  coverage: FuzzCoverage,
): Promise<void> {
  const protocol = random.pick(['json', 'messagepack'] as const);
  const state = random.weighted(weights);
  const path = `/FUZZ?component=x${state === 'connecting' ? '&Turns=6' : ''}`;
  const socket = new HostileSocket(port, path, protocol);
  coverage.count('state', state);
  coverage.count('protocol', protocol);
  try {
    const end =
      state === 'handshake'
        ? await runHandshake(random, socket, coverage)
        : await runMessages(random, socket, { state, coverage });
    coverage.count('webSocketEnd', end);
  } finally {
    socket.resume();
    if (random.chance(0.4)) socket.reset();
    else socket.destroy();
  }
}

function handshakeRequest(protocol: ProtocolName): Buffer {
  return Buffer.from(`{"protocol":"${protocol}","version":1}\x1e`);
}

/** Sends a mutated handshake. */
async function runHandshake(
  random: SeededRandom,
  socket: HostileSocket,
  coverage: FuzzCoverage,
): Promise<WebSocketEnd> {
  const other = socket.protocol === 'json' ? 'messagepack' : 'json';
  const valid = random.chance(0.8)
    ? handshakeRequest(socket.protocol)
    : handshakeRequest(other).subarray(0, -1);
  const mutated = random.chance(0.1) ? random.bytes(40) : mutate(random, valid);
  // If the mutation selects the other protocol, this client cannot decode the server's messages.
  const requested = requestedProtocol(mutated);
  socket.sendRaw(maskedFrame(random.pick([1, 2]), mutated));
  coverage.sent++;
  coverage.count('message', 'handshake');
  // Terminates an incomplete request.
  socket.sendText('\x1e');
  socket.ping();
  await socket.until(() => socket.pongs > 0 || socket.handshakeResponse !== null);
  if (socket.handshakeResponse === null) return endOf(socket);
  if (socket.handshakeResponse === '{}') return requested === socket.protocol ? 'completed' : 'closedInOrder';
  await socket.until(() => false);
  return 'handshakeRejected';
}

function requestedProtocol(bytes: Buffer): string | null {
  try {
    return String(JSON.parse(bytes.toString('utf8').split('\x1e')[0] ?? '').protocol);
  } catch {
    return null;
  }
}

/** Completes the handshake, brings the connection into the state and sends mutated messages. */
async function runMessages(
  random: SeededRandom,
  socket: HostileSocket,
  { state, coverage }: { state: ConnectionState; coverage: FuzzCoverage },
): Promise<WebSocketEnd> {
  const { protocol } = socket;
  const setup = setupMessages(state, protocol);
  socket.sendText(handshakeRequest(protocol).toString());
  if (setup.length > 0) socket.send(...setup);
  // In these two states the messages follow immediately: while onConnected runs, or together with the close.
  if (state !== 'connecting' && state !== 'closing') {
    await socket.until(() => socket.handshakeResponse !== null);
  }
  if (state === 'clientResult') await socket.until(() => isClientInvoked(socket));
  if (state === 'slow') await stopReading(socket);

  for (const message of hostileMessages(random, protocol, { maxMild: 24 })) {
    coverage.sent++;
    coverage.count('message', message.kind);
    coverage.count('mutation', message.mutation);
    if (state !== 'webSocketFrame') coverage.count('transport', 'WebSockets');
    sendMessage(random, socket, { state, bytes: message.bytes });
  }
  if (state === 'slow') socket.resume();
  return state === 'webSocketFrame' ? halfClose(socket) : probe(socket);
}

/** A frame with a mutated length may swallow everything after it, so this client just stops sending. */
async function halfClose(socket: HostileSocket): Promise<WebSocketEnd> {
  socket.send(invocationMessage(socket.protocol, { target: 'Echo', id: probeId, args: ['still here'] }));
  socket.end();
  await socket.until(() => false);
  if (isProbeCompleted(socket)) return 'completed';
  return socket.closeCode === null && !hasCloseMessage(socket) ? 'incomplete' : endOf(socket);
}

/** Stops reading and makes the server send more than the network buffers. */
async function stopReading(socket: HostileSocket): Promise<void> {
  socket.pause();
  for (let i = 0; i < 2; i++) {
    socket.send(invocationMessage(socket.protocol, { target: 'Flood', id: null }));
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

function isClientInvoked(socket: HostileSocket): boolean {
  return socket.messages.some(
    (message) => message.type === MessageType.invocation && message.invocationId !== null,
  );
}

function sendMessage(
  random: SeededRandom,
  socket: HostileSocket,
  { state, bytes }: { state: ConnectionState; bytes: Buffer },
): void {
  // Invalid UTF-8 in a text frame would be rejected by the WebSocket layer and not reach the hub.
  const isText = socket.protocol === 'json' && (isUtf8(bytes) || random.chance(0.05));
  const opcode = isText ? 1 : 2;
  if (state === 'webSocketFrame') socket.sendRaw(mutatedFrame(random, maskedFrame(opcode, bytes)));
  else if (random.chance(0.1)) {
    // Split over two frames: the official clients never do this.
    const at = random.int(bytes.length + 1);
    socket.sendRaw(maskedFrame(2, bytes.subarray(0, at)));
    socket.sendRaw(maskedFrame(2, bytes.subarray(at)));
  } else socket.sendRaw(maskedFrame(opcode, bytes));
}

function mutatedFrame(random: SeededRandom, frame: Buffer): Buffer {
  if (random.chance(0.9)) return mutate(random, frame);
  // Declares a length of 16 MiB.
  return Buffer.from([0x82, 0xff, 0, 0, 0, 0, 1, 0, 0, 0, ...frame.subarray(2)]);
}

/** The messages that bring a connection into a state. */
function setupMessages(state: ConnectionState, protocol: ProtocolName): Buffer[] {
  switch (state) {
    case 'calling':
      return ['w', '1', '2'].map((id) => invocationMessage(protocol, { target: 'Wait', id }));
    case 'streaming':
      return [
        invocationMessage(protocol, { target: 'Endless', id: 's', isStream: true }),
        invocationMessage(protocol, { target: 'Ticks', id: '1', isStream: true }),
      ];
    case 'uploading':
      return [
        invocationMessage(protocol, { target: 'Sum', id: 'w', uploads: ['u'] }),
        invocationMessage(protocol, { target: 'Doubled', id: 's', isStream: true, uploads: ['1'] }),
      ];
    case 'clientResult':
      return [invocationMessage(protocol, { target: 'InvokeMe', id: 'w' })];
    case 'closing':
      return [invocationMessage(protocol, { target: 'Bye', id: null })];
    default:
      return [];
  }
}

/** Sends an invocation that must be completed, unless the server has sent the reason why not. */
async function probe(socket: HostileSocket): Promise<WebSocketEnd> {
  const { protocol } = socket;
  socket.send(invocationMessage(protocol, { target: 'Echo', id: probeId, args: ['still here'] }));
  socket.ping();
  await socket.until(() => socket.pongs > 0 || isProbeCompleted(socket));
  if (!socket.isClosed && !isProbeCompleted(socket)) {
    // After the pong the completion may still be on its way, or an incomplete message has swallowed the
    // probe. These bytes end such a message: they violate either protocol.
    socket.send(protocol === 'json' ? Buffer.from('\x1e') : Buffer.alloc(34 * 1024));
    await socket.until(() => isProbeCompleted(socket) || hasCloseMessage(socket));
  }
  if (isProbeCompleted(socket)) return 'completed';
  if (!socket.isClosed) await socket.until(() => false);
  return endOf(socket);
}

function isProbeCompleted({ messages }: HostileSocket): boolean {
  return messages.some(
    (message) => message.type === MessageType.completion && message.invocationId === probeId,
  );
}

function hasCloseMessage({ messages }: HostileSocket): boolean {
  return messages.some(({ type }) => type === MessageType.close);
}

/** Throws if the connection ended in a way that the protocol does not allow. */
function endOf(socket: HostileSocket): WebSocketEnd {
  const last = socket.messages.at(-1);
  if (last?.type === MessageType.close) return 'closeMessage';
  if (hasCloseMessage(socket)) throw new Error('The server sent a message after its Close message.');
  const code = socket.closeCode;
  if (code === 1000) return 'closedInOrder';
  if (code !== null && [1002, 1007, 1009].includes(code)) return 'webSocketError';
  // No close frame: the client's frame made the server end the TCP connection immediately.
  if (code === null) return 'webSocketError';
  throw new Error(`The server closed with ${code} and without a Close message.`);
}
