// Every HTTP call tried by dealers of three members, by dealers with own-only visibility, without the permission, with the
// operator's token, and without signing in. Rows are visible to their owners only, and a rejected call changes nothing.
// The scopes are in testing/read-scopes.ts and testing/command-scopes.ts.
import { type HqAccess, paths, permissionWords, userCommands, userReads } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicCalls } from '../http/signed-in.ts';
import { operatorHistoryPath, operatorPath, operatorReportPath } from '../operator/operator-routes.ts';
import type { ActScope, CallRequest } from './testing/call-scope.ts';
import { type Call, calls } from './testing/call-scopes.ts';
import { type Fields, ScopeFixture } from './testing/fixture.ts';
import {
  isOwnOnly,
  johan,
  lerato,
  marksIn,
  memberCodes,
  type Person,
  people,
  pieter,
  thandi,
  zinzi,
} from './testing/people.ts';

let fixture: ScopeFixture;
/** The method of each call in the server's API description, by path. */
const methods = new Map<string, string>();

type ScopeName = Call['scope']['scope'];
type ScopedCall<Name extends ScopeName> = Call & { readonly scope: Extract<Call['scope'], { scope: Name }> };
const callsOf = <Name extends ScopeName>(name: Name) =>
  calls
    .filter((call): call is ScopedCall<Name> => call.scope.scope === name)
    .map((call) => [call.name, call] as const);

beforeAll(async () => {
  fixture = await ScopeFixture.open();
  const { body } = await fixture.server.call('/api/docs/json');
  for (const [path, ways] of Object.entries((body as { paths: Record<string, object> }).paths))
    methods.set(path, Object.keys(ways).join());
  for (const person of people) {
    await fixture.order(person);
    await fixture.send(person, 'deleteActiveOrder', { activeOrderSeq: await fixture.order(person) });
    await fixture.deal(person);
    await fixture.report(person);
  }
  const { history, view } = fixture.server;
  await history.reach(view.lastSeq);
});
afterAll(() => fixture.server.close());

/** A request with these fields. */
function requestOf({ path, isCommand }: Call, fields: Fields, by: Person, asQuery?: true): CallRequest {
  if (asQuery !== true)
    return { path, body: isCommand ? { requestId: fixture.mark(by), ...fields } : fields };
  return { path: `${path}?${new URLSearchParams(fields as Record<string, string>)}` };
}
const ask = (by: Person, { path, body }: CallRequest) => fixture.ask(by, path, body);
const act = (by: Person, call: ScopedCall<'acts'>, fields: Fields) =>
  ask(by, requestOf(call, fields, by, call.scope.asQuery));

/** A rejection without the values that the request named. */
function rejectionWithout(body: unknown, fields: Fields): Rejection {
  const { code, message } = body as Rejection;
  const named = new Set(valuesIn(fields));
  return { code, message: message.replace(/[\w-]+/g, (word) => (named.has(word) ? '…' : word)) };
}
interface Rejection {
  readonly code: string;
  readonly message: string;
}
const valuesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [String(value)];

describe('the tables of scopes', () => {
  it('have every call of the server and no other', () => {
    expect([...methods.keys()].sort()).toEqual(calls.map(({ path }) => path).sort());
  });
});

describe('without signing in', () => {
  it('[AUTH-8] [API-6] the calls of one list answer, and no others', () => {
    const anybody = callsOf('anybody').map(([, { path }]) => path);
    expect([...publicCalls].sort()).toEqual(anybody.sort());
  });

  it.each(calls.filter(({ scope }) => scope.scope !== 'anybody').map(({ name, path }) => [name, path]))(
    '[AUTH-8] %s is 401, even with a forged token or the token of the operator, and changes nothing',
    async (_name, path) => {
      const { view, operatorToken } = fixture.server;
      const before = [view.lastSeq, await fixture.hashes()];
      const body = methods.get(path) === 'post' ? { body: {} } : {};
      for (const token of [{}, { token: 'forged' }, { token: operatorToken }]) {
        const reply = await fixture.server.call(path, { ...body, ...token });
        expect([reply.status, reply.body]).toMatchObject([401, { code: 'notSignedIn' }]);
      }
      expect([view.lastSeq, await fixture.hashes()]).toEqual(before);
    },
  );

  it.each(callsOf('anybody'))('%s answers anyone in the same way', async (_name, { scope: { request } }) => {
    const { path, body } = request(0);
    const replies = [await fixture.server.call(path, { body })];
    for (const [at, person] of people.entries()) replies.push(await ask(person, request(at + 1)));
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    // The users of a demonstration are public.
    const withoutDemoUsers = (key: string, value: unknown) => (key === 'demoUsers' ? undefined : value);
    expect(JSON.stringify(replies, withoutDemoUsers)).not.toMatch(memberCodes);
  });
});

describe('a call about the market', () => {
  it.each(callsOf('everyone'))('%s answers everyone the same, without owners', async (_name, { scope }) => {
    const replies = [];
    for (const person of people) {
      const { status, body } = await ask(person, scope.request);
      expect(status, JSON.stringify(body)).toBe(200);
      replies.push(withoutTimes(body));
    }
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    expect(marksIn(replies)).toEqual([]);
    if (scope.namesMembers === true) expect(JSON.stringify(replies)).toMatch(memberCodes);
    else expect(JSON.stringify(replies)).not.toMatch(memberCodes);
    for (const { client, dealer } of people)
      expect(JSON.stringify(replies)).not.toMatch(new RegExp(`"(${client}|${dealer})"`));
  });
});

/** Two successive calls have different times. */
function withoutTimes(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { serverTime: _time, asOf: _asOf, ...others } = body as Record<string, unknown>;
  return others;
}

describe('a call about the caller’s own items', () => {
  it.each(callsOf('own'))(
    '%s returns the caller’s items and no items of other users',
    async (_name, { scope }) => {
      for (const person of people) {
        const { status, body } = await ask(person, await scope.request(fixture, person));
        const isForbidden = scope.forbidsOwnOnly === true && isOwnOnly(person);
        expect(status, JSON.stringify(body)).toBe(isForbidden ? 403 : 200);
        if (isForbidden) continue;
        const { member, userId, sees } = person;
        const accounts = isOwnOnly(person) ? [] : [member];
        const own = { account: [userId], member: [member], orders: [...sees].sort(), accounts }[scope.of];
        expect((scope.ownersIn ?? marksIn)(body, person), `the reply to ${userId}`).toEqual(own);
        for (const other of people)
          if (other.member !== member)
            expect(JSON.stringify(body)).not.toContain(`"member":"${other.member}"`);
      }
    },
  );

  it('getHqAccess lists the dealers of the member, with own-only visibility only the dealer', async () => {
    for (const person of people) {
      const { body } = await fixture.ask(person, paths.getHqAccess);
      const scope = isOwnOnly(person) ? 'own' : 'member';
      expect(body).toMatchObject({ memberCode: person.member, scope });
      const { dealerCode, dealers } = body as HqAccess;
      const codes = dealers.map(({ code }) => code);
      if (scope === 'own') expect(codes).toEqual([dealerCode]);
      else {
        expect(codes).toContain(dealerCode);
        expect(codes.length).toBeGreaterThan(1);
      }
    }
  });

  it('logout ends the caller’s session and no other', async () => {
    const token = await fixture.server.signIn('pieter');
    await fixture.server.call(paths.logout, { body: {}, token });
    expect((await fixture.server.call(userReads.getPrices.path, { token })).status).toBe(401);
    for (const person of people)
      expect((await fixture.ask(person, userReads.getPrices.path)).status).toBe(200);
  });
});

describe('a call about an account', () => {
  it.each(callsOf('account'))(
    '%s reveals nothing to another member, to a dealer with own-only visibility, or without the permission',
    async (_name, { path, scope: { body, flag } }) => {
      for (const { client, member } of [thandi, pieter])
        for (const person of people) {
          const { status, body: reply } = await fixture.ask(person, path, body(client));
          if (isOwnOnly(person)) expect([status, reply]).toMatchObject([403, { code: 'marginNotVisible' }]);
          else if (person.member === member) expect([status, reply]).toMatchObject([200, {}]);
          else {
            const absent = await fixture.ask(person, path, body('NOBODY'));
            expect([status, absent.status]).toEqual([422, 422]);
            expect(rejectionWithout(reply, body(client) as Fields)).toEqual(
              rejectionWithout(absent.body, body('NOBODY') as Fields),
            );
          }
        }
      const before = [fixture.server.view.lastSeq, await fixture.hashes()];
      expect((await fixture.ask(zinzi, path, body(zinzi.client))).status).toBe(200);
      expect([fixture.server.view.lastSeq, await fixture.hashes()]).toEqual(before);
      await fixture.revoke(flag);
      expect(await fixture.ask(zinzi, path, body(zinzi.client))).toMatchObject({
        status: 403,
        body: { code: 'notPermitted' },
      });
      await fixture.grant(flag);
    },
  );
});

describe('an action', () => {
  const acts = callsOf('acts');

  /** The users who may not act on this owner's items. */
  const outsidersOf = (owner: Person, by: ActScope['by']): Person[] =>
    people.filter((person) => {
      const { userId, member, sees } = person;
      if (by === 'account') return userId !== owner.userId;
      if (by === 'accounts') return member !== owner.member || isOwnOnly(person);
      if (by === 'member') return member !== owner.member;
      return !sees.includes(owner.userId);
    });

  it.each(acts)(
    '%s on something of another is rejected like one on nothing, and changes nothing',
    async (name, call) => {
      const { make, none, by, sharedWith } = call.scope;
      for (const owner of by === 'accounts' ? [thandi] : [thandi, johan]) {
        const fields = await make(fixture, owner);
        const nothing = typeof none === 'function' ? none(fields) : none;
        const before = await fixture.hashes();
        const outsiders = outsidersOf(owner, by).filter(({ member }) => member !== sharedWith);
        expect(outsiders.length).toBeGreaterThanOrEqual(sharedWith === undefined ? 2 : 1);
        for (const outsider of outsiders) {
          const rejected = await act(outsider, call, fields);
          const absent = await act(outsider, call, nothing);
          expect([rejected.status, outsider.userId]).toEqual([call.isCommand ? 422 : 404, outsider.userId]);
          expect([absent.status, rejectionWithout(rejected.body, fields)]).toEqual([
            rejected.status,
            rejectionWithout(absent.body, nothing),
          ]);
        }
        expect(await fixture.hashes()).toEqual(before);
        const done = await act(owner, call, fields);
        expect([done.status, done.body]).toEqual([200, done.body]);
        if (!name.endsWith('ByRequestId')) expect(await fixture.hashes()).not.toEqual(before);
      }
    },
  );

  it.each(acts.filter(([, { scope }]) => scope.by === 'dealer'))(
    '%s is allowed on something of a colleague with own-only visibility',
    async (_name, call) => {
      const fields = await call.scope.make(fixture, johan);
      const { status, body } = await act(thandi, call, fields);
      expect([status, body]).toEqual([200, body]);
    },
  );

  const withFlags = [...acts, ...callsOf('permitted')].flatMap(([name, call]) =>
    call.flags.map((flag) => [name, flag, call] as const),
  );
  it.each(withFlags)('[AUTH-11] %s is rejected without %s, before the journal', async (_name, flag, call) => {
    const { scope } = call;
    const fields = scope.scope === 'acts' ? await scope.make(fixture, thandi) : scope.fields;
    const request = requestOf(call, fields, zinzi, scope.scope === 'acts' ? scope.asQuery : undefined);
    await fixture.revoke(flag);
    const { view } = fixture.server;
    const [seq, before] = [view.lastSeq, await fixture.hashes()];
    const { status, body } = await ask(zinzi, request);
    expect([status, body]).toMatchObject([
      403,
      { code: 'notPermitted', message: expect.stringContaining(`may not ${permissionWords[flag]}.`) },
    ]);
    expect([view.lastSeq, await fixture.hashes()]).toEqual([seq, before]);
    await fixture.grant(flag);
    expect((await ask(zinzi, request)).status).toBe(200);
  });
});

describe('the operator’s calls', () => {
  it.each([
    [operatorPath, { operatorId: 'test', request: { action: 'users' } }],
    [operatorHistoryPath, { action: 'status' }],
    [operatorReportPath, { member: 'KAND', report: 'statement', date: '2026-11-19' }],
  ])('%s does not exist for dealers, nor without signing in', async (path, body) => {
    for (const person of people)
      expect(await fixture.ask(person, path, body)).toMatchObject({
        status: 404,
        body: { code: 'noSuchCall' },
      });
    const { server } = fixture;
    expect((await server.call(path, { body })).status).toBe(404);
    expect((await server.call(path, { body, token: server.operatorToken })).status).toBe(200);
  });
});

describe('a dealer of neither member in a deal', () => {
  it('learns of neither side through the numbers of orders, deals and reports', async () => {
    const dealSeq = await fixture.deal(thandi);
    for (const tried of [dealSeq - 1, dealSeq, dealSeq + 1]) {
      const { body } = await fixture.ask(lerato, userCommands.subAccountChange.path, {
        requestId: fixture.mark(lerato),
        dealSeq: tried,
        subAccount: 'FEED',
      });
      expect(body).toMatchObject({ code: 'dealNotFound' });
    }
    // The other side of the deal belongs to the other member and has its own number.
    const viewer = { userId: 'pieter', member: pieter.member };
    const theirs = fixture.server.view.rowsFor('deals', viewer).rows.at(-1);
    expect([theirs?.dealSeq, theirs?.counterparty]).toEqual([dealSeq + 1, '****']);
  });
});
