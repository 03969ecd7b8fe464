// The nine message types of the SignalR hub protocol, independent of their encoding. Types 8 and 9 belong to
// stateful reconnect, which this server reads and ignores.

export const MessageType = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
  ack: 8,
  sequence: 9,
} as const;

export interface InvocationMessage {
  readonly type: typeof MessageType.invocation;
  readonly target: string;
  readonly args: readonly unknown[];
  /** Null if the sender expects no completion. */
  readonly invocationId: string | null;
  /** The ids of the upload streams of this invocation. */
  readonly streamIds: readonly string[];
}

export interface StreamInvocationMessage {
  readonly type: typeof MessageType.streamInvocation;
  readonly target: string;
  readonly args: readonly unknown[];
  readonly invocationId: string;
  readonly streamIds: readonly string[];
}

interface StreamItemMessage {
  readonly type: typeof MessageType.streamItem;
  readonly invocationId: string;
  readonly item: unknown;
}

/** The end of an invocation: no result, a result (which may be null), or an error. */
export type CompletionMessage = {
  readonly type: typeof MessageType.completion;
  readonly invocationId: string;
} & (
  | { readonly outcome: 'void' }
  | { readonly outcome: 'result'; readonly result: unknown }
  | { readonly outcome: 'error'; readonly error: string }
);

export interface CancelInvocationMessage {
  readonly type: typeof MessageType.cancelInvocation;
  readonly invocationId: string;
}

interface PingMessage {
  readonly type: typeof MessageType.ping;
}

interface CloseMessage {
  readonly type: typeof MessageType.close;
  readonly error: string | null;
  readonly allowReconnect: boolean;
}

interface AckMessage {
  readonly type: typeof MessageType.ack;
  readonly sequenceId: number;
}

interface SequenceMessage {
  readonly type: typeof MessageType.sequence;
  readonly sequenceId: number;
}

export type ProtocolMessage =
  | InvocationMessage
  | StreamInvocationMessage
  | StreamItemMessage
  | CompletionMessage
  | CancelInvocationMessage
  | PingMessage
  | CloseMessage
  | AckMessage
  | SequenceMessage;
