// Messages of the hub protocol as a hostile client writes them: valid, valid with odd values, with a wrong
// field, or with mutated bytes. They are encoded here, because the encoders of the package cannot encode
// invalid messages.
import { Encoder } from '@msgpack/msgpack';
import type { ProtocolName } from '../../protocol/hub-protocol.ts';
import { writeVarInt } from '../../protocol/varint.ts';
import { methodNames } from './fuzz-server.ts';
import { mutate } from './mutate.ts';
import type { SeededRandom } from './seeded-random.ts';

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
type MessageKind = (typeof messageKinds)[number];

/** The kinds that do not end the connection on their own. */
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

export const mutations = ['none', 'oddValue', 'wrongField', 'bytes'] as const;
type Mutation = (typeof mutations)[number];

const encoder = new Encoder({ ignoreUndefined: true });

/** The ids of the invocations, uploads and client results in the runs, and some others. */
const ids = ['s', 'u', 'w', 's1', 's2', '1', '2', 'x'.repeat(300)] as const;
/** A repeated id ends the connection, so most invocations have a new one. */
let lastId = 0;
function newId(): string {
  lastId++;
  return `c${lastId}`;
}

interface HostileMessage {
  readonly kind: MessageKind;
  readonly mutation: Mutation;
  readonly bytes: Buffer;
}

/** Mild mutations, which a connection survives, and severe ones, which most likely end it. */
const mutationWeights = {
  mild: { none: 1, oddValue: 3 },
  severe: { wrongField: 3, bytes: 4 },
} as const;

/**
 * The messages of one client: at most `maxMild` mild ones, then a few severe ones, because nothing is read
 * after a message that ends the connection.
 */
export function* hostileMessages(
  random: SeededRandom,
  protocol: ProtocolName,
  { maxMild }: { maxMild: number },
): Iterable<HostileMessage> {
  for (let i = random.int(maxMild + 1); i > 0; i--) yield hostileMessage(random, protocol, 'mild');
  for (let i = random.int(3); i > 0; i--) yield hostileMessage(random, protocol, 'severe');
}

function hostileMessage(
  random: SeededRandom,
  protocol: ProtocolName,
  severity: 'mild' | 'severe',
): HostileMessage {
  const kind = random.pick(severity === 'mild' ? mildKinds : messageKinds);
  if (kind === 'noise') return { kind, mutation: 'bytes', bytes: random.bytes(1 + random.int(200)) };
  const mutation = random.weighted<Mutation>({
    none: 0,
    oddValue: 0,
    wrongField: 0,
    bytes: 0,
    ...mutationWeights[severity],
  });
  const fields = fieldsOf(random, kind, mutation !== 'none' && mutation !== 'bytes');
  if (mutation === 'wrongField') breakField(random, fields);
  const encoded = protocol === 'json' ? asJson(fields) : asMessagePack(fields);
  return { kind, mutation, bytes: mutation === 'bytes' ? mutate(random, encoded) : encoded };
}

/** A valid invocation. */
export function invocationMessage(
  protocol: ProtocolName,
  invocation: {
    readonly target: string;
    readonly id: string | null;
    readonly isStream?: boolean;
    readonly args?: readonly unknown[];
    readonly uploads?: readonly string[];
  },
): Buffer {
  const fields: Fields = {
    type: invocation.isStream === true ? 4 : 1,
    invocationId: invocation.id ?? undefined,
    target: invocation.target,
    arguments: invocation.args ?? [],
    streamIds: invocation.uploads,
  };
  return protocol === 'json' ? asJson(fields) : asMessagePack(fields);
}

/** The fields after the headers in the MessagePack array, by message type. */
const arrayFields: Readonly<Record<number, readonly string[]>> = {
  1: ['invocationId', 'target', 'arguments', 'streamIds'],
  2: ['invocationId', 'item'],
  3: ['invocationId', 'kind', 'result'],
  4: ['invocationId', 'target', 'arguments', 'streamIds'],
  5: ['invocationId'],
};

type Fields = Record<string, unknown>;

function fieldsOf(random: SeededRandom, kind: MessageKind, isOdd: boolean): Fields {
  const id = random.pick(ids);
  const value = () => (isOdd ? oddValue(random, 0) : random.int(100));
  switch (kind) {
    case 'invocation':
    case 'streamInvocation':
      return {
        type: kind === 'invocation' ? 1 : 4,
        invocationId:
          kind === 'invocation' && random.chance(0.3) ? undefined : random.chance(0.9) ? newId() : id,
        target: isOdd && random.chance(0.2) ? `${oddText(random)}!` : random.pick(methodNames),
        arguments: Array.from({ length: random.int(4) }, value),
        streamIds: random.chance(0.3) ? [random.chance(0.9) ? newId() : id] : undefined,
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
      // A close message ends the connection.
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

/** Removes a field or gives it an odd value. */
function breakField(random: SeededRandom, fields: Fields): void {
  const names = Object.keys(fields);
  const name = names[random.int(names.length)] ?? 'type';
  if (random.chance(0.3)) delete fields[name];
  else fields[name] = oddValue(random, 0);
}

function oddText(random: SeededRandom): string {
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

function oddValue(random: SeededRandom, depth: number): unknown {
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
      // The MessagePack decoder rejects the key __proto__.
      return random.chance(0.1) ? (JSON.parse('{"__proto__":{"a":1}}') as unknown) : { toString: 1 };
  }
}

function nested(random: SeededRandom, levels: number): unknown {
  let value: unknown = random.int(10);
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

function asJson({ kind: _kind, ...fields }: Fields): Buffer {
  return Buffer.from(`${JSON.stringify(fields)}\x1e`);
}

function asMessagePack(fields: Fields): Buffer {
  const type = fields.type;
  const names = typeof type === 'number' ? arrayFields[type] : undefined;
  const values =
    names === undefined
      ? Object.values(fields)
      : [
          type,
          {},
          ...names.map((name) => (name === 'result' ? (fields.result ?? fields.error) : fields[name])),
        ];
  return framed(encode(values));
}

/** Values that cannot be encoded, such as deeply nested ones, are replaced by an empty array. */
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
