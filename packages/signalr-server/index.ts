// A SignalR Core hub server for Node. Start with `createHubServer`; README.md has a tutorial.
export { type Clock, ManualClock, systemClock } from './clock.ts';
export type { DenialListener, DenialReason, HubDenial } from './denial.ts';
export { ClientResultError, HubError, TooManyRequestsError, UnauthorizedError } from './errors.ts';
export type { Authenticate } from './http/authentication.ts';
export type { NegotiateRedirect } from './http/endpoint.ts';
export type { OriginRule } from './http/origin.ts';
export type { CloseOptions } from './hub/connection-owner.ts';
export type {
  ClientResult,
  ClientResultArgs,
  ClientResultContract,
  ClientResultName,
  EventArgs,
  EventName,
  HubContract,
  InvocationContext,
  MethodArgs,
  MethodContract,
  MethodHandler,
  MethodName,
  MethodUploads,
  Stream,
} from './hub/contract.ts';
export type { ConnectionGroups, Hub, HubContext, HubHandlers, HubUser } from './hub/hub.ts';
export type { SendOptions } from './hub/message-router.ts';
export type { ClosableSender, ConnectionSender, GroupSender, Sender } from './hub/senders.ts';
export type { HubOptions } from './hub-endpoint.ts';
export type { ConnectionRequest, HubQuery, HubRequest } from './hub-request.ts';
export { createHubServer, type HubServer, type HubServerOptions } from './hub-server.ts';
export type { HubLogEntry, HubLogger } from './logger.ts';
export { type CloseReason, flushSliceBoundsMs, type HubMetrics, type LimitName } from './metrics.ts';
export type { ConflatedUpdate } from './outbound/conflated-change.ts';
export type { HubMessage } from './protocol/hub-message.ts';
export { bytesAsBase64, type JsonReplacer } from './protocol/json.ts';
export type { RawConnection, RawEndpointOptions, RawListener } from './raw-endpoint.ts';
export { defaultSettings, type HubSettings } from './settings.ts';
export type { SchemaIssue, SchemaResult, StandardSchema } from './standard-schema.ts';
export { TokenBucket } from './token-bucket.ts';
export type { TransportName } from './transport.ts';
