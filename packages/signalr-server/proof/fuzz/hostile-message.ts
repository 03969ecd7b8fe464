// A message of the hub protocol as a hostile client writes it: right, right with odd values, with a wrong field, or
// with its bytes mutated. Written here and not by the package's own encoders, which cannot write what is wrong.
import { Encoder } from '@msgpack/msgpack';
import { writeVarInt } from '../../protocol/varint.ts';
import { methodNames } from './hub-under-fire.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';

export type WireProtocol = 'json' | 'messagepack';

export const messageKinds = [
  'invocation',
  'streamItem',
  'completion',
  'streamInvocation',
  'cancelInvocation',
  'ping',
  'close',
  'ack',
  'sequence',
  'unknown',
  'noise',
] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Those that do not end the connection by what they are. */
const mildKinds = [
  'invocation',
  'streamItem',
  'completion',
  'streamInvocation',
  'cancelInvocation',
  'ping',
  'ack',
  'sequence',
  'unknown',
] as const;

export const damages = ['none', 'oddValue', 'wrongField', 'bytes'] as const;
export type Damage = (typeof damages)[number];

const encoder = new Encoder({ ignoreUndefined: true });

/** Ids that calls, uploads and questions of the fuzz have, and others. */
const ids = ['s', 'u', 'w', 's1', 's2', '1', '2', 'x'.repeat(300)] as const;
/** A second call with an id ends the connection; so they have different ones, as a rule. */
let lastCall = 0;
function callId(): string {
  lastCall++;
  return `c${lastCall}`;
}

export interface HostileMessage {
  readonly kind: MessageKind;
  readonly damage: Damage;
  readonly bytes: Buffer;
}

/** Which damage: what a client can live with, or what most likely ends its connection. */
const chances = {
  mild: { none: 1, oddValue: 3 },
  severe: { wrongField: 3, bytes: 4 },
} as const;

/**
 * Messages for one client: mild ones first, because behind what ends the connection nothing is read any more.
 * `mildCount`: at most so many.
 */
export function* hostileMessages(
  random: Random,
  protocol: WireProtocol,
  { mildCount }: { mildCount: number },
): Iterable<HostileMessage> {
  for (let i = random.int(mildCount + 1); i > 0; i--) yield hostileMessage(random, protocol, 'mild');
  for (let i = random.int(3); i > 0; i--) yield hostileMessage(random, protocol, 'severe');
}

function hostileMessage(random: Random, protocol: WireProtocol, extent: 'mild' | 'severe'): HostileMessage {
  const kind = random.pick(extent === 'mild' ? mildKinds : messageKinds);
  if (kind === 'noise') return { kind, damage: 'bytes', bytes: random.bytes(1 + random.int(200)) };
  const damage = random.weighted<Damage>({
    none: 0,
    oddValue: 0,
    wrongField: 0,
    bytes: 0,
    ...chances[extent],
  });
  const fields = fieldsOf(random, kind, damage !== 'none' && damage !== 'bytes');
  if (damage === 'wrongField') spoil(random, fields);
  const whole = protocol === 'json' ? asJson(fields) : asMessagePack(fields);
  return { kind, damage, bytes: damage === 'bytes' ? mutate(random, whole) : whole };
}

/** A valid call, to bring a connection into a state. */
export function callMessage(
  protocol: WireProtocol,
  call: {
    readonly target: string;
    readonly id: string | null;
    readonly isStream?: boolean;
    readonly args?: readonly unknown[];
    readonly uploads?: readonly string[];
  },
): Buffer {
  const fields: Fields = {
    type: call.isStream === true ? 4 : 1,
    invocationId: call.id ?? undefined,
    target: call.target,
    arguments: call.args ?? [],
    streamIds: call.uploads,
  };
  return protocol === 'json' ? asJson(fields) : asMessagePack(fields);
}

/** The names of the fields, in the order of the MessagePack array after the headers. */
const shapes: Readonly<Record<number, readonly string[]>> = {
  1: ['invocationId', 'target', 'arguments', 'streamIds'],
  2: ['invocationId', 'item'],
  3: ['invocationId', 'kind', 'result'],
  4: ['invocationId', 'target', 'arguments', 'streamIds'],
  5: ['invocationId'],
};

type Fields = Record<string, unknown>;

function fieldsOf(random: Random, kind: MessageKind, isOdd: boolean): Fields {
  const id = random.pick(ids);
  const value = () => (isOdd ? oddValue(random, 0) : random.int(100));
  switch (kind) {
    case 'invocation':
    case 'streamInvocation':
      return {
        type: kind === 'invocation' ? 1 : 4,
        invocationId:
          kind === 'invocation' && random.chance(0.3) ? undefined : random.chance(0.9) ? callId() : id,
        target: isOdd && random.chance(0.2) ? `${oddText(random)}!` : random.pick(methodNames),
        arguments: Array.from({ length: random.int(4) }, value),
        streamIds: random.chance(0.3) ? [random.chance(0.9) ? callId() : id] : undefined,
      };
    case 'streamItem':
      return { type: 2, invocationId: id, item: value() };
    case 'completion':
      return random.chance(0.3)
        ? { type: 3, invocationId: id, kind: 1, error: 'it failed' }
        : { type: 3, invocationId: id, kind: 3, result: value() };
    case 'cancelInvocation':
      return { type: 5, invocationId: id };
    case 'ping':
      return { type: 6 };
    case 'close':
      // Seldom in order: it ends the connection.
      return { type: 7, error: random.chance(0.5) ? 'gone' : undefined, allowReconnect: true };
    case 'ack':
    case 'sequence':
      return {
        type: kind === 'ack' ? 8 : 9,
        sequenceId: isOdd && random.chance(0.05) ? value() : random.int(1000),
      };
    default:
      return { type: random.pick([0, 10, 77, -1, 1e9]), invocationId: id, item: value() };
  }
}

/** One field goes, or becomes something else. */
function spoil(random: Random, fields: Fields): void {
  const names = Object.keys(fields);
  const name = names[random.int(names.length)] ?? 'type';
  if (random.chance(0.3)) delete fields[name];
  else fields[name] = oddValue(random, 0);
}

function oddText(random: Random): string {
  return random.pick([
    '',
    '__proto__',
    'constructor',
    'echo\u0000',
    '\ud800',
    '💥'.repeat(40),
    'x'.repeat(5000),
  ]);
}

function oddValue(random: Random, depth: number): unknown {
  switch (random.int(depth > 4 ? 9 : 13)) {
    case 0:
      return null;
    case 1:
      return random.pick([0, -1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 0.1, Number.NaN, -0]);
    case 2:
      return oddText(random);
    case 3:
      return random.chance(0.5);
    case 4:
      return random.bytes(random.int(40));
    case 5:
      return new Date(random.int(2 ** 31) * 1000);
    case 6:
      return random.chance(0.03) ? 'y'.repeat(33 * 1024) : 'y'.repeat(random.int(200));
    case 7:
      return random.chance(0.2) ? nested(random, 90 + random.int(40)) : [];
    case 8:
      return {};
    case 9:
      return Array.from({ length: random.int(6) }, () => oddValue(random, depth + 1));
    case 10:
      return Object.fromEntries(
        Array.from({ length: random.int(5) }, () => [
          oddText(random).slice(0, 20),
          oddValue(random, depth + 1),
        ]),
      );
    case 11:
      return { rows: [{ price: oddValue(random, depth + 1) }] };
    default:
      // A key that ends a MessagePack connection.
      return random.chance(0.1) ? (JSON.parse('{"__proto__":{"a":1}}') as unknown) : { toString: 1 };
  }
}

function nested(random: Random, levels: number): unknown {
  let value: unknown = random.int(10);
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

function asJson({ kind: _kind, ...fields }: Fields): Buffer {
  return Buffer.from(`${JSON.stringify(fields)}\x1e`);
}

function asMessagePack(fields: Fields): Buffer {
  const type = fields.type;
  const shape = typeof type === 'number' ? shapes[type] : undefined;
  const values =
    shape === undefined
      ? Object.values(fields)
      : [
          type,
          {},
          ...shape.map((name) => (name === 'result' ? (fields.result ?? fields.error) : fields[name])),
        ];
  return framed(encode(values));
}

/** What cannot be encoded, such as a lone surrogate nested too deeply, is sent as an empty array. */
function encode(values: readonly unknown[]): Uint8Array {
  try {
    return encoder.encode(values);
  } catch {
    return Buffer.from([0x90]);
  }
}

function framed(body: Uint8Array): Buffer {
  const length = Buffer.alloc(5);
  const size = writeVarInt(length, 0, body.length);
  return Buffer.concat([length.subarray(0, size), body]);
}
