// Generates the exercise and the abandonment of options, mostly for long positions.
import type { Side } from '@openpit/terms';
import { asPrice, lots } from '../../kernel/units.ts';
import {
  type CommandGenerator,
  operate,
  someUser,
  submissionOf,
  userOf,
  type WeightedGenerator,
} from '../command-generator.ts';
import { accountsOf, marketUsers } from '../whole-market.ts';
import { someContract } from './order-commands.ts';

/**
 * An order in an option that expires on this day, at a price at which others deal, or null on days
 * on which no option expires.
 */
const orderInExpiring: (...of: Parameters<CommandGenerator>) => ReturnType<CommandGenerator> | null = (
  model,
  random,
) => {
  const expiring = model.names.filter((name) => {
    const { kind, lastTradingDay } = model.contract(name).listing;
    return kind === 'option' && lastTradingDay === model.businessDay;
  });
  const name = random.pick(expiring);
  const user = random.pick(marketUsers);
  const account = random.pick(accountsOf[user?.member ?? ''] ?? []);
  if (name === undefined || user === undefined || account === undefined) return null;
  const { mtm, tick } = model.contract(name);
  return submissionOf(
    user,
    {
      kind: 'insertOrder',
      contract: name,
      side: random.pick<Side>(['B', 'S']),
      type: 'Normal',
      lots: lots(random.between(1, 12)),
      price: asPrice(Math.max(mtm, tick)),
      ...account,
      capacity: account.principal === user.member ? 'P' : 'A',
    },
    random,
  );
};

const exerciseOrAbandon: CommandGenerator = (model, random) => {
  const isLong = ({ contract, net }: { readonly contract: string; readonly net: number }) =>
    net > 0 && model.contract(contract).listing.kind === 'option';
  const longs = [...model.positions.values()].filter(isLong);
  const expiresToday = longs.filter(
    ({ contract }) => model.contract(contract).listing.lastTradingDay === model.businessDay,
  );
  // An abandonment is often withdrawn or changed. Few options expire, so chance alone would rarely do it.
  const order = expiresToday.length === 0 || random.oneIn(4) ? orderInExpiring(model, random) : null;
  if (order !== null) return order;
  const abandoned = longs.filter(({ positionSeq }) => model.abandoned.has(positionSeq));
  const isAgain = abandoned.length > 0 && random.oneIn(2);
  const held = random.pick(isAgain ? abandoned : expiresToday.length > 0 ? expiresToday : longs);
  const isAbandoned = isAgain || random.oneIn(expiresToday.length > 0 ? 2 : 5);
  const kind = isAbandoned ? 'abandonOption' : 'exerciseOption';
  if (held === undefined || random.oneIn(12)) {
    const user = someUser(random);
    const { listing } = someContract(model, random);
    const account = { principal: user.member, lots: lots(random.below(4)) };
    return submissionOf(user, { kind, contract: listing.contract, ...account }, random);
  }
  // Before the expiry day options are exercised in administration only.
  if (kind === 'exerciseOption' && expiresToday.length === 0 && random.oneIn(2)) {
    const groups = ['other', 'deliveryMonth'] as const;
    return operate({ kind: 'beginPhase', groups, phase: 'admin', dueAt: null, next: null, opensAt: null });
  }
  const { contract, principal, subAccount, net, member } = held;
  const isWithdrawn = kind === 'abandonOption' && random.oneIn(2);
  const wanted = lots(isWithdrawn ? 0 : random.between(1, net + (random.oneIn(8) ? 1 : 0)));
  return submissionOf(
    userOf(member, random),
    { kind, contract, principal, subAccount, lots: wanted },
    random,
  );
};

export const generators: readonly WeightedGenerator[] = [[30, exerciseOrAbandon]];
