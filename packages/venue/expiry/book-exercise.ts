// Books an exercise. For each pair of a long and a short account, the option is closed at 0 and its future is dealt at the
// strike, so that the gain is paid once, through the future (market/options.md, Exercise and abandon).
import type { Contract } from '../contracts/contract.ts';
import type { Deal } from '../deals/deal.ts';
import { mustExist } from '../kernel/assert.ts';
import { asPrice, lots } from '../kernel/units.ts';
import { accountLotsOf, bookBothSides, type MatchedParts, matchParts, type Part } from './close-out.ts';
import type { ExpiryContext } from './expiry-context.ts';
import type { OptionExercised } from './expiry-events.ts';

/** Books both sides of a pair: the option at 0, the future at the strike. Returns the deals of the long account. */
export function bookExercisedPair(
  context: ExpiryContext,
  contract: Contract,
  { long, short, lots: quantity }: MatchedParts,
  linkedGroup: number,
): readonly [closed: Deal, opened: Deal] {
  const { type, strike, underlying } = mustExist(contract.option, `${contract.name} is not an option`);
  const shared = { lots: quantity, origin: 'exercise', linkedGroup } as const;
  const [, closed] = bookBothSides(context, contract, {
    ...shared,
    buyer: short.owner,
    seller: long.owner,
    price: asPrice(0),
  });
  const [buyer, seller] = type === 'call' ? [long.owner, short.owner] : [short.owner, long.owner];
  const [bought, sold] = bookBothSides(context, underlying, { ...shared, buyer, seller, price: strike });
  return [closed, type === 'call' ? bought : sold];
}

/** The exercising and the assigned accounts. Both lists have the same number of lots. */
export interface Exercise {
  readonly exercised: readonly Part[];
  readonly assigned: readonly Part[];
  readonly isAutomatic: boolean;
}

export const optionExercised = (
  { name }: Contract,
  { exercised, assigned, isAutomatic }: Exercise,
): OptionExercised => ({
  kind: 'optionExercised',
  contract: name,
  lots: lots(exercised.reduce((sum, part) => sum + part.lots, 0)),
  isAutomatic,
  exercised: exercised.map(accountLotsOf),
  assigned: assigned.map(accountLotsOf),
});

/** Returns the deals of the long accounts. */
export function bookExercise(context: ExpiryContext, contract: Contract, exercise: Exercise): Deal[] {
  const linkedGroup = context.state.deals.takeLinkedGroup();
  const matched = matchParts(exercise.exercised, exercise.assigned).flatMap((pair) =>
    bookExercisedPair(context, contract, pair, linkedGroup),
  );
  context.emit(optionExercised(contract, exercise));
  return matched;
}
