// Generates valuations of the market, and the operator's corrections and approvals of the MTM, some of them too early.
import { asPrice } from '../../kernel/units.ts';
import { type CommandGenerator, operate, type WeightedGenerator } from '../command-generator.ts';
import { someContract } from './order-commands.ts';

const valueOrApprove: CommandGenerator = (model, random) => {
  const { run } = model.valued;
  if (run === 0 || random.oneIn(3)) return operate({ kind: 'valueMarket' });
  return operate({ kind: 'approveMtm', run: random.oneIn(8) ? run - 1 : run });
};

/** Half of the time trading ends first, because only then an MTM can be corrected. */
const correct: CommandGenerator = (model, random) => {
  const groups = ['other', 'deliveryMonth', 'world'] as const;
  const isTrading = groups.some((group) => (model.phases.get(group) ?? 'continuous') === 'continuous');
  if (isTrading && random.oneIn(2))
    return operate({ kind: 'beginPhase', groups, phase: 'admin', dueAt: null, next: null, opensAt: null });
  const { listing, mtm, tick } = random.oneIn(8)
    ? someContract(model, random)
    : model.contract(random.oneIn(2) ? 'DEC26 WMAZ' : 'MAR27 WMAZ');
  const price = asPrice(mtm + random.between(-8, 8) * tick);
  return operate({ kind: 'correctMtm', contract: listing.contract, mtm: price, reason: 'wrong bid' });
};

export const generators: readonly WeightedGenerator[] = [
  [6, valueOrApprove],
  [6, correct],
];
