// The phases of the exchange day. The commands that change them are in exchange-day/, which also acts on the orders.
import { phasesRejections } from './entry-gate.ts';
import { Phases, type SavedPhases } from './phases.ts';

export const phasesModule = {
  name: 'phases',
  slice: {
    empty: () => new Phases(),
    save: (phases: Phases): SavedPhases => phases.save(),
    load: (saved: SavedPhases) => Phases.load(saved),
  },
  rejections: phasesRejections,
} as const;
