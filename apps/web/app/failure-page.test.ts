import { describe, expect, it } from 'vitest';
import { version } from '../package.json';
import { failureDetails } from './failure-page.tsx';

const circumstances = { at: Date.UTC(2026, 10, 22, 10, 30), path: '/app/trading', browser: 'Firefox 140' };

describe('the details of a failure', () => {
  it('say what failed, when, the page, the browser and the version, and have the stack', () => {
    const error = new TypeError('rows is not iterable');
    error.stack = 'TypeError: rows is not iterable\n    at draw (grid.js:7:3)';
    expect(failureDetails(error, circumstances)).toBe(
      [
        'rows is not iterable',
        'Time: 2026-11-22T10:30:00.000Z',
        'Page: /app/trading',
        'Browser: Firefox 140',
        `Version: ${version}`,
        '',
        'TypeError: rows is not iterable',
        '    at draw (grid.js:7:3)',
      ].join('\n'),
    );
  });

  it.each([
    ['text', 'text'],
    [undefined, 'undefined'],
    [new Error(''), 'An error without a message'],
  ])('begin with a line even when %s was thrown', (thrown, line) => {
    expect(failureDetails(thrown, circumstances).split('\n')[0]).toBe(line);
  });

  it('[HUB-1] leave out the token of an address', () => {
    const error = new Error(
      'WebSocket to ws://a/market?component=Depth&access_token=eyJh.b-c_d.e&id=7 failed',
    );
    const details = failureDetails(error, circumstances);
    expect(details).not.toContain('eyJh');
    expect(details).toContain('access_token=(left out)&id=7');
  });
});
