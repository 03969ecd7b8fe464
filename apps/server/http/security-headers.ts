// What a browser is told of our pages: where scripts may come from, who may frame them, what to leave out of a referrer. The
// same for every answer, so helmet is asked once: asked at each request it would cost as much as checking an order.
import helmet from '@fastify/helmet';
import fastify from 'fastify';

/** Names and values of the headers, names in lower case. */
export async function securityHeaders(): Promise<Readonly<Record<string, string>>> {
  const once = fastify();
  await once.register(helmet, {
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
  let secured: Record<string, string> = {};
  once.get('/', async (_request, reply) => {
    secured = Object.fromEntries(
      Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]),
    );
    return '';
  });
  await once.inject('/');
  await once.close();
  return secured;
}
