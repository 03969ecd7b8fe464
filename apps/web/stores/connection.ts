// The state of the hub connections (HUB-4) and the age of what they bring: what the connection strip, the panels'
// footers and the order form read. Written by live/ only.
import { create } from 'zustand';

export type HubState = 'Disconnected' | 'Connecting' | 'Connected' | 'Disconnecting' | 'Reconnecting';

/** Tries after a lost connection: 0, 2, 10 and 30 seconds after it (HUB-4). */
export const reconnectDelaysMs: readonly number[] = [0, 2_000, 10_000, 30_000];

export interface Connection {
  readonly market: HubState;
  /** The worst state among the open market screens; Connected when no screen is open. */
  readonly screen: HubState;
  readonly depth: HubState;
  /** Which try is running or waited for, 1 to 4; 0 when none is. */
  readonly attempt: number;
  /** Epoch milliseconds of the next try; null when none is waited for. */
  readonly nextTryAt: number | null;
  /** When the quietest of the open market connections last sent something; epoch milliseconds of this browser. */
  readonly lastMessageAt: number | null;
  readonly roundTripMs: number | null;
  /** DownloadsCompleted said True: the venue takes commands. */
  readonly venueReady: boolean;
  /** Changes when the server starts anew. */
  readonly epoch: string | null;
  /** Server time minus browser time, in milliseconds. */
  readonly clockOffsetMs: number;
  /** Messages that HUB-6 rejected since the page was loaded. */
  readonly rejectedMessages: number;
}

export const noConnection: Connection = {
  market: 'Disconnected',
  screen: 'Connected',
  depth: 'Disconnected',
  attempt: 0,
  nextTryAt: null,
  lastMessageAt: null,
  roundTripMs: null,
  venueReady: false,
  epoch: null,
  clockOffsetMs: 0,
  rejectedMessages: 0,
};

export const useConnection = create<Connection>()(() => noConnection);
