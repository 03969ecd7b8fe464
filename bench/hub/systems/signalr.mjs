// The hub: a group broadcast of already encoded messages to clients of the JSON protocol.
import { createHubServer } from '@openpit/signalr-server';
import { hubMessageText, target } from '../payload.mjs';

const anyText = { '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value }) } };

/** @param {import('node:http').Server} http */
export function startSignalR(http, { messageBytes, perFrame }) {
  // Each round must be flushed completely before the next. Otherwise rounds would join to larger frames.
  const server = createHubServer({ flushIntervalMs: 0, flushSliceMs: 60_000 });
  const hub = server.hub(
    '/hub',
    { methods: {}, events: { [target]: [anyText] } },
    { handlers: { onConnected: (context) => context.groups.join('all'), methods: {} } },
  );
  http.on('upgrade', (request, socket, head) => {
    if (!server.handleUpgrade(request, socket, head)) socket.destroy();
  });
  const messages = Array.from({ length: perFrame }, (_, i) =>
    hub.message(target, hubMessageText(messageBytes, i)),
  );
  const group = hub.group('all');
  return {
    broadcast() {
      for (const message of messages) group.sendMessage(message);
    },
  };
}
