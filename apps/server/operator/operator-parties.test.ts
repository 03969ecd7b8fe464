// Members, dealers and clients that join while the market runs, limits, and the kill switch, as those whom they concern see them.
import { type ActiveOrderRow, userReads } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleOrder } from '../testing/body-examples.ts';
import { until } from '../testing/screen.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort();
});
afterAll(() => server.close());

let requests = 0;
function insert(token: string, fields: object = {}) {
  requests += 1;
  const body = { requestId: `parties-${requests}`, ...exampleOrder, ...fields };
  return server.call('/api/Orders/InsertOrder', { token, body });
}
const working = (member: string) => server.view.rowsFor('activeOrders', { userId: '', member }).rows.length;

describe('a member that joins while the market runs', () => {
  it('is in the list of members, and its dealers and clients in the profile of its users', async () => {
    await server.operate({ action: 'member-add', code: 'NEWM', branch: 'Durban', name: 'New Member' });
    await server.operate({
      action: 'dealer-add',
      code: 'NWD',
      member: 'NEWM',
      branch: 'Durban',
      name: 'New Dealer',
    });
    await server.operate({ action: 'client-add', code: '7777N', member: 'NEWM', name: 'New Client' });
    await server.operate({ action: 'sub-account-add', account: '7777N', subAccount: 'EAST' });
    const renamed = { action: 'member-add', code: 'NEWM', branch: 'Paarl', name: 'New Member' } as const;
    expect(await server.operate(renamed)).toBe('Member NEWM is New Member, with branches in Durban, Paarl.');
    await server.operate({ action: 'account-vat', account: '7777N', vatNumber: '4123456789' });
    const token = await server.signIn('thandi');
    const members = await server.call(userReads.getAllMembers.path, { token });
    expect(members.body).toContainEqual({ code: 'NEWM', name: 'New Member', active: true });
    expect(server.view.directory.clientsOf('NEWM')).toMatchObject([
      { code: '7777N', subAccounts: ['EAST'], vatNumber: '4123456789' },
    ]);
    expect(server.view.rowsFor('clearingInfo', { userId: '', member: 'NEWM' }).rows).toMatchObject([
      { principal: 'NEWM', clearingMember: 'NEWM' },
      { principal: '7777N', name: 'New Client', agreement: 'client' },
    ]);
    await expect(
      server.operate({
        action: 'dealer-add',
        code: 'XYZ',
        member: 'NEWM',
        branch: 'Sandton',
        name: 'Nobody',
      }),
    ).rejects.toThrow('member NEWM has no branch Sandton');
  });
});

describe('the screens of other members', () => {
  it('hear that the list of members has changed when a member joins', async () => {
    const screen = await server.connect(await server.signIn('pieter'));
    await server.operate({ action: 'member-add', code: 'LATE', branch: 'Durban', name: 'Late Member' });
    await until(() => screen.all('AnswersChanged').length > 0);
    expect(screen.all('AnswersChanged')).toEqual([{ calls: [userReads.getAllMembers.path] }]);
    expect(screen.all('InfoErrorMessage')).toEqual([]);
  });
});

describe('an account that is not active', () => {
  it('cannot deal until the operator enables it again', async () => {
    const token = await server.signIn('thandi');
    const client = { principal: '9996S', capacity: 'A' };
    const order = (await insert(token, client)).body as { activeOrderSeq: number };
    await server.operate({ action: 'account-disable', account: '9996S' });
    const { rows } = server.view.rowsFor('activeOrders', { userId: '', member: 'KAND' });
    expect(rows.find((row) => (row as ActiveOrderRow).activeOrderSeq === order.activeOrderSeq)).toMatchObject(
      {
        state: 'Suspended',
      },
    );
    expect(await insert(token, client)).toMatchObject({ status: 422, body: { code: 'principalNotActive' } });
    await server.operate({ action: 'account-enable', account: '9996S' });
    expect((await insert(token, client)).status).toBe(200);
  });
});

describe('limits', () => {
  it('reject positions and quantities above them with a sentence', async () => {
    const token = await server.signIn('thandi');
    await server.operate({ action: 'limit-position', account: 'KAND', maxLots: 5 });
    await server.operate({ action: 'limit-quantity', user: 'thandi', maxLots: 10 });
    expect(await insert(token, { qty: 6 })).toMatchObject({
      status: 422,
      body: { code: 'positionAboveLimit' },
    });
    expect(await insert(token, { qty: 11 })).toMatchObject({
      status: 422,
      body: { code: 'quantityAboveLimit' },
    });
    await server.operate({ action: 'limit-position', account: 'KAND', maxLots: null });
    await server.operate({ action: 'limit-quantity', user: 'thandi', maxLots: null });
    expect((await insert(token, { qty: 11 })).status).toBe(200);
  });
});

describe('the kill switch', () => {
  it.each(['KAND/THN', 'KAND'])(
    'deletes the orders of %s immediately, accepts no new ones, informs the screen, and spares other members',
    async (who) => {
      const [thandi, pieter] = [await server.signIn('thandi'), await server.signIn('pieter')];
      const screen = await server.connect(thandi);
      await screen.invoke('SubscribeToGroups', ['user', 'member']);
      expect((await insert(thandi)).status).toBe(200);
      const others = working('VELD');
      expect((await insert(pieter, { principal: 'VELD', side: 'S', price: 4090 })).status).toBe(200);

      await server.operate({ action: 'stop', who, reason: 'the margin was not paid' });
      expect([working('KAND'), working('VELD')]).toEqual([0, others + 1]);
      const message = expect.stringContaining('the margin was not paid');
      expect(await insert(thandi)).toMatchObject({ status: 403, body: { code: 'tradingStopped', message } });
      expect((await insert(pieter, { principal: 'VELD', side: 'S', price: 4091 })).status).toBe(200);
      await until(() => screen.all('InfoErrorMessage').length > 0);
      expect(screen.all('InfoErrorMessage')).toMatchObject([{ message }]);

      expect(await server.operate({ action: 'resume-trading', who })).toBe(`The stop of ${who} has ended.`);
      expect((await insert(thandi)).status).toBe(200);
      await expect(server.operate({ action: 'resume-trading', who })).rejects.toThrow('is not stopped');
    },
  );
});
