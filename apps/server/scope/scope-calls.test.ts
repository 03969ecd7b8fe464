// Every HTTP call tried by dealers of three members, by dealers who are kept to their own, by who lacks the permission, by the operator's
// program and by who is not signed in: the row is there for one and absent for the others, and what is rejected changes
// nothing. The table is proof/call-scopes.ts.
import { type PermissionFlag, paths } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operatorHistoryPath } from '../operator/history-routes.ts';
import { operatorPath } from '../operator/operator-routes.ts';
import { type Asked, type CallScope, callScopes, type Fields, type PathName } from './testing/call-scopes.ts';
import {
  Cast,
  johan,
  lerato,
  marksIn,
  memberCodes,
  type Person,
  people,
  pieter,
  sol,
  thandi,
  zinzi,
} from './testing/cast.ts';

// Other programs share the machine, and each call here is tried by everybody.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let cast: Cast;
/** By path, the method of each call that the server says it has. */
const methods = new Map<string, string>();
const names = Object.keys(callScopes) as PathName[];
const scopeOf = (name: PathName): CallScope => callScopes[name];
const callsOf = <S extends CallScope['scope']>(scope: S) =>
  names.flatMap((name) => {
    const call = scopeOf(name);
    return call.scope === scope ? [[name, call as Extract<CallScope, { scope: S }>] as const] : [];
  });

beforeAll(async () => {
  cast = await Cast.gather();
  const { body } = await cast.market.call('/api/docs/json');
  for (const [path, ways] of Object.entries((body as { paths: Record<string, object> }).paths))
    methods.set(path, Object.keys(ways).join());
  for (const person of people) {
    await cast.order(person);
    await cast.does(person, paths.deleteActiveOrder, { activeOrderSeq: await cast.order(person) });
    await cast.deal(person);
    await cast.report(person);
  }
  const { history, view } = cast.market.server;
  await history.reach(view.lastSeq);
});
afterAll(() => cast.market.close());

/** What a request of this call says. */
function asked(name: PathName, fields: Fields, asQuery?: true): Asked {
  if (asQuery !== true) return { path: paths[name], body: fields };
  const query = new URLSearchParams(fields as Record<string, string>).toString();
  return { path: `${paths[name]}?${query}` };
}
const ask = (person: Person, { path, body }: Asked) => cast.ask(person, path, numbered(person, path, body));
/** Actions on the market carry a request id; documents of the account do not. */
function numbered(person: Person, path: string, body: object | undefined): object | undefined {
  const isNumbered = /^\/api\/(Orders|Deals|UnmatchedDeals|Options)\//.test(path);
  return body !== undefined && isNumbered ? { requestId: cast.mark(person), ...body } : body;
}

/** What is said to somebody who is rejected, but for what he had named. */
function saidWithout(body: unknown, fields: Fields): Rejected {
  const { code, message } = body as Rejected;
  const named = new Set(valuesIn(fields));
  return { code, message: message.replace(/[\w-]+/g, (word) => (named.has(word) ? '…' : word)) };
}
interface Rejected {
  readonly code: string;
  readonly message: string;
}
const valuesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [String(value)];

describe('the table of calls', () => {
  it('has every call that the server has, and no other', () => {
    expect([...methods.keys()].sort()).toEqual(names.map((name) => paths[name]).sort());
  });
});

describe('who is not signed in', () => {
  it.each(names.filter((name) => scopeOf(name).scope !== 'anybody'))(
    '[AUTH-8] is answered 401 by %s, without a token, with a forged one, and with the operator’s key, and changes nothing',
    async (name) => {
      const { view } = cast.market.server;
      const before = [view.lastSeq, await cast.memory()];
      const body = methods.get(paths[name]) === 'post' ? { body: {} } : {};
      for (const token of [{}, { token: 'forged' }, { token: cast.market.operatorToken }]) {
        const reply = await cast.market.call(paths[name], { ...body, ...token });
        expect([reply.status, reply.body]).toMatchObject([401, { code: 'notSignedIn' }]);
      }
      expect([view.lastSeq, await cast.memory()]).toEqual(before);
    },
  );

  it.each(callsOf('anybody'))('is answered by %s as everybody is', async (_name, { ask: { path, body } }) => {
    const replies = [await cast.market.call(path, body === undefined ? {} : { body })];
    for (const person of people) replies.push(await cast.ask(person, path, body));
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    expect(JSON.stringify(replies)).not.toMatch(memberCodes);
  });
});

describe('what is the market’s', () => {
  it.each(callsOf('everyone'))('%s tells everyone the same, and whose nothing is', async (_name, call) => {
    const told = [];
    for (const person of people) {
      const { status, body } = await ask(person, call.ask);
      expect(status, JSON.stringify(body)).toBe(200);
      told.push(withoutClock(body));
    }
    for (const one of told) expect(one).toEqual(told[0]);
    expect(marksIn(told)).toEqual([]);
    if (call.namesMembers === true) expect(JSON.stringify(told)).toMatch(memberCodes);
    else expect(JSON.stringify(told)).not.toMatch(memberCodes);
    for (const { client, dealer } of people)
      expect(JSON.stringify(told)).not.toMatch(new RegExp(`"(${client}|${dealer})"`));
  });
});

/** Two who ask one after the other are told different times. */
function withoutClock(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { serverTime: _time, asOf: _asOf, ...rest } = body as Record<string, unknown>;
  return rest;
}

describe('what is somebody’s own', () => {
  it.each(callsOf('own'))('%s tells each what is his, and nothing of the others', async (_name, call) => {
    for (const person of people) {
      const { status, body } = await ask(person, await call.ask(cast, person));
      expect(status, JSON.stringify(body)).toBe(200);
      const { member, userId, sees } = person;
      const own = { account: [userId], member: [member], orders: [...sees].sort() }[call.of];
      expect((call.whoseIn ?? marksIn)(body, person), `what ${userId} is told`).toEqual(own);
      for (const other of people)
        if (other.member !== member) expect(JSON.stringify(body)).not.toContain(`"member":"${other.member}"`);
    }
  });

  it('getHqAccess says who is kept to his own', async () => {
    for (const person of people) {
      const isKept = person === johan || person === sol;
      const { body } = await cast.ask(person, paths.getHqAccess);
      expect(body).toMatchObject({ memberCode: person.member, scope: isKept ? 'own' : 'member' });
    }
  });

  it('logout ends the caller’s session and no other', async () => {
    const own = await cast.market.signIn('pieter');
    await cast.market.call(paths.logout, { body: {}, token: own });
    expect((await cast.market.call(paths.getPrices, { token: own })).status).toBe(401);
    for (const person of people) expect((await cast.ask(person, paths.getPrices)).status).toBe(200);
  });
});

describe('an action on what is somebody’s', () => {
  const calls = callsOf('acts');

  /** Who may not act on what this owner has. */
  const outsidersOf = (owner: Person, by: (typeof calls)[number][1]['by']): Person[] =>
    people.filter(({ userId, member, sees }) => {
      if (by === 'account') return userId !== owner.userId;
      if (by === 'member') return member !== owner.member;
      return !sees.includes(owner.userId);
    });

  it.each(calls)(
    '%s is refused to others, who are not told that there is such a thing, and changes nothing',
    async (name, call) => {
      for (const owner of [thandi, johan]) {
        const fields = await call.make(cast, owner);
        const before = await cast.memory();
        const outsiders = outsidersOf(owner, call.by);
        expect(outsiders.length).toBeGreaterThanOrEqual(2);
        for (const outsider of outsiders) {
          const rejected = await ask(outsider, asked(name, fields, call.asQuery));
          const absent = await ask(outsider, asked(name, call.none, call.asQuery));
          expect([rejected.status, outsider.userId]).toEqual([
            call.flags.length === 0 ? 404 : 422,
            outsider.userId,
          ]);
          expect([absent.status, saidWithout(rejected.body, fields)]).toEqual([
            rejected.status,
            saidWithout(absent.body, call.none),
          ]);
        }
        expect(await cast.memory()).toEqual(before);
        const done = await ask(owner, asked(name, fields, call.asQuery));
        expect([done.status, done.body]).toEqual([200, done.body]);
        if (!name.endsWith('ByRequestId')) expect(await cast.memory()).not.toEqual(before);
      }
    },
  );

  it.each(calls.filter(([, { by }]) => by === 'dealer'))(
    '%s is done by a dealer who acts for his member on what a colleague has, who is kept to his own',
    async (name, call) => {
      const fields = await call.make(cast, johan);
      const { status, body } = await ask(thandi, asked(name, fields, call.asQuery));
      expect([status, body]).toEqual([200, body]);
    },
  );

  const withFlags: (readonly [PathName, PermissionFlag])[] = [
    ...calls.flatMap(([name, { flags }]) => flags.map((flag) => [name, flag] as const)),
    ...callsOf('permitted').flatMap(([name, { flags }]) => flags.map((flag) => [name, flag] as const)),
  ];
  it.each(withFlags)(
    '[AUTH-11] %s is refused to who lacks %s alone, and reaches no journal',
    async (name, flag) => {
      const call = scopeOf(name);
      const request =
        call.scope === 'acts'
          ? asked(name, await call.make(cast, thandi), call.asQuery)
          : call.scope === 'permitted'
            ? call.ask
            : null;
      if (request === null) throw new Error(`${name} needs no permission`);
      await cast.deny(flag, true);
      const { view } = cast.market.server;
      const [seq, before] = [view.lastSeq, await cast.memory()];
      const { status, body } = await ask(zinzi, request);
      expect([status, body]).toMatchObject([
        403,
        { code: 'notPermitted', message: expect.stringContaining(`"${flag}"`) },
      ]);
      expect([view.lastSeq, await cast.memory()]).toEqual([seq, before]);
      await cast.deny(flag, false);
      expect((await ask(zinzi, request)).status).toBe(200);
    },
  );
});

describe('the operator’s calls', () => {
  it.each([
    [operatorPath, { action: 'users' }],
    [operatorHistoryPath, { action: 'status' }],
  ])('%s do not exist to a dealer, nor to who is not signed in', async (path, body) => {
    for (const person of people)
      expect(await cast.ask(person, path, body)).toMatchObject({ status: 404, body: { code: 'noSuchCall' } });
    expect((await cast.market.call(path, { body })).status).toBe(404);
    expect((await cast.market.call(path, { body, token: cast.market.operatorToken })).status).toBe(200);
  });
});

describe('a dealer of no member in the deal', () => {
  it('learns of neither side by the numbers of orders, deals and reports', async () => {
    const dealSeq = await cast.deal(thandi);
    for (const numbered of [dealSeq - 1, dealSeq, dealSeq + 1]) {
      const { body } = await cast.ask(lerato, paths.subAccountChange, {
        requestId: cast.mark(lerato),
        dealSeq: numbered,
        subAccount: 'FEED',
      });
      expect(body).toMatchObject({ code: 'dealNotFound' });
    }
    // The other side of the deal is the other member's own, under its own number.
    const theirs = cast.market.server.view.deals.rows
      .image({ userId: 'pieter', member: pieter.member })
      .rows.at(-1);
    expect([theirs?.dealSeq, theirs?.counterparty]).toEqual([dealSeq + 1, '****']);
  });
});
