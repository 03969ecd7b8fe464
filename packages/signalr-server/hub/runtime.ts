// What all hubs and connections of one server share.
import type { Clock } from '../clock.ts';
import type { HubLogger } from '../logger.ts';
import type { Counters } from '../metrics.ts';
import type { Protocols } from '../protocol/hub-message.ts';
import type { ProtocolName } from '../protocol/hub-protocol.ts';
import type { HubSettings } from '../settings.ts';
import type { Flusher } from './flusher.ts';
import type { FrameAssembler } from './frame-assembler.ts';

export interface HubRuntime {
  readonly settings: HubSettings;
  readonly clock: Clock;
  readonly log: HubLogger;
  readonly counters: Counters;
  readonly protocols: Protocols;
  readonly assemblers: Readonly<Record<ProtocolName, FrameAssembler>>;
  readonly flusher: Flusher;
  /** Whether clients learn what went wrong inside the server. */
  readonly detailedErrors: boolean;
  /** To be told when the line of a connection is gone. */
  readonly lineGone: () => void;
}
