// Binds the methods of a contract to the functions that implement them. The layers below call them with plain
// values, validated by the schemas that the types of the functions are derived from.
import type { HubMethod, Invocation } from '../invocations/invocation.ts';
import type { ClientResults } from './client-results.ts';
import type {
  HubContract,
  InvocationContext,
  MethodContract,
  MethodHandler,
  MethodName,
} from './contract.ts';
import type { HubContext } from './hub.ts';
import type { HubConnection } from './hub-connection.ts';

type UntypedHandler = (context: unknown, ...parameters: unknown[]) => unknown;

interface HubMethodsOptions<C extends HubContract, User, Items> {
  readonly handlers: {
    readonly [M in MethodName<C>]: MethodHandler<HubContext<C, User, Items>, C, M>;
  };
  readonly before:
    | ((context: HubContext<C, User, Items>, method: MethodName<C>) => void | Promise<void>)
    | undefined;
  readonly contextOf: (connection: HubConnection) => HubContext<C, User, Items>;
  readonly clientResults: ClientResults<C>;
}

/**
 * The methods by name in lower case, because method names are case-insensitive. Throws an Error when contract
 * and handlers do not match.
 */
export function bindHubMethods<C extends HubContract, User, Items>(
  path: string,
  contract: C,
  { handlers, before, contextOf, clientResults }: HubMethodsOptions<C, User, Items>,
): ReadonlyMap<string, HubMethod<HubConnection>> {
  const methods = new Map<string, HubMethod<HubConnection>>();
  for (const name of Object.keys(contract.methods) as MethodName<C>[]) {
    const method: MethodContract | undefined = contract.methods[name];
    const handler = handlers[name] as UntypedHandler | undefined;
    if (typeof handler !== 'function' || method === undefined) {
      throw new Error(`The hub ${path} has no function for the method '${name}' of its contract.`);
    }
    if (method.stream !== undefined && method.result !== undefined) {
      throw new Error(
        `The method '${name}' of the hub ${path} has both a result and a stream. It can have only one.`,
      );
    }
    if (methods.has(name.toLowerCase())) {
      throw new Error(`The hub ${path} has two methods '${name}'. Method names are case-insensitive.`);
    }
    methods.set(name.toLowerCase(), {
      name,
      args: method.args,
      uploads: method.uploads ?? [],
      isStream: method.stream !== undefined,
      run: (invocation, args) => {
        const context = contextOf(invocation.caller);
        const run = () =>
          handler(
            context,
            ...args,
            ...invocation.uploads.values(),
            new TypedInvocationContext(invocation, clientResults),
          );
        const waiting = before?.(context, name);
        return waiting instanceof Promise ? waiting.then(run) : run();
      },
    });
  }
  return methods;
}

class TypedInvocationContext<C extends HubContract> implements InvocationContext<C> {
  readonly #invocation: Invocation<HubConnection>;
  readonly #clientResults: ClientResults<C>;

  constructor(invocation: Invocation<HubConnection>, clientResults: ClientResults<C>) {
    this.#invocation = invocation;
    this.#clientResults = clientResults;
  }

  get signal(): AbortSignal {
    return this.#invocation.signal;
  }

  readonly invokeCaller: InvocationContext<C>['invokeCaller'] = (method, ...args) =>
    this.#clientResults.invoke(method, args, (target, values) => {
      // The client may send another invocation before it returns its result.
      this.#invocation.releaseQueue();
      return this.#invocation.caller.invokeClient(target, values);
    });
}
