// The effect of each message of the hub. A message of a wrong shape is reported and changes nothing.
import { dataSets, type InitEvent, type MarketHubEvent, type MarketHubEvents } from '@openpit/wire';
import { announcementToast, showToast } from '../../notices/toasts.ts';
import { setServerClock, useConnection } from '../../stores/connection.ts';
import { logout } from '../logout.ts';
import { answersChanged, type DataSetReceiver, exchangeDayChanged } from './data-sets.ts';
import type { DepthReceiver } from './depth.ts';
import type { MarketReceiver, MarketSource } from './market.ts';

/** HUB-4: the maximum nesting depth of a message. */
const maxWireDepth = 100;

/**
 * HUB-6: finds the first invalid value of a message. A scalar is a string, a finite number, a
 * boolean or null. An object is a plain object or an array whose contents obey the same rule.
 * Binary, timestamps, NaN and undefined are invalid. Returns the place and the reason, such as
 * `rows[3].bid: NaN`; null if the message is valid.
 */
export function wireFault(value: unknown, path = '', depth = 0): string | null {
  if (value === null) return null;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return null;
    case 'number':
      return Number.isFinite(value) ? null : `${at(path)}: ${value}`;
    case 'object':
      break;
    default:
      return `${at(path)}: ${typeof value}`;
  }
  if (depth >= maxWireDepth) return `${at(path)}: nested deeper than ${maxWireDepth}`;
  if (Array.isArray(value)) return arrayFault(value, path, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    return `${at(path)}: ${value.constructor?.name ?? 'an object of unknown type'}`;
  for (const [key, field] of Object.entries(value)) {
    const fault = wireFault(field, path === '' ? key : `${path}.${key}`, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

/** Iterates by index, so that an empty slot of the array counts as undefined. */
function arrayFault(items: readonly unknown[], path: string, depth: number): string | null {
  for (let index = 0; index < items.length; index += 1) {
    const fault = wireFault(items[index], `${path}[${index}]`, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

function at(path: string): string {
  return path === '' ? 'the message' : path;
}

export type HubHandlers = {
  readonly [E in MarketHubEvent]: (payload: MarketHubEvents[E], source: MarketSource) => void;
};

type Dispatch = (event: MarketHubEvent, payload: unknown, source: MarketSource) => void;

/**
 * Every message of every hub connection passes through here: it is checked against HUB-6, then passed to the handler of its event. A
 * message that is invalid, or whose handler throws, is logged and affects nothing else (HUB-7).
 */
export function createDispatch({
  handlers,
  onRejected,
  onFailed,
}: {
  handlers: HubHandlers;
  /** The message violates HUB-6; `fault` names the place. */
  onRejected: (event: MarketHubEvent, fault: string) => void;
  /** The handler of a valid message threw. */
  onFailed: (event: MarketHubEvent, error: unknown) => void;
}): Dispatch {
  return (event, payload, source) => {
    const fault = wireFault(payload);
    if (fault !== null) {
      onRejected(event, fault);
      return;
    }
    try {
      // From here on the contract's types are assumed; the handler throws if the payload violates them.
      const handle = handlers[event] as (payload: unknown, source: MarketSource) => void;
      handle(payload, source);
    } catch (error) {
      onFailed(event, error);
    }
  };
}

/** The same text from another connection within this time is the same message. */
const duplicateMs = 1_000;

/**
 * The handler of each hub event (HUB-3): rows go to their receivers, messages to toasts, readiness and epoch to the connection store. An
 * end-of-day announcement ends the session (AUTH-10).
 */
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
}): HubHandlers {
  /** Texts of announcements and messages, which may arrive over several connections. */
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
      const currentEpoch = useConnection.getState().epoch;
      if (currentEpoch !== null && currentEpoch !== epoch) forgetEpoch();
      useConnection.setState({ epoch });
      setServerClock(serverTime);
    },
    DownloadsCompleted(isReady) {
      useConnection.setState({ venueReady: isReady === 'True' });
    },
    InfoErrorMessage({ message }, source) {
      if (isDuplicate(message, source)) return;
      showToast({ type: 'info', message, priority: 'news' });
    },
    AnswersChanged: ({ calls }) => answersChanged.emit(calls),
    MarketAnnouncement({ id, at, kind, message }) {
      const identity = `${id} ${at}`;
      if (announced.has(identity)) return;
      announced.add(identity);
      if (kind !== 'Info') exchangeDayChanged.emit();
      if (kind === 'EndOfDay') logout({ toast: { type: 'info', message } });
      else showToast(announcementToast({ id, at, message }));
    },
    MarketInit() {
      // The event contains only the number of rows that follow, which MarketDisplayCompleted repeats.
    },
    MarketDisplayChunk: (payload, source) => market.chunk(payload, source),
    MarketDisplayCompleted: (payload, source) => market.completed(payload, source),
    MarketDisplay: (payload, source) => market.display(payload, source),
    NewStrikeAdded: ({ rows }) => market.newStrikes(rows),
    DepthSnapshot: (payload) => depth.snapshot(payload),
    DepthSnapshotUpdate: (payload) => depth.update(payload),
    ...initHandlers(dataSetReceiver),
    DailyTrendUpdate: ({ rows }) => dataSetReceiver.merge(dataSets.dailyTrends.id, rows),
    DataSetInit: ({ dataSetId, ...snapshot }) => dataSetReceiver.init(dataSetId, snapshot),
    DataSetUpdate: (payload) => dataSetReceiver.update(payload),
  };
}

type OwnInitEvent = Exclude<InitEvent, 'DataSetInit'>;

/** The handlers of the events; each event carries one data set, from the wire's table. */
function initHandlers(receiver: DataSetReceiver): Pick<HubHandlers, OwnInitEvent> {
  const withOwnEvent = Object.values(dataSets).filter(({ initEvent }) => initEvent !== 'DataSetInit');
  const entries = withOwnEvent.map(({ id, initEvent }) => [
    initEvent,
    (snapshot: Parameters<DataSetReceiver['init']>[1]) => receiver.init(id, snapshot),
  ]);
  return Object.fromEntries(entries) as Pick<HubHandlers, OwnInitEvent>;
}
