// The WebSocket transport: text frames for JSON, binary frames for MessagePack; both are accepted. Long frames of a
// new connection are compressed, because it receives whole data sets first. Later frames are not: they are shorter or
// go to many clients, and compressing would make "encode once, send to all" impossible.
import type { Duplex } from 'node:stream';
import { type PerMessageDeflateOptions, WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { Transport, TransportListener } from '../transport.ts';
import { FrameCounter, webSocketFrame } from './web-socket-frame.ts';

/** The codes of an orderly close: normal, going away (a browser leaves the page), and no code. */
const orderlyCodes: ReadonlySet<number> = new Set([1000, 1001, 1005]);

/** The time after the beginning of a connection during which its long frames are compressed. */
const compressionMs = 30_000;

/** Compresses frames above the threshold. No context is kept between frames, because it would cost memory per client. */
export const frameCompression: PerMessageDeflateOptions = {
  threshold: 16 * 1024,
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  zlibDeflateOptions: { level: 1 },
  // Two of the four threads, which also write files.
  concurrencyLimit: 2,
};

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
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #openedAt: number;
  #listener: TransportListener | null = null;
  /** Frames that `ws` compresses, or that wait behind them. */
  #inCompression = 0;

  /** `stream`: the TCP or TLS socket under `socket`. */
  constructor(socket: WebSocket, stream: Duplex, clock: Pick<Clock, 'monotonicMs'>) {
    this.#socket = socket;
    this.#stream = stream;
    this.#clock = clock;
    this.#openedAt = clock.monotonicMs();
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  get canReuseFrames(): boolean {
    return this.bufferedBytes === 0;
  }

  listen(listener: TransportListener): void {
    this.#listener = listener;
    let failure: Error | null = null;
    const frames = new FrameCounter();
    // Before the listener of `ws`, which handles the frames. `ws` itself reports only whole messages.
    this.#stream.prependListener('data', (chunk: Buffer) => listener.framesArrived(frames.push(chunk)));
    this.#socket.on('message', (data) => {
      // Always a Buffer, because binaryType is 'nodebuffer'.
      if (Buffer.isBuffer(data)) listener.received(data);
    });
    this.#socket.on('pong', () => listener.answeredProbe());
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
    const compress = this.#inCompression > 0 || this.#isCompressed(frame);
    const whole = compress ? null : webSocketFrame(frame, isBinary);
    if (whole !== null) {
      this.#stream.write(whole);
      return;
    }
    const options = { binary: isBinary, compress, fin: true, mask: false };
    if (!compress) {
      this.#socket.send(frame, options);
      return;
    }
    // `ws` compresses in another thread, and keeps the frames behind it in order.
    this.#inCompression += 1;
    this.#socket.send(frame, options, () => {
      this.#inCompression -= 1;
      this.#listener?.drained();
    });
  }

  #isCompressed({ length }: Buffer): boolean {
    if (length < (frameCompression.threshold ?? 0)) return false;
    return this.#socket.extensions !== '' && this.#clock.monotonicMs() - this.#openedAt < compressionMs;
  }

  /** Every WebSocket client answers a ping, even a browser whose page is busy. */
  probe(): boolean {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
    return true;
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
