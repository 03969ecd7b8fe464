// The methods of a contract joined with the code that answers them: from here on they are called with plain values. The
// values were validated by the schemas from which the code's types are taken.
import type { Call, HubMethod } from './call.ts';
import type { HubCall, HubContract, MethodContract, MethodHandler, MethodName } from './contract.ts';
import type { HubContext } from './hub.ts';
import type { HubConnection } from './hub-connection.ts';
import type { QuestionDesk } from './question-desk.ts';

type Handler = (context: unknown, ...parameters: unknown[]) => unknown;

export interface HubCode<C extends HubContract, User, State> {
  readonly handlers: {
    readonly [M in MethodName<C>]: MethodHandler<HubContext<C, User, State>, C, M>;
  };
  readonly contextOf: (connection: HubConnection) => HubContext<C, User, State>;
  readonly questions: QuestionDesk<C>;
}

/** By name in lower case, as clients' calls are matched. Throws an Error when the contract and the code do not fit. */
export function hubMethods<C extends HubContract, User, State>(
  path: string,
  contract: C,
  { handlers, contextOf, questions }: HubCode<C, User, State>,
): ReadonlyMap<string, HubMethod<HubConnection>> {
  const methods = new Map<string, HubMethod<HubConnection>>();
  for (const name of Object.keys(contract.methods) as MethodName<C>[]) {
    const method: MethodContract | undefined = contract.methods[name];
    const handler = handlers[name] as Handler | undefined;
    if (typeof handler !== 'function' || method === undefined) {
      throw new Error(`The hub ${path} has no function for the method '${name}' of its contract.`);
    }
    if (method.stream !== undefined && method.result !== undefined) {
      throw new Error(`The method '${name}' of the hub ${path} has a result and a stream: it can have one.`);
    }
    if (methods.has(name.toLowerCase())) {
      throw new Error(`The hub ${path} has two methods '${name}': case does not tell them apart.`);
    }
    methods.set(name.toLowerCase(), {
      name,
      args: method.args,
      uploads: method.uploads ?? [],
      isStream: method.stream !== undefined,
      run: (call, args) =>
        handler(contextOf(call.caller), ...args, ...call.uploads.values(), new TypedCall(call, questions)),
    });
  }
  return methods;
}

/** A call as hub code sees it. */
class TypedCall<C extends HubContract> implements HubCall<C> {
  readonly #call: Call<HubConnection>;
  readonly #questions: QuestionDesk<C>;

  constructor(call: Call<HubConnection>, questions: QuestionDesk<C>) {
    this.#call = call;
    this.#questions = questions;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  readonly ask: HubCall<C>['ask'] = (question, ...args) =>
    this.#questions.put(question, args, (target, values) => {
      // The client may want to call something else before it answers.
      this.#call.passTurn();
      return this.#call.caller.ask(target, values);
    });
}
