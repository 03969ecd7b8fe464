// The figures by which days are marked (domain §6.1): data of the market, of which a market that says nothing has those of the published procedure.
import type { MarketRules, MarkRules } from '../reference/reference-data.ts';

const published: MarkRules = {
  windowMinutes: 30,
  liquidLots: 100,
  lockMinutes: 15,
  lockLots: 50,
  volatilityLots: 10,
};

export const markRulesOf = ({ marks = published }: Pick<MarketRules, 'marks'>): MarkRules => marks;
