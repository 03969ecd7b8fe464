// A SignalR Core hub server for Node. Start with `createHubServer`; README.md shows it at work.
export type {
  Backplane,
  BackplaneLink,
  BackplaneSubscriber,
  HubEnvelope,
  HubQuestion,
} from './backplane/backplane.ts';
export { InProcessBackplane } from './backplane/in-process-backplane.ts';
export { ClientAnswerError } from './client-answer-error.ts';
export { type Clock, ManualClock, systemClock } from './clock.ts';
export type { ConflatedUpdate } from './hub/conflated-change.ts';
export type { CloseOptions } from './hub/connection-owner.ts';
export type {
  EventArgs,
  EventName,
  HubCall,
  HubContract,
  MethodArgs,
  MethodContract,
  MethodHandler,
  MethodName,
  MethodUploads,
  QuestionAnswer,
  QuestionArgs,
  QuestionContract,
  QuestionName,
  Stream,
} from './hub/contract.ts';
export type { ConnectionGroups, Hub, HubContext, HubHandlers, HubUser } from './hub/hub.ts';
export type { ConnectionRequest, HubQuery, HubRequest } from './hub/hub-request.ts';
export type { SendOptions } from './hub/router.ts';
export type { ClosableSender, ConnectionSender, GroupSender, Sender } from './hub/senders.ts';
export type { TransportName } from './hub/transport.ts';
export type { HubOptions } from './hub-endpoint.ts';
export { HubError, UnauthorizedCallError } from './hub-error.ts';
export { createHubServer, type HubServer, type HubServerOptions } from './hub-server.ts';
export type { HubLogEntry, HubLogger } from './logger.ts';
export { type BreachKind, type CloseReason, flushSliceBoundsMs, type HubMetrics } from './metrics.ts';
export { type EncodedMessage, HubMessage } from './protocol/hub-message.ts';
export { bytesAsBase64, type JsonReplacer } from './protocol/json.ts';
export type { RawConnection, RawEndpointOptions, RawListener } from './raw-endpoint.ts';
export { defaultSettings, type HubSettings } from './settings.ts';
export type { SchemaIssue, SchemaResult, StandardSchema } from './standard-schema.ts';
export type { Authenticate } from './transports/authentication.ts';
export type { NegotiateRedirect } from './transports/endpoint.ts';
export type { OriginRule } from './transports/origin.ts';
