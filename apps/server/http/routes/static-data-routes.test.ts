import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorPath } from '../../operator/operator-routes.ts';
import { type ServerInAFolder, serverInAFolder } from '../../testing/server-in-a-folder.ts';
import { operationsOf } from '../testing/api-document.ts';

let server: ServerInAFolder;
let thandi: string;
beforeAll(async () => {
  server = await serverInAFolder();
  thandi = await server.signIn('thandi@kand.example');
});
afterAll(() => server.close());

const get = (call: string, token?: string) => server.get(`/api/StaticData/${call}`, token);
const details = (body: object) => server.post('/api/StaticData/GetContractDetails', body, thandi);

describe('static data', () => {
  it('[API-1] has members, announcements and prices', async () => {
    expect((await get('GetAllMembers', thandi)).body).toContainEqual({
      code: 'VELD',
      name: 'Veldkraal Derivatives',
      active: true,
    });
    expect((await get('GetAnnouncements', thandi)).body).toEqual([]);
    expect((await get('GetPrices', thandi)).body).toContainEqual({
      contract: 'MAY27 SOYA',
      displaySeq: expect.any(Number),
      instrument: 'SOYA',
      contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: 1 },
      contractDate: 'MAY27',
      systemCode: expect.stringMatching(/^F\S+ SOYA$/),
      bid: null,
      offer: null,
      last: null,
      mtm: 7650,
      time: null,
    });
  });

  it('[API-1] contains the details of a contract, and null for an unknown contract', async () => {
    expect((await details({ contractName: 'DEC26 WMAZ', instrument: 'WMAZ' })).body).toMatchObject({
      contract: 'DEC26 WMAZ',
      contractSize: 100,
      tick: 0.2,
      lastTradingDay: '2026-12-23',
      strike: 0,
      flag: 'F',
      CONTRACT_TYPE: 1,
      limitLow: 3835,
      im: 21000,
    });
    expect((await details({ contractName: 'NOPE', instrument: 'WMAZ' })).body).toBeNull();
    expect((await details({ contractName: '' })).status).toBe(400);
  });

  it('returns the intervals and time-outs of browsers to anyone, even before signing in', async () => {
    expect((await get('GetClientSettings')).body).toMatchObject({
      startupDelayMs: 2500,
      depthConnectDelayMs: 1000,
      tokenCheckMs: 120_000,
    });
  });
});

describe('the calls', () => {
  it('are described at /api/docs, without the operator’s calls', async () => {
    const { body } = await server.get('/api/docs/json');
    const described = Object.keys((body as { paths: object }).paths);
    expect(described).toEqual(expect.arrayContaining(['/api/Orders/InsertOrder', '/api/authenticate/login']));
    expect(described).not.toContain(operatorPath);
  });

  it('reject an unknown one with 404', async () => {
    expect(await server.get('/api/Nothing')).toMatchObject({ status: 404, body: { code: 'noSuchCall' } });
  });

  it('reject an address that cannot be read in the shape of all bad input', async () => {
    for (const url of ['/api/%zz', '/api/Orders/%'])
      expect(await server.get(url, thandi)).toMatchObject({
        status: 400,
        body: { status: 400, errors: { url: [expect.stringContaining('cannot be read')] } },
      });
  });
});

/** Section 7 of the specification: method, path, names in the body or the query; true for the calls before a sign-in. */
const specifiedCalls: readonly (readonly [string, string, (readonly string[])?, boolean?])[] = [
  ['GET', '/api/authenticate/getHQAccess'],
  ['POST', '/api/authenticate/login', ['email', 'password'], true],
  ['GET', '/api/twoFactorAuth/OTP2FAConfirmation', ['otp'], true],
  ['POST', '/api/twoFactorAuth/TwoFAReset', ['email', 'password'], true],
  ['GET', '/api/StaticData/GetAllMembers'],
  ['GET', '/api/StaticData/GetTripartites'],
  ['GET', '/api/StaticData/GetAnnouncements'],
  ['GET', '/api/StaticData/GetPrices'],
  ['POST', '/api/StaticData/GetContractDetails', ['contractName', 'instrument']],
  ['GET', '/api/UserSettings/GetUserPreference'],
  ['POST', '/api/UserSettings/CreateUserPreference', ['userId', 'userPreferenceJson']],
  ['POST', '/api/UserSettings/UpdateUserPreference', ['id', 'jsonString']],
  ['GET', '/api/UserSettings/DeleteUserPreferenceByUserId', ['userId']],
  ['GET', '/api/UserSettings/GetAllUserLayouts'],
  ['POST', '/api/UserSettings/CreateUserLayout', ['userId', 'userLayoutJson']],
  ['POST', '/api/UserSettings/updateUserLayout', ['id', 'jsonString']],
  ['GET', '/api/UserSettings/DeleteUserLayoutById', ['Id']],
  ['GET', '/api/Silo/GetAllSiloLocations'],
  ['GET', '/api/Silo/GetAllPhysicalGrades'],
  ['GET', '/api/Silo/GetAllSiloCerts'],
  ['GET', '/api/Silo/GetAllSiloOwners'],
  ['GET', '/api/Silo/GetAllOrigins'],
];

describe('the calls of the specification', () => {
  it('[API-1] [API-5] [AUTH-8] have its methods, paths and names, and need the token except in the sign-in', async () => {
    const operations = operationsOf((await server.get('/api/docs/json')).body);
    for (const [method, path, names = [], isPublic = false] of specifiedCalls) {
      const documented = operations.filter((operation) => operation.path === path);
      expect(
        documented.map((operation) => operation.method),
        path,
      ).toEqual([method]);
      const { body, query, needsSignIn } = documented[0] ?? {};
      const input = method === 'POST' ? body : query;
      expect(Object.keys(input?.properties ?? {}), path).toEqual(expect.arrayContaining([...names]));
      // A call requires no field that the specification does not know.
      for (const name of input?.required ?? []) expect(names, path).toContain(name);
      expect(needsSignIn, path).toBe(!isPublic);
    }
  });
});
