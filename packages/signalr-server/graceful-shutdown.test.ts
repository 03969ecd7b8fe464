import { afterEach, expect, it } from 'vitest';
import { createHubServer, type HubServer } from './hub-server.ts';
import { text } from './testing/schemas.ts';
import { closeAll, createClient, HttpTransportType, serve, until } from './testing/serve.ts';

afterEach(closeAll);

const contract = { methods: { WhichNode: { args: [], result: text } }, events: {} } as const;

function startNode(name: string): HubServer {
  const server = createHubServer({ node: name, tokenSecret: 'one for all' });
  server.hub('/h', contract, { handlers: { methods: { WhichNode: () => name } } });
  return server;
}

for (const transport of ['WebSockets', 'ServerSentEvents'] as const) {
  it(`a closing node makes its clients over ${transport} reconnect to another node, all of them`, async () => {
    const first = startNode('first');
    const second = startNode('second');
    // One address for both nodes, as with a load balancer: requests go to the node that is in service.
    let current = first;
    const url = await serve({
      handleRequest: (request, response) => current.handleRequest(request, response),
      handleUpgrade: (request, socket, head) => current.handleUpgrade(request, socket, head),
    });
    const connections = Array.from({ length: 5 }, () =>
      createClient(`${url}/h`, { transport: HttpTransportType[transport], reconnects: true }),
    );
    await Promise.all(connections.map((connection) => connection.start()));
    expect(await connections[0]?.invoke('WhichNode')).toBe('first');
    const closed: unknown[] = [];
    for (const connection of connections) connection.onclose(() => closed.push(connection));

    current = second;
    await first.close();
    expect(first.metrics.connections).toBe(0);
    expect(first.metrics.closes.serverClosing).toBe(5);
    await until(() => second.metrics.connections === 5);
    await until(() => connections.every(({ state }) => state === 'Connected'));
    const nodes = await Promise.all(connections.map((connection) => connection.invoke('WhichNode')));
    expect(nodes).toEqual(Array.from({ length: 5 }, () => 'second'));
    expect(closed).toEqual([]);
    await Promise.all(connections.map((connection) => connection.stop()));
    await second.close();
  });
}
