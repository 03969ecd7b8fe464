// The server of the fuzz: a hub whose methods bring a connection into every state, on real sockets. What it logs as a
// fault of its own, other than what its methods throw on purpose, is a find.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHubServer, type HubServer } from '../../hub-server.ts';
import type { HubLogEntry } from '../../logger.ts';
import { anything, number, pricedRows, text } from '../../testing/schemas.ts';

const contract = {
  methods: {
    Echo: { args: [anything], result: anything },
    Add: { args: [number, number], result: number },
    Rows: { args: [pricedRows], result: number },
    Wait: { args: [], result: text },
    Fail: { args: [anything] },
    Ticks: { args: [], stream: number },
    Endless: { args: [], stream: number },
    Sum: { args: [], uploads: [number], result: number },
    Doubled: { args: [], uploads: [number], stream: number },
    AskMe: { args: [], result: number },
    Flood: { args: [] },
    Bye: { args: [] },
  },
  events: { Said: [text], Price: [number] },
  questions: { Result: { args: [], result: number } },
} as const;

/** Those that hostile clients call at random; `Flood` costs megabytes, `Bye` ends what could go on. */
export const methodNames = Object.keys(contract.methods).filter(
  (name) => name !== 'Flood' && name !== 'Bye',
) as [string, ...string[]];
export const userToken = 'a token of ann';

/** Time for others, without a timer. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

export interface HubUnderFire {
  readonly port: number;
  readonly server: HubServer;
  /** Log entries that only a fault of the server itself explains. */
  readonly finds: readonly HubLogEntry[];
  /** Sends a number to all who have joined: the honest clients. */
  publish(price: number): void;
  close(): Promise<void>;
}

const onPurpose = 'A method that fails.';

export async function startHubUnderFire(): Promise<HubUnderFire> {
  const finds: HubLogEntry[] = [];
  const server = createHubServer({
    logger: (entry) => {
      const isOnPurpose = entry.error instanceof Error && entry.error.message === onPurpose;
      const isMethods = entry.method !== undefined && entry.error instanceof Error;
      // An answer of a hostile client that fits no question, or that never comes, fails the method that asked.
      const isUnanswered =
        isMethods && entry.error instanceof Error && entry.error.name === 'ClientAnswerError';
      const isAborted = isMethods && entry.error instanceof Error && entry.error.name === 'AbortError';
      if (entry.level === 'error' && !isOnPurpose && !isUnanswered && !isAborted) finds.push(entry);
    },
    // Short, so that what a hostile client leaves behind is gone within the run.
    tickMs: 50,
    idleTimeoutMs: 1_500,
    negotiateTimeoutMs: 2_000,
    answerTimeoutMs: 500,
    closeTimeoutMs: 1_000,
    flushIntervalMs: 5,
    connectionsPerUser: 1_000_000,
  });
  const methods = {
    Echo: (_context: unknown, value: unknown) => value,
    Add: (_context: unknown, a: number, b: number) => a + b,
    Rows: (_context: unknown, { rows }: { rows: readonly unknown[] }) => rows.length,
    async Wait() {
      await turns(3);
      return 'waited';
    },
    Fail() {
      throw new Error(onPurpose);
    },
    async *Ticks() {
      for (let i = 0; i < 3; i++) {
        await turns(1);
        yield i;
      }
    },
    async *Endless(_context: unknown, call: { readonly signal: AbortSignal }) {
      for (let i = 0; !call.signal.aborted; i++) {
        await turns(10);
        yield i;
      }
    },
    async Sum(_context: unknown, upload: AsyncIterable<number>) {
      let sum = 0;
      for await (const item of upload) sum += item;
      return sum;
    },
    async *Doubled(_context: unknown, upload: AsyncIterable<number>) {
      for await (const item of upload) yield item * 2;
    },
    AskMe: (_context: unknown, call: { ask(question: 'Result'): Promise<number> }) => call.ask('Result'),
    Flood(context: { send(event: 'Said', words: string): void }) {
      for (let i = 0; i < 60; i++) context.send('Said', 'x'.repeat(65_536));
    },
    Bye: (context: { close(): void }) => context.close(),
  };
  const hub = server.hub('/fuzz', contract, {
    origins: ['https://floor.example'],
    hub: {
      // Where the query asks for it, messages come while onConnected is still running.
      onConnected: async (context) => {
        if (context.query.has('honest')) context.groups.join('honest');
        await turns(Math.min(20, Number(context.query.get('turns') ?? 0) || 0));
      },
      methods,
    },
  });
  server.hub('/members', contract, {
    authenticate: async ({ token }) => (token === userToken ? { userId: 'ann' } : null),
    hub: { methods },
  });
  const http = createServer((request, response) => {
    if (!server.handleRequest(request, response)) response.writeHead(404).end();
  });
  http.on('upgrade', (request, socket, head) => {
    if (!server.handleUpgrade(request, socket, head)) socket.destroy();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    port: (http.address() as AddressInfo).port,
    server,
    finds,
    publish: (price) => hub.group('honest').send('Price', price),
    async close() {
      await server.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
