// The official client in Chromium against the test hubs: every transport with every protocol it can carry, over HTTP and
// HTTPS, from a page of the hub's own origin and from a foreign one, and from a web worker.
import type * as SignalR from '@microsoft/signalr';
import type { Page } from '@playwright/test';
import { expect, test } from './test-hubs.ts';

declare const signalR: typeof SignalR & {
  readonly protocols: { readonly msgpack: { MessagePackHubProtocol: new () => SignalR.IHubProtocol } };
};

type TransportName = 'WebSockets' | 'ServerSentEvents' | 'LongPolling';

interface Way {
  readonly transport: TransportName;
  readonly protocol: 'json' | 'messagepack';
  readonly skipNegotiation?: boolean;
}

const ways: readonly Way[] = [
  { transport: 'WebSockets', protocol: 'json' },
  { transport: 'WebSockets', protocol: 'messagepack' },
  { transport: 'WebSockets', protocol: 'json', skipNegotiation: true },
  { transport: 'WebSockets', protocol: 'messagepack', skipNegotiation: true },
  { transport: 'ServerSentEvents', protocol: 'json' },
  { transport: 'LongPolling', protocol: 'json' },
  { transport: 'LongPolling', protocol: 'messagepack' },
];

interface Run extends Way {
  readonly base: string;
}

/** Does everything that a client can do, in the page, and returns the results. */
function runAll(page: Page, run: Run) {
  return page.evaluate(async ({ base, transport, protocol, skipNegotiation = false }) => {
    const connect = async (path: string, token?: string) => {
      let builder = new signalR.HubConnectionBuilder()
        .withUrl(`${base}${path}`, {
          transport: signalR.HttpTransportType[transport],
          skipNegotiation,
          ...(token === undefined ? {} : { accessTokenFactory: () => token }),
        })
        .configureLogging(signalR.LogLevel.None);
      if (protocol === 'messagepack') {
        builder = builder.withHubProtocol(new signalR.protocols.msgpack.MessagePackHubProtocol());
      }
      const connection = builder.build();
      await connection.start();
      return connection;
    };
    const failure = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'it did not fail',
        (error: Error) => error.message,
      );
    const items = (connection: SignalR.HubConnection, method: string, ...args: unknown[]) =>
      new Promise<unknown[]>((resolve, reject) => {
        const got: unknown[] = [];
        connection.stream(method, ...args).subscribe({
          next: (item) => got.push(item),
          complete: () => resolve(got),
          error: reject,
        });
      });

    const connection = await connect('/testHub');
    const events: unknown[] = [];
    let onCancelled = () => {};
    const cancelled = new Promise<void>((resolve) => {
      onCancelled = resolve;
    });
    connection.on('Message', (words) => {
      events.push(words);
    });
    connection.on('CustomObject', (value) => {
      events.push(value);
    });
    connection.on('StreamCanceled', () => onCancelled());
    connection.on('Result', () => 10);

    await connection.invoke('InvokeWithString', 'hé');
    await connection.invoke('SendCustomObject', { Name: 'maize', Value: 42 });
    const subscription = connection
      .stream('InfiniteStream')
      .subscribe({ next: () => {}, complete: () => {}, error: () => {} });
    subscription.dispose();
    await cancelled;

    const upload = new signalR.Subject<string>();
    const joined = connection.invoke<string>('StreamingConcat', upload);
    for (let i = 0; i < 30; i++) upload.next(`${i},`);
    upload.complete();
    const id = await connection.invoke<string>('GetCallerConnectionId');
    const object = await connection.invoke('SendComplexObject');

    const token = await (await fetch(`${base}/generateJwtToken`)).text();
    const member = await connect('/authorizedhub', token);
    const authorized = await member.invoke('Echo', 'authorized');
    await member.stop();
    const rejection = await failure(connect('/authorizedhub'));

    const result = {
      transport: await connection.invoke('GetActiveTransportName'),
      long: (await connection.invoke<string>('Echo', 'x'.repeat(20_000))).length,
      isIdKnown: skipNegotiation || id === connection.connectionId,
      error: await failure(connection.invoke('ThrowException', 'An error occurred.')),
      events,
      stream: await items(connection, 'Stream'),
      streamError: await failure(items(connection, 'StreamThrowException', 'Boom.')),
      joined: await joined,
      answer: await (await fetch(`${base}/clientresult/${id}`)).text(),
      object: {
        ...object,
        ByteArray: object.ByteArray.length,
        DateTime: new Date(object.DateTime).getTime(),
      },
      nothing: await connection.invoke('GetCookie', 'expiredCookie'),
      authorized,
      rejection,
    };
    await connection.stop();
    return result;
  }, run);
}

function expected({ transport, protocol, skipNegotiation = false }: Way) {
  const unexpected = (method: string) => `An unexpected error occurred invoking '${method}' on the server.`;
  return {
    transport,
    long: 20_000,
    isIdKnown: true,
    error: `${unexpected('ThrowException')} InvalidOperationException: An error occurred.`,
    events: ['hé', { Name: 'maize', Value: 42 }],
    stream: ['a', 'b', 'c'],
    streamError: `${unexpected('StreamThrowException')} InvalidOperationException: Boom.`,
    joined: Array.from({ length: 30 }, (_, i) => `${i},`).join(''),
    answer: '10',
    object: {
      String: 'hello world',
      IntArray: [1, 2, 3],
      // Three bytes, which JSON carries as base64.
      ByteArray: protocol === 'json' ? 4 : 3,
      Guid: '00010203-0405-0607-0706-050403020100',
      DateTime: Date.UTC(2000, 0, 1),
    },
    nothing: null,
    authorized: 'authorized',
    // A browser reports why negotiate was rejected, but not why an upgrade was.
    rejection: skipNegotiation
      ? expect.stringContaining('WebSocket failed to connect')
      : "Failed to complete negotiation with the server: Error: Unauthorized: Status code '401'",
  };
}

for (const scheme of ['http', 'https'] as const) {
  for (const way of ways) {
    const negotiation = way.skipNegotiation === true ? ' without negotiate' : '';
    test(`a client over ${way.transport}${negotiation} with ${way.protocol} and ${scheme} can do everything`, async ({
      hubs,
      openPage,
    }) => {
      const page = await openPage(hubs[scheme]);
      expect(await runAll(page, { ...way, base: hubs[scheme] })).toEqual(expected(way));
    });
  }
}

test('a page of another origin connects with its credentials over every transport', async ({
  hubs,
  openPage,
}) => {
  const page = await openPage(hubs.http.replace('127.0.0.1', 'localhost'));
  for (const way of ways) {
    expect(await runAll(page, { ...way, base: hubs.http })).toEqual(expected(way));
  }
});

test('cookies of negotiate are sent with the request that opens the transport', async ({
  hubs,
  openPage,
}) => {
  const page = await openPage(hubs.https);
  for (const transport of ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const) {
    const cookies = await page.evaluate(
      async ({ base, name }) => {
        const connection = new signalR.HubConnectionBuilder()
          .withUrl(`${base}/testHub`, { transport: signalR.HttpTransportType[name] })
          .configureLogging(signalR.LogLevel.None)
          .build();
        await connection.start();
        const names = ['testCookie', 'testCookie2', 'expiredCookie'];
        const got = await Promise.all(names.map((cookie) => connection.invoke('GetCookie', cookie)));
        await connection.stop();
        return got;
      },
      { base: hubs.https, name: transport },
    );
    expect([transport, cookies]).toEqual([transport, ['testValue', 'testValue2', null]]);
  }
});

test('a client with a free choice takes WebSockets, and falls back to server-sent events or, for MessagePack, to long polling', async ({
  hubs,
  openPage,
}) => {
  const page = await openPage(hubs.http);
  const chosen = await page.evaluate(async (base) => {
    const choose = async (path: string, isBinary: boolean) => {
      let builder = new signalR.HubConnectionBuilder()
        .withUrl(`${base}${path}`)
        .configureLogging(signalR.LogLevel.None);
      if (isBinary) builder = builder.withHubProtocol(new signalR.protocols.msgpack.MessagePackHubProtocol());
      const connection = builder.build();
      await connection.start();
      const name = await connection.invoke<string>('GetActiveTransportName');
      await connection.stop();
      return name;
    };
    return [
      await choose('/testHub', false),
      await choose('/testhub-nowebsockets', false),
      await choose('/testhub-nowebsockets', true),
    ];
  }, hubs.http);
  expect(chosen).toEqual(['WebSockets', 'ServerSentEvents', 'LongPolling']);
});

test('negotiate can redirect a page', async ({ hubs, openPage }) => {
  const page = await openPage(hubs.http);
  const redirects = await page.evaluate(async (base) => {
    const connection = new signalR.HubConnectionBuilder()
      .withUrl(`${base}/redirect?baseUrl=${encodeURIComponent(base)}`)
      .configureLogging(signalR.LogLevel.None)
      .build();
    const seen: number[] = [];
    for (let i = 0; i < 2; i++) {
      await connection.start();
      seen.push(await connection.invoke<number>('GetNumRedirects'));
      await connection.stop();
    }
    return (seen[1] ?? 0) - (seen[0] ?? 0);
  }, hubs.http);
  expect(redirects).toBe(1);
});

test('a hub that cannot be created closes the connection with an error, over every transport', async ({
  hubs,
  openPage,
}) => {
  const page = await openPage(hubs.http);
  for (const transport of ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const) {
    const messageOfClose = () =>
      page.evaluate(
        async ({ base, name }) => {
          const connection = new signalR.HubConnectionBuilder()
            .withUrl(`${base}/uncreatable`, { transport: signalR.HttpTransportType[name] })
            .configureLogging(signalR.LogLevel.None)
            .build();
          const closed = new Promise<string>((resolve) => {
            connection.onclose((error) => resolve(error?.message ?? 'no error'));
          });
          // When the Close message arrives before `start` has finished, `start` fails.
          const failed = connection.start().then(
            () => closed,
            (error: Error) => error.message,
          );
          return Promise.race([closed, failed]);
        },
        { base: hubs.http, name: transport },
      );
    // With long polling the client sometimes loses the reason: its DELETE overtakes its own last poll, and it reports that
    // poll's 404. The server sends the reason each time, so the client tries until it has received it.
    await expect(async () => {
      expect(await messageOfClose()).toContain('The hub cannot be created.');
    }).toPass();
  }
});

test('a web worker can be a client', async ({ hubs, openPage }) => {
  const page = await openPage(hubs.http);
  const answer = await page.evaluate(async (base) => {
    const code = `
      importScripts('${base}/lib/signalr-webworker/signalr.js');
      const connection = new signalR.HubConnectionBuilder().withUrl('${base}/testHub').build();
      connection.on('Message', (words) => { postMessage(words); });
      connection.start().then(() => connection.invoke('InvokeWithString', 'from a worker'))
        .catch((error) => postMessage(error.message));
    `;
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    const said = await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => resolve(message);
    });
    worker.terminate();
    return said;
  }, hubs.http);
  expect(answer).toBe('from a worker');
});
