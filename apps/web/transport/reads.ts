// The calls that read the market, by their names in the wire's table. They show no toast: the caller shows the failure in place, or can do
// without the reply.
import { type ReadInput, type ReadReply, type UserRead, type UserReadKind, userReads } from '@openpit/wire';
import { type CallResult, callServer, replyAs, replyRows } from './calls.ts';

/** The query or body of a read. A query may contain numbers, and null for an omitted field. */
type Input<Kind extends UserReadKind> = {
  readonly [Field in keyof ReadInput<Kind>]: ReadInput<Kind>[Field] | number | null;
};

/** `reader` converts the reply. */
export function readWith<Kind extends UserReadKind, Value>(
  kind: Kind,
  reader: (json: unknown) => Value,
  input: Input<Kind>,
  signal?: AbortSignal,
): Promise<CallResult<Value>> {
  const { path, body }: UserRead = userReads[kind];
  const options =
    body === undefined ? { query: input as Readonly<Record<string, string>> } : { body: input as object };
  return callServer(path, reader, { ...options, signal });
}

/** A read whose reply is checked against its schema. */
export const read = <Kind extends UserReadKind>(
  kind: Kind,
  input: Input<Kind>,
  signal?: AbortSignal,
): Promise<CallResult<ReadReply<Kind>>> =>
  readWith(kind, replyAs(userReads[kind].reply) as (json: unknown) => ReadReply<Kind>, input, signal);

/** A read of many rows, whose fields the server's types guarantee. */
export const readRows = <Kind extends UserReadKind>(
  kind: Kind,
  input: Input<Kind>,
  signal?: AbortSignal,
): Promise<CallResult<ReadReply<Kind>>> =>
  readWith(kind, (json) => replyRows(json) as object as ReadReply<Kind>, input, signal);
