// A dealer exercises or abandons an option (ACT-18, ACT-19; market/options.md, Exercise and abandon).
import type { Contract } from '../contracts/contract.ts';
import { accountOwner, exerciseRejection } from '../deal-actions/deal-account.ts';
import type { DealsAnswer } from '../deal-actions/deal-answers.ts';
import { dealTimeRejection } from '../deal-actions/deal-time.ts';
import { mustExist } from '../kernel/assert.ts';
import { isoDate } from '../kernel/civil-date.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { expiryRejection, listedContract } from '../phases/entry-gate.ts';
import { phaseOf } from '../phases/phases.ts';
import { abandon } from '../positions/position.ts';
import type { OrderOwner } from '../rights/owner.ts';
import { reject as rejectRights } from '../rights/rights-rejections.ts';
import { drawLots } from './assign-shorts.ts';
import { bookExercise } from './book-exercise.ts';
import { shortsIn } from './close-out.ts';
import type { UserExpiryContext } from './expiry-context.ts';
import type { AbandonOption, ExerciseOption, ExpiryCommand } from './expiry-events.ts';
import { reject } from './expiry-rejections.ts';

export function exerciseOption(context: UserExpiryContext, command: ExerciseOption): DealsAnswer | Rejection {
  const { state, market, seed } = context;
  const contract = expiringOption(context, command.contract);
  if (isRejection(contract)) return contract;
  const { type, underlying } = mustExist(contract.option, `${contract.name} is not an option`);
  const isLastDay = market.businessDay === contract.lastDay;
  const phase = phaseOf(context, contract);
  if (!(isLastDay ? ['preOpen', 'continuous'] : ['admin']).includes(phase))
    return reject('exerciseNotNow', {
      contract: contract.name,
      expiry: isoDate(contract.lastDay),
      when: isLastDay ? 'expiryDay' : 'before',
      ...abandonedBy(context, command, contract),
    });
  const owner = longHolder(context, command, contract);
  if (isRejection(owner)) return owner;
  const { lots } = command;
  const future = { contract: underlying.name, side: type === 'call' ? 'B' : 'S', lots } as const;
  const closed = { contract: contract.name, side: 'S', lots } as const;
  const beyond = exerciseRejection(context, owner, { future, closed });
  if (beyond !== null) return beyond;

  const shorts = shortsIn(state.positions.in(contract));
  const assigned = drawLots(shorts, lots, mustExist(seed, 'an exercise has no seed'));
  const booked = bookExercise(context, contract, {
    exercised: [{ owner, lots }],
    assigned,
    isAutomatic: false,
  });
  return { kind: 'deals', deals: booked.map(({ dealSeq }) => dealSeq) };
}

/** Keeps lots from being exercised automatically, on the expiry day only. The latest instruction counts; 0 lots withdraw it. */
export function abandonOption(context: UserExpiryContext, command: AbandonOption): DealsAnswer | Rejection {
  const { state, market, emit } = context;
  const contract = expiringOption(context, command.contract);
  if (isRejection(contract)) return contract;
  if (market.businessDay !== contract.lastDay)
    return reject('abandonNotExpiryDay', { contract: contract.name, expiry: isoDate(contract.lastDay) });
  const late = dealTimeRejection(context, contract.name);
  if (late !== null) return late;
  const { lots } = command;
  const owner = lots === 0 ? accountOwner(context, command, '') : longHolder(context, command, contract);
  if (isRejection(owner)) return owner;
  const { member, principal, subAccount, dealer } = owner;
  const position = state.positions.of(owner, contract);
  if (position === undefined || (lots === 0 && position.abandoned === 0))
    return reject('nothingAbandoned', { principal, contract: contract.name });

  abandon(position, lots);
  const abandoned = { contract: contract.name, member, principal, subAccount, lots };
  emit({ kind: 'optionAbandoned', positionSeq: position.positionSeq, ...abandoned, dealer });
  return { kind: 'deals', deals: [] };
}

/** The lots that the user's account has abandoned. A dealer with own-only visibility does not learn of other dealers' instructions. */
function abandonedBy(
  context: UserExpiryContext,
  command: ExerciseOption,
  contract: Contract,
): { readonly abandoned?: number } {
  const owner = context.rights.scope === 'own' ? null : accountOwner(context, command, '');
  if (owner === null || isRejection(owner)) return {};
  const abandoned = context.state.positions.of(owner, contract)?.abandoned ?? 0;
  return abandoned === 0 ? {} : { abandoned };
}

/** The unexpired option with this name. */
function expiringOption(context: UserExpiryContext, name: string): Contract | Rejection {
  const contract = listedContract(context, name);
  if (isRejection(contract)) return contract;
  if (contract.kind !== 'option') return reject('contractNotOption', { contract: name });
  return expiryRejection(context, contract) ?? contract;
}

/** The user's account named in the command, if it is long at least that many lots. */
function longHolder(
  context: UserExpiryContext,
  command: ExpiryCommand,
  contract: Contract,
): OrderOwner | Rejection {
  const { lots } = command;
  if (lots < 1) return rejectRights('quantityNotPositive');
  const owner = accountOwner(context, command, '');
  if (isRejection(owner)) return owner;
  const long = Math.max(context.state.positions.net(owner, contract), 0);
  if (lots <= long) return owner;
  const details = { principal: owner.principal, contract: contract.name, lots };
  // A dealer with own-only visibility must not learn the account's position.
  return reject('lotsAboveLong', context.rights.scope === 'own' ? details : { ...details, long });
}
