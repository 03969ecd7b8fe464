import { permissionFlags } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorPath } from '../operator/operator-routes.ts';
import { marketInAFolder, operatorToken, type TestMarket } from '../testing/market-in-a-folder.ts';

let trial: TestMarket;
let thandi: string;
let pieter: string;
let lerato: string;

beforeAll(async () => {
  trial = await marketInAFolder();
  thandi = await trial.signIn('thandi@kand.example');
  pieter = await trial.signIn('pieter@veld.example');
  lerato = await trial.signIn('lerato@karo.example');
});
afterAll(() => trial.close());

let requests = 0;
const requestId = () => {
  requests += 1;
  return `t-${requests}`;
};
const order = (fields: object = {}) => ({
  requestId: requestId(),
  contract: 'DEC26 WMAZ',
  side: 'B',
  type: 0,
  qty: 5,
  price: 4000,
  capacity: 'P',
  principal: 'KAND',
  ...fields,
});
const post = (url: string, payload: object, token?: string) =>
  trial.call({ method: 'POST', url, payload, ...(token === undefined ? {} : { token }) });
const get = (url: string, token?: string) =>
  trial.call({ method: 'GET', url, ...(token === undefined ? {} : { token }) });
const insert = (fields: object = {}, token = thandi) => post('/api/Orders/InsertOrder', order(fields), token);

describe('signing in', () => {
  it('[AUTH-1] answers a token that lets in, and the account behind it', async () => {
    const { status, body } = await get('/api/authenticate/getHQAccess', thandi);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      userId: 'thandi',
      userName: 'Thandi Nkosi',
      memberCode: 'KAND',
      memberName: 'Kandelaar Grain Brokers',
      dealerCode: 'THN',
      branch: 'Johannesburg',
      twoFactorEnabled: false,
    });
    expect((body as { clients: { code: string }[] }).clients.map(({ code }) => code)).toContain('9996S');
    expect((body as { clients: { code: string }[] }).clients.map(({ code }) => code)).not.toContain('8001V');
  });

  it('[AUTH-1] the token carries an exp, and a claim whose key contains name', () => {
    const payload = JSON.parse(Buffer.from(thandi.split('.')[1] ?? '', 'base64url').toString());
    expect(payload.name).toBe('Thandi Nkosi');
    expect(payload.exp * 1000).toBeGreaterThan(Date.now());
  });

  it('rejects a wrong password and an unknown address with the same words', async () => {
    const wrong = await post('/api/authenticate/login', { email: 'thandi@kand.example', password: 'x' });
    const unknown = await post('/api/authenticate/login', { email: 'nobody@kand.example', password: 'x' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body).toMatchObject({ status: 401, code: 'wrongCredentials' });
  });

  it('names each field of a body that cannot be understood', async () => {
    const { status, body } = await post('/api/authenticate/login', { email: 7, extra: true });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      status: 400,
      errors: {
        email: ['Give your e-mail address.'],
        password: ['Give your password.'],
        extra: ['This field is not known here.'],
      },
    });
  });

  it('[AUTH-8] lets nobody in without a token, with a forged one, with one in the query, or after signing out', async () => {
    const token = await trial.signIn('thandi@kand.example');
    const [head, payload] = token.split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const forged of [undefined, 'x', `${head}.${payload}.AAAA`, none])
      expect((await get('/api/authenticate/getHQAccess', forged)).status).toBe(401);
    expect((await get(`/api/authenticate/getHQAccess?access_token=${token}`)).status).toBe(401);
    expect((await get('/api/authenticate/getHQAccess', token)).status).toBe(200);
    await post('/api/authenticate/logout', {}, token);
    expect((await get('/api/authenticate/getHQAccess', token)).status).toBe(401);
    expect((await get('/api/authenticate/getHQAccess', thandi)).status).toBe(200);
  });

  it('is limited a minute by account, with the time to wait', async () => {
    const attempt = () => post('/api/authenticate/login', { email: 'mpho@miel.example', password: 'x' });
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1) statuses.push((await attempt()).status);
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
    const { status, headers, body } = await attempt();
    expect([status, statuses[20]]).toEqual([429, 429]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({ code: 'tooManyAttempts' });
  });
});

describe('orders', () => {
  it('[ACT-1] [ACT-5] [ACT-7] [ACT-4] are inserted, suspended, resubmitted and deleted, each answered with its sequence number', async () => {
    const inserted = await insert({ ref: 'R1' });
    expect(inserted.status).toBe(200);
    expect(inserted.body).toMatchObject({
      state: 'Active',
      remaining: 5,
      dealt: 0,
      ref: 'R1',
      repeated: false,
    });
    const { activeOrderSeq, seq } = inserted.body as { activeOrderSeq: number; seq: number };
    let last = seq;
    for (const [path, state] of [
      ['SuspendActiveOrder', 'Suspended'],
      ['ResubmitActiveOrder', 'Active'],
      ['DeleteActiveOrder', 'Cancelled'],
    ]) {
      const { status, body } = await post(
        `/api/Orders/${path}`,
        { requestId: requestId(), activeOrderSeq },
        thandi,
      );
      expect([status, (body as { state: string }).state]).toEqual([200, state]);
      expect((body as { seq: number }).seq).toBeGreaterThan(last);
      last = (body as { seq: number }).seq;
    }
  });

  it('[ACT-6] [ACT-8] [ACT-2] [ACT-3] are reduced, amended, edited, suspended and cancelled all at once', async () => {
    const price = 3950;
    const { activeOrderSeq } = (await insert({ price, qty: 9, ref: 'M1' })).body as {
      activeOrderSeq: number;
    };
    const call = (path: string, fields: object) =>
      post(`/api/Orders/${path}`, { requestId: requestId(), ...fields }, thandi);
    const reduced = await call('ReduceActiveOrder', { activeOrderSeq, qty: 6 });
    expect(reduced.body).toMatchObject({ state: 'Active', remaining: 6 });
    expect((await call('AmendActiveOrder', { activeOrderSeq, price: 3951 })).body).toMatchObject({
      state: 'Active',
      ref: 'M1',
    });
    expect((await call('EditSuspendOrder', { activeOrderSeq, price: 3952 })).body).toMatchObject({
      code: 'orderNotSuspended',
    });
    const filter = { contract: 'DEC26 WMAZ' };
    const suspended = await call('SuspendAllActiveOrders', {
      filter,
      includeHoldOver: true,
      expectedCount: 1,
    });
    expect((suspended.body as { orders: number[] }).orders).toContain(activeOrderSeq);
    const edited = await call('EditSuspendOrder', { activeOrderSeq, qty: 4, principal: '9996S' });
    expect(edited.body).toMatchObject({ state: 'Suspended', remaining: 4 });
    const rows = trial.server.view.activeOrders.rows.image({ userId: 'thandi', member: 'KAND' }).rows;
    expect(rows.find((row) => row.activeOrderSeq === activeOrderSeq)).toMatchObject({
      price: 3951,
      qty: 4,
      remaining: 4,
      principal: '9996S',
      capacity: 'A',
    });
    const cancelled = await call('CancelAllActiveOrders', {
      filter,
      includeHoldOver: true,
      expectedCount: 1,
    });
    expect((cancelled.body as { orders: number[] }).orders).toContain(activeOrderSeq);
    expect(
      (await call('CancelAllActiveOrders', { filter, includeHoldOver: true, expectedCount: 1 })).body,
    ).toMatchObject({ code: 'noOrdersMatch' });
    expect(
      Object.keys(
        ((await call('CancelAllActiveOrders', { filter: { colour: 'red' } })).body as { errors: object })
          .errors,
      ).sort(),
    ).toEqual(['expectedCount', 'filter.colour', 'includeHoldOver']);
  });

  it('[ACT-1] come as a double: both sides answered, or neither entered', async () => {
    const double = (fields: object = {}) =>
      post(
        '/api/Orders/InsertDoubleOrder',
        {
          requestId: requestId(),
          contract: 'JUL27 SOYA',
          bidQty: 2,
          bidPrice: 7690,
          offerQty: 3,
          offerPrice: 7710,
          capacity: 'P',
          principal: 'KAND',
          ref: 'D1',
          ...fields,
        },
        thandi,
      );
    const { status, body } = await double();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      bid: { state: 'Active', remaining: 2, ref: 'D1' },
      offer: { state: 'Active', remaining: 3, ref: 'D1' },
    });
    expect(await double({ bidPrice: 7710 })).toMatchObject({
      status: 422,
      body: { code: 'bidNotBelowOffer' },
    });
    expect(await double({ offerQty: 0 })).toMatchObject({ status: 400 });
  });

  it('repeat the first answer for a repeated request, and reject other contents under its id with 409', async () => {
    const body = order();
    const first = await post('/api/Orders/InsertOrder', body, thandi);
    const again = await post('/api/Orders/InsertOrder', body, thandi);
    expect(again.body).toEqual({ ...(first.body as object), repeated: true });
    const other = await post('/api/Orders/InsertOrder', { ...body, qty: 6 }, thandi);
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ code: 'requestIdReused' });
    const known = await get(`/api/Orders/ByRequestId?requestId=${body.requestId}`, thandi);
    expect(known.body).toEqual({ outcome: 'accepted', reply: first.body });
    expect((await get(`/api/Orders/ByRequestId?requestId=${body.requestId}`, pieter)).status).toBe(404);
  });

  it('that the market rejects are answered 422 with code and sentence, and the same when asked for later', async () => {
    const body = order({ price: 9999 });
    const rejected = await post('/api/Orders/InsertOrder', body, thandi);
    expect(rejected.status).toBe(422);
    expect(rejected.body).toEqual({
      status: 422,
      code: 'priceOutsideLimits',
      message: expect.stringMatching(/^Price outside daily limits \(/),
    });
    const known = await get(`/api/Orders/ByRequestId?requestId=${body.requestId}`, thandi);
    expect(known.body).toMatchObject({ outcome: 'rejected', status: 422, code: 'priceOutsideLimits' });
  });

  it.each([
    ['requestId', { requestId: undefined }],
    ['requestId', { requestId: 'x'.repeat(37) }],
    ['side', { side: 'X' }],
    ['type', { type: 3 }],
    ['qty', { qty: 1.5 }],
    ['qty', { qty: '5' }],
    ['price', { price: 4000.123 }],
    ['price', { price: null }],
    ['capacity', { capacity: 'Q' }],
    ['principal', { principal: '' }],
    ['surprise', { surprise: 1 }],
  ])(
    'that are not understood are answered 400 with the path %s, and change nothing',
    async (path, fields) => {
      const before = trial.server.view.lastSeq;
      const { status, body } = await insert(fields);
      expect(status).toBe(400);
      expect(Object.keys((body as { errors: object }).errors)).toEqual([path]);
      expect(trial.server.view.lastSeq).toBe(before);
    },
  );

  it('whose body is not JSON, of another type or too large are rejected with words', async () => {
    const send = (payload: string, contentType: string) =>
      trial.call({
        method: 'POST',
        url: '/api/Orders/InsertOrder',
        payload,
        token: thandi,
        headers: { 'content-type': contentType },
      });
    for (const [text, said] of [
      ['{', 'The body is not valid JSON.'],
      ['', 'The body is empty. Send JSON.'],
      ['{"__proto__":{"a":1}}', 'The body is not valid JSON.'],
    ] as const)
      expect(await send(text, 'application/json')).toMatchObject({
        status: 400,
        body: { errors: { body: [said] } },
      });
    expect(await send('x=1', 'application/x-www-form-urlencoded')).toMatchObject({
      status: 415,
      body: { code: 'wrongContentType' },
    });
    expect(await send(`{"a":"${'x'.repeat(200_000)}"}`, 'application/json')).toMatchObject({
      status: 413,
      body: { code: 'tooLarge' },
    });
  });
});

describe('preferences', () => {
  it('[PREF-5] are read with the ledger’s flags, whatever a client writes into them', async () => {
    const { body } = await get('/api/UserSettings/GetUserPreference', thandi);
    const { _id, userPreferenceJson } = body as { _id: string; userPreferenceJson: string };
    const document = JSON.parse(userPreferenceJson);
    expect(Object.values(document.flags).every((flag) => flag === true)).toBe(true);
    expect(Object.keys(document.flags)).toHaveLength(permissionFlags.length);
    expect(document.defaults).toMatchObject({ maxOrderQuantity: 500, defaultOrderQuantity: 10 });
    const changed = {
      ...document,
      flags: { splitDeal: false },
      defaults: { ...document.defaults, maxOrderQuantity: 50 },
    };
    const updated = await post(
      '/api/UserSettings/UpdateUserPreference',
      { id: _id, jsonString: JSON.stringify(changed) },
      thandi,
    );
    expect(
      JSON.parse((updated.body as { userPreferenceJson: string }).userPreferenceJson).flags.splitDeal,
    ).toBe(true);
    expect((await insert({ qty: 51 })).body).toMatchObject({ code: 'quantityAboveLimit' });
    await post('/api/UserSettings/UpdateUserPreference', { id: _id, jsonString: userPreferenceJson }, thandi);
    expect((await insert({ qty: 51 })).status).toBe(200);
  });

  it('[PREF-1] of a user without permissions say false for every flag', async () => {
    const { body } = await get('/api/UserSettings/GetUserPreference', lerato);
    const { flags } = JSON.parse((body as { userPreferenceJson: string }).userPreferenceJson);
    expect(Object.values(flags)).toEqual(permissionFlags.map(() => false));
  });

  it('[PREF-6] are 404 when there are none, are created once, and belong to their user', async () => {
    const { userId } = (await get('/api/authenticate/getHQAccess', lerato)).body as { userId: string };
    expect(
      (await get(`/api/UserSettings/DeleteUserPreferenceByUserId?userId=${userId}`, lerato)).body,
    ).toEqual({ deleted: true });
    expect((await get('/api/UserSettings/GetUserPreference', lerato)).status).toBe(404);
    const userPreferenceJson = JSON.stringify({
      flags: { splitDeal: true },
      defaults: { trade_form_location: 'button' },
    });
    const create = () =>
      post('/api/UserSettings/CreateUserPreference', { userId: 'somebody else', userPreferenceJson }, lerato);
    const created = await create();
    expect(created.body).toMatchObject({ userId });
    const kept = JSON.parse((created.body as { userPreferenceJson: string }).userPreferenceJson);
    expect([kept.flags.splitDeal, kept.defaults.trade_form_location]).toEqual([false, 'button']);
    expect(await create()).toMatchObject({ status: 409, body: { code: 'alreadyThere' } });
    const { _id } = created.body as { _id: string };
    expect(
      (await post('/api/UserSettings/UpdateUserPreference', { id: _id, jsonString: '{}' }, thandi)).status,
    ).toBe(404);
    expect(
      (await get(`/api/UserSettings/DeleteUserPreferenceByUserId?userId=${userId}`, thandi)).status,
    ).toBe(404);
  });

  it('that hold nonsense are rejected with the path inside the document', async () => {
    const { _id } = (await get('/api/UserSettings/GetUserPreference', pieter)).body as { _id: string };
    const update = (jsonString: string) =>
      post('/api/UserSettings/UpdateUserPreference', { id: _id, jsonString }, pieter);
    expect((await update('{')).body).toMatchObject({
      errors: { jsonString: [expect.stringContaining('not JSON')] },
    });
    expect((await update('[]')).status).toBe(400);
    expect((await update('{"defaults":{"maxOrderQuantity":0}}')).body).toMatchObject({
      errors: { 'jsonString.defaults.maxOrderQuantity': ['must be at least 1'] },
    });
  });
});

describe('layouts', () => {
  const layout = (name: string) => JSON.stringify({ name, isMobile: false, columns: [] });

  it('[LAYOUT-10] are saved under the token’s user, listed, replaced and deleted', async () => {
    const created = await post(
      '/api/UserSettings/CreateUserLayout',
      { userId: 'pieter', userLayoutJson: layout('Mine') },
      thandi,
    );
    expect(created.body).toMatchObject({ userId: 'thandi', userLayoutJson: layout('Mine') });
    const { _id } = created.body as { _id: string };
    const updated = await post(
      '/api/UserSettings/updateUserLayout',
      { id: _id, jsonString: layout('Renamed') },
      thandi,
    );
    expect(updated.body).toMatchObject({ _id, userLayoutJson: layout('Renamed') });
    const names = async (token: string) =>
      ((await get('/api/UserSettings/GetAllUserLayouts', token)).body as { userLayoutJson: string }[]).map(
        (one) => JSON.parse(one.userLayoutJson).name,
      );
    expect(await names(thandi)).toEqual(['Dealer desk', 'Renamed']);
    expect(await names(pieter)).toEqual(['Dealer desk']);
    expect(
      (await post('/api/UserSettings/updateUserLayout', { id: _id, jsonString: layout('Stolen') }, pieter))
        .status,
    ).toBe(404);
    expect((await get(`/api/UserSettings/DeleteUserLayoutById?Id=${_id}`, pieter)).status).toBe(404);
    const deleted = await get(`/api/UserSettings/DeleteUserLayoutById?Id=${_id}`, thandi);
    expect([deleted.body, deleted.headers['cache-control']]).toEqual([{ deleted: true }, 'no-store']);
    expect(await names(thandi)).toEqual(['Dealer desk']);
  });

  it('that are no layout, or too large, or too many, are rejected and not kept', async () => {
    const create = (userLayoutJson: string) =>
      post('/api/UserSettings/CreateUserLayout', { userId: 'x', userLayoutJson }, pieter);
    expect((await create('{"name":"x"}')).body).toMatchObject({
      errors: { 'userLayoutJson.columns': expect.anything(), 'userLayoutJson.isMobile': expect.anything() },
    });
    expect((await create(layout('x'.repeat(300)))).status).toBe(400);
    const large = JSON.stringify({
      name: 'large',
      isMobile: false,
      columns: [],
      more: 'x'.repeat(257 * 1024),
    });
    expect((await create(large)).body).toMatchObject({
      errors: { userLayoutJson: [expect.stringContaining('256 KiB')] },
    });
    for (let at = 1; at < 100; at += 1) expect((await create(layout(`L${at}`))).status).toBe(200);
    expect(await create(layout('one more'))).toMatchObject({ status: 422, body: { code: 'tooManyLayouts' } });
  });
});

describe('static data', () => {
  it('[API-1] members, announcements, prices and contract details', async () => {
    expect((await get('/api/StaticData/GetAllMembers', thandi)).body).toContainEqual({
      code: 'VELD',
      name: 'Veldkraal Derivatives',
      active: true,
    });
    expect((await get('/api/StaticData/GetAnnouncements', thandi)).body).toEqual([]);
    expect((await get('/api/StaticData/GetPrices', thandi)).body).toContainEqual({
      contract: 'MAY27 SOYA',
      bid: null,
      offer: null,
      last: null,
      mtm: 7650,
      time: null,
    });
    const details = await post(
      '/api/StaticData/GetContractDetails',
      { contractName: 'DEC26 WMAZ', instrument: 'WMAZ' },
      thandi,
    );
    expect(details.body).toMatchObject({
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
    expect(
      (await post('/api/StaticData/GetContractDetails', { contractName: 'NOPE', instrument: 'WMAZ' }, thandi))
        .body,
    ).toBeNull();
    expect((await post('/api/StaticData/GetContractDetails', { contractName: '' }, thandi)).status).toBe(400);
  });

  it('tells a browser the times that it keeps before anyone signs in', async () => {
    expect((await get('/api/StaticData/GetClientSettings')).body).toMatchObject({
      startupDelayMs: 2500,
      depthConnectDelayMs: 1000,
      tokenCheckMs: 120_000,
    });
  });

  it('is described at /api/docs, and an unknown call says so', async () => {
    const { body } = await get('/api/docs/json');
    expect(Object.keys((body as { paths: object }).paths)).toEqual(
      expect.arrayContaining(['/api/Orders/InsertOrder', '/api/authenticate/login']),
    );
    expect(Object.keys((body as { paths: object }).paths)).not.toContain(operatorPath);
    expect(await get('/api/Nothing')).toMatchObject({ status: 404, body: { code: 'noSuchCall' } });
  });
});

describe('an address that cannot be read', () => {
  it('is answered in the shape of all bad input', async () => {
    for (const url of ['/api/%zz', '/api/Orders/%'])
      expect(await get(url, thandi)).toMatchObject({
        status: 400,
        body: { status: 400, errors: { url: [expect.stringContaining('cannot be read')] } },
      });
  });
});

describe('the operator', () => {
  const act = (payload: object, token = operatorToken) =>
    trial.call({ method: 'POST', url: operatorPath, payload, token });

  it('grants and revokes, and what he changed holds at once', async () => {
    const granted = await act({
      action: 'grant',
      user: 'lerato@karo.example',
      flags: ['insertOrderOrDouble'],
    });
    expect(granted.body).toMatchObject({ said: expect.stringContaining('insertOrderOrDouble') });
    expect((await insert({ principal: 'KARO', price: 3990 }, lerato)).status).toBe(200);
    await act({ action: 'revoke', user: 'lerato', flags: ['all'] });
    expect((await insert({ principal: 'KARO', price: 3990 }, lerato)).status).toBe(403);
    expect((await act({ action: 'users' })).body).toMatchObject({
      said: expect.stringMatching(/lerato +KARO\/LMO +lerato@karo.example +no permissions/),
    });
  });

  it('announces, and is told what he got wrong', async () => {
    await act({ action: 'announce', message: 'Silo receipts at noon' });
    expect((await get('/api/StaticData/GetAnnouncements', thandi)).body).toMatchObject([
      { kind: 'Info', message: 'Silo receipts at noon' },
    ]);
    expect(await act({ action: 'grant', user: 'nobody', flags: ['all'] })).toMatchObject({
      status: 422,
      body: { code: 'operatorRejection', message: expect.stringContaining('no user "nobody"') },
    });
    expect(await act({ action: 'grant', user: 'lerato', flags: ['fly'] })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('"fly"') },
    });
    expect((await act({ action: 'explode' })).status).toBe(400);
  });

  it('is nobody without the token of the data folder', async () => {
    for (const token of ['', 'wrong', thandi])
      expect((await act({ action: 'users' }, token)).status).toBe(404);
  });

  it('[AUTH-10] ends the day: open orders expire and the next day begins', async () => {
    const before = trial.server.view.directory.businessDay;
    const { body } = await act({ action: 'end-of-day' });
    expect(body).toMatchObject({ said: expect.stringContaining(`Business day ${before} has ended`) });
    expect(trial.server.view.activeOrders.rows.image({ userId: 'thandi', member: 'KAND' }).rows).toEqual([]);
    expect((await get('/api/StaticData/GetAnnouncements', thandi)).body).toMatchObject([
      { kind: 'EndOfDay' },
    ]);
  });
});

describe('the demonstration users', () => {
  it('cannot sign in where the server listens to others and nobody asked for them', async () => {
    const closed = await marketInAFolder({ demoLogins: false });
    const reply = await closed.call({
      method: 'POST',
      url: '/api/authenticate/login',
      payload: { email: 'thandi@kand.example', password: 'maize-and-wheat' },
    });
    expect(reply).toMatchObject({ status: 403, body: { code: 'demoLoginsClosed' } });
    await closed.close();
  });
});
