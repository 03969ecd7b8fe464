// The common part of the proxies of journeys: passing a request or a WebSocket on to the product.
import { type IncomingMessage, type RequestOptions, request as requestTo } from 'node:http';
import type { Socket } from 'node:net';

/** The same request to the product, on a separate connection. */
export function upstreamOf(target: URL, { method, url, headers }: IncomingMessage): RequestOptions {
  const { hostname, port } = target;
  return { hostname, port, method, path: url, headers, agent: false };
}

/** Connects a WebSocket through to the product. */
export function tunnel(target: URL, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const upstream = requestTo(upstreamOf(target, request));
  upstream.on('error', () => socket.destroy());
  upstream.on('upgrade', (reply, other, first) => {
    const headers = reply.rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? `${name}: ${reply.rawHeaders[index + 1]}` : [],
    );
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join('\r\n')}\r\n\r\n`);
    socket.write(first);
    other.on('error', () => socket.destroy());
    other.once('close', () => socket.destroy());
    socket.once('close', () => other.destroy());
    other.write(head);
    other.pipe(socket).pipe(other);
  });
  upstream.end();
}
