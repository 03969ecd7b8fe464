// Generates the commands of the operator and the schedule, and the commands for the dealers' own settings, so that the market is open
// most of the time.
import { contractGroups, type PermissionFlag, permissionFlags, phases } from '@openpit/terms';
import { asPrice, lots } from '../../kernel/units.ts';
import type { OpenMarket } from '../../listing/open-market.ts';
import type { Submission } from '../../order-gateway.ts';
import {
  type CommandGenerator,
  oneOf,
  operate,
  someUser,
  submissionOf,
  unknownUser,
  type WeightedGenerator,
} from '../command-generator.ts';
import type { RandomValues } from '../random-values.ts';
import { isClosing, type ModelDeal, type ReferenceMarket } from '../reference-market.ts';
import { marketUsers, wholeMarket } from '../whole-market.ts';

const openWholeMarket: OpenMarket = {
  kind: 'openMarket',
  businessDay: '2026-11-18',
  referenceData: wholeMarket,
};

const allFlags = [...permissionFlags];
/** Rejected by the market: commands are not checked by type when they come from a journal. */
const unknownFlag = 'makeTea' as PermissionFlag;

/** Opens the market, registers its dealers, and grants them every permission. */
export const openingSubmissions: readonly Submission[] = [
  operate(openWholeMarket),
  ...marketUsers.flatMap(({ userId, member, dealer }): Submission[] => [
    operate({ kind: 'registerUser', userId, member, dealer }),
    operate({ kind: 'grantPermissions', userId, flags: allFlags }),
    {
      by: { kind: 'user', userId },
      requestId: null,
      command: { kind: 'setOwnMaxOrderQuantity', maxLots: lots(100) },
    },
  ]),
];

const isOpen = (model: ReferenceMarket): boolean =>
  contractGroups.every((group) => (model.phases.get(group) ?? 'continuous') === 'continuous');

/** Half of the time the market is closed first, so that orders that are held over must wait for the pre-open. */
/** Options expire on few days, and the events that happen only then need many commands, so trading continues. */
const staysOpen = (model: ReferenceMarket, random: RandomValues): boolean =>
  !random.oneIn(3) && isExpiryDay(model);
const isExpiryDay = (model: ReferenceMarket): boolean =>
  model.names.some((name) => {
    const { kind, lastTradingDay } = model.contract(name).listing;
    return kind === 'option' && lastTradingDay === model.businessDay;
  });

const endDay: CommandGenerator = (model, random) => {
  if (staysOpen(model, random)) {
    const groups = contractGroups;
    return operate({
      kind: 'beginPhase',
      groups,
      phase: 'continuous',
      dueAt: null,
      next: null,
      opensAt: null,
    });
  }
  if (!isOpen(model) || (random.oneIn(2) && !isExpiryDay(model))) return operate({ kind: 'endDay' });
  const groups = contractGroups;
  return operate({ kind: 'beginPhase', groups, phase: 'closed', dueAt: null, next: null, opensAt: null });
};

function beginPhase(model: ReferenceMarket, random: RandomValues): Submission {
  if (model.phases.get('other') === 'closed' && (random.oneIn(3) || isExpiryDay(model))) {
    // The end of a day is often compared with a valuation just before it.
    if (model.valued.isFinal) return operate({ kind: 'endDay' });
    if (random.oneIn(2)) return operate({ kind: 'valueMarket' });
    if (!staysOpen(model, random)) return operate({ kind: 'endDay' });
  }
  const opens = !isOpen(model) && !random.oneIn(3);
  const phase = opens ? 'continuous' : random.pick(['preOpen', 'preOpen', ...phases] as const);
  const groups = opens || random.oneIn(2) ? contractGroups : [random.pick(contractGroups)];
  return operate({ kind: 'beginPhase', groups, phase, dueAt: null, next: null, opensAt: null });
}

function haltOrResume(model: ReferenceMarket, random: RandomValues): Submission {
  const [halted] = model.halted;
  const code = random.oneIn(12) ? 'RICE' : undefined;
  if (halted !== undefined && !random.oneIn(5))
    return operate({ kind: 'resumeInstrument', instrument: code ?? halted });
  const instrument = code ?? random.pick(['WMAZ', 'WMAZ', 'YMAZ', 'WEAT']);
  if (random.oneIn(10)) return operate({ kind: 'resumeInstrument', instrument });
  return operate({ kind: 'haltInstrument', instrument, reason: 'crop estimate' });
}

/** Phases, halts and stops; chosen often while the market is interrupted, so that it soon trades again. */
export const changePhaseOrHalt: CommandGenerator = (model, random) => {
  const [stopped] = model.stopped.values();
  if (stopped !== undefined && !random.oneIn(4)) return operate({ kind: 'resumeTrading', ...stopped });
  if (model.inactive.size > 0 && random.oneIn(2)) return putParty(model, random);
  return model.halted.size > 0 || (isOpen(model) && random.oneIn(3))
    ? haltOrResume(model, random)
    : beginPhase(model, random);
};

/** True if an instrument is halted, somebody is stopped, or a group is not in continuous trading. */
export const isInterrupted = (model: ReferenceMarket): boolean =>
  model.halted.size > 0 || model.stopped.size > 0 || model.inactive.size > 0 || !isOpen(model);

/** Grants missing permissions again most of the time. */
const changeRights: CommandGenerator = (model, random) => {
  const user = (random.oneIn(25) ? undefined : random.pick(marketUsers)) ?? unknownUser;
  const { userId } = user;
  const flag = random.oneIn(20) ? unknownFlag : (random.pick(allFlags) ?? unknownFlag);
  const restricted = marketUsers.find(
    (marketUser) => (model.flags.get(marketUser.userId)?.size ?? 0) < allFlags.length,
  );
  switch (random.below(9)) {
    case 0:
      return operate({ kind: 'registerUser', ...user });
    case 1:
      return operate({
        kind: 'limitOrderQuantity',
        userId,
        maxLots: random.oneIn(2) ? null : lots(random.between(0, 80)),
      });
    case 2:
      return operate({ kind: 'limitOrderQuantity', userId, maxLots: null });
    case 3:
      return operate({ kind: 'setDealerScope', userId, scope: random.oneIn(3) ? 'own' : 'member' });
    case 4:
    case 5:
      return operate({ kind: 'revokePermissions', userId, flags: [flag] });
    default:
      if (restricted !== undefined && !random.oneIn(4))
        return operate({ kind: 'grantPermissions', userId: restricted.userId, flags: allFlags });
      return operate({ kind: 'grantPermissions', userId, flags: [flag] });
  }
};

/** Removes the limits of accounts most of the time. */
const limitPosition: CommandGenerator = (model, random) => {
  const [limited] = model.limited.keys();
  if (limited !== undefined && !random.oneIn(4))
    return operate({ kind: 'limitPosition', principal: limited, maxLots: null });
  const principal = random.pick(['KAND', 'VELD', '9996S', '5044M', 'NOBODY']);
  return operate({
    kind: 'limitPosition',
    principal,
    // Often less than the account holds already.
    maxLots: random.oneIn(10)
      ? lots(-1)
      : lots(random.oneIn(2) ? random.between(1, 6) : random.between(5, 40)),
  });
};

const ownSettings: CommandGenerator = (_model, random) => {
  const user = someUser(random);
  if (random.oneIn(3))
    return submissionOf(
      user,
      { kind: 'setOwnMaxOrderQuantity', maxLots: lots(random.oneIn(8) ? 0 : 100) },
      random,
    );
  const timeOutSeconds = random.pick([0, 0, 60, 300, 90_000, -1]);
  return submissionOf(
    user,
    { kind: 'setOwnOrderGuards', timeOutSeconds, suspendsOnDisconnect: random.oneIn(2) },
    random,
  );
};

/** The commands of the server's timers: orders that must not rest unattended are suspended. */
const suspendUnattended: CommandGenerator = (_model, random) => {
  if (random.oneIn(2)) return operate({ kind: 'suspendTimedOutOrders' });
  const { userId } = (random.oneIn(20) ? undefined : random.pick(marketUsers)) ?? unknownUser;
  return operate({ kind: 'suspendDisconnectedOrders', userId });
};

/** An open deal in a contract where lots were exercised or delivered today. */
function aClosedLot({ deals }: ReferenceMarket, random: RandomValues): ModelDeal | undefined {
  const closed = new Set([...deals.values()].filter(isClosing).map(({ contract }) => contract));
  const open = [...deals].filter(
    ([, deal]) => closed.has(deal.contract) && deal.state === 'Open' && !isClosing(deal),
  );
  return oneOf(new Map(open), random);
}

/** An open deal that belongs to a package. */
function aLeg({ deals }: ReferenceMarket, random: RandomValues): ModelDeal | undefined {
  const legs = [...deals].filter(([, { origin, state }]) => packages.has(origin) && state === 'Open');
  return oneOf(new Map(legs), random);
}
const packages: ReadonlySet<ModelDeal['origin']> = new Set(['split', 'spread', 'delta']);

const correctErrorTrade: CommandGenerator = (model, random) => {
  const deal = random.oneIn(15)
    ? undefined
    : ((random.oneIn(3) ? aClosedLot(model, random) : undefined) ??
      (random.oneIn(3) ? aLeg(model, random) : oneOf(model.deals, random)));
  const matchSeq = deal?.matchSeq ?? 999_999;
  const reason = 'typed wrong';
  if (deal === undefined || random.oneIn(2)) return operate({ kind: 'cancelDeal', matchSeq, reason });
  const { tick } = model.contract(deal.contract);
  const price = asPrice(Math.round(deal.value / deal.lots / tick) * tick + random.between(-2, 2) * tick);
  return operate({ kind: 'repriceDeal', matchSeq, price, reason });
};

const surveillance: CommandGenerator = (_model, random) => {
  switch (random.below(6)) {
    case 0:
      return operate({ kind: 'announce', announcement: 'Info', message: 'Good morning' });
    case 1:
    case 2:
      return operate({
        kind: 'widenLimits',
        instrument: random.pick(['WMAZ', 'YMAZ', 'RICE']),
        band: asPrice(random.between(15, 40) * 1000),
      });
    case 3:
      return operate({ kind: 'changeRules', from: 7, to: 8 });
    case 4:
      return operate({ kind: 'setSelfMatch', selfMatch: random.oneIn(3) ? 'allow' : 'reject' });
    default:
      return random.oneIn(3)
        ? operate(openWholeMarket)
        : operate({ kind: 'setSelfMatch', selfMatch: 'reject' });
  }
};

/** Lets those who are stopped trade again most of the time. */
const stopTrading: CommandGenerator = (model, random) => {
  const [stopped] = model.stopped.values();
  if (stopped !== undefined && !random.oneIn(5)) return operate({ kind: 'resumeTrading', ...stopped });
  // Often somebody for whom a deal waits.
  const addressed = random.pick([...model.waiting.values()])?.counterparty;
  const users = random.oneIn(2)
    ? marketUsers.filter((marketUser) => marketUser.member === addressed)
    : marketUsers;
  const user = random.pick(users) ?? unknownUser;
  const member = random.oneIn(12) ? 'NONE' : user.member;
  const dealer = random.oneIn(12) ? 'NONE' : random.oneIn(2) ? user.dealer : null;
  if (random.oneIn(6)) return operate({ kind: 'resumeTrading', member, dealer });
  return operate({ kind: 'stopTrading', member, dealer, reason: 'the margin was not paid' });
};

/** Parties that the market has already, with another name or not active for a while, and some that cannot be used. */
const putParty: CommandGenerator = (model, random) => {
  const name = `Name ${random.below(9)}`;
  const [inactive] = model.inactive;
  const active = inactive !== undefined || !random.oneIn(8);
  const vat = random.oneIn(3) ? { vatNumber: random.oneIn(4) ? null : '4123456789' } : {};
  switch (random.below(inactive === undefined ? 4 : 2)) {
    case 0: {
      const isMember =
        inactive === undefined || wholeMarket.members.some((member) => member.code === inactive);
      if (!isMember) break;
      const code = inactive ?? random.pick(['KAND', 'VELD', 'MIEL']);
      return operate({ kind: 'putMember', code, name, active, branch: null, subAccount: null, ...vat });
    }
    case 1: {
      const member = wholeMarket.clients.find(({ code }) => code === inactive)?.member;
      if (inactive !== undefined && member === undefined) break;
      const client = inactive ?? random.pick(['9996S', '9104K']);
      return operate({
        kind: 'putClient',
        code: client,
        member: member ?? 'KAND',
        name,
        active,
        subAccount: null,
        ...vat,
      });
    }
    case 2: {
      const dealer = random.pick(wholeMarket.dealers);
      if (dealer !== undefined) return operate({ kind: 'putDealer', ...dealer, name });
    }
  }
  const [still] = model.inactive;
  const client = wholeMarket.clients.find(({ code }) => code === still);
  if (client !== undefined) return operate({ kind: 'putClient', ...client, name, active, subAccount: null });
  return operate({ kind: 'putDealer', code: 'XYZ', member: 'KAND', branch: 'Nowhere', name });
};

export const generators: readonly WeightedGenerator[] = [
  [14, changePhaseOrHalt],
  [20, changeRights],
  [10, limitPosition],
  [10, ownSettings],
  [10, suspendUnattended],
  [14, correctErrorTrade],
  [8, surveillance],
  [3, stopTrading],
  [4, putParty],
  [7, endDay],
];
