// HTTP calls of the browser to its server. A call never throws: its result is a CallResult. A failed call shows an error
// toast unless the caller is silent (ERR-1). Every call that is not anonymous carries the bearer token (AUTH-8). There is
// no time-out (API-4); the caller may pass a signal.
import type { CallResult, FailedCallResult } from './call-result.ts';
import { errorText, type FailedCall } from './error-text.ts';

export interface HttpClientOptions {
  /** `''` for the page's own origin. */
  readonly origin: string;
  readonly token: () => string | null;
  readonly showError: (text: string) => void;
  /** Called when a call that carried the token was answered 401. */
  readonly onUnauthorized: () => void;
}

export interface HttpCall<T> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Turns the reply into a value; when it throws, the outcome is unknown. */
  readonly read: (reply: unknown) => T;
  /** True: the reply is a text and not JSON. */
  readonly isText?: boolean;
  /** True: no toast, the caller shows the failure itself. */
  readonly isSilent?: boolean;
  /** True: the call carries no token, and a 401 does not end the session. */
  readonly isAnonymous?: boolean;
  readonly signal?: AbortSignal;
}

export type HttpClient = <T>(call: HttpCall<T>) => Promise<CallResult<T>>;

export function createHttpClient({
  origin,
  token,
  showError,
  onUnauthorized,
}: HttpClientOptions): HttpClient {
  return async (call) => {
    const bearer = call.isAnonymous === true ? null : token();
    const reply = await send(`${origin}${call.path}${queryText(call.query)}`, call, bearer);
    if ('value' in reply) return { kind: 'ok', value: reply.value };
    const failure = failureOf(reply.failed);
    if (failure.kind === 'rejected' && failure.status === 401 && bearer !== null) onUnauthorized();
    else if (call.isSilent !== true) showError(failure.errorText);
    return failure;
  };
}

async function send<T>(
  url: string,
  call: HttpCall<T>,
  bearer: string | null,
): Promise<{ value: T } | { failed: FailedCall }> {
  try {
    const response = await fetch(url, {
      method: call.method,
      headers: {
        accept: call.isText === true ? '*/*' : 'application/json',
        ...(call.body && { 'content-type': 'application/json' }),
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      },
      cache: 'no-store',
      ...(call.body && { body: JSON.stringify(call.body) }),
      ...(call.signal && { signal: call.signal }),
    });
    const text = await response.text();
    if (response.ok)
      return { value: call.read(call.isText === true ? text : text === '' ? null : JSON.parse(text)) };
    const { status, statusText } = response;
    const body = jsonOf(response, text);
    return { failed: { status, statusText, ...(body === undefined ? { text } : { body }) } };
  } catch (error) {
    return { failed: { error: thrown(error) } };
  }
}

function failureOf(failed: FailedCall): FailedCallResult {
  const line = errorText(failed);
  const body = isRecord(failed.body) ? failed.body : {};
  const sentence = textOf(body.message) ?? textOf(body.title) ?? line;
  const { status } = failed;
  if (status === 400 && isRecord(body.errors))
    return { kind: 'badInput', errors: linesByField(body.errors), message: sentence, errorText: line };
  const code = textOf(body.code);
  if (status !== undefined && (status < 500 || isSureRejection(status, code)))
    return { kind: 'rejected', status, code: code ?? '', message: sentence, errorText: line };
  const message =
    status === undefined
      ? 'The server did not answer. Check the connection. Your request may or may not have been carried out.'
      : 'The server failed before it answered. Your request may or may not have been carried out.';
  return { kind: 'unknown', message, errorText: line };
}

const unsureCodes = ['venueStopped', 'outcomeUnknown'];

/**
 * After a proxy's 502, a fault or a stopped venue it is unknown whether the command was carried out. After a 503 with
 * another code it is certain that it was not.
 */
function isSureRejection(status: number, code: string | undefined): boolean {
  return status === 503 && code !== undefined && !unsureCodes.includes(code);
}

function linesByField(errors: Record<string, unknown>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, lines]) => [
      field,
      [lines].flat().filter((line) => typeof line === 'string'),
    ]),
  );
}

function jsonOf(response: Response, text: string): unknown {
  if (text === '' || !(response.headers.get('content-type') ?? '').includes('json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function thrown(error: unknown): { message: string; code?: string | number } {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { message: error.message, ...(code !== undefined && { code }) };
}

function queryText(query: Readonly<Record<string, string>> | undefined): string {
  return query === undefined ? '' : `?${new URLSearchParams(query)}`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
