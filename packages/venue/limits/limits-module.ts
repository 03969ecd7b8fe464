// The daily limits.

import { byOperator } from '../kernel/command-entry.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import { Limits, type SavedLimits } from './limits.ts';
import { type LimitsChanged, limitsRejections, widenLimits } from './widen-limits.ts';

export const limitsModule = {
  name: 'limits',
  events: { limitsChanged: true } satisfies EventKinds<LimitsChanged>,
  slice: {
    empty: () => new Limits(),
    save: (limits: Limits): SavedLimits => limits.save(),
    load: (saved: SavedLimits) => Limits.load(saved),
  },
  commands: { widenLimits: byOperator(widenLimits) },
  rejections: limitsRejections,
} as const;
