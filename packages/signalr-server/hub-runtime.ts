// The services and settings that all hubs and connections of one server share.
import type { DenialListener } from './denial.ts';
import type { HubLogger } from './logger.ts';
import type { WriterRuntime } from './outbound/connection-writer.ts';
import type { Protocols } from './protocol/hub-message.ts';

export interface HubRuntime extends WriterRuntime {
  readonly log: HubLogger;
  /** Does not throw. */
  readonly denied: DenialListener;
  readonly protocols: Protocols;
  /** True if clients receive the messages of server faults. */
  readonly detailedErrors: boolean;
  /** Called when a connection is closed, after the counters were updated. */
  readonly connectionClosed: () => void;
}
