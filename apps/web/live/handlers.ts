// Which event of the hub goes where (HUB-3): rows to their intake, words to toasts, readiness and epoch to the connection's
// picture. An end-of-day announcement ends the session (AUTH-10).
import { dataSetIds } from '@openpit/wire';
import { showToast } from '../notices/toasts.ts';
import { logout } from '../session/logout.ts';
import { useConnection } from '../stores/connection.ts';
import { dailyTrendsStore } from '../stores/stores.ts';
import type { DataSetIntake } from './data-set-intake.ts';
import { tellDayAnnounced } from './day-announcements.ts';
import type { DepthIntake } from './depth-intake.ts';
import type { HubHandlers } from './dispatch.ts';
import type { MarketIntake, MarketSource } from './market-intake.ts';

/** The same words over another connection within this time are the same message. */
const echoMs = 1_000;

export function createHandlers({
  market,
  dataSets,
  depth,
  forget,
  onPermissionsChanged,
}: {
  market: MarketIntake;
  dataSets: DataSetIntake;
  depth: DepthIntake;
  /** Drops what was kept from an earlier epoch. */
  forget: () => void;
  /** An operator has changed what this user may do. */
  onPermissionsChanged: () => void;
}): HubHandlers<MarketSource> {
  /** Several connections may bring one announcement, or one message to this user. */
  const announced = new Set<string>();
  let lastMessage: { readonly text: string; readonly source: MarketSource; readonly at: number } | null =
    null;

  function isHeardAlready(text: string, source: MarketSource): boolean {
    const before = lastMessage;
    const at = Date.now();
    if (before !== null && before.text === text && before.source !== source && at - before.at < echoMs)
      return true;
    lastMessage = { text, source, at };
    return false;
  }

  return {
    onConnected({ epoch, serverTime }) {
      const known = useConnection.getState().epoch;
      if (known !== null && known !== epoch) forget();
      useConnection.setState({ epoch, clockOffsetMs: serverTime - Date.now() });
    },
    DownloadsCompleted(isReady) {
      useConnection.setState({ venueReady: isReady === 'True' });
    },
    InfoErrorMessage({ message, topic }, source) {
      if (isHeardAlready(message, source)) return;
      showToast({ type: 'info', message, priority: 'news' });
      if (topic === 'permissions') onPermissionsChanged();
    },
    MarketAnnouncement({ id, at, kind, message }) {
      const identity = `${id} ${at}`;
      if (announced.has(identity)) return;
      announced.add(identity);
      if (kind !== 'Info') tellDayAnnounced();
      if (kind === 'EndOfDay') logout({ toast: { type: 'info', message } });
      else showToast({ type: 'info', message, priority: 'news' });
    },
    MarketInit() {
      // Says only how many rows will come; the rows say the rest.
    },
    MarketDisplayChunk: (payload, source) => market.chunk(payload, source),
    MarketDisplayCompleted: (payload, source) => market.completed(payload, source),
    MarketDisplay: (payload, source) => market.display(payload, source),
    NewStrikeAdded: ({ rows }) => market.newStrikes(rows),
    DepthSnapshot: (payload) => depth.snapshot(payload),
    DepthSnapshotUpdate: (payload) => depth.update(payload),
    InstrumentsInit: (payload) => dataSets.init(dataSetIds.instruments, payload),
    ContractDateInit: (payload) => dataSets.init(dataSetIds.contractDate, payload),
    MTMInit: (payload) => dataSets.init(dataSetIds.mtm, payload),
    DailyTrendsInit: (payload) => dataSets.init(dataSetIds.dailyTrends, payload),
    DailyTrendUpdate: ({ rows }) => dailyTrendsStore.merge(rows),
    DataSetInit: ({ dataSetId, ...snapshot }) => dataSets.init(dataSetId, snapshot),
    DataSetUpdate: (payload) => dataSets.update(payload),
  };
}
