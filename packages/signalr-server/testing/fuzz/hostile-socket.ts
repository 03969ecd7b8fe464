// A WebSocket client on a bare TCP socket. It can send frames that no library would send. It decodes
// everything that the server sends, which must be valid for any input from the client.
import { connect, type Socket } from 'node:net';
import type { HubProtocol, MessageSpan, ProtocolName } from '../../protocol/hub-protocol.ts';
import { JsonProtocol } from '../../protocol/json.ts';
import { MessagePackProtocol } from '../../protocol/messagepack.ts';
import { MessageType, type ProtocolMessage } from '../../protocol/messages.ts';

const limits = { maxMessageBytes: 2 ** 26, maxDepth: 200 };
const decoders: Readonly<Record<ProtocolName, HubProtocol>> = {
  json: new JsonProtocol(limits),
  messagepack: new MessagePackProtocol(limits),
};
const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const mask = Buffer.from([0x12, 0x34, 0x56, 0x78]);
const recordSeparator = 0x1e;

export class HostileSocket {
  readonly protocol: ProtocolName;
  readonly messages: ProtocolMessage[] = [];
  /** The handshake response, without its terminator. */
  handshakeResponse: string | null = null;
  closeCode: number | null = null;
  isClosed = false;
  pongs = 0;
  readonly #socket: Socket;
  #isUpgraded = false;
  #rest: Buffer = Buffer.alloc(0);
  #failure: Error | null = null;
  #wake: (() => void) | null = null;

  constructor(port: number, path: string, protocol: ProtocolName) {
    this.protocol = protocol;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk) => this.#receive(chunk));
    this.#socket.on('error', () => {
      // `close` is emitted next.
    });
    this.#socket.on('close', () => {
      this.isClosed = true;
      this.#wake?.();
    });
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
  }

  /** Sends payloads, each in its own frame, in one write. */
  send(...payloads: readonly Buffer[]): void {
    const opcode = this.protocol === 'json' ? opcodes.text : opcodes.binary;
    this.sendRaw(Buffer.concat(payloads.map((payload) => maskedFrame(opcode, payload))));
  }

  sendText(text: string): void {
    this.sendRaw(maskedFrame(opcodes.text, Buffer.from(text)));
  }

  /** Sends a WebSocket ping. The pong shows that the server has read everything before it. */
  ping(): void {
    this.sendRaw(maskedFrame(opcodes.ping, Buffer.alloc(0)));
  }

  sendRaw(bytes: Buffer): void {
    if (!this.isClosed && this.#socket.writable) this.#socket.write(bytes);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Half-closes the connection without a close frame. */
  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Resets the connection, as a crashed machine would. */
  reset(): void {
    // Node leaks the handle of a socket that is reset while it is being shut down.
    if (this.#socket.writableEnded) this.#socket.destroy();
    else this.#socket.resetAndDestroy();
  }

  /** Resolves when the condition holds or the socket is closed. Throws if the server sent invalid data. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition() && !this.isClosed && this.#failure === null) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure !== null) throw this.#failure;
  }

  #receive(chunk: Buffer): void {
    try {
      this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
      if (!this.#isUpgraded) this.#readUpgrade();
      if (this.#isUpgraded) this.#readFrames();
    } catch (error) {
      this.#failure = error as Error;
    }
    this.#wake?.();
  }

  #readUpgrade(): void {
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end < 0) return;
    const status = this.#rest.toString('latin1', 9, 12);
    if (status !== '101') throw new Error(`The upgrade was answered with ${status}.`);
    this.#isUpgraded = true;
    this.#rest = this.#rest.subarray(end + 4);
  }

  #readFrames(): void {
    let at = 0;
    for (;;) {
      const bytes = this.#rest.subarray(at);
      if (bytes.length < 2) break;
      const short = bytes[1] ?? 0;
      const headerSize = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (bytes.length < headerSize) break;
      const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : bytes.readUIntBE(4, 6);
      if (bytes.length < headerSize + size) break;
      this.#take((bytes[0] ?? 0) & 0x0f, bytes.subarray(headerSize, headerSize + size));
      at += headerSize + size;
    }
    this.#rest = this.#rest.subarray(at);
  }

  #take(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.pong) this.pongs++;
    else if (opcode === opcodes.close) {
      this.closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
      // The server waits for this close frame.
      this.sendRaw(maskedFrame(opcodes.close, payload.subarray(0, 2)));
      this.#socket.end();
    } else if (opcode === opcodes.text || opcode === opcodes.binary) this.#takeMessages(payload);
    else throw new Error(`The server sent a frame of opcode ${opcode}.`);
  }

  #takeMessages(payload: Buffer): void {
    let offset = 0;
    if (this.handshakeResponse === null) {
      const end = payload.indexOf(recordSeparator);
      if (end < 0) throw new Error('The handshake response has no terminator.');
      this.handshakeResponse = payload.toString('utf8', 0, end);
      offset = end + 1;
    }
    const decoder = decoders[this.protocol];
    const span: MessageSpan = { bodyStart: 0, bodyEnd: 0, next: 0 };
    while (offset < payload.length) {
      if (!decoder.nextMessage(payload, offset, span))
        throw new Error('The server sent a part of a message.');
      const message = decoder.decode(payload.subarray(span.bodyStart, span.bodyEnd));
      if (message === null) throw new Error('The server sent a message of an unknown type.');
      if (message.type !== MessageType.invocation || message.target !== 'Said') this.messages.push(message);
      offset = span.next;
    }
  }
}

/** A masked frame, as clients must send it. */
export function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.alloc(head + 4 + length);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (head === 2 ? length : head === 4 ? 126 : 127);
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeUIntBE(length, 4, 6);
  mask.copy(frame, head);
  for (let i = 0; i < length; i++) frame[head + 4 + i] = (payload[i] ?? 0) ^ (mask[i & 3] ?? 0);
  return frame;
}
