import { dataSets, type MarketHubEvent } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noToasts } from '../notices/toast-queue.ts';
import { useToasts } from '../notices/toasts.ts';
import { noConnection, useConnection } from '../stores/connection.ts';
import { createHandlers } from './handlers.ts';
import type { MarketSource } from './market-receiver.ts';
import { exchangeDayChanged, permissionsChanged } from './signals.ts';

const source: MarketSource = { hasWholeMarket: true, requestRows: () => undefined };
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
    },
    depth: { snapshot: note('depth'), update: note('depth change') },
    forgetEpoch: note('forget'),
  });
  stopListening.push(permissionsChanged.on(note('permissions')), exchangeDayChanged.on(note('exchange day')));
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
    expect(log).toEqual([
      'set 2 with 0',
      'set 4 with 0',
      'set 9 with 0',
      'set 12 with 0',
      'set 1 with 0',
      'change of 1',
    ]);
  });

  it('[HUB-3] include one for every init event of the data sets', () => {
    const { handlers } = handlersOf();
    const events: readonly MarketHubEvent[] = Object.values(dataSets).map(({ initEvent }) => initEvent);
    expect(events.filter((event) => !(event in handlers))).toEqual([]);
  });

  it('[HUB-3] store whether the venue takes commands', () => {
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
    handlers.InfoErrorMessage({ message: 'Your permissions were changed.', topic: 'permissions' }, source);
    expect(log).toEqual(['permissions']);
    expect(shownToasts()).toHaveLength(2);
  });

  it('show a message once that several connections bring, and twice when one connection repeats it', () => {
    const { log, handlers } = handlersOf();
    const message = { message: 'Your permissions were changed.', topic: 'permissions' } as const;
    handlers.InfoErrorMessage(message, source);
    handlers.InfoErrorMessage(message, { ...source });
    expect(log).toEqual(['permissions']);
    handlers.InfoErrorMessage(message, source);
    expect(log).toEqual(['permissions', 'permissions']);
    expect(shownToasts()).toHaveLength(2);
  });

  it('[AUTH-10] never treat an announcement as the end of day because of its text', () => {
    const { log, handlers } = handlersOf();
    handlers.MarketAnnouncement({ id: 5, at: 9, kind: 'Info', message: 'EndOfDay at 17:00' }, source);
    expect(shownToasts()).toEqual(['info: EndOfDay at 17:00']);
    expect(log).toEqual([]);
  });
});
