// The MessagePack encoding of the hub protocol: one array per message, preceded by its length as a VarInt.
import { Decoder, Encoder } from '@msgpack/msgpack';
import { checkHeaders, listField, optionalId, sequenceField, streamIdsField, stringField } from './fields.ts';
import type { HubProtocol, MessageLimits, MessageSpan } from './hub-protocol.ts';
import { type CompletionMessage, MessageType, type ProtocolMessage } from './messages.ts';
import { checkMessagePackNesting } from './nesting.ts';
import { ProtocolError } from './protocol-error.ts';
import { readVarInt, type VarInt, varIntSize, writeVarInt } from './varint.ts';

const resultKind = { error: 1, void: 2, value: 3 } as const;
const noHeaders = {};

/** An encoder never shrinks its buffer. After a message longer than this it is replaced. */
const maxEncoderBytes = 1024 * 1024;

export class MessagePackProtocol implements HubProtocol {
  readonly name = 'messagepack';
  readonly isBinary = true;
  readonly ping = Buffer.from([0x02, 0x91, 0x06]);
  readonly #limits: MessageLimits;
  readonly #length: VarInt = { value: 0, end: 0 };
  #encoder: Encoder;
  readonly #decoder: Decoder;

  constructor(limits: MessageLimits) {
    this.#limits = limits;
    this.#encoder = newEncoder(limits.maxDepth);
    this.#decoder = new Decoder();
  }

  nextMessage(bytes: Buffer, offset: number, span: MessageSpan): boolean {
    const length = this.#length;
    readVarInt(bytes, offset, length);
    if (length.end === 0) return false;
    if (length.value > this.#limits.maxMessageBytes) {
      throw new ProtocolError(
        `A message of ${length.value} bytes is longer than the limit of ${this.#limits.maxMessageBytes} bytes.`,
        'messageBytes',
      );
    }
    if (length.end + length.value > bytes.length) return false;
    span.bodyStart = length.end;
    span.bodyEnd = length.end + length.value;
    span.next = span.bodyEnd;
    return true;
  }

  decode(body: Buffer): ProtocolMessage | null {
    checkMessagePackNesting(body, this.#limits.maxDepth);
    const fields = this.#decodeArray(body);
    switch (fields[0]) {
      case MessageType.invocation:
        requireFields(fields, 5, 'An invocation');
        return {
          type: MessageType.invocation,
          invocationId: optionalId(fields[2], 'an invocation'),
          target: stringField(fields[3], 'an invocation', 'target'),
          args: listField(fields[4], 'an invocation', 'arguments'),
          streamIds: streamIdsField(fields[5], 'an invocation'),
        };
      case MessageType.streamInvocation:
        requireFields(fields, 5, 'A stream invocation');
        return {
          type: MessageType.streamInvocation,
          invocationId: stringField(fields[2], 'a stream invocation', 'invocation id'),
          target: stringField(fields[3], 'a stream invocation', 'target'),
          args: listField(fields[4], 'a stream invocation', 'arguments'),
          streamIds: streamIdsField(fields[5], 'a stream invocation'),
        };
      case MessageType.streamItem:
        requireFields(fields, 4, 'A stream item');
        return {
          type: MessageType.streamItem,
          invocationId: stringField(fields[2], 'a stream item', 'invocation id'),
          item: fields[3],
        };
      case MessageType.completion:
        requireFields(fields, 4, 'A completion');
        return decodeCompletion(fields);
      case MessageType.cancelInvocation:
        requireFields(fields, 3, 'A cancellation');
        return {
          type: MessageType.cancelInvocation,
          invocationId: stringField(fields[2], 'a cancellation', 'invocation id'),
        };
      case MessageType.ping:
        return { type: MessageType.ping };
      case MessageType.close:
        return {
          type: MessageType.close,
          error: typeof fields[1] === 'string' ? fields[1] : null,
          allowReconnect: fields[2] === true,
        };
      case MessageType.ack:
        return { type: MessageType.ack, sequenceId: sequenceField(fields[1], 'an ack') };
      case MessageType.sequence:
        return { type: MessageType.sequence, sequenceId: sequenceField(fields[1], 'a sequence') };
      default:
        if (typeof fields[0] === 'number') return null;
        throw new ProtocolError('The first element of a message must be its type, a number.');
    }
  }

  encode(message: ProtocolMessage): Buffer {
    const body = this.#encoder.encodeSharedRef(toArray(message));
    const bytes = Buffer.allocUnsafe(varIntSize(body.length) + body.length);
    bytes.set(body, writeVarInt(bytes, 0, body.length));
    if (body.length > maxEncoderBytes) this.#encoder = newEncoder(this.#limits.maxDepth);
    return bytes;
  }

  #decodeArray(body: Buffer): readonly unknown[] {
    let value: unknown;
    try {
      value = this.#decoder.decode(body);
    } catch {
      throw new ProtocolError('A message is not valid MessagePack.');
    }
    if (!Array.isArray(value)) throw new ProtocolError('A message must be a MessagePack array.');
    return value;
  }
}

function newEncoder(maxDepth: number): Encoder {
  // Omits undefined properties, as JSON does, so that both encodings carry the same object.
  return new Encoder({ maxDepth, ignoreUndefined: true });
}

/** Longer arrays come from newer versions; their additional elements are ignored. */
function requireFields(fields: readonly unknown[], count: number, message: string): void {
  if (fields.length < count) {
    throw new ProtocolError(`${message} must have ${count} elements, but has ${fields.length}.`);
  }
  checkHeaders(fields[1], 'a message');
}

function decodeCompletion(fields: readonly unknown[]): CompletionMessage {
  const invocationId = stringField(fields[2], 'a completion', 'invocation id');
  const kind = fields[3];
  if (kind === resultKind.void) return { type: MessageType.completion, invocationId, outcome: 'void' };
  requireFields(fields, 5, 'A completion with a result or an error');
  if (kind === resultKind.value) {
    return { type: MessageType.completion, invocationId, outcome: 'result', result: fields[4] };
  }
  if (kind !== resultKind.error) {
    throw new ProtocolError('The kind of a completion must be 1 (error), 2 (void) or 3 (result).');
  }
  if (typeof fields[4] !== 'string') throw new ProtocolError('The error of a completion must be a string.');
  return { type: MessageType.completion, invocationId, outcome: 'error', error: fields[4] };
}

function toArray(message: ProtocolMessage): readonly unknown[] {
  switch (message.type) {
    case MessageType.invocation:
    case MessageType.streamInvocation:
      return [message.type, noHeaders, message.invocationId, message.target, message.args, message.streamIds];
    case MessageType.streamItem:
      return [message.type, noHeaders, message.invocationId, message.item];
    case MessageType.completion: {
      const { type, invocationId } = message;
      if (message.outcome === 'error') {
        return [type, noHeaders, invocationId, resultKind.error, message.error];
      }
      if (message.outcome === 'void') return [type, noHeaders, invocationId, resultKind.void];
      return [type, noHeaders, invocationId, resultKind.value, message.result];
    }
    case MessageType.cancelInvocation:
      return [message.type, noHeaders, message.invocationId];
    case MessageType.ping:
      return [message.type];
    case MessageType.close:
      return [message.type, message.error, message.allowReconnect];
    case MessageType.ack:
    case MessageType.sequence:
      return [message.type, message.sequenceId];
  }
}
