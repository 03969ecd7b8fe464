import { beforeEach, describe, expect, it } from 'vitest';
import { noToasts } from '../notices/toast-queue.ts';
import { useToasts } from '../notices/toasts.ts';
import { noConnection, useConnection } from '../stores/connection.ts';
import { createHandlers } from './handlers.ts';
import type { MarketSource } from './market-intake.ts';

const source: MarketSource = { hasWholeMarket: true, askRows: () => undefined };

function handlersOf() {
  const log: string[] = [];
  const note = (what: string) => () => void log.push(what);
  const handlers = createHandlers({
    market: {
      chunk: note('chunk'),
      completed: note('completed'),
      display: note('display'),
      newStrikes: note('strikes'),
      reset: note('reset'),
    },
    dataSets: {
      asked: note('asked'),
      notAsked: note('not asked'),
      init: (id, { rows }) => void log.push(`set ${id} with ${rows.length}`),
      update: ({ dataSetId }) => void log.push(`change of ${dataSetId}`),
    },
    depth: { snapshot: note('depth'), update: note('depth change') },
    forget: note('forget'),
    onPermissionsChanged: note('permissions'),
  });
  return { log, handlers };
}

const said = () => {
  const { showing, waiting } = useToasts.getState();
  return [showing, ...waiting].flatMap((toast) => (toast === null ? [] : `${toast.type}: ${toast.message}`));
};

beforeEach(() => {
  useToasts.setState(noToasts);
  useConnection.setState(noConnection);
});

describe('events of the hub', () => {
  it('[HUB-3] bring each data set under its own id', () => {
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

  it('[HUB-3] say whether the venue takes commands', () => {
    const { handlers } = handlersOf();
    handlers.DownloadsCompleted('True', source);
    expect(useConnection.getState().venueReady).toBe(true);
    handlers.DownloadsCompleted('False', source);
    expect(useConnection.getState().venueReady).toBe(false);
  });

  it('forget what was kept when the server has started anew, and only then', () => {
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

  it('[HUB-3] show messages and announcements as info toasts, one announcement once', () => {
    const { handlers } = handlersOf();
    const announcement = { id: 4, at: 9, kind: 'Limit', message: 'WMAZ is at its limit.' } as const;
    handlers.InfoErrorMessage({ message: 'The order was rejected.' }, source);
    handlers.MarketAnnouncement(announcement, source);
    handlers.MarketAnnouncement(announcement, source);
    expect(said()).toEqual(['info: The order was rejected.', 'info: WMAZ is at its limit.']);
  });

  it('[AUTH-11] have the preferences read again when an operator changed what the user may do', () => {
    const { log, handlers } = handlersOf();
    handlers.InfoErrorMessage({ message: 'The order was rejected.' }, source);
    expect(log).toEqual([]);
    handlers.InfoErrorMessage({ message: 'Your permissions were changed.', topic: 'permissions' }, source);
    expect(log).toEqual(['permissions']);
    expect(said()).toHaveLength(2);
  });

  it('tell a message once that several connections bring, and twice what one connection says twice', () => {
    const { log, handlers } = handlersOf();
    const message = { message: 'Your permissions were changed.', topic: 'permissions' } as const;
    handlers.InfoErrorMessage(message, source);
    handlers.InfoErrorMessage(message, { ...source });
    expect(log).toEqual(['permissions']);
    handlers.InfoErrorMessage(message, source);
    expect(log).toEqual(['permissions', 'permissions']);
    expect(said()).toHaveLength(2);
  });

  it('[AUTH-10] never take an announcement for the end of day because of its text', () => {
    const { handlers } = handlersOf();
    handlers.MarketAnnouncement({ id: 5, at: 9, kind: 'Info', message: 'EndOfDay at 17:00' }, source);
    expect(said()).toEqual(['info: EndOfDay at 17:00']);
  });
});
