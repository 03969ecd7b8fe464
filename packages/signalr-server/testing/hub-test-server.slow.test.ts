// The official client in Node against the test hubs, over every combination of transport and protocol.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { HubConnection, IHttpConnectionOptions, IStreamResult } from '@microsoft/signalr';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProtocolName } from '../protocol/hub-protocol.ts';
import { type HubTestServer, startHubTestServer } from './hub-test-server.ts';
import {
  closeAll,
  createClient,
  errorMessageOf,
  HttpTransportType,
  RawClient,
  startClient,
  until,
} from './serve.ts';

const require = createRequire(import.meta.url);
const signalR = require('@microsoft/signalr') as typeof import('@microsoft/signalr');

let server: HubTestServer;
beforeAll(async () => {
  server = await startHubTestServer({ port: 0, httpsPort: 0 });
});
afterAll(() => server.close());
afterEach(closeAll);

const combinations: readonly {
  name: string;
  transport: string;
  protocol: ProtocolName;
  options: IHttpConnectionOptions;
}[] = [
  ...(['json', 'messagepack'] as const).flatMap((protocol) => [
    {
      name: `WebSockets with ${protocol}`,
      transport: 'WebSockets',
      protocol,
      options: { transport: HttpTransportType.WebSockets },
    },
    {
      name: `WebSockets without negotiate, with ${protocol}`,
      transport: 'WebSockets',
      protocol,
      options: { transport: HttpTransportType.WebSockets, skipNegotiation: true },
    },
    {
      name: `long polling with ${protocol}`,
      transport: 'LongPolling',
      protocol,
      options: { transport: HttpTransportType.LongPolling },
    },
  ]),
  {
    name: 'server-sent events with json',
    transport: 'ServerSentEvents',
    protocol: 'json',
    options: { transport: HttpTransportType.ServerSentEvents },
  },
];

/** All items of a stream; rejects with its error. */
function itemsOf<T>(stream: IStreamResult<T>): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const items: T[] = [];
    stream.subscribe({ next: (item) => items.push(item), complete: () => resolve(items), error: reject });
  });
}

for (const { name, transport, protocol, options } of combinations) {
  const start = (path = '/testHub'): Promise<HubConnection> =>
    startClient(`${server.url}${path}`, { ...options, protocol });

  describe(`over ${name}`, () => {
    it('invocations return their results and errors', async () => {
      const connection = await start();
      expect(await connection.invoke('Echo', 'hé')).toBe('hé');
      expect(await connection.invoke('echo', 'x'.repeat(20_000))).toHaveLength(20_000);
      const id = await connection.invoke<string>('GetCallerConnectionId');
      expect(id.length).toBeGreaterThan(10);
      if (options.skipNegotiation !== true) expect(id).toBe(connection.connectionId);
      expect(await connection.invoke('GetActiveTransportName')).toBe(transport);
      expect(await errorMessageOf(connection.invoke('ThrowException', 'An error occurred.'))).toBe(
        "An unexpected error occurred invoking 'ThrowException' on the server. InvalidOperationException: An error occurred.",
      );
    });

    it('the server sends events to its caller', async () => {
      const connection = await start();
      const got: unknown[] = [];
      connection.on('message', (words) => {
        got.push(words);
      });
      connection.on('CustomObject', (value) => {
        got.push(value);
      });
      await connection.invoke('InvokeWithString', 'hi');
      await connection.invoke('SendCustomObject', { Name: 'test', Value: 42 });
      expect(got).toEqual(['hi', { Name: 'test', Value: 42 }]);
    });

    it('streams send their items, end, fail and can be cancelled', async () => {
      const connection = await start();
      expect(await itemsOf(connection.stream('Stream'))).toEqual(['a', 'b', 'c']);
      expect(await itemsOf(connection.stream('EmptyStream'))).toEqual([]);
      expect(await errorMessageOf(itemsOf(connection.stream('StreamThrowException', 'Boom.')))).toBe(
        "An unexpected error occurred invoking 'StreamThrowException' on the server. InvalidOperationException: Boom.",
      );
      let isCancelled = false;
      connection.on('StreamCanceled', () => {
        isCancelled = true;
      });
      const subscription = connection
        .stream('InfiniteStream')
        .subscribe({ next: () => {}, complete: () => {}, error: () => {} });
      subscription.dispose();
      await until(() => isCancelled);
    });

    it('a non-streaming method cannot be streamed, and a streaming method not invoked', async () => {
      const connection = await start();
      expect(await errorMessageOf(connection.invoke('Stream'))).toBe(
        "The client attempted to invoke the streaming 'Stream' method with a non-streaming invocation.",
      );
      expect(await errorMessageOf(itemsOf(connection.stream('Echo', 'x')))).toBe(
        "The client attempted to invoke the non-streaming 'Echo' method with a streaming invocation.",
      );
    });

    it('upload streams reach the method with their items and their end or error', async () => {
      const connection = await start();
      const words = new signalR.Subject<string>();
      const joined = connection.invoke<string>('StreamingConcat', words);
      const expected = Array.from({ length: 50 }, (_, i) => `${i} `);
      for (const word of expected) words.next(word);
      words.complete();
      expect(await joined).toBe(expected.join(''));

      const broken = new signalR.Subject<string>();
      const failing = connection.invoke('StreamingConcat', broken);
      broken.next('a');
      broken.error(new Error('no more'));
      expect(await errorMessageOf(failing)).toBe(
        "An unexpected error occurred invoking 'StreamingConcat' on the server. HubException: no more",
      );
      expect(await connection.invoke('Echo', 'still here')).toBe('still here');
    });

    it('values of all types are preserved in both directions', async () => {
      const connection = await start();
      const isJson = protocol === 'json';
      const value = {
        String: 'hello',
        IntArray: [1, 2, 3],
        ByteArray: isJson ? 'aGVsbG8=' : Buffer.from('hello'),
        Guid: '00010203-0405-0607-0706-050403020100',
        DateTime: isJson ? '2002-04-01T10:20:15Z' : new Date('2002-04-01T10:20:15Z'),
      };
      const echoed = await connection.invoke('EchoComplexObject', value);
      if (!isJson) echoed.ByteArray = Buffer.from(echoed.ByteArray);
      expect(echoed).toEqual(value);
      const sent = await connection.invoke('SendComplexObject');
      if (!isJson) sent.ByteArray = [...sent.ByteArray];
      expect(sent).toEqual({
        String: 'hello world',
        IntArray: [1, 2, 3],
        ByteArray: isJson ? 'AQID' : [1, 2, 3],
        Guid: '00010203-0405-0607-0706-050403020100',
        DateTime: isJson ? '2000-01-01T00:00:00Z' : new Date('2000-01-01T00:00:00Z'),
      });
    });

    it('the server requests a client result outside a method', async () => {
      const connection = await start();
      const requestResult = async () => {
        const id = await connection.invoke<string>('GetCallerConnectionId');
        return (await fetch(`${server.url}/clientresult/${id}`)).text();
      };
      expect(await requestResult()).toBe("Client didn't provide a result.");
      connection.on('Result', () => 10);
      expect(await requestResult()).toBe('10');
      connection.on('Result', () => 11);
      expect(await requestResult()).toBe('Client provided multiple results.');
      connection.off('Result');
      connection.on('Result', () => {
        throw new Error('from callback');
      });
      expect(await requestResult()).toBe('Error: from callback');
      connection.off('Result');
      connection.on('Result', () => 'ten');
      expect(await requestResult()).toBe("The result of 'Result': expected a number");
    });

    it('a method sees headers and cookies of the request that opened the transport, and null for absent ones', async () => {
      const connection = await startClient(`${server.url}/testHub`, {
        ...options,
        protocol,
        headers: { 'X-Own': 'mine' },
      });
      expect(await connection.invoke('GetHeader', 'X-Own')).toBe('mine');
      expect(await connection.invoke('GetHeader', 'X-None')).toBeNull();
      expect(await connection.invoke('GetContentTypeHeader')).toBeNull();
      const isNegotiated = options.skipNegotiation !== true;
      expect(await connection.invoke('GetCookie', 'testCookie')).toBe(isNegotiated ? 'testValue' : null);
      expect(await connection.invoke('GetCookie', 'testCookie2')).toBe(isNegotiated ? 'testValue2' : null);
      expect(await connection.invoke('GetCookie', 'expiredCookie')).toBeNull();
    });

    it('a hub that cannot be created closes the connection with an error', async () => {
      const connection = createClient(`${server.url}/uncreatable`, { ...options, protocol });
      let closedWith: Error | undefined;
      connection.onclose((error) => {
        closedWith = error;
      });
      await connection.start().catch((error) => {
        closedWith = error;
      });
      await until(() => closedWith !== undefined);
      expect(closedWith?.message).toContain(
        'Connection closed with an error. Error: The hub cannot be created.',
      );
    });

    it('stop() closes the connection on both sides', async () => {
      const connection = await start();
      const before = server.hubs.server.metrics.connections;
      await connection.stop();
      await until(() => server.hubs.server.metrics.connections === before - 1);
    });

    if (options.skipNegotiation !== true) {
      it('a hub with authentication accepts clients with a token only', async () => {
        const token = await (await fetch(`${server.url}/generateJwtToken`)).text();
        const path = `${server.url}/authorizedhub`;
        const connection = await startClient(path, { ...options, protocol, accessTokenFactory: () => token });
        expect(await connection.invoke('Echo', 'hi')).toBe('hi');
        expect(await errorMessageOf(createClient(path, { ...options, protocol }).start())).toBe(
          "Failed to complete negotiation with the server: Error: Unauthorized: Status code '401'",
        );
      });

      it('negotiate redirects the client, and the target sees the query', async () => {
        const base = encodeURIComponent(server.url);
        const connection = await start(`/redirect?baseUrl=${base}`);
        const first = await connection.invoke<number>('GetNumRedirects');
        await connection.stop();
        await connection.start();
        expect(await connection.invoke<number>('GetNumRedirects')).toBe(first + 1);
      });

      it('HTTPS works as HTTP does', async () => {
        const secure = server.secureUrl ?? '';
        process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
        try {
          const connection = await startClient(`${secure}/testHub`, { ...options, protocol });
          expect(await connection.invoke('GetActiveTransportName')).toBe(transport);
          expect(await connection.invoke('GetCookie', 'testCookie')).toBe('testValue');
        } finally {
          delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
        }
      });
    }
  });
}

describe('a client without a fixed transport', () => {
  it('uses WebSockets, or server-sent events if the hub has no WebSockets', async () => {
    const first = await startClient(`${server.url}/testHub`);
    expect(await first.invoke('GetActiveTransportName')).toBe('WebSockets');
    const second = await startClient(`${server.url}/testhub-nowebsockets`);
    expect(await second.invoke('GetActiveTransportName')).toBe('ServerSentEvents');
  });

  it('uses long polling for MessagePack if the hub has no WebSockets', async () => {
    const connection = await startClient(`${server.url}/testhub-nowebsockets`, { protocol: 'messagepack' });
    expect(await connection.invoke('GetActiveTransportName')).toBe('LongPolling');
  });

  it('gets an error if it requires a transport that the hub does not have', async () => {
    const connection = createClient(`${server.url}/testhub-nowebsockets`, {
      transport: HttpTransportType.WebSockets,
    });
    expect(await errorMessageOf(connection.start())).toContain('Unable to connect to the server');
    const bare = createClient(`${server.url}/testhub-nowebsockets`, {
      transport: HttpTransportType.WebSockets,
      skipNegotiation: true,
    });
    expect(await errorMessageOf(bare.start())).toContain('could not be found on the server');
  });

  it('works without stateful reconnect if it requests it, because the server does not offer it', async () => {
    const connection = new signalR.HubConnectionBuilder()
      .withUrl(`${server.url}/testHub`)
      .withStatefulReconnect()
      .configureLogging(signalR.LogLevel.None)
      .build();
    await connection.start();
    expect(await connection.invoke('Echo', 'hi')).toBe('hi');
    await connection.stop();
  });
});

describe('the plain endpoints', () => {
  it('reject a negotiate with status and text', async () => {
    const connection = createClient(`${server.url}/bad-negotiate`);
    expect(await errorMessageOf(connection.start())).toContain("Status code '400'");
    const response = await fetch(`${server.url}/bad-negotiate/negotiate`, { method: 'POST' });
    expect([response.status, await response.text()]).toEqual([400, 'Some response from server']);
  });

  it('redirect /echoredirect to /echo with path and query', async () => {
    const response = await fetch(`${server.url}/echoredirect/negotiate?negotiateVersion=1`, {
      method: 'POST',
      redirect: 'manual',
    });
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toBe('/echo/negotiate?negotiateVersion=1');
  });

  it('allow pages of any origin, with credentials', async () => {
    const headers = {
      Origin: 'https://tests.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-one,x-two',
    };
    const response = await fetch(`${server.url}/anything`, { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://tests.example');
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(response.headers.get('access-control-allow-methods')).toBe('POST');
    expect(response.headers.get('access-control-allow-headers')).toBe('x-one,x-two');
  });

  it('serve the official client for web workers', async () => {
    const response = await fetch(`${server.url}/lib/signalr-webworker/signalr.js`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('HubConnectionBuilder');
  });
});

describe('/echo', () => {
  it('sends frames back as text, and answers a close without a code with 1000', async () => {
    const raw = await RawClient.open(`${server.url}/echo`);
    const isBinary: boolean[] = [];
    raw.socket.on('message', (_data, binary) => isBinary.push(binary));
    raw.send('{"not":"a hub"}');
    await until(() => raw.frames.length === 1);
    expect(raw.text).toBe('{"not":"a hub"}');
    expect(isBinary).toEqual([false]);
    raw.socket.close();
    expect(await raw.closed()).toBe(1000);
  });

  it('sends bytes back over polls and over events, including line ends', async () => {
    const negotiate = async () => {
      const response = await fetch(`${server.url}/ECHO/negotiate?negotiateVersion=1`, { method: 'POST' });
      return (await response.json()) as { connectionToken: string };
    };
    const polled = `${server.url}/echo?id=${(await negotiate()).connectionToken}`;
    expect((await fetch(polled)).status).toBe(200);
    await fetch(polled, { method: 'POST', body: 'one\ntwo' });
    expect(await (await fetch(polled)).text()).toBe('one\ntwo');
    expect((await fetch(polled, { method: 'DELETE' })).status).toBe(202);

    const streamed = `${server.url}/echo?id=${(await negotiate()).connectionToken}`;
    const stream = await fetch(streamed, { headers: { Accept: 'text/event-stream' } });
    const reader = stream.body?.getReader();
    await fetch(streamed, { method: 'POST', body: 'one\r\ntwo\nthree' });
    let got = '';
    while (!got.endsWith('\r\n\r\n')) got += Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(got).toBe(':\r\ndata: one\r\ndata: two\r\ndata: three\r\n\r\n');
    await reader?.cancel();
  });
});

describe('the command', () => {
  it('prints its address, serves, and stops at SIGTERM', async () => {
    const child = spawn(
      process.execPath,
      [
        '--import=tsx',
        '--conditions=openpit-source',
        fileURLToPath(new URL('./hub-test-server.ts', import.meta.url)),
        ...['--port', '0'],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(child, 'exit');
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await until(() => output.includes('\n'));
    const url = /http:\S+/.exec(output)?.[0] ?? '';
    const connection = await startClient(`${url}/testHub`);
    expect(await connection.invoke('Echo', 'hi')).toBe('hi');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  });
});
