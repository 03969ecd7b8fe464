import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createHubServer, type HubServer } from './hub-server.ts';
import { text } from './testing/schemas.ts';
import { client, closeAll, HttpTransportType, until } from './testing/serve.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  await closeAll();
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const contract = { methods: { WhichNode: { args: [], result: text } }, events: {} } as const;

function startNode(name: string): HubServer {
  const server = createHubServer({ node: name, tokenSecret: 'one for all' });
  server.hub('/h', contract, { hub: { methods: { WhichNode: () => name } } });
  return server;
}

/** One address in front of several nodes, as a balancer is: requests go to the node that is in service. */
async function startBalancer(current: () => HubServer): Promise<string> {
  const http = createServer((request, response) => {
    if (!current().handleRequest(request, response)) response.writeHead(404).end();
  });
  http.on('upgrade', (request, socket, head) => {
    if (!current().handleUpgrade(request, socket, head)) socket.destroy();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/h`;
}

for (const transport of ['WebSockets', 'ServerSentEvents'] as const) {
  it(`a node that closes sends its clients over ${transport} to another, and none stays behind`, async () => {
    const here = startNode('here');
    const there = startNode('there');
    let current = here;
    const url = await startBalancer(() => current);
    const connections = Array.from({ length: 5 }, () =>
      client(url, { transport: HttpTransportType[transport], reconnects: true }),
    );
    await Promise.all(connections.map((connection) => connection.start()));
    expect(await connections[0]?.invoke('WhichNode')).toBe('here');
    const closed: unknown[] = [];
    for (const connection of connections) connection.onclose(() => closed.push(connection));

    current = there;
    await here.close();
    expect(here.metrics.connections).toBe(0);
    expect(here.metrics.closes.serverClosing).toBe(5);
    await until(() => there.metrics.connections === 5);
    await until(() => connections.every(({ state }) => state === 'Connected'));
    const nodes = await Promise.all(connections.map((connection) => connection.invoke('WhichNode')));
    expect(nodes).toEqual(Array.from({ length: 5 }, () => 'there'));
    expect(closed).toEqual([]);
    await Promise.all(connections.map((connection) => connection.stop()));
    await there.close();
  });
}
