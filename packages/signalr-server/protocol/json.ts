// The JSON encoding of the hub protocol: one JSON object per message, terminated by the byte 0x1E.
import {
  checkHeaders,
  isRecord,
  listField,
  optionalId,
  sequenceField,
  streamIdsField,
  stringField,
} from './fields.ts';
import type { HubProtocol, MessageLimits, MessageSpan } from './hub-protocol.ts';
import { type CompletionMessage, MessageType, type ProtocolMessage } from './messages.ts';
import { checkJsonNesting } from './nesting.ts';
import { ProtocolError } from './protocol-error.ts';

export const recordSeparator = 0x1e;
const separatorText = '\x1e';

/** The replacer, as for JSON.stringify. */
export type JsonReplacer = (key: string, value: unknown) => unknown;

export class JsonProtocol implements HubProtocol {
  readonly name = 'json';
  readonly isBinary = false;
  readonly ping = Buffer.from(`{"type":6}${separatorText}`);
  readonly #limits: MessageLimits;
  readonly #replacer: JsonReplacer | undefined;

  /** A `replacer` makes encoding several times slower. */
  constructor(limits: MessageLimits, replacer?: JsonReplacer) {
    this.#limits = limits;
    this.#replacer = replacer;
  }

  nextMessage(bytes: Buffer, offset: number, span: MessageSpan): boolean {
    const end = bytes.indexOf(recordSeparator, offset);
    const length = (end < 0 ? bytes.length : end) - offset;
    if (length > this.#limits.maxMessageBytes) {
      throw new ProtocolError(
        `A message is longer than the limit of ${this.#limits.maxMessageBytes} bytes.`,
        'messageBytes',
      );
    }
    if (end < 0) return false;
    span.bodyStart = offset;
    span.bodyEnd = end;
    span.next = end + 1;
    return true;
  }

  decode(body: Buffer): ProtocolMessage | null {
    checkJsonNesting(body, this.#limits.maxDepth);
    const message = parseObject(body);
    checkHeaders(message.headers, 'a message');
    switch (message.type) {
      case MessageType.invocation:
        return {
          type: MessageType.invocation,
          target: stringField(message.target, 'an invocation', 'target'),
          args: listField(message.arguments, 'an invocation', 'arguments'),
          invocationId: optionalId(message.invocationId, 'an invocation'),
          streamIds: streamIdsField(message.streamIds, 'an invocation'),
        };
      case MessageType.streamInvocation:
        return {
          type: MessageType.streamInvocation,
          target: stringField(message.target, 'a stream invocation', 'target'),
          args: listField(message.arguments, 'a stream invocation', 'arguments'),
          invocationId: stringField(message.invocationId, 'a stream invocation', 'invocation id'),
          streamIds: streamIdsField(message.streamIds, 'a stream invocation'),
        };
      case MessageType.streamItem:
        return {
          type: MessageType.streamItem,
          invocationId: stringField(message.invocationId, 'a stream item', 'invocation id'),
          item: message.item ?? null,
        };
      case MessageType.completion:
        return decodeCompletion(message);
      case MessageType.cancelInvocation:
        return {
          type: MessageType.cancelInvocation,
          invocationId: stringField(message.invocationId, 'a cancellation', 'invocation id'),
        };
      case MessageType.ping:
        return { type: MessageType.ping };
      case MessageType.close:
        return {
          type: MessageType.close,
          error: typeof message.error === 'string' ? message.error : null,
          allowReconnect: message.allowReconnect === true,
        };
      case MessageType.ack:
        return { type: MessageType.ack, sequenceId: sequenceField(message.sequenceId, 'an ack') };
      case MessageType.sequence:
        return { type: MessageType.sequence, sequenceId: sequenceField(message.sequenceId, 'a sequence') };
      default:
        if (typeof message.type === 'number') return null;
        throw new ProtocolError('The type of a message must be a number.');
    }
  }

  encode(message: ProtocolMessage): Buffer {
    return Buffer.from(JSON.stringify(toJsonObject(message), this.#replacer) + separatorText);
  }
}

function parseObject(body: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new ProtocolError('A message is not valid JSON.');
  }
  if (!isRecord(value)) throw new ProtocolError('A message must be a JSON object.');
  return value;
}

function decodeCompletion(message: Record<string, unknown>): CompletionMessage {
  const invocationId = stringField(message.invocationId, 'a completion', 'invocation id');
  const error = message.error;
  if (error !== undefined && error !== null) {
    if (Object.hasOwn(message, 'result') && message.result !== null) {
      throw new ProtocolError('A completion must not hold both a result and an error.');
    }
    if (typeof error !== 'string') throw new ProtocolError('The error of a completion must be a string.');
    return { type: MessageType.completion, invocationId, outcome: 'error', error };
  }
  if (!Object.hasOwn(message, 'result')) {
    return { type: MessageType.completion, invocationId, outcome: 'void' };
  }
  return { type: MessageType.completion, invocationId, outcome: 'result', result: message.result };
}

function toJsonObject(message: ProtocolMessage): object {
  switch (message.type) {
    case MessageType.invocation:
    case MessageType.streamInvocation: {
      const { type, target, args, invocationId, streamIds } = message;
      return {
        type,
        ...(invocationId === null ? null : { invocationId }),
        target,
        arguments: args,
        ...(streamIds.length === 0 ? null : { streamIds }),
      };
    }
    case MessageType.streamItem:
      return { type: message.type, invocationId: message.invocationId, item: message.item ?? null };
    case MessageType.completion: {
      const { type, invocationId } = message;
      if (message.outcome === 'error') return { type, invocationId, error: message.error };
      if (message.outcome === 'void') return { type, invocationId };
      return { type, invocationId, result: message.result ?? null };
    }
    case MessageType.close:
      return {
        type: message.type,
        ...(message.error === null ? null : { error: message.error }),
        ...(message.allowReconnect ? { allowReconnect: true } : null),
      };
    default:
      return message;
  }
}

/** A replacer that encodes byte arrays as base64, like .NET. Without it they become objects. */
export const bytesAsBase64: JsonReplacer = (_key, value) => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  // Buffer's own toJSON has already run here.
  if (isRecord(value) && value.type === 'Buffer' && Array.isArray(value.data)) {
    return Buffer.from(value.data as number[]).toString('base64');
  }
  return value;
};
