// Turns the error that ended a request into its reply: bad input into 400 with the path of each field, a rejection into its
// own status, and any other error into a 500 that reveals nothing internal.
import type { IncomingMessage } from 'node:http';
import { badInput, CallRejected, errorsByPath } from '@openpit/market';
import { isDamage, isDiskFull, isPassing } from '@openpit/storage';
import { GatewayUnavailable } from '@openpit/venue';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noteForAudit } from './audit-calls.ts';
import { InvalidRequest } from './rejections.ts';
import { isData } from './reply-headers.ts';
import { requestIdHeader } from './request-ids.ts';

export function installErrorReplies(app: FastifyInstance): void {
  app.setErrorHandler(replyTo);
  app.setNotFoundHandler((request, reply) => {
    reply.header(requestIdHeader, request.id);
    const url = pathOf(request.raw);
    // For other machines, a local-only call does not exist, whatever the method.
    const allowed = isData(url) ? ['GET', 'POST'].filter((method) => app.hasRoute({ method, url })) : [];
    const [method] = allowed;
    if (method === undefined) return reply.status(404).send(noSuchCall(request.raw));
    const body = {
      status: 405,
      code: 'wrongMethod',
      message: `${url} is called with ${allowed.join(' or ')}, not with ${request.method}.`,
    };
    return reply.status(405).header('Allow', allowed.join(', ')).send(body);
  });
}

export const noSuchCall = (request: IncomingMessage) => ({
  status: 404,
  code: 'noSuchCall',
  message: `There is no call ${request.method} ${pathOf(request)}. The calls are listed at /api/docs.`,
});

/** Sends the reply for the error that ended a request. Its header contains the request id, and so does the body of a 500. */
export function replyTo(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  reply.header(requestIdHeader, request.id);
  const errors = error instanceof InvalidRequest ? error.errors : issuesOf(error);
  if (errors !== null) {
    noteForAudit(request, { outcome: 'badInput' });
    return reply.status(400).send(badInput(errors));
  }
  if (error instanceof CallRejected) {
    noteForAudit(request, { outcome: error.body.code });
    if (error.body.status === 401) reply.header('WWW-Authenticate', 'Bearer');
    if (error.retryAfterSeconds !== null) reply.header('Retry-After', error.retryAfterSeconds);
    return reply.status(error.body.status).send(error.body);
  }
  if (error instanceof GatewayUnavailable) {
    reply.header('Retry-After', Math.ceil(error.retryAfterMs / 1000));
    return reply.status(503).send({ status: 503, code: error.code, message: error.message });
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status >= 400 && status < 500) return reply.status(status).send(bodyOfFrameworkError(status, error));
  const { id: requestId, method, routeOptions } = request;
  request.log.error({ err: error, requestId, method, route: routeOptions.url ?? null }, 'a request failed');
  // Checked first, because `isPassing` is also true for a full disk of PostgreSQL.
  if (isDiskFull(error)) {
    reply.header('Retry-After', 30);
    return reply.status(503).send({
      status: 503,
      code: 'diskFull',
      message:
        'The server cannot store this, because its disk is full. Tell your operator, who can free some space, and try again then.',
      requestId,
    });
  }
  if (isPassing(error)) {
    reply.header('Retry-After', 5);
    return reply.status(503).send({
      status: 503,
      code: 'databaseUnavailable',
      message: 'The server cannot reach its database at the moment. Try again when it is back.',
    });
  }
  if (isDamage(error))
    return reply.status(503).send({
      status: 503,
      code: 'dataDamaged',
      message:
        'What the server has stored for this cannot be read, because it is damaged. Tell your operator, who can restore it from a backup.',
      requestId,
    });
  return reply.status(500).send({
    status: 500,
    code: 'fault',
    message:
      'The server has a fault, which it has logged. Try again, and tell your operator if it happens again.',
    requestId,
  });
}

/** Rejections by Fastify: a body that is too large, not of type JSON, or not JSON. */
function bodyOfFrameworkError(status: number, error: Error) {
  if (status === 413)
    return { status, code: 'tooLarge', message: 'The request is too large. Send less at a time.' };
  if (status === 415)
    return {
      status,
      code: 'wrongContentType',
      message: 'The body must be JSON with the header Content-Type: application/json.',
    };
  if (status === 400) return badInput(unreadable(error));
  return { status, code: 'rejected', message: error.message };
}

function unreadable(error: Error): Record<string, string[]> {
  switch ('code' in error ? error.code : null) {
    case 'FST_ERR_BAD_URL':
      return { url: ['The address cannot be read: a % in it must be followed by the two digits of a byte.'] };
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return { body: ['The body is empty. Send JSON.'] };
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return {
        body: [
          'The body is not valid JSON, or has a field __proto__ or constructor.prototype, which is not allowed.',
        ],
      };
    default:
      return { body: [`The body cannot be read: ${error.message}.`] };
  }
}

interface SchemaIssue {
  readonly instancePath: string;
  readonly message?: string;
  /** The names of the unknown fields of an object. */
  readonly params?: { readonly keys?: readonly string[] };
}

/** Errors by dotted path from the validation of a body or a query; null for any other error. */
function issuesOf(error: Error): Record<string, string[]> | null {
  if (!('validation' in error) || !Array.isArray(error.validation)) return null;
  const whole = 'validationContext' in error && error.validationContext === 'querystring' ? 'query' : 'body';
  return errorsByPath(faultsIn(error.validation as SchemaIssue[], whole));
}

function* faultsIn(
  issues: readonly SchemaIssue[],
  whole: string,
): Generator<[path: string, message: string]> {
  for (const { instancePath, message, params } of issues) {
    const path = instancePath.split('/').filter(Boolean).join('.');
    if (params?.keys === undefined) yield [path || whole, message ?? 'This value cannot be used.'];
    else
      for (const key of params.keys) yield [path === '' ? key : `${path}.${key}`, 'There is no such field.'];
  }
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?')[0] ?? '';
