// The contract of a hub: the methods that clients call, with a schema for each argument, the events that the
// server sends, and the client methods whose results it awaits. A contract is a plain object, usually
// declared with `as const` in a module that server and client share. Both sides derive their types from it.
import type { InputOf, OutputOf, StandardSchema } from '../standard-schema.ts';

export interface MethodContract {
  readonly args: readonly StandardSchema[];
  /** The result. A method without it returns nothing (clients see null). */
  readonly result?: StandardSchema;
  /** The items of the stream that the method returns instead of a result. Clients call it with `stream`. */
  readonly stream?: StandardSchema;
  /** The items of the streams that the client sends with the call, one schema per stream. */
  readonly uploads?: readonly StandardSchema[];
}

/** A client method that the server invokes and that returns a result. */
export interface ClientResultContract {
  readonly args: readonly StandardSchema[];
  readonly result: StandardSchema;
}

export interface HubContract {
  readonly methods: { readonly [name: string]: MethodContract };
  /** The arguments of each event. They are checked by the compiler only, not when they are sent. */
  readonly events: { readonly [name: string]: readonly StandardSchema[] };
  readonly clientResults?: { readonly [name: string]: ClientResultContract };
}

export type MethodName<C extends HubContract> = keyof C['methods'] & string;
export type EventName<C extends HubContract> = keyof C['events'] & string;
export type ClientResultName<C extends HubContract> = C extends { readonly clientResults: infer Methods }
  ? keyof Methods & string
  : never;

/** The arguments of an event, as the server passes them. */
export type EventArgs<C extends HubContract, E extends EventName<C>> = Inputs<C['events'][E]>;

/** The arguments of a client method that returns a result, as the server passes them. */
export type ClientResultArgs<C extends HubContract, M extends ClientResultName<C>> = C extends {
  readonly clientResults: {
    readonly [N in M]: { readonly args: infer Args extends readonly StandardSchema[] };
  };
}
  ? Inputs<Args>
  : unknown[];

/** The validated result of a client method. */
export type ClientResult<C extends HubContract, M extends ClientResultName<C>> = C extends {
  readonly clientResults: { readonly [N in M]: { readonly result: infer Result extends StandardSchema } };
}
  ? OutputOf<Result>
  : unknown;

/** The validated arguments of a method. */
export type MethodArgs<C extends HubContract, M extends MethodName<C>> = Outputs<C['methods'][M]['args']>;

/** The upload streams of a method. Each item is validated when it is read. */
export type MethodUploads<C extends HubContract, M extends MethodName<C>> = C['methods'][M] extends {
  readonly uploads: infer Schemas extends readonly StandardSchema[];
}
  ? { -readonly [I in keyof Schemas]: AsyncIterable<OutputOf<Schemas[I]>> }
  : [];

/** One invocation, as its method sees it. */
export interface InvocationContext<C extends HubContract> {
  /** Aborted when the client cancels the invocation and when the connection ends. */
  readonly signal: AbortSignal;
  /**
   * Invokes a method of the caller and returns its result, validated. Meanwhile the caller's next invocation
   * may run. Rejects with a ClientResultError when the client returns no valid result within
   * `clientResultTimeoutMs` or disconnects.
   */
  invokeCaller<M extends ClientResultName<C>>(
    method: M,
    ...args: ClientResultArgs<C, M>
  ): Promise<ClientResult<C, M>>;
}

/** The function that implements a method: context, arguments, upload streams, invocation. */
export type MethodHandler<Context, C extends HubContract, M extends MethodName<C>> = (
  context: Context,
  ...parameters: [...MethodArgs<C, M>, ...MethodUploads<C, M>, InvocationContext<C>]
) => MethodReturn<C['methods'][M]>;

type MethodReturn<Method extends MethodContract> = Method extends {
  readonly stream: infer Item extends StandardSchema;
}
  ? Stream<InputOf<Item>> | Promise<Stream<InputOf<Item>>>
  : Method extends { readonly result: infer Result extends StandardSchema }
    ? InputOf<Result> | Promise<InputOf<Result>>
    : void | Promise<void>;

/** The result of a streaming method: an async generator, a readable stream, an array. */
export type Stream<Item> = AsyncIterable<Item> | Iterable<Item>;

type Inputs<Schemas extends readonly StandardSchema[]> = {
  -readonly [I in keyof Schemas]: InputOf<Schemas[I]>;
};
type Outputs<Schemas extends readonly StandardSchema[]> = {
  -readonly [I in keyof Schemas]: OutputOf<Schemas[I]>;
};
