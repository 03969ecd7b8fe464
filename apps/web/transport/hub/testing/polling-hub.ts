// A hub for tests: just enough of the protocol (negotiate, long polling, handshake, MessagePack) for the real client to connect, be cut
// off and reconnect. It can also reject negotiations. It offers all transports but serves only polls, as if WebSockets were blocked.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HubMessage, MessageType, NullLogger } from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';

export interface PollingHub {
  readonly url: string;
  /** The status that answers negotiations; 200 admits the client. */
  setNegotiateStatus(status: number): void;
  negotiations(): number;
  /** Methods that were invoked, in order. */
  readonly invoked: string[];
  /** The client's tokens, one for each negotiation. */
  readonly tokens: (string | undefined)[];
  /** The `component` of each negotiation; null without one. */
  readonly components: (string | null)[];
  send(event: string, payload: unknown): void;
  /** Cuts every connection off without a close message. */
  drop(): void;
  close(): Promise<void>;
}

interface Client {
  poll: ServerResponse | undefined;
  queue: Uint8Array[];
  hasPolled: boolean;
  hasHandshake: boolean;
}

const protocol = new MessagePackHubProtocol();
const handshakeEnd = 0x1e;

export async function startPollingHub(): Promise<PollingHub> {
  const clients = new Map<string, Client>();
  const invoked: string[] = [];
  const tokens: (string | undefined)[] = [];
  const components: (string | null)[] = [];
  let negotiateStatus = 200;
  let negotiations = 0;

  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => answer(request, response, body),
      // The client has aborted the request.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/market`;

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    if (pathname.endsWith('/negotiate')) {
      components.push(searchParams.get('component'));
      negotiate(request, response);
      return;
    }
    const client = clients.get(searchParams.get('id') ?? '');
    if (client === undefined) response.writeHead(404).end('No Connection with that ID');
    else if (request.headers.accept === 'text/event-stream') response.writeHead(403).end();
    else if (request.method === 'GET') poll(client, response);
    else if (request.method === 'DELETE') {
      client.poll?.writeHead(204).end();
      response.writeHead(202).end();
    } else {
      receive(client, body);
      response.writeHead(200).end();
    }
  }

  function negotiate(request: IncomingMessage, response: ServerResponse): void {
    negotiations += 1;
    tokens.push(request.headers.authorization);
    if (negotiateStatus !== 200) {
      response
        .writeHead(negotiateStatus, negotiateStatus === 401 ? 'Unauthorized' : 'Service Unavailable')
        .end();
      return;
    }
    const id = `connection-${negotiations}`;
    clients.set(id, { poll: undefined, queue: [], hasPolled: false, hasHandshake: false });
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        negotiateVersion: 1,
        connectionId: id,
        connectionToken: id,
        availableTransports: [
          { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
          { transport: 'ServerSentEvents', transferFormats: ['Text'] },
          { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
        ],
      }),
    );
  }

  function poll(client: Client, response: ServerResponse): void {
    if (!client.hasPolled) {
      client.hasPolled = true;
      response.writeHead(200).end();
      return;
    }
    client.poll = response;
    flush(client);
  }

  function flush(client: Client): void {
    if (client.poll === undefined || client.queue.length === 0) return;
    client.poll
      .writeHead(200, { 'content-type': 'application/octet-stream' })
      .end(Buffer.concat(client.queue));
    client.queue = [];
    client.poll = undefined;
  }

  function receive(client: Client, body: Buffer): void {
    if (!client.hasHandshake) {
      client.hasHandshake = true;
      client.queue.push(Buffer.from([0x7b, 0x7d, handshakeEnd]));
      flush(client);
      return;
    }
    for (const message of protocol.parseMessages(copyOf(body), NullLogger.instance)) {
      if (message.type !== MessageType.Invocation) continue;
      invoked.push(message.target);
      if (message.invocationId)
        push(client, { type: MessageType.Completion, invocationId: message.invocationId, result: 'done' });
    }
  }

  function push(client: Client, message: HubMessage): void {
    client.queue.push(new Uint8Array(protocol.writeMessage(message)));
    flush(client);
  }

  return {
    url,
    setNegotiateStatus: (status) => {
      negotiateStatus = status;
    },
    negotiations: () => negotiations,
    invoked,
    tokens,
    components,
    send(target, payload) {
      for (const client of clients.values())
        push(client, { type: MessageType.Invocation, target, arguments: [payload] });
    },
    drop() {
      const cut = [...clients.values()];
      clients.clear();
      for (const client of cut) client.poll?.writeHead(500).end();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function copyOf(body: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(body.byteLength);
  new Uint8Array(copy).set(body);
  return copy;
}
