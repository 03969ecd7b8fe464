// The server of the fuzz test: a hub whose methods bring a connection into every state, on real sockets. It
// collects the logged faults of the server, except for those that its methods cause on purpose.
import { createHubServer, type HubServer } from '../../hub-server.ts';
import type { HubLogEntry } from '../../logger.ts';
import type { HubMessage } from '../../protocol/hub-message.ts';
import { anything, number, pricedRows, text } from '../schemas.ts';
import { eventLoopTurns, serve } from '../serve.ts';

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
    InvokeMe: { args: [], result: number },
    Flood: { args: [] },
    Bye: { args: [] },
  },
  events: { Said: [text], Price: [number] },
  clientResults: { Result: { args: [], result: number } },
} as const;

/**
 * The methods that hostile clients call at random. `Flood` sends megabytes and `Bye` closes the connection.
 */
export const methodNames = Object.keys(contract.methods).filter(
  (name) => name !== 'Flood' && name !== 'Bye',
) as [string, ...string[]];
export const userToken = 'a token of ann';

interface FuzzServer {
  readonly url: string;
  readonly port: number;
  readonly server: HubServer;
  /** Log entries that only a fault of the server itself can explain. */
  readonly faults: readonly HubLogEntry[];
  /** Sends a number to the honest clients. */
  publish(price: number): void;
}

const intendedError = 'A method that fails.';

export async function startFuzzServer(): Promise<FuzzServer> {
  const faults: HubLogEntry[] = [];
  const server = createHubServer({
    logger: (entry) => {
      if (entry.level === 'error' && !isIntended(entry)) faults.push(entry);
    },
    // Short, so that the remains of a hostile client are gone before the end of the test. Honest clients share the process with all hostile
    // ones, and need more than a second for a poll when the machine is busy.
    tickMs: 50,
    idleTimeoutMs: 4_000,
    negotiateTimeoutMs: 2_000,
    clientResultTimeoutMs: 500,
    closeTimeoutMs: 1_000,
    flushIntervalMs: 5,
    connectionsPerUser: 1_000_000,
  });
  let flood: HubMessage | undefined;
  const methods = {
    Echo: (_context: unknown, value: unknown) => value,
    Add: (_context: unknown, a: number, b: number) => a + b,
    Rows: (_context: unknown, { rows }: { rows: readonly unknown[] }) => rows.length,
    async Wait() {
      await eventLoopTurns(3);
      return 'waited';
    },
    Fail() {
      throw new Error(intendedError);
    },
    async *Ticks() {
      for (let i = 0; i < 3; i++) {
        await eventLoopTurns(1);
        yield i;
      }
    },
    async *Endless(_context: unknown, invocation: { readonly signal: AbortSignal }) {
      for (let i = 0; !invocation.signal.aborted; i++) {
        await eventLoopTurns(10);
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
    InvokeMe: (_context: unknown, invocation: { invokeCaller(method: 'Result'): Promise<number> }) =>
      invocation.invokeCaller('Result'),
    Flood(context: { sendMessage(message: HubMessage): void }) {
      flood ??= hub.message('Said', 'x'.repeat(65_536));
      for (let i = 0; i < 60; i++) context.sendMessage(flood);
    },
    Bye: (context: { close(): void }) => context.close(),
  };
  const hub = server.hub('/fuzz', contract, {
    origins: ['https://floor.example'],
    handlers: {
      // If the query asks for it, messages arrive while onConnected is still running.
      onConnected: async (context) => {
        if (context.query.has('honest')) context.groups.join('honest');
        await eventLoopTurns(Math.min(20, Number(context.query.get('turns') ?? 0) || 0));
      },
      methods,
    },
  });
  server.hub('/members', contract, {
    authenticate: async ({ token }) => (token === userToken ? { userId: 'ann' } : null),
    handlers: { methods },
  });
  const url = await serve(server);
  return {
    url,
    port: Number(new URL(url).port),
    server,
    faults,
    publish: (price) => hub.group('honest').send('Price', price),
  };
}

/** True if a method failed on purpose, was aborted, or invoked a client that returned no valid result. */
function isIntended({ method, error }: HubLogEntry): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message === intendedError) return true;
  return method !== undefined && (error.name === 'ClientResultError' || error.name === 'AbortError');
}
