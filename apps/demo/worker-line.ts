// The page's line to the market in its worker: calls and hub connections as messages. It takes the place of the network.
import type { MarketHubEvent, MarketHubMethod } from '@openpit/wire';
import { createElement } from 'react';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import type { MarketInPage, PageConnection } from '../web/transport/market-in-page.ts';
import type { DemoCall, DemoReply } from './demo-calls.ts';
import type { DemoOptions } from './demo-market.ts';

type WorkerRequest =
  | { readonly kind: 'call'; readonly call: DemoCall }
  | {
      readonly kind: 'connect';
      readonly connection: number;
      readonly address: { readonly url: string; readonly token: string };
    }
  | {
      readonly kind: 'invoke';
      readonly connection: number;
      readonly method: MarketHubMethod;
      readonly args: readonly unknown[];
    };

export type WorkerOptions = Omit<DemoOptions, 'onProgress' | 'onFailure'>;

export type FromPage =
  | { readonly kind: 'open'; readonly options: WorkerOptions }
  | { readonly kind: 'close'; readonly connection: number }
  | (WorkerRequest & { readonly id: number });

export type ToPage =
  | { readonly kind: 'progress'; readonly line: string }
  | { readonly kind: 'opened' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | {
      readonly kind: 'event';
      readonly connection: number;
      readonly event: MarketHubEvent;
      readonly payload: unknown;
    }
  | { readonly kind: 'closed'; readonly connection: number };

/** Opens the market in a worker; resolves when it has simulated its past. `onProgress` is called with a line about it. */
export function openMarketInPage(
  options: WorkerOptions,
  onProgress: (line: string) => void,
): Promise<MarketInPage> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const connections = new Map<number, WorkerConnection>();
  let lastId = 0;

  const post = (message: FromPage) => worker.postMessage(message);
  const ask = (question: WorkerRequest): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      post({ ...question, id });
    });
  };

  const call: MarketInPage['call'] = async (url, { method = 'GET', headers, body }) => {
    const [path = '', query = ''] = url.split('?');
    const authorization = new Headers(headers).get('authorization');
    const reply = (await ask({
      kind: 'call',
      call: {
        method,
        path,
        query: Object.fromEntries(new URLSearchParams(query)),
        body: typeof body === 'string' ? JSON.parse(body) : null,
        token: authorization?.replace('Bearer ', '') ?? null,
      },
    })) as DemoReply;
    const { status } = reply;
    return typeof reply.body === 'string'
      ? new Response(reply.body, { status })
      : Response.json(reply.body, { status });
  };

  const connect: MarketInPage['connect'] = (url, token) => {
    const connection: WorkerConnection = new WorkerConnection({
      start: (number) => {
        connections.set(number, connection);
        return ask({ kind: 'connect', connection: number, address: { url, token: token() } });
      },
      invoke: (number, method, args) => ask({ kind: 'invoke', connection: number, method, args }),
      close: (number) => {
        connections.delete(number);
        post({ kind: 'close', connection: number });
      },
    });
    return connection;
  };

  return new Promise((resolve, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
      switch (data.kind) {
        case 'progress':
          return onProgress(data.line);
        case 'opened':
          return resolve({ call, connect, frame });
        case 'failed':
          return reject(new Error(data.message));
        case 'answer':
          waiting.get(data.id)?.resolve(data.value);
          return waiting.delete(data.id);
        case 'failure':
          waiting.get(data.id)?.reject(new Error(data.message));
          return waiting.delete(data.id);
        case 'event':
          return connections.get(data.connection)?.received(data.event, data.payload);
        case 'closed':
          return void connections.get(data.connection)?.reconnect();
      }
    });
    post({ kind: 'open', options });
  });
}

const frame: MarketInPage['frame'] = (children) => createElement(Router, { hook: useHashLocation, children });

interface ConnectionLine {
  start(connection: number): Promise<unknown>;
  invoke(connection: number, method: MarketHubMethod, args: readonly unknown[]): Promise<unknown>;
  close(connection: number): void;
}

let numbered = 0;

class WorkerConnection implements PageConnection {
  state = 'Disconnected';
  readonly #line: ConnectionLine;
  readonly #listeners = new Map<MarketHubEvent, (payload: unknown) => void>();
  #number = 0;
  #reconnected = (): void => undefined;
  #closed = (_error?: Error): void => undefined;

  constructor(line: ConnectionLine) {
    this.#line = line;
  }

  on(event: MarketHubEvent, listener: (payload: unknown) => void): void {
    this.#listeners.set(event, listener);
  }

  onreconnected(listener: () => void): void {
    this.#reconnected = listener;
  }

  onclose(listener: (error?: Error) => void): void {
    this.#closed = listener;
  }

  async start(): Promise<void> {
    numbered += 1;
    this.#number = numbered;
    this.state = 'Connecting';
    await this.#line.start(this.#number);
    this.state = 'Connected';
  }

  async stop(): Promise<void> {
    if (this.state === 'Disconnected') return;
    this.#line.close(this.#number);
    this.state = 'Disconnected';
    this.#closed();
  }

  async invoke<Reply>(method: string, ...args: unknown[]): Promise<Reply> {
    return (await this.#line.invoke(this.#number, method as MarketHubMethod, args)) as Reply;
  }

  received(event: MarketHubEvent, payload: unknown): void {
    this.#listeners.get(event)?.(payload);
  }

  /** The market has closed the connection, for example because the user sees more than before. */
  async reconnect(): Promise<void> {
    await this.start();
    this.#reconnected();
  }
}
