// What an exercise becomes: for each pair of a long and a short account the option is closed at 0, and its future is dealt
// at the strike. The gain then arrives once, through the future (market.md, Exercise and abandon).
import type { Contract } from '../contracts/contract.ts';
import type { Deal } from '../deals/deal.ts';
import { present } from '../kernel/assert.ts';
import { asPrice, lots } from '../kernel/units.ts';
import { accountLotsOf, bookBothSides, matchParts, type Part } from './close-out.ts';
import type { ExpiryAct } from './expiry-act.ts';

/** Returns the deals of the long accounts. Both lists have as many lots. */
export function bookExercise(
  act: ExpiryAct,
  contract: Contract,
  {
    exercised,
    assigned,
    isAutomatic,
  }: { exercised: readonly Part[]; assigned: readonly Part[]; isAutomatic: boolean },
): Deal[] {
  const { type, strike, underlying } = present(contract.option, `${contract.name} is not an option`);
  const linkedGroup = act.state.deals.takeLinkedGroup();
  const origin = 'exercise';
  const own = matchParts(exercised, assigned).flatMap(({ long, short, lots: quantity }) => {
    const shared = { lots: quantity, origin, linkedGroup } as const;
    const [, closed] = bookBothSides(act, contract, {
      ...shared,
      buyer: short.owner,
      seller: long.owner,
      price: asPrice(0),
    });
    const [buyer, seller] = type === 'call' ? [long.owner, short.owner] : [short.owner, long.owner];
    const [bought, sold] = bookBothSides(act, underlying, { ...shared, buyer, seller, price: strike });
    return [closed, type === 'call' ? bought : sold];
  });
  act.emit({
    kind: 'optionExercised',
    contract: contract.name,
    lots: lots(exercised.reduce((sum, part) => sum + part.lots, 0)),
    isAutomatic,
    exercised: exercised.map(accountLotsOf),
    assigned: assigned.map(accountLotsOf),
  });
  return own;
}
