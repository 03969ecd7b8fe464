// The baseline: `ws` alone sends the same bytes as the hub, so that clients cannot tell the difference.
import { WebSocketServer } from 'ws';
import { hubMessageBytes } from '../payload.mjs';

/** @param {import('node:http').Server} http */
export function startBareWs(http, { messageBytes, perFrame }) {
  const clients = new Set();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  server.on('connection', (socket) => {
    socket.once('message', () => {
      socket.send('{}\x1e');
      clients.add(socket);
    });
    socket.on('close', () => clients.delete(socket));
    socket.on('error', () => socket.terminate());
  });
  const options = { binary: false };
  const messages = Array.from({ length: perFrame }, (_, i) => hubMessageBytes(messageBytes, i));
  return {
    broadcast() {
      const frame = messages.length === 1 ? messages[0] : Buffer.concat(messages);
      for (const socket of clients) socket.send(frame, options);
    },
  };
}
