// A WebSocket as a Transport. Text frames for JSON, binary frames for MessagePack; either is read. No compression: it
// would undo "encode once, send to all" and costs memory for each client.
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Transport, TransportListener } from '../hub/transport.ts';
import { wholeFrame } from './web-socket-frame.ts';

/** Codes of a close that is not a fault: normal, going away (a browser leaving the page), and none given. */
const orderlyCodes: ReadonlySet<number> = new Set([1000, 1001, 1005]);

const textFrame = { binary: false, compress: false, fin: true, mask: false };
const binaryFrame = { binary: true, compress: false, fin: true, mask: false };

/** `ws` answers a close without a code by one without a code; SignalR servers answer 1000, and clients look at it. */
export class ServerWebSocket extends WebSocket {
  override close(code = 1000, reason?: string | Buffer): void {
    super.close(code, reason);
  }
}

export class WebSocketTransport implements Transport {
  readonly name = 'WebSockets';
  readonly carriesBinary = true;
  readonly keepsItselfAlive = false;
  readonly #socket: WebSocket;

  readonly #stream: Duplex;

  constructor(socket: WebSocket, stream: Duplex) {
    this.#socket = socket;
    this.#stream = stream;
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  get hasTakenAll(): boolean {
    return this.bufferedBytes === 0;
  }

  listen(listener: TransportListener): void {
    let failure: Error | null = null;
    this.#socket.on('message', (data) => {
      // binaryType is left at 'nodebuffer', in which data is always a Buffer.
      if (Buffer.isBuffer(data)) listener.received(data);
    });
    this.#socket.on('error', (error) => {
      failure = error;
      if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') listener.frameTooLong();
    });
    this.#socket.on('close', (code) => {
      const isOrderly = failure === null && orderlyCodes.has(code);
      listener.closed(
        isOrderly ? null : (failure ?? new Error(`WebSocket closed with status code ${code}.`)),
      );
    });
    this.#stream.on('drain', () => listener.drained());
  }

  send(frame: Buffer, isBinary: boolean): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const whole = wholeFrame(frame, isBinary);
    if (whole === null) this.#socket.send(frame, isBinary ? binaryFrame : textFrame);
    else this.#stream.write(whole);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    // A paused socket would never read the client's answer to the close.
    this.#socket.resume();
    this.#socket.close();
  }

  destroy(): void {
    this.#socket.terminate();
  }
}
