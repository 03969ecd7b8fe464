// The WebSocket transport: text frames for JSON, binary frames for MessagePack; both are accepted. No
// compression, because it would make "encode once, send to all" impossible and costs memory per client.
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Transport, TransportListener } from '../transport.ts';
import { webSocketFrame } from './web-socket-frame.ts';

/** The codes of an orderly close: normal, going away (a browser leaves the page), and no code. */
const orderlyCodes: ReadonlySet<number> = new Set([1000, 1001, 1005]);

const textFrame = { binary: false, compress: false, fin: true, mask: false };
const binaryFrame = { binary: true, compress: false, fin: true, mask: false };

/** Answers a close without a code with 1000, as SignalR servers do. `ws` would answer without a code. */
export class ServerWebSocket extends WebSocket {
  override close(code = 1000, reason?: string | Buffer): void {
    super.close(code, reason);
  }
}

export class WebSocketTransport implements Transport {
  readonly name = 'WebSockets';
  readonly carriesBinary = true;
  readonly hasInherentKeepAlive = false;
  readonly #socket: WebSocket;
  readonly #stream: Duplex;

  /** `stream`: the TCP or TLS socket under `socket`. */
  constructor(socket: WebSocket, stream: Duplex) {
    this.#socket = socket;
    this.#stream = stream;
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  get canReuseFrames(): boolean {
    return this.bufferedBytes === 0;
  }

  listen(listener: TransportListener): void {
    let failure: Error | null = null;
    this.#socket.on('message', (data) => {
      // Always a Buffer, because binaryType is 'nodebuffer'.
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
    const whole = webSocketFrame(frame, isBinary);
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
    // A paused socket would never read the client's close frame.
    this.#socket.resume();
    this.#socket.close();
  }

  destroy(): void {
    this.#socket.terminate();
  }
}
