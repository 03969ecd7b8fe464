// What a handler works with: the state, the command's place in the journal and its time, and the way to emit events.
// There is one runtime object for each command (see venue.ts). Each module narrows it by type to the state and the events
// that it and the modules below it know: a wider act fits wherever a narrower one is asked for.
import type { EpochMs } from './units.ts';

export interface Act<State, Event> {
  readonly state: State;
  readonly seq: number;
  readonly at: EpochMs;
  /** Drawn by the sequencer for a command that chance decides, else null. */
  readonly seed: number | null;
  readonly emit: (event: Event) => void;
}
