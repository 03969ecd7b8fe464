import { describe, expect, it } from 'vitest';
import { errorText, type FailedCall } from './error-text.ts';

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
