// Long work of the venue: the end of a business day, and a valuation of the market. It is done in slices, each a command of its
// own, so that the process can do other work in between; events are published with the last command (decision 17). Between two
// slices the run is plain data and part of the state.

import type { EpochMs } from './kernel/units.ts';
import { endOfDayStages, type LongStage } from './kernel/venue-module.ts';
import { type CommandKind, modules, type VenueContext, type VenueEvent } from './modules.ts';
import type { ValuationRun } from './mtm/mtm-state.ts';
import type { Actor } from './outcome.ts';
import type { EndingDay } from './prices/prices-module.ts';

/** The target length of a slice, in microseconds. */
export const workPerSlice = 3_000;

/** The commands that begin a run, which may need several slices. */
export const beginsRun: ReadonlySet<CommandKind> = new Set(['endDay', 'valueMarket', 'correctMtm']);

/** The work of a run. Snapshots store the field `day` under this name, although a valuation has no day. */
export type RunWork =
  | { readonly kind: 'endDay'; readonly day: EndingDay }
  | { readonly kind: 'valuation'; readonly day: ValuationRun };

export interface Run {
  readonly work: RunWork;
  /** Copied from the command that began the run, and shared by all slices. */
  readonly seq: number;
  readonly at: EpochMs;
  readonly seed: number | null;
  readonly by: Actor;
  /** The place in the stages, in the modules, and in the units of a long stage. */
  stage: number;
  module: number;
  unit: number;
  /** Published with the last slice. */
  readonly events: VenueEvent[];
}

type Subject = RunWork['day'];
type Stage = ((context: VenueContext, subject: Subject) => void) | LongStage<VenueContext, Subject>;
/** The type of a module inside the loop: each stage fits its own run, but the compiler cannot derive that from the list. */
interface AnyModule {
  readonly endOfDay?: Partial<Record<string, Stage>>;
  readonly valuation?: Stage;
}

/**
 * Executes the next slice; returns true if the run is complete. `maxMicros` is the approximate
 * amount of work in microseconds.
 */
export function advance(context: VenueContext, run: Run, maxMicros: number): boolean {
  const { kind, day: subject } = run.work;
  const stages = kind === 'endDay' ? endOfDayStages : (['valuation'] as const);
  let left = maxMicros;
  for (; run.stage < stages.length; run.stage += 1, run.module = 0)
    for (; run.module < modules.length; run.module += 1, run.unit = 0) {
      const module = modules[run.module] as AnyModule;
      const name = stages[run.stage] ?? 'valuation';
      const stage = name === 'valuation' ? module.valuation : module.endOfDay?.[name];
      if (stage === undefined) continue;
      if (typeof stage === 'function') {
        stage(context, subject);
        continue;
      }
      for (;;) {
        if (left <= 0) return false;
        const took = stage.unit(context, subject, run.unit);
        if (took === null) break;
        run.unit += 1;
        left -= took;
      }
    }
  return true;
}
