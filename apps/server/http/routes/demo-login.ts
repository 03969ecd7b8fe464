// One-click sign-in to a demonstration: which users a browser on this machine may choose. The password never leaves the server.
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { DemoLogin, MarketServer } from '../../market-server.ts';
import { isForThisMachine, isFromThisMachine } from '../local-only.ts';

/** Headers that proxies add: behind a proxy, a request of another machine would look like one of this machine. */
const addedByProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** The demonstration users whom this request may sign in; none for a request from another machine, from another site, or behind a proxy. */
export function offeredDemoLogins(
  { demoLogins }: MarketServer,
  request: IncomingMessage,
): readonly DemoLogin[] {
  if (!isFromThisMachine(request) || !isForThisMachine(request) || !isOfOwnPage(request)) return [];
  return addedByProxies.some((name) => request.headers[name] !== undefined) ? [] : demoLogins;
}

/** Browsers send the page's origin with every POST, and with a GET from another site. */
function isOfOwnPage({ headers, method, socket }: IncomingMessage): boolean {
  if (headers.origin === undefined) return method === 'GET';
  const origin = `${socket instanceof TLSSocket ? 'https' : 'http'}://${headers.host}`;
  // The Host may name the port that its protocol has anyway.
  return URL.canParse(origin) && new URL(origin).origin === headers.origin;
}
