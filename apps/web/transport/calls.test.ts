import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CallOptions, createHttpClient, errorText, type FailedCall } from './calls.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
}

const answers: Record<string, Answer> = {
  '/fine': { status: 200, body: '{"seq": 7}' },
  '/empty': { status: 200, body: '' },
  '/file': { status: 200, body: 'Date,Amount\r\n', type: 'text/csv; charset=utf-8' },
  '/garbled': { status: 200, body: '<html>' },
  '/rejected': {
    status: 422,
    body: '{"status":422,"message":"The order is not active.","code":"orderNotActive"}',
  },
  '/bad': {
    status: 400,
    body: '{"status":400,"title":"Some fields are wrong.","errors":{"price":["Too low."]}}',
  },
  '/unauthorized': { status: 401, body: '{"status":401,"message":"Sign in.","code":"notSignedIn"}' },
  '/busy': { status: 503, body: '{"status":503,"message":"The market is busy.","code":"venueBusy"}' },
  '/stopped': {
    status: 503,
    body: '{"status":503,"message":"The market has stopped.","code":"venueStopped"}',
  },
  '/interrupted': {
    status: 503,
    body: '{"status":503,"message":"The market waits for its database.","code":"outcomeUnknown"}',
  },
  '/faulty': { status: 500, body: '{"status":500,"message":"Something failed inside.","code":"fault"}' },
  '/crashed': { status: 500, body: 'Internal Server Error', type: 'text/plain' },
};

let server: Server;
/** Answers the last call to /slow. */
let answerSlowCall = () => {};
const seen: { method: string; url: string; authorization: string | undefined; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, authorization: headers.authorization, body });
      if (url === '/slow') {
        answerSlowCall = () =>
          response.writeHead(200, { 'content-type': 'application/json' }).end('{"seq": 8}');
        return;
      }
      const answer = answers[url.split('?')[0] ?? ''];
      if (answer === undefined) request.socket.destroy();
      else
        response
          .writeHead(answer.status, { 'content-type': answer.type ?? 'application/json; charset=utf-8' })
          .end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Resolves when the server has received a call to this path; works while timers are fake. */
async function expectSeen(path: string): Promise<void> {
  while (seen.at(-1)?.url !== path) await new Promise((resolve) => setImmediate(resolve));
}

function clientOf(token: string | null) {
  const errors: string[] = [];
  const logouts: string[] = [];
  const client = createHttpClient({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => token,
    showError: (text) => errors.push(text),
    onUnauthorized: () => logouts.push('out'),
  });
  const call = (path: string, options?: CallOptions) => client(path, (reply) => reply, options);
  return { call, errors, logouts };
}

describe('an HTTP call', () => {
  it('[AUTH-8] carries the bearer token, the query and a JSON body, and reads the reply', async () => {
    const { call, errors } = clientOf('abc');
    const result = await call('/fine', {
      query: { Id: 'a b', limit: 7, cursor: null, Kind: undefined },
      body: { qty: 1 },
    });
    expect(result).toEqual({ kind: 'ok', value: { seq: 7 } });
    expect(seen.at(-1)).toEqual({
      method: 'POST',
      url: '/fine?Id=a+b&limit=7',
      authorization: 'Bearer abc',
      body: '{"qty":1}',
    });
    expect(errors).toEqual([]);
  });

  it('[AUTH-8] sends no token if it is anonymous, or if no user is signed in', async () => {
    await clientOf('abc').call('/fine', { isAnonymous: true });
    expect(seen.at(-1)?.authorization).toBeUndefined();
    await clientOf(null).call('/fine');
    expect(seen.at(-1)?.authorization).toBeUndefined();
  });

  it('reads a text unchanged', async () => {
    const result = await clientOf('abc').call('/file', { isText: true });
    expect(result).toEqual({ kind: 'ok', value: 'Date,Amount\r\n' });
  });

  it('returns a rejection with its code, and shows its text once', async () => {
    const { call, errors } = clientOf('abc');
    expect(await call('/rejected')).toEqual({
      kind: 'rejected',
      status: 422,
      code: 'orderNotActive',
      message: 'The order is not active.',
      errorText: '422: The order is not active.',
    });
    expect(errors).toEqual(['422: The order is not active.']);
  });

  it('[ERR-1] shows nothing when the caller is silent', async () => {
    const { call, errors } = clientOf('abc');
    expect((await call('/rejected', { isSilent: true })).kind).toBe('rejected');
    expect(errors).toEqual([]);
  });

  it('returns the errors of a bad request by field', async () => {
    expect(await clientOf('abc').call('/bad')).toEqual({
      kind: 'badInput',
      errors: { price: ['Too low.'] },
      message: 'Some fields are wrong.',
      errorText: '400: Some fields are wrong.\nToo low.',
    });
  });

  it('ends the session on 401 and shows no error', async () => {
    const { call, errors, logouts } = clientOf('abc');
    await call('/unauthorized');
    expect(logouts).toEqual(['out']);
    expect(errors).toEqual([]);
  });

  it('does not end the session when a call without a token returns 401, as after a wrong password', async () => {
    const { call, logouts } = clientOf('abc');
    expect((await call('/unauthorized', { isAnonymous: true, isSilent: true })).kind).toBe('rejected');
    expect(logouts).toEqual([]);
  });

  it.each([
    ['/crashed', 'the server crashed'],
    ['/faulty', 'the server has a fault'],
    ['/interrupted', 'the journal was interrupted while it wrote the command'],
    ['/stopped', 'the venue stopped and may have had the command'],
    ['/garbled', 'the reply cannot be read'],
    ['/cut off', 'the connection was cut'],
  ])('has an unknown outcome after %s, where %s', async (path) => {
    const { call, errors } = clientOf('abc');
    const result = await call(path);
    expect(result.kind).toBe('unknown');
    expect(errors).toHaveLength(1);
  });

  it('has a certain outcome after a 503 with a code: not carried out', async () => {
    expect(await clientOf('abc').call('/busy')).toMatchObject({ kind: 'rejected', code: 'venueBusy' });
  });

  it('[API-4] waits for an answer without a time-out', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date', 'performance'] });
    const { call, errors } = clientOf('abc');
    const result = call('/slow');
    await expectSeen('/slow');
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    // A signal of AbortSignal.timeout would not follow the fake clock.
    expect(fetched.mock.calls.map(([, init]) => init?.signal)).toEqual([undefined]);
    answerSlowCall();
    expect(await result).toEqual({ kind: 'ok', value: { seq: 8 } });
    expect(errors).toEqual([]);
  });

  it('reads an empty reply as null', async () => {
    expect(await clientOf('abc').call('/empty')).toEqual({ kind: 'ok', value: null });
  });
});

const long = 'x'.repeat(301);

const cases: [source: string, failed: FailedCall, text: string][] = [
  [
    'status and message of the body',
    { status: 422, body: { status: 422, message: 'The order is not active.' } },
    '422: The order is not active.',
  ],
  [
    'the body before the HTTP status, and message before title',
    { status: 500, body: { status: 422, message: 'No.', title: 'Bad' } },
    '422: No.',
  ],
  [
    'status and title, then each validation line',
    {
      status: 400,
      body: {
        status: 400,
        title: 'Some fields are wrong.',
        errors: { price: ['Too low.', 'Off the tick.'], qty: ['No lots.'] },
      },
    },
    '400: Some fields are wrong.\nToo low.\nOff the tick.\nNo lots.',
  ],
  ['status and title alone', { status: 400, body: { status: 400, title: 'Bad.' } }, '400: Bad.'],
  [
    'a single text as a validation line',
    { body: { status: 400, title: 'Bad.', errors: { qty: 'No lots.' } } },
    '400: Bad.\nNo lots.',
  ],
  ['any other body as JSON', { status: 500, body: { reason: 'dust' } }, '{"reason":"dust"}'],
  ['a message without a status as JSON', { status: 500, body: { message: 'dust' } }, '{"message":"dust"}'],
  ['a list as JSON', { status: 500, body: ['a', 1] }, '["a",1]'],
  ['a JSON text as JSON', { status: 500, body: 'dust' }, '"dust"'],
  [
    'plain text with the status',
    { status: 502, statusText: 'Bad Gateway', text: ' upstream is away \n' },
    '502: upstream is away',
  ],
  ['plain text of 300 characters whole', { status: 500, text: 'x'.repeat(300) }, `500: ${'x'.repeat(300)}`],
  [
    'longer text cut at 300 characters with an ellipsis',
    { status: 500, text: long },
    `500: ${'x'.repeat(300)}…`,
  ],
  [
    'status and status text without a body',
    { status: 503, statusText: 'Service Unavailable', text: '' },
    '503: Service Unavailable',
  ],
  [
    'the message of the error with its code',
    { error: { message: 'Network Error', code: 'ERR_NETWORK' } },
    'Network Error (ERR_NETWORK)',
  ],
  ['the message of the error alone', { error: { message: 'Failed to fetch' } }, 'Failed to fetch'],
  ['the bare status when there is nothing else', { status: 504, statusText: '', text: '' }, '504'],
  ['nothing at all', {}, 'Uknown issue: Contact Support.'],
  ['an error without a message', { error: {} }, 'Uknown issue: Contact Support.'],
];

describe('[ERR-1] the text of a failed call', () => {
  it.each(cases)('is %s', (_source, failed, text) => {
    expect(errorText(failed)).toBe(text);
  });
});
