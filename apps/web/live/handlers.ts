// The handler of each hub event (HUB-3): rows go to their receivers, messages to toasts, readiness and epoch to the
// connection store. An end-of-day announcement ends the session (AUTH-10).
import { dataSets, type InitEvent } from '@openpit/wire';
import { announcementToast } from '../notices/announcement-toast.ts';
import { showToast } from '../notices/toasts.ts';
import { logout } from '../session/logout.ts';
import { useConnection } from '../stores/connection.ts';
import { dataSetStores } from '../stores/stores.ts';
import type { DataSetReceiver } from './data-set-receiver.ts';
import type { DepthReceiver } from './depth-receiver.ts';
import type { HubHandlers } from './dispatch.ts';
import type { MarketReceiver, MarketSource } from './market-receiver.ts';
import { exchangeDayChanged, permissionsChanged } from './signals.ts';

/** The same text from another connection within this time is the same message. */
const duplicateMs = 1_000;

export function createHandlers({
  market,
  dataSetReceiver,
  depth,
  forgetEpoch,
}: {
  market: MarketReceiver;
  dataSetReceiver: DataSetReceiver;
  depth: DepthReceiver;
  /** Drops the rows of an earlier epoch. */
  forgetEpoch: () => void;
}): HubHandlers<MarketSource> {
  /** Several connections may bring one announcement, or one message to this user. */
  const announced = new Set<string>();
  let lastMessage: { readonly text: string; readonly source: MarketSource; readonly at: number } | null =
    null;

  function isDuplicate(text: string, source: MarketSource): boolean {
    const before = lastMessage;
    const at = Date.now();
    if (before !== null && before.text === text && before.source !== source && at - before.at < duplicateMs)
      return true;
    lastMessage = { text, source, at };
    return false;
  }

  return {
    onConnected({ epoch, serverTime }) {
      const known = useConnection.getState().epoch;
      if (known !== null && known !== epoch) forgetEpoch();
      useConnection.setState({ epoch, clockOffsetMs: serverTime - Date.now() });
    },
    DownloadsCompleted(isReady) {
      useConnection.setState({ venueReady: isReady === 'True' });
    },
    InfoErrorMessage({ message, topic }, source) {
      if (isDuplicate(message, source)) return;
      showToast({ type: 'info', message, priority: 'news' });
      if (topic === 'permissions') permissionsChanged.emit();
    },
    MarketAnnouncement({ id, at, kind, message }) {
      const identity = `${id} ${at}`;
      if (announced.has(identity)) return;
      announced.add(identity);
      if (kind !== 'Info') exchangeDayChanged.emit();
      if (kind === 'EndOfDay') logout({ toast: { type: 'info', message } });
      else showToast(announcementToast({ id, at, message }));
    },
    MarketInit() {
      // It only announces how many rows follow, which MarketDisplayCompleted repeats.
    },
    MarketDisplayChunk: (payload, source) => market.chunk(payload, source),
    MarketDisplayCompleted: (payload, source) => market.completed(payload, source),
    MarketDisplay: (payload, source) => market.display(payload, source),
    NewStrikeAdded: ({ rows }) => market.newStrikes(rows),
    DepthSnapshot: (payload) => depth.snapshot(payload),
    DepthSnapshotUpdate: (payload) => depth.update(payload),
    ...initHandlers(dataSetReceiver),
    DailyTrendUpdate: ({ rows }) => dataSetStores.dailyTrends.merge(rows),
    DataSetInit: ({ dataSetId, ...snapshot }) => dataSetReceiver.init(dataSetId, snapshot),
    DataSetUpdate: (payload) => dataSetReceiver.update(payload),
  };
}

type OwnInitEvent = Exclude<InitEvent, 'DataSetInit'>;

/** The handlers of the events that each carry one data set, from the wire's table. */
function initHandlers(receiver: DataSetReceiver): Pick<HubHandlers<MarketSource>, OwnInitEvent> {
  const withOwnEvent = Object.values(dataSets).filter(({ initEvent }) => initEvent !== 'DataSetInit');
  const entries = withOwnEvent.map(({ id, initEvent }) => [
    initEvent,
    (snapshot: Parameters<DataSetReceiver['init']>[1]) => receiver.init(id, snapshot),
  ]);
  return Object.fromEntries(entries) as Pick<HubHandlers<MarketSource>, OwnInitEvent>;
}
