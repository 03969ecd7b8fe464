// A proxy in front of a server that is as slow as a mobile network, for everything that a page transfers. Chromium's own throttling
// counts messages of a WebSocket before they are compressed, so it cannot show what compression saves.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface NetworkSpeed {
  /** Bytes per second, of all connections together. */
  readonly down: number;
  readonly up: number;
  /** Milliseconds for a request and its reply. */
  readonly roundTrip: number;
}

export class SlowNetwork {
  readonly #speed: NetworkSpeed;
  readonly #target: URL;
  readonly #server = createServer((browser) => this.#accept(browser));
  /** When each direction has forwarded everything received so far. */
  readonly #freeAt = { down: 0, up: 0 };
  #received = 0;

  private constructor(target: string, speed: NetworkSpeed) {
    this.#target = new URL(target);
    this.#speed = speed;
  }

  static async start(target: string, speed: NetworkSpeed): Promise<SlowNetwork> {
    const network = new SlowNetwork(target, speed);
    network.#server.listen(0, '127.0.0.1');
    await once(network.#server, 'listening');
    return network;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Bytes that the browser has received so far. */
  get received(): number {
    return this.#received;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(browser: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname);
    // A connection costs one more round trip.
    const openAt = performance.now() + this.#speed.roundTrip;
    this.#pass(browser, server, 'up', openAt);
    this.#pass(server, browser, 'down', openAt);
  }

  #pass(from: Socket, to: Socket, direction: 'down' | 'up', openAt: number): void {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.on('data', (data) => {
      if (direction === 'down') this.#received += data.length;
      const begin = Math.max(performance.now(), openAt, this.#freeAt[direction]);
      this.#freeAt[direction] = begin + (data.length / this.#speed[direction]) * 1_000;
      const waitMs = this.#freeAt[direction] + this.#speed.roundTrip / 2 - performance.now();
      setTimeout(() => to.write(data), waitMs);
    });
    from.on('end', () => setTimeout(() => to.end(), this.#speed.roundTrip));
  }
}
