// The headers of every reply: the sources of scripts, the pages that may frame ours, no referrer, and no caching. The browser's files set
// their own cache lifetime. The security headers are always the same, so helmet computes them once: per request it would cost as much as
// checking an order.
import helmet from '@fastify/helmet';
import fastify from 'fastify';

/** The smallest reply in bytes that is compressed: a smaller one fits into one packet anyway. */
export const compressedFrom = 1_024;

/**
 * The style elements that scripts add, by the SHA-256 of their text. Emotion adds empty ones and fills them through the object model,
 * which needs no permission; the second one is the logo of the chart library, the third one is in index.html.
 */
const styleHashes = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-3pRED1tOXas1FXFoPb9TGCjmYe9XQsmO9OV23khV2nY='",
  "'sha256-ogtD+13Y48Vlp+zFZodjfFiJ+tKhbQBRuweW4WrVQVc='",
];

/** Values by name in lower case. */
export async function replyHeaders(): Promise<Readonly<Record<string, string>>> {
  const app = fastify();
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", ...styleHashes],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
    // For browsers that are no longer in use; together they would add three kilobytes to each start.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
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

/**
 * The headers of replies that are data and no page: calls, except their description, and the hub. The policy of the pages would add six
 * kilobytes to each start.
 */
export const dataHeaders = <Headers extends Readonly<Record<string, string>>>(headers: Headers) => ({
  ...headers,
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
});

/** `url`: the path of a request and its query. */
export const isData = (url = ''): boolean => url.startsWith('/api/') && !url.startsWith('/api/docs');
