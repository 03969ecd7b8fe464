// A module's declaration of a command: who may send it, and its handler. The venue checks the sender and the required permissions before
// it calls the handler.
import type { Rejection } from './rejection.ts';

/** The result of a handler: the answer to an accepted command (null if there is no answer), or the rejection. */
export type Result = { readonly kind: string } | Rejection | null;

export interface OperatorCommandEntry<Act, Command> {
  readonly by: 'operator';
  readonly needsSeed?: true;
  readonly handle: (context: Act, command: Command) => Result;
}

export interface UserCommandEntry<Act, Command> {
  readonly by: 'user';
  /** Whether the command needs a random decision, for which the sequencer draws a seed. */
  readonly needsSeed?: true;
  /** Checks that come before the permission checks (market/orders.md, Order validation); null if there are none. */
  readonly before: ((context: Act, command: Command) => Rejection | null) | null;
  readonly handle: (context: Act, command: Command) => Result;
}

export type CommandEntry<Act, Command> = OperatorCommandEntry<Act, Command> | UserCommandEntry<Act, Command>;

/** A command from the operator, the schedule or a timer of the server. */
export const byOperator = <Act, Command>(
  handle: (context: Act, command: Command) => Result,
): OperatorCommandEntry<Act, Command> => ({ by: 'operator', handle });

/** A command of a registered user who has its `requiredPermissions`. */
export const byUser = <Act, Command>(
  handle: (context: Act, command: Command) => Result,
  before: UserCommandEntry<Act, Command>['before'] = null,
): UserCommandEntry<Act, Command> => ({ by: 'user', before, handle });

/** A command with a random decision: its context has a seed. */
export const withSeed = <Entry extends object>(entry: Entry): Entry & { readonly needsSeed: true } => ({
  ...entry,
  needsSeed: true,
});
