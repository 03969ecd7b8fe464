// HTTP calls to the server of this page. A call never throws; its result is a value. Most callers show a failure in place; for the others
// an error toast appears (ERR-1). Every call that is not anonymous carries the bearer token (AUTH-8).
import { isRecord } from '@openpit/wire';
import * as z from 'zod/mini';
import { showToast } from '../notices/toasts.ts';
import { useSession } from '../stores/session.ts';
import { marketInPage } from './market-in-page.ts';

/** A screen decides by `kind`; `errorText` is the text of the error toast (ERR-1). */
export type CallResult<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /** The server read the request and rejected it (401, 403, 404, 409, 422, 429, 503). */
  | {
      readonly kind: 'rejected';
      readonly status: number;
      /** The code from the server's catalogue; empty if the body has none. */
      readonly code: string;
      readonly message: string;
      readonly errorText: string;
    }
  /** 400: the errors by path of the field, `{price: ['A price has at most two decimals.']}`. */
  | {
      readonly kind: 'badInput';
      readonly errors: Readonly<Record<string, readonly string[]>>;
      readonly message: string;
      readonly errorText: string;
    }
  /** There was no readable reply, so it is unknown whether the command was executed. */
  | { readonly kind: 'unknown'; readonly message: string; readonly errorText: string };

export type FailedCallResult = Exclude<CallResult<never>, { readonly kind: 'ok' }>;

export interface FailedCall {
  /** HTTP status; absent when no reply came. */
  readonly status?: number;
  readonly statusText?: string;
  /** The body, when it was JSON. */
  readonly body?: unknown;
  /** The body, when it was plain text. */
  readonly text?: string;
  /** The thrown error, when there was no reply. */
  readonly error?: { readonly message?: string; readonly code?: string | undefined };
}

const maxErrorTextLength = 300;
/** The spelling follows the specification. */
const unknownIssueText = 'Uknown issue: Contact Support.';

/**
 * The text of the error toast: the first of several sources that has a text (ERR-1); several lines if the server named several fields.
 */
export function errorText({ status, statusText, body, text, error }: FailedCall): string {
  if (isRecord(body)) {
    if (isFilled(body.status) && isFilled(body.message)) return `${body.status}: ${body.message}`;
    if (isFilled(body.status) && isFilled(body.title))
      return [`${body.status}: ${body.title}`, ...validationLines(body.errors)].join('\n');
  }
  if (body !== undefined && body !== null) return JSON.stringify(body);
  const plain = text?.trim();
  if (plain) {
    const cut = plain.length > maxErrorTextLength ? `${plain.slice(0, maxErrorTextLength)}…` : plain;
    return status === undefined ? cut : `${status}: ${cut}`;
  }
  if (status !== undefined && statusText) return `${status}: ${statusText}`;
  if (error?.message) return isFilled(error.code) ? `${error.message} (${error.code})` : error.message;
  if (status !== undefined) return String(status);
  return unknownIssueText;
}

/** Each line of `{field: [line, …]}`; a server may also send a single text for a field. */
function validationLines(errors: unknown): string[] {
  if (!isRecord(errors)) return [];
  return Object.values(errors)
    .flat()
    .filter((line) => typeof line === 'string');
}

function isFilled(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

interface HttpClientOptions {
  /** `''` for the page's own origin. */
  readonly origin: string;
  readonly token: () => string | null;
  readonly showError: (text: string) => void;
  /** Called when a call that carried the token was answered 401. */
  readonly onUnauthorized: () => void;
}

export interface CallOptions {
  /** Values that are null or undefined are omitted. */
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  /** A call with a body is a POST, any other a GET. */
  readonly body?: object;
  /** True if the reply is plain text, not JSON. */
  readonly isText?: boolean;
  /** True if the caller shows the failure itself, so that no toast appears. */
  readonly isSilent?: boolean;
  /** True if the call carries no token, so that a 401 does not end the session. */
  readonly isAnonymous?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** `read` turns the reply into a value; if it throws, the outcome is unknown. */
type HttpClient = <T>(
  path: string,
  read: (reply: unknown) => T,
  options?: CallOptions,
) => Promise<CallResult<T>>;

/** There is no time-out (API-4); the caller may pass a signal. */
export function createHttpClient({
  origin,
  token,
  showError,
  onUnauthorized,
}: HttpClientOptions): HttpClient {
  return async (path, read, options = {}) => {
    const { isText, isSilent, isAnonymous } = options;
    const bearer = isAnonymous === true ? null : token();
    let failed: FailedCall;
    try {
      const url = `${origin}${path}${queryText(options.query)}`;
      const request = requestOf(options, bearer);
      const market = marketInPage();
      const response = await (market === null ? fetch(url, request) : market.call(url, request));
      const { status, statusText } = response;
      const text = await response.text();
      if (response.ok)
        return { kind: 'ok', value: read(isText === true ? text : text === '' ? null : JSON.parse(text)) };
      const body = jsonOf(response, text);
      failed = body === undefined ? { status, statusText, text } : { status, statusText, body };
    } catch (error) {
      failed = { error: thrown(error) };
    }
    const failure = failureOf(failed);
    if (failure.kind === 'rejected' && failure.status === 401 && bearer !== null) onUnauthorized();
    else if (isSilent !== true) showError(failure.errorText);
    return failure;
  };
}

const requestOf = ({ isText, body, signal }: CallOptions, bearer: string | null): RequestInit => ({
  method: body === undefined ? 'GET' : 'POST',
  headers: {
    accept: isText === true ? '*/*' : 'application/json',
    ...(body && { 'content-type': 'application/json' }),
    ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
  },
  cache: 'no-store',
  body: body === undefined ? null : JSON.stringify(body),
  ...(signal && { signal }),
});

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
 * False if the command may have been executed: after a proxy's 502, a fault, or a stopped venue. After a 503 with another code it was
 * certainly not.
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

function thrown(error: unknown): { message: string; code?: string | undefined } {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { message: error.message, code };
}

function queryText(query: CallOptions['query'] = {}): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return parameters.length === 0
    ? ''
    : `?${new URLSearchParams(Object.fromEntries(parameters) as Record<string, string>)}`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

let endSession: () => void = () => {
  throw new Error('Nobody listens for the end of the session.');
};

/** Sets the listener for a rejected token. */
export function onUnauthorized(listener: () => void): void {
  endSession = listener;
}

/** A call to the server of this page whose failure shows an error toast. A 401 ends the session by the listener of session/. */
export const callWithToast = createHttpClient({
  origin: '',
  token: () => useSession.getState().token,
  showError: (message) => {
    showToast({ type: 'error', message });
  },
  onUnauthorized: () => endSession(),
});

/** A call without a toast: the caller shows the failure in place, or can do without the reply. */
export const callServer: HttpClient = (path, read, options) =>
  callWithToast(path, read, { ...options, isSilent: true });

/**
 * A reader that converts JSON to a value of the contract's type, checked against a schema of the contract, or throws an error that names
 * the field.
 */
export function replyAs<T>(schema: z.ZodMiniType<T>): (json: unknown) => T {
  return (json) => {
    const result = z.safeParse(schema, json);
    if (result.success) return result.data;
    const faults = result.error.issues.map(({ path, message }) =>
      [path.join('.'), message].filter(Boolean).join(': '),
    );
    throw new Error(`The server's answer cannot be read (${faults.join('; ')}).`);
  };
}

/** A reader for rows whose fields the server's types guarantee; it checks only that they are a list of objects. */
export function replyRows<Row extends object>(json: unknown): readonly Row[] {
  if (!Array.isArray(json) || json.some((row) => typeof row !== 'object' || row === null))
    throw new Error('The server sent something other than a list of rows.');
  return json as readonly Row[];
}

/** A reader for replies whose contents are not used. */
export function anyReply(): null {
  return null;
}
