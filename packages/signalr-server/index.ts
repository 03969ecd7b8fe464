// A SignalR Core hub server for Node. Start with `createHubServer`; README.md shows it at work.
export type { Backplane, BackplaneLink, HubEnvelope } from './backplane/backplane.ts';
export { InProcessBackplane } from './backplane/in-process-backplane.ts';
export { type Clock, ManualClock, systemClock } from './clock.ts';
export type { ConflatedUpdate } from './hub/conflated-change.ts';
export type { ConnectionGroups, HubContext } from './hub/context.ts';
export type {
  EventArgs,
  EventName,
  HubContract,
  MethodArgs,
  MethodContract,
  MethodHandler,
  MethodName,
} from './hub/contract.ts';
export type { Hub, HubHandlers, HubOptions, HubUser } from './hub/hub.ts';
export type { CloseOptions } from './hub/hub-connection.ts';
export { HubError } from './hub/hub-error.ts';
export { type EncodedMessage, HubMessage } from './hub/hub-message.ts';
export type { SendOptions } from './hub/router.ts';
export type { ClosableSender, GroupSender, Sender } from './hub/senders.ts';
export { createHubServer, type HubServer, type HubServerOptions } from './hub-server.ts';
export type { HubLogEntry, HubLogger } from './logger.ts';
export type { BreachKind, CloseReason, HubMetrics } from './metrics.ts';
export { bytesAsBase64, type JsonReplacer } from './protocol/json.ts';
export { defaultSettings, type HubSettings } from './settings.ts';
export type { SchemaIssue, SchemaResult, StandardSchema } from './standard-schema.ts';
export type { NegotiateRedirect } from './transports/endpoint.ts';
export type { ConnectionRequest, HubQuery, HubRequest } from './transports/hub-request.ts';
export type { OriginRule } from './transports/origin.ts';
export type { TransportName } from './transports/transport.ts';
