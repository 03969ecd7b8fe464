// The figures of the MTM procedure, of which a market that names none has the published ones (market.md, MTM).
import type { MarketRules, MarkRules } from './reference-data.ts';

export const publishedMarkRules: MarkRules = {
  windowMinutes: 30,
  liquidLots: 100,
  lockMinutes: 15,
  lockLots: 50,
  closingMinutes: 5,
  standingSeconds: 60,
  volatilityLots: 10,
};

export const markRulesOf = ({ marks = publishedMarkRules }: Pick<MarketRules, 'marks'>): MarkRules => marks;
