import type { MarketRow, MarketRowChange } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import type { HubState } from '../../stores/connection.ts';
import { createKeyedStore } from '../../stores/keyed-store.ts';
import { createManualScheduler } from '../../stores/testing/manual-scheduler.ts';
import { marketRow } from '../../testing/rows.ts';
import {
  type CheckResult,
  createMarketReceiver,
  createMarketSubscription,
  createOwnContracts,
  createPendingLoads,
  type MarketSource,
} from './market.ts';

describe('pending loads', () => {
  it('resolves every wait for the rows that arrive, and no other', async () => {
    const loads = createPendingLoads<string>();
    const both = Promise.all([loads.wait('mtm'), loads.wait('mtm')]);
    const other = loads.wait('instruments');
    loads.resolve('mtm', 18);
    expect(await both).toEqual([18, 18]);
    loads.reject('instruments', new Error('rejected'));
    await expect(other).rejects.toThrow('rejected');
  });

  it('rejects with a sentence when no answer arrives in time', async () => {
    const loads = createPendingLoads<string>(10);
    await expect(loads.wait('mtm')).rejects.toThrow('The market did not answer within 0.01 s.');
  });

  it('rejects all waits when the connection is lost', async () => {
    const loads = createPendingLoads<string>();
    const waiting = [loads.wait('mtm'), loads.wait('instruments')];
    loads.rejectAll(new Error('lost'));
    const results = await Promise.allSettled(waiting);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

const rowOf = marketRow;

function receiverOf(...rows: MarketRow[]) {
  const store = createKeyedStore<MarketRow, string>((row) => row.contract, createManualScheduler());
  const completed: number[] = [];
  const requests: string[] = [];
  const receiver = createMarketReceiver({ store, onCompleted: (count) => completed.push(count) });
  const source: MarketSource = { hasWholeMarket: true, requestRows: () => requests.push('market') };
  const screen: MarketSource = { hasWholeMarket: false, requestRows: () => requests.push('screen') };
  receiver.chunk({ index: 0, of: 1, rows }, source);
  receiver.completed({ count: rows.length, asOf: 1 }, source);
  const change = (contract: string, version: number, fields: Partial<MarketRow> = {}) =>
    receiver.display({ asOf: 2, rows: [{ contract, version, ...fields } as MarketRowChange] }, source);
  return { store, receiver, source, screen, requests, completed, change };
}

describe('receiving market rows', () => {
  it('loads complete rows in chunks and is complete with the last chunk', () => {
    const { store, completed } = receiverOf(rowOf('DEC26 WMAZ'), rowOf('MAR27 WMAZ'));
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'MAR27 WMAZ']);
    expect(store.status()).toBe('success');
    expect(completed).toEqual([2]);
  });

  describe('[API-7] prices from before the first chunk', () => {
    const { contract, displaySeq, instrument, contractDisplay, contractDate, systemCode, last, mtm, time } =
      rowOf('DEC26 WMAZ');
    const price = {
      ...{ contract, displaySeq, instrument, contractDisplay, contractDate, systemCode, last, mtm, time },
      bid: 4_034.8,
      offer: 4_035.2,
    };
    const started = () => {
      const kit = receiverOf();
      kit.receiver.reset();
      return kit;
    };

    it('fill the rows, until a chunk of any version replaces them', () => {
      const { store, receiver, source } = started();
      receiver.prices([price]);
      expect(store.get('DEC26 WMAZ')).toMatchObject({ bid: 4_034.8, offer: 4_035.2, bidQty: 0 });
      receiver.chunk(
        { index: 0, of: 1, rows: [rowOf('DEC26 WMAZ', { version: 0, bid: 1, bidQty: 5 })] },
        source,
      );
      expect(store.get('DEC26 WMAZ')).toMatchObject({ version: 0, bid: 1, bidQty: 5 });
    });

    it('change nothing once a chunk has arrived, and no existing row', () => {
      const { store, receiver } = receiverOf(rowOf('DEC26 WMAZ', { bid: 7 }));
      receiver.prices([price, { ...price, contract: 'MAR27 WMAZ' }]);
      expect(store.keys()).toEqual(['DEC26 WMAZ']);
      receiver.reset();
      receiver.prices([price, { ...price, contract: 'MAR27 WMAZ' }]);
      expect(store.get('DEC26 WMAZ')?.bid).toBe(7);
      expect(store.keys()).toEqual(['DEC26 WMAZ', 'MAR27 WMAZ']);
    });

    it('take no single fields of a change, which would leave a row with old and new values', () => {
      const { store, receiver, change, requests } = started();
      receiver.prices([price]);
      change('DEC26 WMAZ', 9, { bidQty: 12 });
      expect(store.get('DEC26 WMAZ')?.bidQty).toBe(0);
      expect(requests).toEqual(['market']);
    });

    it('disappear if the market turns out not to have the contract', () => {
      const { store, receiver, source } = started();
      receiver.prices([price]);
      receiver.chunk({ index: 0, of: 1, rows: [rowOf('MAR27 WMAZ')] }, source);
      receiver.completed({ count: 1, asOf: 1 }, source);
      expect(store.keys()).toEqual(['MAR27 WMAZ']);
    });
  });

  it('changes the fields of a newer version and keeps the others', () => {
    const { store, change } = receiverOf(rowOf('DEC26 WMAZ', { bid: 4_034.8, offer: 4_035.2, version: 3 }));
    change('DEC26 WMAZ', 5, { bid: 4_034.6 });
    expect(store.get('DEC26 WMAZ')).toMatchObject({ bid: 4_034.6, offer: 4_035.2, version: 5 });
  });

  it.each([3, 2])('drops a change of version %d when version 3 is known', (version) => {
    const { store, change } = receiverOf(rowOf('DEC26 WMAZ', { bid: 4_034.8, version: 3 }));
    change('DEC26 WMAZ', version, { bid: 1 });
    expect(store.get('DEC26 WMAZ')).toMatchObject({ bid: 4_034.8, version: 3 });
  });

  it('drops a chunk that is older than a change from another connection', () => {
    const { store, receiver, source, change } = receiverOf(rowOf('DEC26 WMAZ'));
    change('DEC26 WMAZ', 9, { bid: 7 });
    receiver.chunk({ index: 0, of: 1, rows: [rowOf('DEC26 WMAZ', { version: 8, bid: 6 })] }, source);
    expect(store.get('DEC26 WMAZ')).toMatchObject({ version: 9, bid: 7 });
  });

  it('[MODEL-3] overwrites openInterest only with a non-zero value', () => {
    const { store, receiver, source, change } = receiverOf(rowOf('DEC26 WMAZ', { openInterest: 500 }));
    change('DEC26 WMAZ', 2, { openInterest: 0, volume: 9 });
    expect(store.get('DEC26 WMAZ')).toMatchObject({ openInterest: 500, volume: 9 });
    receiver.chunk({ index: 0, of: 1, rows: [rowOf('DEC26 WMAZ', { version: 3, openInterest: 0 })] }, source);
    expect(store.get('DEC26 WMAZ')).toMatchObject({ version: 3, openInterest: 500 });
    change('DEC26 WMAZ', 4, { openInterest: 501 });
    expect(store.get('DEC26 WMAZ')?.openInterest).toBe(501);
  });

  it('does not show a change of an unknown contract, but requests its row, once', () => {
    const { store, receiver, screen, requests } = receiverOf(rowOf('DEC26 WMAZ'));
    const rows = [{ contract: 'MAY27 WMAZ', version: 4, bid: 1 }];
    receiver.display({ asOf: 2, rows }, screen);
    receiver.display({ asOf: 3, rows: [{ contract: 'MAY27 WMAZ', version: 5, bid: 2 }] }, screen);
    expect(store.keys()).toEqual(['DEC26 WMAZ']);
    expect(requests).toEqual(['screen']);
  });

  it('requests a contract again that was known and then removed', () => {
    const { store, receiver, source, requests, change } = receiverOf(rowOf('DEC26 WMAZ'));
    change('MAY27 WMAZ', 4, { bid: 1 });
    receiver.chunk(
      { index: 0, of: 1, rows: [rowOf('DEC26 WMAZ'), rowOf('MAY27 WMAZ', { version: 4 })] },
      source,
    );
    receiver.completed({ count: 2, asOf: 4 }, source);
    change('MAY27 WMAZ', 5, { bid: 3 });
    expect(store.get('MAY27 WMAZ')?.bid).toBe(3);
    store.remove(['MAY27 WMAZ']);
    change('MAY27 WMAZ', 6, { bid: 4 });
    expect(requests).toEqual(['market', 'market']);
  });

  it('shows a new complete row immediately', () => {
    const { store, receiver, source, requests } = receiverOf(rowOf('DEC26 WMAZ'));
    receiver.display({ asOf: 2, rows: [rowOf('JUL27 WMAZ', { version: 1 })] }, source);
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'JUL27 WMAZ']);
    expect(requests).toEqual([]);
  });

  it('removes rows that the whole market no longer contains, but not rows that one screen does not', () => {
    const { store, receiver, source, screen } = receiverOf(rowOf('DEC26 WMAZ'), rowOf('MAR27 WMAZ'));
    receiver.chunk({ index: 0, of: 1, rows: [rowOf('DEC26 WMAZ')] }, screen);
    receiver.completed({ count: 1, asOf: 2 }, screen);
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'MAR27 WMAZ']);
    receiver.chunk({ index: 0, of: 1, rows: [rowOf('DEC26 WMAZ')] }, source);
    receiver.completed({ count: 1, asOf: 3 }, source);
    expect(store.keys()).toEqual(['DEC26 WMAZ']);
  });

  it('removes nothing when the count shows that a chunk is missing', () => {
    const { store, receiver, source } = receiverOf(rowOf('DEC26 WMAZ'), rowOf('MAR27 WMAZ'));
    receiver.chunk({ index: 0, of: 2, rows: [rowOf('DEC26 WMAZ')] }, source);
    receiver.completed({ count: 2, asOf: 3 }, source);
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'MAR27 WMAZ']);
  });

  it('[HUB-3] adds new strikes of options and deltas only', () => {
    const { store, receiver } = receiverOf(rowOf('DEC26 WMAZ'));
    const strikeOf = (contract: string, CONTRACT_TYPE: 1 | 2 | 5, flag: 'F' | 'C') =>
      rowOf(contract, { contractDisplay: { flag, strike: flag === 'F' ? 0 : 4_000, CONTRACT_TYPE } });
    receiver.newStrikes([
      strikeOf('DEC26 4000C WMAZ', 2, 'C'),
      strikeOf('DEC26 4000C D WMAZ', 5, 'C'),
      strikeOf('SEP27 WMAZ', 1, 'F'),
    ]);
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'DEC26 4000C WMAZ', 'DEC26 4000C D WMAZ']);
  });

  it('throws for a row without a contract, and adds none', () => {
    const { store, receiver, source } = receiverOf(rowOf('DEC26 WMAZ'));
    expect(() => receiver.display({ asOf: 2, rows: [{ version: 2 } as MarketRowChange] }, source)).toThrow(
      'has no contract',
    );
    expect(store.keys()).toEqual(['DEC26 WMAZ']);
  });
});

function marketFeedOf() {
  let state: HubState = 'Connecting';
  const log: string[] = [];
  const checks: CheckResult[] = [];
  let quiet: () => void = () => undefined;
  let sessionIsOver = false;
  const feed = createMarketSubscription({
    open: () => ({
      state: () => state,
      invoke: async <Reply>(method: string, ...args: unknown[]) => {
        log.push([method, ...args.map((arg) => JSON.stringify(arg))].join(' '));
        if (args[0] === 12) throw new Error('Data set 12 is not available.');
        return { Message: sessionIsOver ? 'True' : 'False' } as Reply;
      },
      tryNow: () => void log.push('try now'),
    }),
    onRequested: (what) => log.push(`requested ${what}`),
    onRequestFailed: (what) => log.push(`request failed ${what}`),
    onChecked: (result) => checks.push(result),
    whenQuiet: (run) => {
      quiet = run;
    },
    onFailed: () => undefined,
  });
  const connect = () => {
    state = 'Connected';
    feed.connected();
  };
  const endSession = () => {
    sessionIsOver = true;
  };
  return { feed, log, checks, connect, endSession, beQuiet: () => quiet() };
}

describe('the market connection', () => {
  it('requests the loaders’ data when it connects, and again each time it reconnects', async () => {
    const { feed, log, connect } = marketFeedOf();
    const instruments = feed.load(2);
    const rows = feed.load('marketRows');
    expect(log).toEqual(['try now']);
    log.length = 0;
    connect();
    const requests = [
      // First, so that the round trip does not wait behind the rows.
      'DisconnectCheck',
      'SubscribeToGroups ["announcements"]',
      'requested 2',
      'PublishAllData 2 null',
      'requested marketRows',
      'GetMarketDisplayChunks',
    ];
    expect(log).toEqual(requests);
    feed.loaded(2, 6);
    feed.loaded('marketRows', 18);
    expect(await Promise.all([instruments, rows])).toEqual([6, 18]);
    log.length = 0;
    connect();
    expect(log).toEqual(requests);
  });

  it('fails the load of a data set that the hub rejects, and no other load', async () => {
    const { feed, log, connect } = marketFeedOf();
    feed.start();
    connect();
    const trends = feed.load(12);
    const mtm = feed.load(9);
    await expect(trends).rejects.toThrow('Data set 12 is not available.');
    expect(log).toContain('request failed 12');
    feed.loaded(9, 18);
    expect(await mtm).toBe(18);
  });

  it('fails all loads with a sentence when no try is left', async () => {
    const { feed } = marketFeedOf();
    const waiting = feed.load(2);
    feed.gaveUp();
    await expect(waiting).rejects.toThrow('The connection to the market could not be made.');
  });

  it('[HUB-2] [DATA-1] subscribes to the trend of each watched contract once, and again with a new connection', () => {
    const { feed, log, connect } = marketFeedOf();
    const trends = () => log.filter((line) => line.startsWith('SubscribeToDailyTrend'));
    feed.start();
    const stop = feed.watchTrend('DEC26 WMAZ');
    expect(trends()).toEqual([]);
    connect();
    expect(trends()).toEqual(['SubscribeToDailyTrend "DEC26 WMAZ"']);
    feed.watchTrend('MAR27 WMAZ');
    const stopSecond = feed.watchTrend('DEC26 WMAZ');
    expect(trends().slice(1)).toEqual(['SubscribeToDailyTrend "MAR27 WMAZ"']);
    stop();
    log.length = 0;
    connect();
    expect(trends()).toHaveLength(2);
    stopSecond();
    log.length = 0;
    connect();
    expect(trends()).toEqual(['SubscribeToDailyTrend "MAR27 WMAZ"']);
  });

  it('[HUB-2] [HUB-3] subscribes to new strikes per instrument, and only while connected', () => {
    const { feed, log, connect } = marketFeedOf();
    feed.start();
    feed.subscribeToStrikes(['WMAZ']);
    expect(log).toEqual([]);
    connect();
    log.length = 0;
    feed.subscribeToStrikes(['WMAZ', 'YMAZ']);
    expect(log).toEqual(['SubscribeToStrike "WMAZ"', 'SubscribeToStrike "YMAZ"']);
  });

  it('measures no round trip while it is not connected, and reports one when the page has loaded the market', async () => {
    const { feed, checks, connect, beQuiet } = marketFeedOf();
    feed.start();
    await feed.check();
    expect(checks).toEqual([]);
    connect();
    await expect.poll(() => checks).toEqual([{ roundTripMs: null, isOver: false }]);
    // The first one was measured while the page was loading the market.
    beQuiet();
    await expect.poll(() => checks.length).toBe(2);
    expect(checks[1]).toEqual({ roundTripMs: expect.any(Number), isOver: false });
    connect();
    await expect.poll(() => checks.length).toBe(3);
    expect(checks[2]).toEqual({ roundTripMs: null, isOver: false });
  });
});

it('[HUB-2] the market connection asks whether its session is over, and reports that it is', async () => {
  const { feed, checks, connect, endSession } = marketFeedOf();
  feed.start();
  connect();
  await expect.poll(() => checks).toMatchObject([{ isOver: false }]);
  endSession();
  await feed.check();
  expect(checks.at(-1)).toMatchObject({ isOver: true });
});

interface Row {
  readonly id: number;
  readonly contract: string;
}

function ownMarket() {
  const positions = createKeyedStore<Row, number>(({ id }) => id, createManualScheduler());
  const orders = createKeyedStore<Row, number>(({ id }) => id, createManualScheduler());
  const watched = new Map<string, number>();
  const log: string[] = [];
  const own = createOwnContracts({
    stores: [positions, orders],
    watch: (contracts) => {
      for (const contract of contracts) {
        const count = watched.get(contract) ?? 0;
        if (count === 0) log.push(`+${contract}`);
        watched.set(contract, count + 1);
      }
      return () => {
        for (const contract of contracts) {
          const count = watched.get(contract) ?? 0;
          if (count === 1) log.push(`-${contract}`);
          watched.set(contract, count - 1);
        }
      };
    },
  });
  return { positions, orders, own, log };
}

describe('the contracts of the user’s positions and orders', () => {
  it('are watched without a gap from the first row until the last is removed', () => {
    const { positions, orders, own, log } = ownMarket();
    positions.merge([{ id: 1, contract: 'DEC26 WMAZ' }]);
    own.update();
    orders.merge([
      { id: 7, contract: 'DEC26 WMAZ' },
      { id: 8, contract: 'MAR27 YMAZ' },
    ]);
    own.update();
    positions.clear();
    own.update();
    expect(log).toEqual(['+DEC26 WMAZ', '+MAR27 YMAZ']);
    expect(own.has('DEC26 WMAZ')).toBe(true);
    orders.remove([7]);
    own.update();
    expect(log).toEqual(['+DEC26 WMAZ', '+MAR27 YMAZ', '-DEC26 WMAZ']);
    expect(own.has('DEC26 WMAZ')).toBe(false);
  });
});
