// The HTTP side of the server: the calls under /api, their description at /api/docs, the operator's calls under /operator, and
// the browser's files at every other address.
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import staticFiles from '@fastify/static';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { errorBody } from '@openpit/wire';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { jsonSchemaTransform, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { AddressLimit } from '../auth/address-limit.ts';
import type { MarketServer } from '../market-server.ts';
import { auditCalls } from './audit-calls.ts';
import { installErrorReplies, replyTo } from './error-replies.ts';
import { createHttpServer, type HttpServerParts, rejectUnparsed } from './http-server.ts';
import { installJsonBodies } from './json-document.ts';
import {
  type CallLimits,
  countBytes,
  countReply,
  largeWork,
  limitCalls,
  sayWhatIsLeft,
} from './limit-calls.ts';
import { localOnly } from './local-only.ts';
import { completedDocument } from './open-api/open-api.ts';
import { compressedFrom } from './reply-headers.ts';
import { replySerializer } from './reply-serializer.ts';
import { logCall, requestIds } from './request-ids.ts';
import { clientSettingsRoutes } from './routes/client-settings-routes.ts';
import { commandRoutes } from './routes/command-routes.ts';
import { documentRoutes } from './routes/document-routes.ts';
import { historyRoutes } from './routes/history-routes.ts';
import { readRoutes } from './routes/read-routes.ts';
import { reportRoutes } from './routes/report-routes.ts';
import { accountRoutes, passwordRoutes, revocationRoutes, signInRoutes } from './routes/session-routes.ts';
import { twoFactorRoutes, twoFactorSignInRoutes } from './routes/two-factor-routes.ts';
import { shedCommands } from './shed-commands.ts';
import { bearerToken, needsSignIn, requireOpenSession, requireSignIn } from './signed-in.ts';
import { needsTransportSecurity, transportSecurity } from './transport-security.ts';

interface HttpParts extends Omit<HttpServerParts, 'connections' | 'isOfUser'> {
  readonly logger: FastifyBaseLogger;
  /** Folder of the built browser application. While it is missing, only the calls are served. */
  readonly webFolder: string;
  /** Whether the description of the calls can be read from other machines. */
  readonly isDocsExposed: boolean;
  readonly limits: CallLimits;
  /** Addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  readonly trustedProxies: readonly string[];
  /** Calls that are not part of the public API, for example the operator's. */
  readonly extraRoutes: readonly ((app: FastifyInstance) => Promise<void>)[];
}

/** The maximum body size in bytes. Layouts have a separate limit. */
const bodyLimit = 128 * 1024;

/**
 * Declares the data that hooks add to a request, as fields, because maps keyed by request cost more time, including garbage
 * collection.
 */
function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('account', null);
  app.decorateRequest('auditNote', null);
  app.decorateRequest('isLast', false);
}

export async function createHttpApp(server: MarketServer, parts: HttpParts): Promise<FastifyInstance> {
  const requestIdOf = requestIds(parts.trustedProxies);
  const sheds = shedCommands({ ...parts, ...parts.limits, ...server, requestIdOf });
  const app = fastify({
    loggerInstance: parts.logger,
    bodyLimit,
    // http-server.ts has already reduced the header to the client's address.
    trustProxy: [...parts.trustedProxies],
    genReqId: requestIdOf,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger with redaction per request would cost as much as checking an order.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: true,
    routerOptions: { caseSensitive: true },
    // Errors of the router do not reach the error handler.
    frameworkErrors: (error, request, reply) => void replyTo(error, request, reply),
    clientErrorHandler: rejectUnparsed(parts.headers),
    serverFactory: (handle) => {
      const { connections } = parts.limits;
      const { sessions } = server;
      const isOfUser = (request: IncomingMessage) => sessions.knownUser(bearerToken(request)) !== null;
      const httpServer = createHttpServer({ ...parts, connections, isOfUser }, handle, sheds);
      connections.watch(httpServer);
      return httpServer;
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  // Otherwise text would reach the schemas, whose error would not name the fault.
  app.removeContentTypeParser('text/plain');
  const whenAdmitted = largeWork(parts.limits);
  installJsonBodies(app, whenAdmitted);
  app.setSerializerCompiler(replySerializer);
  decorateRequests(app);
  installErrorReplies(app);

  app.addHook('onSend', countReply(parts.limits));
  await app.register(compress, {
    threshold: compressedFrom,
    // A small request could decompress to a huge one.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    // Brotli's default level is meant for files that are compressed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Openpit',
        version: '1',
        description: 'The HTTP calls of the trading floor. Changes are sent by the SignalR hub at /market.',
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url: '/', description: 'The server that has this document.' }],
      security: [],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      completedDocument('openapiObject' in document ? document.openapiObject : document.swaggerObject),
  });
  await app.register(async (docs) => {
    if (!parts.isDocsExposed) docs.addHook('onRequest', localOnly);
    // The library allows its files to be cached.
    docs.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    await docs.register(swaggerUi, { routePrefix: '/api/docs' });
  });

  // Behind a proxy that terminates TLS.
  app.addHook('onRequest', (request, reply, done) => {
    const isTls = request.protocol === 'https';
    if (needsTransportSecurity({ isTls, host: request.host }))
      reply.raw.setHeader(transportSecurity.name, transportSecurity.value);
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    const { whenSettled } = server.view;
    if (whenSettled === null) done();
    else void whenSettled.then(() => done());
  });
  app.addHook('onResponse', auditCalls(server.audit));
  app.addHook('onResponse', logCall);
  const signIn = requireSignIn(server.sessions);
  app.addHook('onRequest', async (request) => {
    if (needsSignIn(request.routeOptions.url)) await signIn(request);
  });
  app.addHook('preValidation', requireOpenSession(server.sessions));
  const addresses = new AddressLimit(server.clock);
  await app.register(signInRoutes(server, addresses));
  await app.register(twoFactorSignInRoutes(server, addresses));
  await app.register(clientSettingsRoutes(server));
  await app.register(async (signedIn) => {
    signedIn.addHook('onRequest', limitCalls(parts.limits));
    signedIn.addHook('onSend', sayWhatIsLeft(parts.limits));
    signedIn.addHook('onResponse', countBytes(parts.limits));
    signedIn.addHook('onRoute', (route) => {
      const { response, ...schema } = route.schema ?? {};
      const replies = { 401: errorBody, 429: errorBody, ...(response as object | undefined) };
      route.schema = { ...schema, response: replies, security: [{ bearer: [] }] };
    });
    await signedIn.register(accountRoutes(server));
    await signedIn.register(passwordRoutes(server));
    await signedIn.register(revocationRoutes(server));
    await signedIn.register(twoFactorRoutes(server));
    await signedIn.register(readRoutes(server));
    await signedIn.register(commandRoutes(server, parts.limits));
    await signedIn.register(historyRoutes(server));
    await signedIn.register(reportRoutes(server));
    await signedIn.register(documentRoutes(server, whenAdmitted));
  });
  for (const routes of parts.extraRoutes) await routes(app);
  if (existsSync(parts.webFolder)) await serveBrowserFiles(app, parts.webFolder);
  return app;
}

/** Serves the browser's files. Any other page address returns the application's start page, which reads the address. */
async function serveBrowserFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(staticFiles, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) =>
      void reply.header(
        'Cache-Control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  // Missing scripts and pictures are also requested with */*, so only the application's addresses return its page.
  const page = ({ headers: { accept = '*/*' }, url }: FastifyRequest) =>
    accept.includes('text/html') ||
    (/\*\/\*|text\/\*/.test(accept) && /^\/(?:app|authentication)(?:\/|$)/.test(url));
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const isOfApplication =
      !request.url.startsWith('/api') && !request.url.startsWith('/operator') && page(request);
    if (isOfApplication) return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
    reply.callNotFound();
    return reply;
  });
}
