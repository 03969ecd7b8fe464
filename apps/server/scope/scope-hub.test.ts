// Every method and every message of the market hub tried with screens of three members, two of them of dealers with own-only
// visibility: everything that each screen receives is searched for rows of others. The table is testing/hub-scopes.ts; the rows of the
// people are made by testing/own-rows.ts.
import {
  type ActiveOrderRow,
  type DataSet,
  type DataSetInit,
  type DataSetName,
  dataSetIds,
  dataSets,
  type MarketHubEvent,
  type MarketHubMethod,
  paths,
} from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Screen, until } from '../testing/screen.ts';
import { ScopeFixture } from './testing/fixture.ts';
import { eventScopes, methodScopes } from './testing/hub-scopes.ts';
import { ownRows } from './testing/own-rows.ts';
import {
  isOwnOnly,
  johan,
  marksIn,
  memberCodes,
  type Person,
  people,
  pieter,
  sol,
  thandi,
} from './testing/people.ts';

let fixture: ScopeFixture;
const screens = new Map<string, Screen>();
const screenOf = ({ userId }: Person): Screen => {
  const screen = screens.get(userId);
  if (screen === undefined) throw new Error(`${userId} has no screen`);
  return screen;
};
/** The answer to each method, by person. */
const answers = new Map<string, unknown>();

const methods = Object.keys(methodScopes) as MarketHubMethod[];
const events = Object.keys(eventScopes) as MarketHubEvent[];
const setNames = Object.keys(dataSetIds) as DataSetName[];
/** `undefined` for a set without an entry in the wire's table. */
const ownerOf = (name: DataSetName): DataSet['owner'] | undefined =>
  (dataSets as Partial<Record<DataSetName, DataSet>>)[name]?.owner;
const ownSets = setNames.filter((name) => ['dealers', 'accounts'].includes(ownerOf(name) ?? ''));

beforeAll(async () => {
  fixture = await ScopeFixture.open();
  await fixture.server.operate({ action: 'phase', phase: 'preOpen', groups: ['world'] });
  for (const person of people)
    screens.set(person.userId, await fixture.server.connect(fixture.tokenOf(person)));
  for (const person of people) {
    for (const name of ownSets) await screenOf(person).invoke('PublishAllData', dataSetIds[name], null);
    for (const method of methods) {
      const answer = await screenOf(person).invoke(method, ...methodScopes[method].args);
      answers.set(`${person.userId} ${method}`, answer);
    }
  }
  for (const makeOwnRows of ownRows) for (const person of people) await makeOwnRows(fixture, person);
  await fixture.server.operate({ action: 'announce', message: 'Silo receipts at noon' });
  await fixture.send(pieter, 'addStrike', { instrument: 'WMAZ', contractDate: 'MAR27', strike: 3800 });
  // A deal of Johan with Pieter is an error trade: only the two are notified.
  const dealSeq = await fixture.deal(johan);
  await fixture.server.operate({
    action: 'cancel-deal',
    deal: dealSeq,
    reason: 'typed wrong',
    confirm: true,
  });
  await fixture.server.operate({ action: 'grant', user: 'sol', flags: ['splitDeal'] });
  for (const person of people) {
    for (const name of setNames) await screenOf(person).invoke('PublishAllData', dataSetIds[name], null);
    // Again, now that the market has orders and deals whose owners could be revealed.
    for (const method of methods) await screenOf(person).invoke(method, ...methodScopes[method].args);
    // The depth of an unwatched contract is created on request.
    await screenOf(person).invoke('SubscribeDepth', [1001, 1003, 1004]);
  }
  // Places in queues and trends are published later.
  const hasPlace = (person: Person) =>
    screenOf(person)
      .all('DataSetUpdate')
      .some(({ rows }) =>
        (rows as ActiveOrderRow[]).some(({ queuePosition }) => typeof queuePosition === 'number'),
      );
  await until(() => people.every(hasPlace));
  const hasTrend = (person: Person) =>
    screenOf(person)
      .all('DailyTrendUpdate')
      .some(({ rows }) => rows.some(({ volume }) => volume > 0));
  await until(() => people.every(hasTrend));
  for (const person of people) await screenOf(person).settle();
});
afterAll(() => fixture.server.close());

describe('without signing in', () => {
  it('[HUB-1] no connection is accepted, even with a forged token or the token of the operator', async () => {
    for (const token of ['', 'forged', fixture.server.operatorToken])
      await expect(fixture.server.connect(token)).rejects.toThrow(/401/);
  });
});

describe('a method', () => {
  it.each(methods.filter((method) => methodScopes[method].scope === 'market'))(
    '%s answers everyone the same, without names of members',
    (method) => {
      const answered = people.map(({ userId }) => answers.get(`${userId} ${method}`));
      for (const answer of answered) expect(answer).toEqual(answered[0]);
      expect(JSON.stringify(answered)).not.toMatch(memberCodes);
    },
  );

  it('SubscribeToGroups rejects groups of other users and members', async () => {
    for (const person of people) {
      const screen = screenOf(person);
      for (const other of people) {
        if (other.userId === person.userId) continue;
        const names = [
          `user:${other.userId}`,
          ...(other.member === person.member ? [] : [`member:${other.member}`]),
        ];
        for (const name of [...names, `dealer:${other.member}/${other.dealer}`])
          await expect(screen.invoke('SubscribeToGroups', [name])).rejects.toThrow(
            /belongs to somebody else|There is no group/,
          );
      }
      await expect(screen.invoke('SubscribeToGroups', ['everything'])).rejects.toThrow(/There is no group/);
    }
  });

  it('SubscribeToGroups with own-only visibility adds only the dealer’s own rows to a connection', async () => {
    const screen = await fixture.server.connect(fixture.tokenOf(johan), { component: 'Futures' });
    const before = screen.all('DataSetUpdate').length;
    await fixture.order(johan);
    await screen.settle();
    expect([before, screen.all('DataSetUpdate').length]).toEqual([0, 0]);
    await screen.invoke('SubscribeToGroups', ['member', 'member:KAND']);
    await fixture.order(thandi);
    await fixture.order(johan);
    await until(() => screen.all('DataSetUpdate').length > 0);
    await fixture.order(thandi);
    await screen.settle();
    expect(marksIn(screen.all('DataSetUpdate'))).toEqual(['johan']);
  });
});

describe('a data set', () => {
  it.each(setNames)('%s has the rows of its owner in the wire’s table', (name) => {
    const id = dataSetIds[name];
    const owner = ownerOf(name);
    const images = people.map((person): DataSetInit | null => {
      const all = screenOf(person).all('DataSetInit');
      return all.filter(({ dataSetId }) => dataSetId === id).at(-1) ?? null;
    });
    if (owner === undefined)
      return expect(images).toEqual(people.map(() => expect.objectContaining({ rows: [] })));
    if (owner === 'market') {
      for (const image of images) expect(image?.rows).toEqual(images[0]?.rows);
      expect(JSON.stringify(images)).not.toMatch(memberCodes);
      return;
    }
    for (const [at, person] of people.entries()) {
      const rows = (images[at]?.rows ?? []) as readonly { member: string; dealer?: string | null }[];
      if (owner === 'accounts' && isOwnOnly(person)) expect(rows).toEqual([]);
      else expect(rows.length, `rows of ${person.userId}`).toBeGreaterThan(0);
      expectOwn(rows, person);
      if (owner === 'dealers')
        expect(usersIn(rows), `rows of ${person.userId}`).toEqual([...person.sees].sort());
    }
  });
});

/** The users in the references of the rows; where rows have none, those whose dealers they name. */
function usersIn(rows: readonly { member: string; dealer?: string | null; ref?: string }[]): string[] {
  if (rows.some(({ ref }) => ref !== undefined)) return marksIn(rows);
  return people
    .filter(({ member, dealer }) => rows.some((row) => row.member === member && row.dealer === dealer))
    .map(({ userId }) => userId)
    .sort();
}

/** Every row belongs to the user's member and to a dealer whose orders the person sees, or to no dealer yet. */
function expectOwn(rows: readonly { member: string; dealer?: string | null }[], person: Person): void {
  const dealers = people.filter(({ userId }) => person.sees.includes(userId)).map(({ dealer }) => dealer);
  for (const row of rows) {
    expect(row.member).toBe(person.member);
    // Deals that the market makes have no dealer.
    if (row.dealer === '') expect(isOwnOnly(person)).toBe(false);
    else if (row.dealer !== undefined && row.dealer !== null) expect(dealers).toContain(row.dealer);
  }
}

describe('a message', () => {
  it.each(events.filter((event) => eventScopes[event] === 'connection'))(
    '%s arrives once on each connection',
    (event) => {
      for (const person of people) expect(screenOf(person).all(event)).toHaveLength(1);
      expect(JSON.stringify(people.map((person) => screenOf(person).all(event)))).not.toMatch(memberCodes);
    },
  );

  it.each(events.filter((event) => eventScopes[event] === 'market'))(
    '%s arrives for all subscribers, without owners',
    (event) => {
      for (const person of people) {
        const payloads = screenOf(person).all(event);
        expect(payloads.length, `${event} to ${person.userId}`).toBeGreaterThan(0);
        expect(marksIn(payloads)).toEqual([]);
        expect(JSON.stringify(payloads)).not.toMatch(memberCodes);
      }
    },
  );

  it.each(events.filter((event) => eventScopes[event] === 'own'))('%s has only the user’s rows', (event) => {
    for (const person of people) {
      const payloads = screenOf(person).all(event) as readonly { rows: readonly object[] }[];
      expect(marksIn(payloads), `${event} to ${person.userId}`).toEqual([...person.sees].sort());
      for (const { rows } of payloads)
        if (rows.some((row) => 'member' in row))
          expectOwn(rows as { member: string; dealer?: string }[], person);
    }
  });

  it('DataSetUpdate is an unbroken chain from the first image, even with own-only visibility', () => {
    for (const person of people)
      for (const name of ownSets) {
        const id = dataSetIds[name];
        const first = screenOf(person)
          .all('DataSetInit')
          .find(({ dataSetId }) => dataSetId === id);
        // Updates with places in the queue are not part of the chain.
        const steps = screenOf(person)
          .all('DataSetUpdate')
          .filter(({ dataSetId, prev, seq }) => dataSetId === id && prev !== seq);
        const from = [first?.asOf, ...steps.map(({ seq }) => seq)].slice(0, steps.length);
        expect(
          steps.map(({ prev }) => prev),
          `${name} to ${person.userId}`,
        ).toEqual(from);
      }
  });

  it('InfoErrorMessage arrives for the concerned user only, not for others of the member', () => {
    const messages = (person: Person) =>
      screenOf(person)
        .all('InfoErrorMessage')
        .map(({ message }) => message);
    const cancelled = expect.stringMatching(
      /^Your deal \d+ \(M\d+\) in DEC26 WMAZ was cancelled: typed wrong\.$/,
    );
    expect(messages(johan)).toEqual([cancelled]);
    expect(messages(pieter)).toEqual([cancelled]);
    expect(messages(johan)).not.toEqual(messages(pieter));
    expect(messages(sol)).toEqual(['Your permissions were changed by the operator.']);
    for (const { userId } of people)
      if (!['johan', 'pieter', 'sol'].includes(userId))
        expect(screens.get(userId)?.all('InfoErrorMessage')).toEqual([]);
  });

  it('AnswersChanged arrives for the user whose permissions the operator has changed, and for nobody else', () => {
    const calls = [paths.getHqAccess, paths.getUserPreference];
    for (const person of people)
      expect(screenOf(person).all('AnswersChanged'), person.userId).toEqual(
        person === sol ? [{ calls }] : [],
      );
  });
});

// Last, because it closes a screen.
describe('a dealer whose scope changes', () => {
  it('loses the connections, and sees only the new scope on the next connections', async () => {
    const image = async (screen: Screen) => {
      await screen.invoke('PublishAllData', dataSetIds.activeOrders, null);
      return marksIn(screen.all('DataSetInit').at(-1)?.rows);
    };
    const screen = await fixture.server.connect(fixture.tokenOf(thandi));
    expect(await image(screen)).toEqual([...thandi.sees].sort());
    await fixture.server.operate({ action: 'scope', user: 'thandi', scope: 'own' });
    await until(() => screen.isClosed && screenOf(thandi).isClosed);
    expect(screen.closeReason).toContain('The operator has changed what you may see.');
    expect(screenOf(pieter).isClosed).toBe(false);
    const received = screen.received.length;
    await fixture.order(johan);
    const ownOnly = await fixture.server.connect(fixture.tokenOf(thandi));
    expect(await image(ownOnly)).toEqual(['thandi']);
    await fixture.order(johan);
    await fixture.order(thandi);
    await until(() => ownOnly.all('DataSetUpdate').length > 0);
    await ownOnly.settle();
    expect(marksIn(ownOnly.all('DataSetUpdate'))).toEqual(['thandi']);
    expect(screen.received).toHaveLength(received);
    await fixture.server.operate({ action: 'scope', user: 'thandi@kand.example', scope: 'member' });
    await until(() => ownOnly.isClosed);
    expect(await image(await fixture.server.connect(fixture.tokenOf(thandi)))).toEqual(
      [...thandi.sees].sort(),
    );
  });
});
