// The headers of every reply: where scripts may be loaded from, who may frame our pages, no referrer, and that nobody keeps the
// reply; the browser's files say themselves how long they may be kept. The security headers are always the same, so helmet computes
// them once: per request it would cost as much as checking an order.
import helmet from '@fastify/helmet';
import fastify from 'fastify';

/** Values by name in lower case. */
export async function replyHeaders(): Promise<Readonly<Record<string, string>>> {
  const app = fastify();
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
  });
  let headers: Record<string, string> = {};
  app.get('/', async (_request, reply) => {
    headers = Object.fromEntries(
      Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]),
    );
    return '';
  });
  await app.inject('/');
  await app.close();
  return { ...headers, 'cache-control': 'no-store' };
}
