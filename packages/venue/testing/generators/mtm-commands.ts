// Generates valuations of the market, and the operator's corrections and approvals of the MTM, some of them too early.
import { contractGroups } from '@openpit/terms';
import { asPrice, lots } from '../../kernel/units.ts';
import { publishedMarkRules } from '../../reference/reference-data.ts';
import {
  type CommandGenerator,
  operate,
  someUser,
  submissionOf,
  type WeightedGenerator,
} from '../command-generator.ts';
import { someContract } from './order-commands.ts';

/** A final valuation is approved, and then the day ends. */
const valueOrApprove: CommandGenerator = (model, random) => {
  const { run, isFinal } = model.valued;
  if (model.approved !== null && !random.oneIn(4)) return operate({ kind: 'endDay' });
  if (isFinal || (run > 0 && random.oneIn(4)))
    return operate({ kind: 'approveMtm', run: random.oneIn(8) ? run - 1 : run });
  return operate({ kind: 'valueMarket' });
};

/** Trading must have ended. A correction is often the last thing of a day. */
const correct: CommandGenerator = (model, random) => {
  const isTrading = contractGroups.some(
    (group) => (model.phases.get(group) ?? 'continuous') === 'continuous',
  );
  if (isTrading && random.oneIn(2))
    return operate({
      kind: 'beginPhase',
      groups: contractGroups,
      phase: 'admin',
      dueAt: null,
      next: null,
      opensAt: null,
    });
  if (model.isCorrected && !random.oneIn(4)) return operate({ kind: 'endDay' });
  const { listing, mtm, tick } = random.oneIn(8)
    ? someContract(model, random)
    : model.contract(random.oneIn(2) ? 'DEC26 WMAZ' : 'MAR27 WMAZ');
  const price = asPrice(mtm + random.between(-8, 8) * tick);
  return operate({ kind: 'correctMtm', contract: listing.contract, mtm: price, reason: 'wrong bid' });
};

/** Large orders until a contract is liquid, so that its MTM is an average; then the day ends. */
const dealMuch: CommandGenerator = (model, random) => {
  const contract = random.pick(['DEC26 YMAZ', 'DEC26 WEAT'] as const);
  const { counted, B, S, mtm } = model.contract(contract);
  const volume = [...counted.values()].reduce((sum, deal) => sum + deal.lots, 0);
  if (volume >= publishedMarkRules.liquidLots) return operate({ kind: 'endDay' });
  const user = someUser(random);
  const side = B.length > 0 ? 'S' : 'B';
  const price = (side === 'S' ? B[0] : S[0])?.price ?? mtm;
  const { member: principal } = user;
  return submissionOf(
    user,
    { kind: 'insertOrder', contract, side, type: 'Normal', lots: lots(100), price, principal, capacity: 'P' },
    random,
  );
};

export const generators: readonly WeightedGenerator[] = [
  [8, dealMuch],
  [8, valueOrApprove],
  [8, correct],
];
