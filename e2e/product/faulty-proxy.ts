// A proxy in front of a product that fails as networks do: it cuts connections, slows them down, puts garbage into them, or
// leaves them half open. The proxy passes bytes without knowledge of their meaning.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The delay of each piece of data while the network is slow. */
const slowMs = 250;

interface Pair {
  readonly browser: Socket;
  readonly server: Socket;
  isHalfOpen: boolean;
}

export class FaultyProxy {
  readonly #server = createServer((browser) => this.#accept(browser));
  readonly #target: URL;
  readonly #pairs = new Set<Pair>();
  #isCut = false;
  #isSlow = false;

  private constructor(target: string) {
    this.#target = new URL(target);
  }

  static async start(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts every connection, and each new one, until `restore`. */
  cut(): void {
    this.#isCut = true;
    this.#endAll();
  }

  /** Each piece of data is late, until `restore`. */
  slowDown(): void {
    this.#isSlow = true;
  }

  /** Random bytes arrive in the browser on every open connection. */
  garble(): void {
    for (const { browser } of this.#pairs) browser.write(randomBytes(200));
  }

  /** The connections that are open now end for the product, while the browser is not notified and receives nothing more. */
  leaveHalfOpen(): void {
    for (const pair of this.#pairs) {
      pair.isHalfOpen = true;
      pair.server.destroy();
    }
  }

  restore(): void {
    this.#isCut = false;
    this.#isSlow = false;
  }

  async close(): Promise<void> {
    this.#endAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #endAll(): void {
    for (const { browser, server } of this.#pairs) {
      browser.destroy();
      server.destroy();
    }
  }

  #accept(browser: Socket): void {
    if (this.#isCut) {
      browser.destroy();
      return;
    }
    const server = connect(Number(this.#target.port), this.#target.hostname);
    const pair: Pair = { browser, server, isHalfOpen: false };
    this.#pairs.add(pair);
    this.#pass(browser, server, pair);
    this.#pass(server, browser, pair);
    server.on('close', () => {
      if (!pair.isHalfOpen) browser.destroy();
    });
    browser.on('close', () => {
      server.destroy();
      this.#pairs.delete(pair);
    });
  }

  #pass(from: Socket, to: Socket, pair: Pair): void {
    from.on('error', () => from.destroy());
    from.on('data', (data) => {
      if (pair.isHalfOpen) return;
      if (!this.#isSlow) {
        to.write(data);
        return;
      }
      // No data overtakes the data that waits.
      from.pause();
      setTimeout(() => {
        to.write(data);
        from.resume();
      }, slowMs);
    });
  }
}
