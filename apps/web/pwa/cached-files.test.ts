import { describe, expect, it } from 'vitest';
import { answerFor, outdated } from './cached-files.ts';

const origin = 'https://openpit.example';
const answer = (path: string, { method = 'GET', mode = 'cors' as RequestMode } = {}) =>
  answerFor({ method, mode, url: new URL(path, origin).href }, origin);

describe('the service worker', () => {
  it.each(['/', '/app', '/app/trading', '/app/trading?panel=Positions', '/authentication/login'])(
    '[SHELL-1] answers the address %s with the kept page',
    (path) => {
      expect(answer(path, { mode: 'navigate' })).toBe('page');
    },
  );

  it('[SHELL-1] answers requests for built files and the manifest from its cache', () => {
    expect(answer('/assets/index-BV9zdV_h.js')).toBe('file');
    expect(answer('/manifest.webmanifest')).toBe('file');
  });

  it.each([
    '/api/StaticData/GetPrices',
    '/api/UserSettings/GetAllUserLayouts',
    '/api/docs/json',
    '/market?access_token=secret',
    '/market/negotiate',
    '/operator/status',
    '/service-worker.js',
    '/index.html',
    '/favicon.svg',
  ])('[SHELL-8] leaves %s to the server, as a call and as a page', (path) => {
    expect(answer(path)).toBe('server');
    expect(answer(path, { mode: 'navigate' })).toBe('server');
  });

  it('[SHELL-8] leaves other methods and other origins to the server', () => {
    expect(answer('/app/trading', { method: 'POST', mode: 'navigate' })).toBe('server');
    expect(answer('https://elsewhere.example/assets/index.js')).toBe('server');
  });

  it('[SHELL-6] keeps the files of its own version and of the one before it', () => {
    expect(outdated(['openpit-1', 'openpit-2', 'openpit-3'], 'openpit-3')).toEqual(['openpit-1']);
    expect(outdated(['openpit-2', 'openpit-3'], 'openpit-3')).toEqual([]);
    expect(outdated(['openpit-3', 'openpit-1', 'openpit-2'], 'openpit-3')).toEqual(['openpit-1']);
  });
});
