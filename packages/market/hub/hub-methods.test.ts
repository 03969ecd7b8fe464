// Sending of a set that is longer than one part by PublishAllData, while the market continues to change.
import { Projections } from '@openpit/projections';
import { epochMs, lots, type Outcome } from '@openpit/venue';
import { anOrder, openDealMarket } from '@openpit/venue/testing';
import { type DataSetInit, type DataSetUpdate, dataSetIds, dataSetPartSize, dataSets } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { createMarketHubMethods, type MarketConnection, newSubscriptions } from './hub-methods.ts';

type Received = { readonly isPart: boolean; readonly payload: Partial<DataSetInit & DataSetUpdate> };

/** A connection of this user to a market with projections. `between` runs before each part, with the number of those sent, as other work of the process does. */
function connected(userId: string, between: (part: number) => void = () => undefined) {
  const market = openDealMarket();
  const projections = new Projections();
  const received: Received[] = [];
  let folded = 0;
  /** Publishes the outcomes since the last call to the connection. */
  const publish = () => {
    for (; folded < market.outcomes.length; folded += 1)
      send(projections.apply(market.outcomes[folded] as Outcome).dataSets);
  };
  const send = (changes: ReturnType<Projections['apply']>['dataSets']) => {
    const { member, onlyDealer } = viewer();
    for (const { dataSetId, audience, rows, removed, prev, seq } of changes) {
      if (audience.kind === 'everyone' || audience.member !== member) continue;
      if ((audience.kind === 'dealer' ? audience.dealer : null) !== onlyDealer) continue;
      received.push({ isPart: false, payload: { dataSetId, rows, removed, prev, seq } });
    }
  };
  const viewer = () => {
    const { member = '', onlyDealer = null } = projections.rights.of(userId) ?? {};
    return { userId, member, onlyDealer };
  };
  /** Ends the day. The outcome is complete in a later turn, as the server does it. */
  const endDay = () => {
    const steps = projections.applyInSteps(market.operate({ kind: 'endDay' }));
    steps.next();
    setImmediate(() => {
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      send(step.value.dataSets);
    });
  };
  const signal = { aborted: false };
  let isWritable = false;
  const context: MarketConnection = {
    connectionId: 'c',
    user: { userId },
    items: newSubscriptions(),
    groups: { join: () => undefined, leave: () => undefined },
    signal,
    send: (event, payload) => {
      expect(projections.whenSettled).toBeNull();
      if (event === 'DataSetInit') expect(isWritable).toBe(true);
      isWritable = false;
      received.push({ isPart: true, payload: payload as Received['payload'] });
    },
    whenWritable: async () => {
      isWritable = true;
    },
  };
  const { methods } = createMarketHubMethods(projections, {
    epoch: 'e',
    now: () => epochMs(0),
    takesCommands: () => true,
    inSlices: async (_userId, steps) => {
      await new Promise(setImmediate);
      between(received.filter(({ isPart }) => isPart).length);
      // Each slice is one step.
      for (const work = steps(); work.next().done !== true; ) {
        await new Promise(setImmediate);
        between(received.filter(({ isPart }) => isPart).length);
      }
    },
  });
  const order = (by: 'abdul' | 'bongi' | 'denise', more: object = {}) =>
    market.order(by, {
      ...anOrder,
      lots: lots(1),
      ...(by === 'denise' ? { principal: 'VELD' } : {}),
      ...more,
    }).activeOrderSeq;
  const parts = () => received.filter(({ isPart }) => isPart).map(({ payload }) => payload);
  return {
    market,
    projections,
    received,
    signal,
    order,
    publish,
    endDay,
    viewer,
    parts,
    subscribe: (contracts: readonly string[]) => methods.Subscribe(context, contracts),
    load: (name: 'activeOrders' | 'completedOrders') => methods.PublishAllData(context, dataSetIds[name]),
    /** The rows of a client that applies everything in the order of arrival. */
    shown: (name: 'activeOrders' | 'completedOrders') => {
      const rows = new Map<unknown, object>();
      for (const { payload } of received) {
        if (payload.dataSetId !== dataSetIds[name]) continue;
        for (const row of payload.rows ?? []) rows.set(row[dataSets[name].key as keyof object], row);
        for (const key of payload.removed ?? []) rows.delete(key);
      }
      return byKey([...rows.values()]);
    },
    rows: (name: 'activeOrders' | 'completedOrders') => byKey(projections.rowsFor(name, viewer()).rows),
  };
}

const byKey = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
const places = (parts: readonly Received['payload'][]) =>
  parts.map(({ part, more, rows = [] }) => [part, more, rows.length]);

describe('a data set', () => {
  it('is sent in one message if it is short or has no rows', async () => {
    const { order, publish, parts, load } = connected('abdul');
    for (let count = 0; count < dataSetPartSize - 1; count += 1) order('abdul');
    publish();
    await load('activeOrders');
    await load('completedOrders');
    expect(places(parts())).toEqual([
      [undefined, undefined, dataSetPartSize - 1],
      [undefined, undefined, 0],
    ]);
  });

  it.each(['abdul', 'bongi'] as const)(
    'is sent to %s in parts if it is long, and changes between them are not lost',
    async (userId) => {
      const seqs: number[] = [];
      const at = connected(userId, (part) => {
        if (part === 0) return;
        const { market, order, publish } = at;
        // Orders of an early and of a late part, and of both kinds of rows: changed, ended, added, and added to end at once.
        for (const [place, by] of [
          [10 * part, 'abdul'],
          [10 * part + 1, 'bongi'],
          [seqs.length - 10 * part, 'abdul'],
          [seqs.length - 10 * part + 1, 'bongi'],
        ] as const) {
          const activeOrderSeq = seqs[place] ?? 0;
          market.by(by, { kind: 'deleteActiveOrder', activeOrderSeq });
          market.by(by, { kind: 'suspendActiveOrder', activeOrderSeq: activeOrderSeq + 4 });
          order(by);
          publish();
          market.by(by, { kind: 'deleteActiveOrder', activeOrderSeq: order(by) });
          publish();
        }
      });
      for (const user of ['abdul', 'bongi'])
        at.market.operate({
          kind: 'grantPermissions',
          userId: user,
          flags: ['insertOrderOrDouble', 'deleteActiveOrder', 'suspendActiveOrder'],
        });
      at.market.operate({ kind: 'setDealerScope', userId: 'bongi', scope: 'own' });
      for (let count = 0; count < 1_300; count += 1) seqs.push(at.order(count % 2 ? 'bongi' : 'abdul'));
      for (const activeOrderSeq of seqs.splice(0, 650)) {
        at.market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq });
        at.market.by('bongi', { kind: 'deleteActiveOrder', activeOrderSeq });
      }
      at.publish();
      at.received.length = 0;
      const { asOf } = at.projections.rowsFor('activeOrders', at.viewer());
      await at.load('activeOrders');
      const sent = places(at.parts());
      expect(sent.length).toBeGreaterThan(userId === 'abdul' ? 3 : 1);
      expect(sent.map(([part, more]) => [part, more])).toEqual(
        sent.map((_, part) => [part, part < sent.length - 1 || undefined]),
      );
      expect(Math.max(...sent.map(([, , count]) => Number(count)))).toBeLessThanOrEqual(dataSetPartSize);
      expect(new Set(at.parts().map((part) => part.asOf))).toEqual(new Set([asOf]));
      const between = at.received.slice(
        0,
        at.received.findLastIndex(({ isPart }) => isPart),
      );
      const changes = between.filter(({ isPart }) => !isPart).map(({ payload }) => payload);
      expect(changes.flatMap(({ removed = [] }) => removed).length).toBeGreaterThan(3);
      expect(changes.flatMap(({ rows = [] }) => rows).length).toBeGreaterThan(6);
      expect(at.shown('activeOrders')).toEqual(at.rows('activeOrders'));
      await at.load('completedOrders');
      expect(at.shown('completedOrders')).toEqual(at.rows('completedOrders'));
    },
  );

  it('is not sent any further to a connection that has ended', async () => {
    const { order, publish, parts, load, signal } = connected('abdul', (part) => {
      if (part === 1) signal.aborted = true;
    });
    for (let count = 0; count < 3 * dataSetPartSize; count += 1) order('abdul');
    publish();
    await load('activeOrders');
    expect(places(parts())).toEqual([[0, true, dataSetPartSize]]);
  });

  it('is sent around the end of the day, which no part interrupts, and is empty afterwards', async () => {
    let hasEnded = false;
    const at = connected('abdul', (part) => {
      if (part !== 1 || hasEnded) return;
      hasEnded = true;
      at.endDay();
    });
    for (let count = 0; count < 3 * dataSetPartSize; count += 1)
      at.market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq: at.order('abdul') });
    at.publish();
    at.received.length = 0;
    await at.load('completedOrders');
    expect(places(at.parts())).toEqual([
      [0, true, dataSetPartSize],
      [1, undefined, 0],
    ]);
    expect(at.shown('completedOrders')).toEqual([]);
    expect(at.rows('completedOrders')).toEqual([]);
  });
});

describe('Subscribe', () => {
  it('[HUB-2] sends a few rows at a time, none in the middle of the end of the day, and then replies', async () => {
    let betweenRows = 0;
    const at = connected('abdul', () => {
      betweenRows += 1;
      if (betweenRows === 2) at.endDay();
    });
    at.publish();
    const listed = at.projections.directory.listedContracts().map(({ contract }) => contract);
    const contracts = Array.from({ length: 60 }, (_, index) => listed[index % listed.length] ?? '');
    const reply = await at.subscribe([...contracts, 'DEC99 NONE']);
    expect(reply).toEqual({ Status: 'Success', Unknown: ['DEC99 NONE'] });
    expect(at.parts().length).toBeGreaterThan(1);
    expect(betweenRows).toBeGreaterThanOrEqual(at.parts().length);
    const rows = at.parts().flatMap((message) => message.rows ?? []);
    expect(rows.map((row) => Reflect.get(row, 'contract'))).toEqual(contracts);
  });
});
