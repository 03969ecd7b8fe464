import { userReads } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noToasts, useToasts } from '../notices/toasts.ts';
import { getContractDetails } from './static-data.ts';
import { type LocalServer, startLocalServer } from './testing/local-server.ts';

const details = {
  contract: 'DEC26 WMAZ',
  displaySeq: 1,
  instrument: 'WMAZ',
  CONTRACT_TYPE: 1,
  flag: 'F',
  strike: 0,
  contractSize: 100,
  tick: 0.2,
  lastTradingDay: '2026-12-18',
  expiry: '2026-12-18',
  limitLow: null,
  limitHigh: null,
  im: 1_000,
};

let server: LocalServer;
beforeEach(async () => {
  server = await startLocalServer();
  useToasts.setState(noToasts);
});
afterEach(() => server.close());

const ask = () =>
  getContractDetails(
    { contractName: details.contract, instrument: details.instrument },
    new AbortController().signal,
  );

describe('the details of a contract', () => {
  it('[API-2] are requested by contract name and instrument', async () => {
    server.answer(userReads.getContractDetails.path, () => ({ json: details }));
    expect(await ask()).toEqual(details);
    expect(server.calls).toEqual([
      `POST ${userReads.getContractDetails.path} {"contractName":"DEC26 WMAZ","instrument":"WMAZ"}`,
    ]);
  });

  it.each([
    ['the exchange does not know the contract', 200, null],
    ['the call is rejected', 422, { status: 422, message: 'No such contract.', code: 'unknownContract' }],
    ['the server fails', 500, { status: 500, message: 'Something failed inside.', code: 'fault' }],
    ['the reply has another shape', 200, { contract: 7 }],
  ])('[API-2] are null without a toast when %s', async (_, status, json) => {
    server.answer(userReads.getContractDetails.path, () => ({ status, json }));
    expect(await ask()).toBeNull();
    expect(useToasts.getState().showing).toBeNull();
  });

  it('[API-2] are null without a toast when the server does not answer', async () => {
    await server.close();
    expect(await ask()).toBeNull();
    expect(useToasts.getState().showing).toBeNull();
    server = await startLocalServer();
  });
});
