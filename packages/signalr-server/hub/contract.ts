// What a hub and its clients agree on: the methods that clients call, with a schema for each argument, the events that
// the server sends, and the questions that it asks. A plain object, usually declared (`as const`) where server and
// client both can see it; both sides take their types from it.
import type { InputOf, OutputOf, StandardSchema } from '../standard-schema.ts';

export interface MethodContract {
  readonly args: readonly StandardSchema[];
  /** What the method gives back; without it the method gives nothing (clients see null). */
  readonly result?: StandardSchema;
  /** The items of the stream that the method gives instead of a result; clients call it with `stream`. */
  readonly stream?: StandardSchema;
  /** The items of the streams that the client sends along with the call, one schema for each stream. */
  readonly uploads?: readonly StandardSchema[];
}

/** Something that the server asks one client, who answers it ("client results"). */
export interface QuestionContract {
  readonly args: readonly StandardSchema[];
  readonly result: StandardSchema;
}

export interface HubContract {
  readonly methods: { readonly [name: string]: MethodContract };
  readonly events: { readonly [name: string]: readonly StandardSchema[] };
  readonly questions?: { readonly [name: string]: QuestionContract };
}

export type MethodName<C extends HubContract> = keyof C['methods'] & string;
export type EventName<C extends HubContract> = keyof C['events'] & string;
export type QuestionName<C extends HubContract> = C extends { readonly questions: infer Asked }
  ? keyof Asked & string
  : never;

/** The arguments of an event, as the server gives them. */
export type EventArgs<C extends HubContract, E extends EventName<C>> = Inputs<C['events'][E]>;

/** The arguments of a question, as the server gives them. */
export type QuestionArgs<C extends HubContract, Q extends QuestionName<C>> = C extends {
  readonly questions: { readonly [N in Q]: { readonly args: infer Args extends readonly StandardSchema[] } };
}
  ? Inputs<Args>
  : unknown[];

/** The client's answer to a question: validated. */
export type QuestionAnswer<C extends HubContract, Q extends QuestionName<C>> = C extends {
  readonly questions: { readonly [N in Q]: { readonly result: infer Result extends StandardSchema } };
}
  ? OutputOf<Result>
  : unknown;

/** The arguments of a method, as the hub gets them: validated. */
export type MethodArgs<C extends HubContract, M extends MethodName<C>> = Outputs<C['methods'][M]['args']>;

/** The client's streams of a method, as the hub gets them: each item is validated when it is read. */
export type MethodUploads<C extends HubContract, M extends MethodName<C>> = C['methods'][M] extends {
  readonly uploads: infer Schemas extends readonly StandardSchema[];
}
  ? { -readonly [I in keyof Schemas]: AsyncIterable<OutputOf<Schemas[I]>> }
  : [];

/** One call, for methods that want to know more than its arguments. */
export interface HubCall<C extends HubContract> {
  /** Aborted when the client cancels the call, or its connection ends. */
  readonly signal: AbortSignal;
  /**
   * Asks the caller something and gives its answer; until it comes, the client's next call may run. Rejects with a
   * ClientAnswerError when the client fails to answer, goes, or takes longer than `answerTimeoutMs`.
   */
  ask<Q extends QuestionName<C>>(question: Q, ...args: QuestionArgs<C, Q>): Promise<QuestionAnswer<C, Q>>;
}

/** The function that answers a method's calls, for a given context: arguments, uploads, and last the call itself. */
export type MethodHandler<Context, C extends HubContract, M extends MethodName<C>> = (
  context: Context,
  ...parameters: [...MethodArgs<C, M>, ...MethodUploads<C, M>, HubCall<C>]
) => MethodReturn<C['methods'][M]>;

type MethodReturn<Method extends MethodContract> = Method extends {
  readonly stream: infer Item extends StandardSchema;
}
  ? Stream<InputOf<Item>> | Promise<Stream<InputOf<Item>>>
  : Method extends { readonly result: infer Result extends StandardSchema }
    ? InputOf<Result> | Promise<InputOf<Result>>
    : void | Promise<void>;

/** What a streaming method may return: an async generator, a readable stream, a list. */
export type Stream<Item> = AsyncIterable<Item> | Iterable<Item>;

type Inputs<Schemas extends readonly StandardSchema[]> = {
  -readonly [I in keyof Schemas]: InputOf<Schemas[I]>;
};
type Outputs<Schemas extends readonly StandardSchema[]> = {
  -readonly [I in keyof Schemas]: OutputOf<Schemas[I]>;
};
