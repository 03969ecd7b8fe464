// The context of a handler: the state, the command's position in the journal and its time, and the function that emits events. There is one
// runtime object for each command (see venue.ts). Each module narrows its type to the state and the events of the module and of the modules
// below it. A wider context can be passed wherever a narrower one is expected.
import type { EpochMs } from './units.ts';

export interface CommandContext<State, Event> {
  readonly state: State;
  readonly seq: number;
  readonly at: EpochMs;
  /** Drawn by the sequencer for a command with a random decision, otherwise null. */
  readonly seed: number | null;
  readonly emit: (event: Event) => void;
}
