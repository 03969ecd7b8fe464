// Invokes the client methods of a contract and validates their results: they are as untrusted as the
// arguments of a client's own invocations.
import { ClientResultError } from '../errors.ts';
import { validateValue } from '../invocations/validation.ts';
import type { ClientResult, ClientResultArgs, ClientResultName, HubContract } from './contract.ts';

export class ClientResults<C extends HubContract> {
  readonly #path: string;
  readonly #contract: C;

  constructor(path: string, contract: C) {
    this.#path = path;
    this.#contract = contract;
  }

  /**
   * `send` invokes the method on a client and resolves with the raw result. Rejects with a ClientResultError
   * for an invalid result, and with an Error when the contract has no such method.
   */
  async invoke<M extends ClientResultName<C>>(
    method: M,
    args: ClientResultArgs<C, M>,
    send: (target: string, args: readonly unknown[]) => Promise<unknown>,
  ): Promise<ClientResult<C, M>> {
    const { clientResults = {} } = this.#contract;
    const declared = Object.hasOwn(clientResults, method) ? clientResults[method] : undefined;
    if (declared === undefined) {
      throw new Error(`The contract of the hub ${this.#path} has no client result '${method}'.`);
    }
    const result = await send(method, args);
    const valid = await validateValue(declared.result, result, {
      name: `The result of '${method}'`,
      makeError: (message) => new ClientResultError(message),
    });
    return valid as ClientResult<C, M>;
  }
}
