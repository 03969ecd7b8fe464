import { dataSets, type MarketHubEvent, paths } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noToasts, useToasts } from '../../notices/toasts.ts';
import { noConnection, useConnection } from '../../stores/connection.ts';
import { answersChanged, exchangeDayChanged } from './data-sets.ts';
import { createDispatch, createHandlers, type HubHandlers, wireFault } from './handlers.ts';
import type { MarketSource } from './market.ts';

class Price {
  value = 1;
}
const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
};

describe('[HUB-6] a message of the hub', () => {
  it.each<[string, unknown]>([
    ['a text', 'True'],
    ['a number', -4.5],
    ['a boolean', false],
    ['null', null],
    ['an object of scalars', { contract: 'DEC26 WMAZ', bid: null, bidQty: 0 }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['rows', { rows: [{ contract: 'DEC26 WMAZ', contractDisplay: { flag: 'F', strike: 0 } }], asOf: 3 }],
    ['an empty list', []],
    ['a hundred levels', deep(100)],
  ])('is valid when it is %s', (_what, value) => {
    expect(wireFault(value)).toBeNull();
  });

  it.each<[string, unknown, string]>([
    ['NaN', { rows: [{ bid: 1 }, { bid: Number.NaN }] }, 'rows[1].bid: NaN'],
    ['infinity', { asOf: Number.POSITIVE_INFINITY }, 'asOf: Infinity'],
    ['undefined', { rows: [{ bid: undefined }] }, 'rows[0].bid: undefined'],
    ['nothing at all', undefined, 'the message: undefined'],
    ['an empty slot in a list', { rows: new Array(1) }, 'rows[0]: undefined'],
    ['binary', { rows: new Uint8Array(2) }, 'rows: Uint8Array'],
    ['a timestamp', { asOf: new Date(0) }, 'asOf: Date'],
    ['a big integer', { seq: 1n }, 'seq: bigint'],
    ['a function', { seq: () => 1 }, 'seq: function'],
    ['a map', { rows: new Map() }, 'rows: Map'],
    ['an object of a class', { bid: new Price() }, 'bid: Price'],
    ['a hundred and one levels', deep(101), `${'a.'.repeat(99)}a: nested deeper than 100`],
  ])('is invalid with %s, and says where', (_what, value, fault) => {
    expect(wireFault(value)).toBe(fault);
  });
});

const source: MarketSource = { hasWholeMarket: true, requestRows: () => undefined };
const screen: MarketSource = { hasWholeMarket: false, requestRows: () => undefined };

function dispatchOf() {
  const log: string[] = [];
  const pass = () => undefined;
  const handlers: HubHandlers = {
    onConnected: pass,
    InfoErrorMessage: ({ message }, sender) =>
      void log.push(`${message} (whole market: ${sender.hasWholeMarket})`),
    AnswersChanged: () => undefined,
    MarketAnnouncement: pass,
    DepthSnapshot: () => {
      throw new Error('No contract found for snapshot');
    },
    DepthSnapshotUpdate: pass,
    MarketInit: pass,
    MarketDisplay: ({ rows }) => void log.push(`${rows.length} rows`),
    MarketDisplayChunk: pass,
    MarketDisplayCompleted: pass,
    NewStrikeAdded: pass,
    MTMInit: pass,
    ContractDateInit: pass,
    InstrumentsInit: pass,
    DailyTrendsInit: pass,
    DailyTrendUpdate: pass,
    DataSetInit: pass,
    DataSetUpdate: pass,
    DownloadsCompleted: pass,
  };
  const dispatch = createDispatch({
    handlers,
    onRejected: (event, fault) => log.push(`rejected ${event}: ${fault}`),
    onFailed: (event, error) =>
      log.push(`failed ${event}: ${error instanceof Error ? error.message : error}`),
  });
  return { dispatch, log };
}

describe('a message of the hub', () => {
  it('is given to the handler of its event, with its connection', () => {
    const { dispatch, log } = dispatchOf();
    dispatch('InfoErrorMessage', { message: 'The market opens at 9.' }, source);
    expect(log).toEqual(['The market opens at 9. (whole market: true)']);
  });

  it('[HUB-6] is dropped when a field is neither scalar nor object, and the next message is still handled', () => {
    const { dispatch, log } = dispatchOf();
    dispatch('MarketDisplay', { asOf: 1, rows: [{ contract: 'DEC26 WMAZ', bid: Number.NaN }] }, screen);
    dispatch('MarketDisplay', { asOf: 2, rows: [] }, screen);
    expect(log).toEqual(['rejected MarketDisplay: rows[0].bid: NaN', '0 rows']);
  });

  it('[HUB-7] is logged if its handler throws, and affects nothing else', () => {
    const { dispatch, log } = dispatchOf();
    dispatch('DepthSnapshot', { DisplaySeq: 99, DepthRows: [], seq: 1 }, screen);
    dispatch('MarketDisplay', 'no rows at all', screen);
    dispatch('MarketDisplay', { asOf: 2, rows: [] }, screen);
    expect(log[0]).toBe('failed DepthSnapshot: No contract found for snapshot');
    expect(log[1]).toMatch(/^failed MarketDisplay: /);
    expect(log[2]).toBe('0 rows');
  });
});

const stopListening: (() => void)[] = [];

function handlersOf() {
  const log: string[] = [];
  const note = (what: string) => () => void log.push(what);
  const handlers = createHandlers({
    market: {
      prices: note('prices'),
      chunk: note('chunk'),
      completed: note('completed'),
      display: note('display'),
      newStrikes: note('strikes'),
      reset: note('reset'),
    },
    dataSetReceiver: {
      requested: note('requested'),
      requestFailed: note('request failed'),
      init: (id, { rows }) => void log.push(`set ${id} with ${rows.length}`),
      update: ({ dataSetId }) => void log.push(`change of ${dataSetId}`),
      merge: (id, { length }) => void log.push(`${length} newer rows of ${id}`),
    },
    depth: { snapshot: note('depth'), update: note('depth change') },
    forgetEpoch: note('forget'),
  });
  stopListening.push(
    answersChanged.on((calls) => log.push(`read again ${calls}`)),
    exchangeDayChanged.on(note('exchange day')),
  );
  return { log, handlers };
}

const shownToasts = () => {
  const { showing, waiting } = useToasts.getState();
  return [showing, ...waiting].flatMap((toast) => (toast === null ? [] : `${toast.type}: ${toast.message}`));
};

beforeEach(() => {
  useToasts.setState(noToasts);
  useConnection.setState(noConnection);
});
afterEach(() => {
  for (const stop of stopListening.splice(0)) stop();
});

describe('the handlers of hub events', () => {
  it('[HUB-3] give each data set to the receiver under its id', () => {
    const { log, handlers } = handlersOf();
    const snapshot = { rows: [], epoch: 'e1', asOf: 1 };
    handlers.InstrumentsInit(snapshot, source);
    handlers.ContractDateInit(snapshot, source);
    handlers.MTMInit(snapshot, source);
    handlers.DailyTrendsInit(snapshot, source);
    handlers.DataSetInit({ dataSetId: 1, ...snapshot }, source);
    handlers.DataSetUpdate({ dataSetId: 1, removed: [], rows: [], epoch: 'e1', prev: 1, seq: 2 }, source);
    handlers.DailyTrendUpdate({ rows: [], asOf: 2 }, source);
    expect(log).toEqual([
      'set 2 with 0',
      'set 4 with 0',
      'set 9 with 0',
      'set 12 with 0',
      'set 1 with 0',
      'change of 1',
      '0 newer rows of 12',
    ]);
  });

  it('[HUB-3] include one for every init event of the data sets', () => {
    const { handlers } = handlersOf();
    const events: readonly MarketHubEvent[] = Object.values(dataSets).map(({ initEvent }) => initEvent);
    expect(events.filter((event) => !(event in handlers))).toEqual([]);
  });

  it('[HUB-3] store whether the venue accepts commands', () => {
    const { handlers } = handlersOf();
    handlers.DownloadsCompleted('True', source);
    expect(useConnection.getState().venueReady).toBe(true);
    handlers.DownloadsCompleted('False', source);
    expect(useConnection.getState().venueReady).toBe(false);
  });

  it('forget the rows of the earlier epoch when the server has restarted, and only then', () => {
    const { log, handlers } = handlersOf();
    const connected = (epoch: string) =>
      handlers.onConnected({ connectionId: 'c', epoch, serverTime: Date.now() + 5_000 }, source);
    connected('e1');
    connected('e1');
    expect(log).toEqual([]);
    connected('e2');
    expect(log).toEqual(['forget']);
    expect(useConnection.getState().epoch).toBe('e2');
    expect(useConnection.getState().clockOffsetMs).toBeGreaterThan(4_000);
  });

  it('[HUB-3] show messages and announcements as info toasts, each announcement once', () => {
    const { log, handlers } = handlersOf();
    const announcement = { id: 4, at: 9, kind: 'Limit', message: 'WMAZ is at its limit.' } as const;
    handlers.InfoErrorMessage({ message: 'The order was rejected.' }, source);
    handlers.MarketAnnouncement(announcement, source);
    handlers.MarketAnnouncement(announcement, source);
    expect(shownToasts()).toEqual(['info: The order was rejected.', 'info: WMAZ is at its limit.']);
    expect(log).toEqual(['exchange day']);
  });

  it('[AUTH-11] report that an operator has changed the permissions', () => {
    const { log, handlers } = handlersOf();
    handlers.InfoErrorMessage({ message: 'The order was rejected.' }, source);
    expect(log).toEqual([]);
    handlers.InfoErrorMessage({ message: 'Your permissions were changed.' }, source);
    handlers.AnswersChanged({ calls: [paths.getUserPreference] }, source);
    expect(log).toEqual(['read again /api/UserSettings/GetUserPreference']);
    expect(shownToasts()).toHaveLength(2);
  });

  it('show a message once that several connections bring, and twice when one connection repeats it', () => {
    const { handlers } = handlersOf();
    const message = { message: 'Your permissions were changed.' };
    handlers.InfoErrorMessage(message, source);
    handlers.InfoErrorMessage(message, { ...source });
    expect(shownToasts()).toHaveLength(1);
    handlers.InfoErrorMessage(message, source);
    expect(shownToasts()).toHaveLength(2);
  });

  it('[AUTH-10] never treat an announcement as the end of day because of its text', () => {
    const { log, handlers } = handlersOf();
    handlers.MarketAnnouncement({ id: 5, at: 9, kind: 'Info', message: 'EndOfDay at 17:00' }, source);
    expect(shownToasts()).toEqual(['info: EndOfDay at 17:00']);
    expect(log).toEqual([]);
  });
});
