// The test hubs: the functional tests of any SignalR client can run against them. Their methods, events and
// error texts are those that such tests expect.
import type { Hub, HubContext, HubHandlers } from '../hub/hub.ts';
import { createHubServer, type HubServer } from '../hub-server.ts';
import { bytesAsBase64 } from '../protocol/json.ts';
import type { TestTokens } from './json-web-token.ts';
import { anything, number, text } from './schemas.ts';

const echo = { args: [text], result: text } as const;

export const testHub = {
  methods: {
    Echo: echo,
    GetCallerConnectionId: { args: [], result: text },
    GetNumRedirects: { args: [], result: number },
    ThrowException: { args: [text] },
    InvokeWithString: { args: [text] },
    SendCustomObject: { args: [anything] },
    Stream: { args: [], stream: text },
    EmptyStream: { args: [], stream: text },
    InfiniteStream: { args: [], stream: text },
    StreamThrowException: { args: [text], stream: text },
    StreamingConcat: { args: [], uploads: [text], result: text },
    GetActiveTransportName: { args: [], result: text },
    EchoComplexObject: { args: [anything], result: anything },
    SendComplexObject: { args: [], result: anything },
    GetContentTypeHeader: { args: [], result: anything },
    GetHeader: { args: [text], result: anything },
    GetCookie: { args: [text], result: anything },
  },
  events: { Message: [text], CustomObject: [anything], StreamCanceled: [] },
  clientResults: { Result: { args: [], result: number } },
} as const;

const echoHub = { methods: { Echo: echo }, events: {} } as const;

type TestHub = Hub<typeof testHub, null, undefined>;
type Context = HubContext<typeof testHub, null, undefined>;

export interface TestHubs {
  readonly server: HubServer;
  readonly hub: TestHub;
}

/** A server with all test hubs at the paths that tests expect. */
export function createTestHubs(tokens: TestTokens): TestHubs {
  const server = createHubServer({ detailedErrors: true, jsonReplacer: bytesAsBase64 });
  // Tests may run in a page of any origin.
  const origins = () => true;
  const hub = server.hub<typeof testHub, null, undefined>('/testhub', testHub, {
    origins,
    handlers: testHubHandlers,
  });
  server.hub<typeof testHub, null, undefined>('/testhub-nowebsockets', testHub, {
    origins,
    transports: ['ServerSentEvents', 'LongPolling'],
    handlers: testHubHandlers,
  });
  server.hub('/authorizedhub', echoHub, {
    origins,
    authenticate: ({ token }) => {
      const userId = tokens.userOf(token);
      return userId === null ? null : { userId };
    },
    handlers: { methods: { Echo: (_context, words) => words } },
  });
  server.hub('/uncreatable', echoHub, {
    origins,
    handlers: {
      onConnected() {
        throw new Error('The hub cannot be created.');
      },
      methods: { Echo: (_context, words) => words },
    },
  });
  server.rawEndpoint('/echo', {
    origins,
    onConnected: (connection) => ({ received: (bytes) => connection.send(bytes) }),
  });
  return { server, hub };
}

const testHubHandlers: HubHandlers<typeof testHub, null, undefined> = {
  methods: {
    Echo: (_context, words) => words,
    GetCallerConnectionId: (context) => context.connectionId,
    GetNumRedirects: (context) => Number(context.query.get('numRedirects')),
    ThrowException(_context, message) {
      throw new InvalidOperationException(message);
    },
    InvokeWithString: (context, words) => context.send('Message', words),
    SendCustomObject: (context, value) => context.send('CustomObject', value),
    Stream: () => ['a', 'b', 'c'],
    EmptyStream: () => [],
    async *InfiniteStream(context, invocation) {
      yield* waitForAbort(invocation.signal);
      context.send('StreamCanceled');
    },
    StreamThrowException(_context, message) {
      throw new InvalidOperationException(message);
    },
    async StreamingConcat(_context, upload) {
      let all = '';
      for await (const words of upload) all += words;
      return all;
    },
    GetActiveTransportName: (context) => context.transport,
    EchoComplexObject: (_context, value) => value,
    SendComplexObject: (context) => complexObject(context),
    GetContentTypeHeader: (context) => context.headers['content-type'] ?? null,
    GetHeader: (context, name) => context.headers[name.toLowerCase()] ?? null,
    GetCookie: (context, name) => cookieOf(context, name),
  },
};

class InvalidOperationException extends Error {
  override readonly name = 'InvalidOperationException';
}

async function* waitForAbort(signal: AbortSignal): AsyncGenerator<string> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** MessagePack has types for bytes and times. In JSON both are strings. */
function complexObject({ protocol }: Context): object {
  const time = '2000-01-01T00:00:00Z';
  return {
    String: 'hello world',
    IntArray: [1, 2, 3],
    ByteArray: Buffer.from([1, 2, 3]),
    Guid: '00010203-0405-0607-0706-050403020100',
    DateTime: protocol === 'json' ? time : new Date(time),
  };
}

function cookieOf({ headers }: Context, name: string): string | null {
  for (const pair of headers.cookie?.split(/; */) ?? []) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at) === name) return decodeURIComponent(pair.slice(at + 1));
  }
  return null;
}
