// The common parts of all generators of commands: the senders, and the choice among existing items.

import type { Command } from '../modules.ts';
import type { Submission } from '../order-gateway.ts';
import type { RandomValues } from './random-values.ts';
import type { ReferenceMarket } from './reference-market.ts';
import { testOperator } from './test-market.ts';
import { marketUsers } from './whole-market.ts';

/** Makes a submission that fits the market as the model has it. The same random values give the same submission. */
export type CommandGenerator = (model: ReferenceMarket, random: RandomValues) => Submission;

/** The weight determines how often the generator is chosen; all weights add up to about 1,000. */
export type WeightedGenerator = readonly [weight: number, generator: CommandGenerator];

export type MarketUser = (typeof marketUsers)[number];

/** A user who is not registered with the market. */
export const unknownUser: MarketUser = { userId: 'KAND/NOB', member: 'KAND', dealer: 'NOB' };

const dealingUsers = marketUsers.filter(({ member }) => member !== 'SLAP');
const usersOf = new Map(
  marketUsers.map(({ member }) => [member, marketUsers.filter((user) => user.member === member)]),
);

/** Rarely a dealer of the member that is not active, or the unknown user. */
export function someUser(random: RandomValues): MarketUser {
  if (random.oneIn(200)) return unknownUser;
  return random.pick(random.oneIn(60) ? marketUsers : dealingUsers) ?? unknownUser;
}

/** Rarely a dealer of another member. */
export function userOf(member: string, random: RandomValues): MarketUser {
  if (random.oneIn(40)) return someUser(random);
  return random.pick(usersOf.get(member) ?? marketUsers) ?? unknownUser;
}

/** A command of the market's operation. */
export const operate = (command: Command): Submission => ({ by: testOperator, requestId: null, command });

export function submissionOf({ userId }: MarketUser, command: Command, random: RandomValues): Submission {
  const requestId = random.oneIn(10) ? `r${random.below(300)}` : null;
  return { by: { kind: 'user', userId }, requestId, command };
}

/** One of the values, found by a walk to a random place; undefined if there are none. */
export function oneOf<T>(all: ReadonlyMap<number, T>, random: RandomValues): T | undefined {
  let place = random.below(Math.max(all.size, 1));
  for (const value of all.values()) {
    if (place === 0) return value;
    place -= 1;
  }
  return undefined;
}
