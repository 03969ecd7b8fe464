// The daily limits.
import { byOperator } from '../kernel/command-entry.ts';
import { Limits, type SavedLimits } from './limits.ts';
import { limitsRejections, widenLimits } from './widen-limits.ts';

export const limitsModule = {
  name: 'limits',
  slice: {
    empty: () => new Limits(),
    save: (limits: Limits): SavedLimits => limits.save(),
    load: (saved: SavedLimits) => Limits.load(saved),
  },
  commands: { widenLimits: byOperator(widenLimits) },
  rejections: limitsRejections,
} as const;
