// Every method and every message of the market hub tried with screens of three members, two of them of dealers who are kept to their own:
// all that each is told is kept, and then looked through for what is not his. The table is proof/hub-scopes.ts.
import {
  type ActiveOrderRow,
  type DataSetInit,
  type DataSetName,
  dataSetIds,
  type MarketHubEvent,
  type MarketHubMethod,
  paths,
} from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Screen, until } from '../testing/market-on-a-port.ts';
import {
  Cast,
  johan,
  marksIn,
  memberCodes,
  type Person,
  people,
  pieter,
  sol,
  thandi,
} from './testing/cast.ts';
import { dataSetScopes, eventScopes, methodScopes } from './testing/hub-scopes.ts';

// Other programs share the machine, and each message here is looked at for everybody.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let cast: Cast;
const screens = new Map<string, Screen>();
const screenOf = ({ userId }: Person): Screen => {
  const screen = screens.get(userId);
  if (screen === undefined) throw new Error(`${userId} has no screen`);
  return screen;
};
/** What each person was answered by each method. */
const answers = new Map<string, unknown>();

const methods = Object.keys(methodScopes) as MarketHubMethod[];
const events = Object.keys(eventScopes) as MarketHubEvent[];
const dataSets = Object.keys(dataSetIds) as DataSetName[];
const ownSets = dataSets.filter((name) => ['orders', 'accounts'].includes(dataSetScopes[name] ?? ''));

/** All that a dealer does in a day, so that each data set of his has rows and changes. */
async function dealAll(person: Person): Promise<void> {
  await cast.order(person, { contract: 'JUL27 CORN', price: 3200 });
  const activeOrderSeq = await cast.order(person);
  await cast.does(person, paths.reduceActiveOrder, { activeOrderSeq, qty: 3 });
  await cast.does(person, paths.suspendActiveOrder, { activeOrderSeq });
  await cast.does(person, paths.resubmitActiveOrder, { activeOrderSeq });
  await cast.does(person, paths.deleteActiveOrder, { activeOrderSeq: await cast.order(person) });
  await cast.order(person, { contract: 'MAY27 WMAZ' });
  await cast.ask(person, paths.insertOrder, { requestId: cast.mark(person), ...cast.bid(person), price: 99 });
  const dealSeq = await cast.deal(person);
  await cast.does(person, paths.correctDealPrinciple, { dealSeq, principal: person.member });
  const unmatchedSeq = await cast.report(person);
  await cast.does(person, paths.editUnmatchedDeal, { unmatchedSeq, qty: 1 });
}

beforeAll(async () => {
  cast = await Cast.gather();
  await cast.market.operate({ action: 'phase', phase: 'preOpen', groups: ['world'] });
  for (const person of people) screens.set(person.userId, await cast.market.connect(cast.tokenOf(person)));
  for (const person of people) {
    for (const name of ownSets) await screenOf(person).invoke('PublishAllData', dataSetIds[name], null);
    for (const method of methods) {
      const answer = await screenOf(person).invoke(method, ...methodScopes[method].args);
      answers.set(`${person.userId} ${method}`, answer);
    }
  }
  for (const person of people) await dealAll(person);
  await cast.market.operate({ action: 'announce', message: 'Silo receipts at noon' });
  await cast.does(pieter, paths.addStrike, { instrument: 'WMAZ', contractDate: 'MAR27', strike: 3800 });
  // A deal of Johan's with Pieter is an error trade; both are told, and nobody else is told of his own.
  const { deals } = cast.market.server.view;
  const dealSeq = await cast.deal(johan);
  await cast.market.operate({
    action: 'cancel-deal',
    matchSeq: deals.rows.get(dealSeq)?.matchSeq ?? 0,
    reason: 'typed wrong',
  });
  await cast.market.operate({ action: 'grant', user: 'sol', flags: ['splitDeal'] });
  for (const person of people) {
    for (const name of dataSets) await screenOf(person).invoke('PublishAllData', dataSetIds[name], null);
    // Once more, now that there is something in the market whose owner might be told.
    for (const method of methods) await screenOf(person).invoke(method, ...methodScopes[method].args);
    // A depth at which nobody has looked before is made as it is asked for.
    await screenOf(person).invoke('SubscribeDepth', [1001, 1003, 1004]);
  }
  // Places in queues and prices are told when there is time.
  const hasPlace = (person: Person) =>
    screenOf(person)
      .all('DataSetUpdate')
      .some(({ rows }) =>
        (rows as ActiveOrderRow[]).some(({ queuePosition }) => typeof queuePosition === 'number'),
      );
  await until(() => people.every(hasPlace), 15_000);
  const hasTrend = (person: Person) =>
    screenOf(person)
      .all('DailyTrendUpdate')
      .some(({ rows }) => rows.some(({ volume }) => volume > 0));
  await until(() => people.every(hasTrend), 15_000);
  for (const person of people) await screenOf(person).settle();
});
afterAll(() => cast.market.close());

describe('who is not signed in', () => {
  it('[HUB-1] invokes nothing and is told nothing, with the operator’s key or without any', async () => {
    for (const token of ['', 'forged', cast.market.operatorToken])
      await expect(cast.market.connect(token)).rejects.toThrow(/401/);
  });
});

describe('what is invoked', () => {
  it.each(methods.filter((method) => methodScopes[method].scope === 'market'))(
    '%s answers everyone the same, and names no member',
    (method) => {
      const answered = people.map(({ userId }) => answers.get(`${userId} ${method}`));
      for (const answer of answered) expect(answer).toEqual(answered[0]);
      expect(JSON.stringify(answered)).not.toMatch(memberCodes);
    },
  );

  it('SubscribeToGroups lets nobody into a group of somebody else’s', async () => {
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

  it('SubscribeToGroups joins a screen’s own connection to what is its user’s: of who is kept to his own, only that', async () => {
    const screen = await cast.market.connect(cast.tokenOf(johan), { component: 'Futures' });
    const before = screen.all('DataSetUpdate').length;
    await cast.order(johan);
    await screen.settle();
    expect([before, screen.all('DataSetUpdate').length]).toEqual([0, 0]);
    await screen.invoke('SubscribeToGroups', ['member', 'member:KAND']);
    await cast.order(thandi);
    await cast.order(johan);
    await until(() => screen.all('DataSetUpdate').length > 0);
    await cast.order(thandi);
    await screen.settle();
    expect(marksIn(screen.all('DataSetUpdate'))).toEqual(['johan']);
  });
});

describe('a data set', () => {
  it.each(dataSets)('%s comes as it is told in the table', (name) => {
    const id = dataSetIds[name];
    const scope = dataSetScopes[name];
    const images = people.map((person): DataSetInit | null => {
      const all = screenOf(person).all('DataSetInit');
      return all.filter(({ dataSetId }) => dataSetId === id).at(-1) ?? null;
    });
    if (scope === undefined)
      return expect(images).toEqual(people.map(() => expect.objectContaining({ rows: [] })));
    if (scope === 'market') {
      for (const image of images) expect(image?.rows).toEqual(images[0]?.rows);
      expect(JSON.stringify(images)).not.toMatch(memberCodes);
      return;
    }
    for (const [at, person] of people.entries()) {
      const rows = (images[at]?.rows ?? []) as readonly { member: string; dealer?: string | null }[];
      const isKept = person.sees.length === 1 && person.member === 'KAND';
      if (scope === 'accounts' && isKept) expect(rows).toEqual([]);
      else expect(rows.length, `rows of ${person.userId}`).toBeGreaterThan(0);
      expectOwn(rows, person);
      if (scope === 'orders')
        expect(marksIn(rows), `rows of ${person.userId}`).toEqual([...person.sees].sort());
    }
  });
});

/** Every row is of the own member and, for who is kept to his own, of himself or of nobody yet. */
function expectOwn(rows: readonly { member: string; dealer?: string | null }[], person: Person): void {
  const dealers = people.filter(({ userId }) => person.sees.includes(userId)).map(({ dealer }) => dealer);
  for (const row of rows) {
    expect(row.member).toBe(person.member);
    if (row.dealer !== undefined && row.dealer !== null) expect(dealers).toContain(row.dealer);
  }
}

describe('a message', () => {
  it.each(events.filter((event) => eventScopes[event] === 'connection'))('%s comes once to each', (event) => {
    for (const person of people) expect(screenOf(person).all(event)).toHaveLength(1);
    expect(JSON.stringify(people.map((person) => screenOf(person).all(event)))).not.toMatch(memberCodes);
  });

  it.each(events.filter((event) => eventScopes[event] === 'market'))(
    '%s comes to everyone who asked for it, and says whose nothing is',
    (event) => {
      for (const person of people) {
        const told = screenOf(person).all(event);
        expect(told.length, `${event} to ${person.userId}`).toBeGreaterThan(0);
        expect(marksIn(told)).toEqual([]);
        expect(JSON.stringify(told)).not.toMatch(memberCodes);
      }
    },
  );

  it.each(events.filter((event) => eventScopes[event] === 'own'))('%s comes with own rows only', (event) => {
    for (const person of people) {
      const told = screenOf(person).all(event) as readonly { rows: readonly object[] }[];
      expect(marksIn(told), `${event} to ${person.userId}`).toEqual([...person.sees].sort());
      for (const { rows } of told)
        if (rows.some((row) => 'member' in row))
          expectOwn(rows as { member: string; dealer?: string }[], person);
    }
  });

  it('DataSetUpdate comes in an unbroken chain from the first image, to who is kept to his own too', () => {
    for (const person of people)
      for (const name of ownSets) {
        const id = dataSetIds[name];
        const first = screenOf(person)
          .all('DataSetInit')
          .find(({ dataSetId }) => dataSetId === id);
        // A place in the queue may be told between them; it is no step of the chain.
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

  it('InfoErrorMessage comes to the user whom it concerns, and to nobody else of his member', () => {
    const told = (person: Person) =>
      screenOf(person)
        .all('InfoErrorMessage')
        .map(({ message }) => message);
    const cancelled = expect.stringMatching(/^Your deal \d+ in DEC26 WMAZ was cancelled: typed wrong\.$/);
    expect(told(johan)).toEqual([cancelled]);
    expect(told(pieter)).toEqual([cancelled]);
    expect(told(johan)).not.toEqual(told(pieter));
    expect(told(sol)).toEqual(['Your permissions were changed by the operator.']);
    for (const { userId } of people)
      if (!['johan', 'pieter', 'sol'].includes(userId))
        expect(screens.get(userId)?.all('InfoErrorMessage')).toEqual([]);
  });
});

// Last, because it ends a screen.
describe('a dealer whose scope changes', () => {
  it('loses the connections by which he was told more, and begins anew with what is his', async () => {
    const image = async (screen: Screen) => {
      await screen.invoke('PublishAllData', dataSetIds.activeOrders, null);
      return marksIn(screen.all('DataSetInit').at(-1)?.rows);
    };
    const screen = await cast.market.connect(cast.tokenOf(thandi));
    expect(await image(screen)).toEqual([...thandi.sees].sort());
    await cast.market.operate({ action: 'scope', user: 'thandi', scope: 'own' });
    await until(() => screen.isClosed && screenOf(thandi).isClosed);
    expect(screenOf(pieter).isClosed).toBe(false);
    const heard = screen.heard.length;
    await cast.order(johan);
    const kept = await cast.market.connect(cast.tokenOf(thandi));
    expect(await image(kept)).toEqual(['thandi']);
    await cast.order(johan);
    await cast.order(thandi);
    await until(() => kept.all('DataSetUpdate').length > 0);
    await kept.settle();
    expect(marksIn(kept.all('DataSetUpdate'))).toEqual(['thandi']);
    expect(screen.heard).toHaveLength(heard);
    await cast.market.operate({ action: 'scope', user: 'thandi@kand.example', scope: 'member' });
    await until(() => kept.isClosed);
    expect(await image(await cast.market.connect(cast.tokenOf(thandi)))).toEqual([...thandi.sees].sort());
  });
});
