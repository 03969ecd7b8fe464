import { userReads } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noToasts, useToasts } from '../notices/toasts.ts';
import {
  getAllOrigins,
  getAllPhysicalGrades,
  getAllSiloCerts,
  getAllSiloLocations,
  getAllSiloOwners,
  getSiloCertHistory,
} from './silo.ts';
import { type LocalServer, startLocalServer } from './testing/local-server.ts';

let server: LocalServer;
beforeEach(async () => {
  server = await startLocalServer();
  useToasts.setState(noToasts);
});
afterEach(() => server.close());

const { signal } = new AbortController();
const calls = [
  [userReads.getAllSiloLocations.path, getAllSiloLocations],
  [userReads.getAllPhysicalGrades.path, getAllPhysicalGrades],
  [userReads.getAllSiloCerts.path, getAllSiloCerts],
  [userReads.getAllSiloOwners.path, getAllSiloOwners],
  [userReads.getAllOrigins.path, getAllOrigins],
] as const;

describe('the five calls for silo data', () => {
  it.each(calls)('[API-3] [API-5] %s returns its rows', async (path, call) => {
    server.answer(path, () => ({ json: [{ code: 'RSA' }] }));
    expect(await call(signal)).toEqual([{ code: 'RSA' }]);
    expect(server.calls).toEqual([`GET ${path}`]);
  });

  it.each(calls)('[API-3] %s returns null without a toast when it fails', async (path, call) => {
    for (const answer of [
      { status: 500, json: { status: 500, message: 'Something failed inside.', code: 'fault' } },
      { status: 200, json: { code: 'RSA' } },
    ]) {
      server.answer(path, () => answer);
      expect(await call(signal)).toBeNull();
    }
    await server.close();
    expect(await call(signal)).toBeNull();
    expect(useToasts.getState().showing).toBeNull();
  });
});

describe('the history of a certificate', () => {
  it('is requested by the receipt number, and a failure is a sentence in the dialog, not a toast', async () => {
    server.answer(userReads.getSiloCertHistory.path, () => ({ json: [] }));
    expect(await getSiloCertHistory('SR100001', signal)).toEqual({ kind: 'ok', value: [] });
    expect(server.calls).toEqual([`GET ${userReads.getSiloCertHistory.path}?siloReceiptNo=SR100001`]);
    await server.close();
    expect(await getSiloCertHistory('SR100001', signal)).toMatchObject({ kind: 'unknown' });
    expect(useToasts.getState().showing).toBeNull();
  });
});
