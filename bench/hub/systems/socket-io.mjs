// socket.io with an emit to a room. It encodes once for all members and sends each message in its own frame.
import { Server } from 'socket.io';
import { hubMessageText, target } from '../payload.mjs';

/** @param {import('node:http').Server} http */
export function startSocketIo(http, { messageBytes, perFrame }) {
  const server = new Server(http, {
    transports: ['websocket'],
    perMessageDeflate: false,
    serveClient: false,
  });
  server.on('connection', (socket) => socket.join('all'));
  const texts = Array.from({ length: perFrame }, (_, i) => hubMessageText(messageBytes, i));
  return {
    broadcast() {
      for (const text of texts) server.to('all').emit(target, text);
    },
  };
}
