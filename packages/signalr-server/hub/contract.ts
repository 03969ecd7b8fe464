// What a hub and its clients agree on: the methods that clients call, with a schema for each argument, and the events
// that the server sends. A plain object, usually declared (`as const`) where server and client both can see it; both
// sides take their types from it.
import type { InputOf, OutputOf, StandardSchema } from '../standard-schema.ts';

export interface MethodContract {
  readonly args: readonly StandardSchema[];
  /** What the method gives back; without it the method gives nothing (clients see null). */
  readonly result?: StandardSchema;
}

export interface HubContract {
  readonly methods: { readonly [name: string]: MethodContract };
  readonly events: { readonly [name: string]: readonly StandardSchema[] };
}

export type MethodName<C extends HubContract> = keyof C['methods'] & string;
export type EventName<C extends HubContract> = keyof C['events'] & string;

/** The arguments of an event, as the server gives them. */
export type EventArgs<C extends HubContract, E extends EventName<C>> = Inputs<C['events'][E]>;

/** The arguments of a method, as the hub gets them: validated. */
export type MethodArgs<C extends HubContract, M extends MethodName<C>> = Outputs<C['methods'][M]['args']>;

/** The function that answers a method's calls, for a given context. */
export type MethodHandler<Context, C extends HubContract, M extends MethodName<C>> = C['methods'][M] extends {
  readonly result: infer Result extends StandardSchema;
}
  ? (context: Context, ...args: MethodArgs<C, M>) => InputOf<Result> | Promise<InputOf<Result>>
  : (context: Context, ...args: MethodArgs<C, M>) => void | Promise<void>;

type Inputs<Schemas extends readonly StandardSchema[]> = {
  -readonly [I in keyof Schemas]: InputOf<Schemas[I]>;
};
type Outputs<Schemas extends readonly StandardSchema[]> = {
  -readonly [I in keyof Schemas]: OutputOf<Schemas[I]>;
};
