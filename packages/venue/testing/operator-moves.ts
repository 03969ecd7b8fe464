// What the operator, the schedule and the dealers' own settings do to the market, steered so that most of the time it is open. For property tests only.
import { permissionFlags } from '../access/permission-flags.ts';
import type { Command, OpenMarket } from '../commands.ts';
import type { Submission } from '../kernel/ports.ts';
import { cents, lots } from '../kernel/units.ts';
import { contractGroups, phases } from '../session/session.ts';
import type { Draw } from './draw.ts';
import type { MarketTwin, TwinDeal } from './market-twin.ts';
import { type Move, oneOf, sent, someUser } from './order-moves.ts';
import { marketUsers, wholeMarket } from './whole-market.ts';

export const openWholeMarket: OpenMarket = {
  kind: 'openMarket',
  businessDay: '2026-11-18',
  referenceData: wholeMarket,
};

const operate = (command: Command): Submission => ({ by: { kind: 'operator' }, requestId: null, command });
const allFlags = [...permissionFlags];

/** What makes the market open, its dealers present and permitted everything. */
export const openingMoves: readonly Submission[] = [
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

const isOpen = (twin: MarketTwin): boolean =>
  contractGroups.every((group) => (twin.phases.get(group) ?? 'continuous') === 'continuous');

/** Half of the time the market is closed before its day is ended, so that what is held over has to wait. */
export const endDay: Move = (twin, draw) => {
  if (!isOpen(twin) || draw.once(2)) return operate({ kind: 'endDay' });
  const groups = contractGroups;
  return operate({ kind: 'beginPhase', groups, phase: 'closed', dueAt: null, next: null, opensAt: null });
};

function beginPhase(twin: MarketTwin, draw: Draw): Submission {
  if (twin.phases.get('other') === 'closed' && draw.once(3)) return operate({ kind: 'endDay' });
  const opens = !isOpen(twin) && !draw.once(3);
  const phase = opens ? 'continuous' : draw.pick(['preOpen', 'preOpen', ...phases] as const);
  const groups = opens || draw.once(2) ? contractGroups : [draw.pick(contractGroups)];
  return operate({ kind: 'beginPhase', groups, phase, dueAt: null, next: null, opensAt: null });
}

function haltOrResume(twin: MarketTwin, draw: Draw): Submission {
  const [halted] = twin.halted;
  const code = draw.once(12) ? 'RICE' : undefined;
  if (halted !== undefined && !draw.once(5))
    return operate({ kind: 'resumeInstrument', instrument: code ?? halted });
  const instrument = code ?? draw.pick(['WMAZ', 'WMAZ', 'YMAZ', 'WEAT']);
  if (draw.once(10)) return operate({ kind: 'resumeInstrument', instrument });
  return operate({ kind: 'haltInstrument', instrument, reason: 'crop estimate' });
}

/** Phases and halts; often while the market is not open, so that it soon is. */
export const session: Move = (twin, draw) =>
  twin.halted.size > 0 || (isOpen(twin) && draw.once(3)) ? haltOrResume(twin, draw) : beginPhase(twin, draw);

export const needsSession = (twin: MarketTwin): boolean => twin.halted.size > 0 || !isOpen(twin);

/** Rights that somebody lacks are given back most of the time. */
export const rights: Move = (twin, draw) => {
  const user = draw.once(25)
    ? { userId: 'KAND/NOB', member: 'KAND', dealer: 'NOB' }
    : (draw.pick(marketUsers) ?? { userId: '', member: '', dealer: '' });
  const { userId } = user;
  const flag = draw.once(20) ? 'makeTea' : (draw.pick(allFlags) ?? '');
  const poor = marketUsers.find((one) => (twin.flags.get(one.userId)?.size ?? 0) < allFlags.length);
  switch (draw.below(9)) {
    case 0:
      return operate({ kind: 'registerUser', ...user });
    case 1:
      return operate({
        kind: 'limitOrderQuantity',
        userId,
        maxLots: draw.once(2) ? null : lots(draw.between(0, 80)),
      });
    case 2:
      return operate({ kind: 'limitOrderQuantity', userId, maxLots: null });
    case 3:
      return operate({ kind: 'setDealerScope', userId, scope: draw.once(3) ? 'own' : 'member' });
    case 4:
    case 5:
      return operate({ kind: 'revokePermissions', userId, flags: [flag] });
    default:
      if (poor !== undefined && !draw.once(4))
        return operate({ kind: 'grantPermissions', userId: poor.userId, flags: allFlags });
      return operate({ kind: 'grantPermissions', userId, flags: [flag] });
  }
};

/** Limits of accounts are taken away most of the time. */
export const limitPosition: Move = (twin, draw) => {
  const [limited] = twin.limited;
  if (limited !== undefined && !draw.once(4))
    return operate({ kind: 'limitPosition', principal: limited, maxLots: null });
  const principal = draw.pick(['KAND', 'VELD', '9996S', '5044M', 'NOBODY']);
  return operate({
    kind: 'limitPosition',
    principal,
    maxLots: draw.once(10) ? lots(-1) : lots(draw.between(5, 40)),
  });
};

export const ownSettings: Move = (_twin, draw) => {
  const user = someUser(draw);
  if (draw.once(3))
    return sent(user, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(draw.once(8) ? 0 : 100) }, draw);
  const timeOutSeconds = draw.pick([0, 0, 60, 300, 90_000, -1]);
  return sent(user, { kind: 'setOwnOrderGuards', timeOutSeconds, suspendsOnDisconnect: draw.once(2) }, draw);
};

export const guards: Move = (_twin, draw) => {
  if (draw.once(2)) return operate({ kind: 'suspendTimedOutOrders' });
  const userId = draw.once(20) ? 'KAND/NOB' : (draw.pick(marketUsers)?.userId ?? '');
  return operate({ kind: 'suspendDisconnectedOrders', userId });
};

/** A deal of a package with which nothing has been done yet. */
function aLeg({ deals }: MarketTwin, draw: Draw): TwinDeal | undefined {
  const legs = [...deals].filter(([, { origin, state }]) => packages.has(origin) && state === 'Open');
  return oneOf(new Map(legs), draw);
}
const packages: ReadonlySet<TwinDeal['origin']> = new Set(['split', 'spread', 'delta']);

export const correctErrorTrade: Move = (twin, draw) => {
  const deal = draw.once(15) ? undefined : draw.once(3) ? aLeg(twin, draw) : oneOf(twin.deals, draw);
  const matchSeq = deal?.matchSeq ?? 999_999;
  const reason = 'typed wrong';
  if (deal === undefined || draw.once(2)) return operate({ kind: 'cancelDeal', matchSeq, reason });
  const { tick } = twin.contract(deal.contract);
  const price = cents(Math.round(deal.value / deal.lots / tick) * tick + draw.between(-2, 2) * tick);
  return operate({ kind: 'repriceDeal', matchSeq, price, reason });
};

export const surveillance: Move = (_twin, draw) => {
  switch (draw.below(5)) {
    case 0:
      return operate({ kind: 'announce', announcement: 'Info', message: 'Good morning' });
    case 1:
    case 2:
      return operate({
        kind: 'widenLimits',
        instrument: draw.pick(['WMAZ', 'YMAZ', 'RICE']),
        band: cents(draw.between(15, 40) * 1000),
      });
    case 3:
      return operate({ kind: 'setSelfMatch', selfMatch: draw.once(3) ? 'allow' : 'reject' });
    default:
      return draw.once(3) ? operate(openWholeMarket) : operate({ kind: 'setSelfMatch', selfMatch: 'reject' });
  }
};
