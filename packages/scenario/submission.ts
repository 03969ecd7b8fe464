// What a line of a story sends to the floor. Names become user ids, codes and order numbers here.
import {
  type Actor,
  type Capacity,
  type Command,
  cents,
  contractGroups,
  type OrderFilter,
  permissionFlags,
  type ReferenceData,
  type Submission,
  volatility,
} from '@openpit/venue';
import { type Cast, contractIn, dealerIn, userIdOf } from './cast.ts';
import { dealCommandOf, isDealAct } from './deal-submission.ts';
import type { KnownOrders } from './known-orders.ts';
import type { Act, Happening, OrderName } from './scenario.ts';

/** What a line is understood by. */
export interface Stage {
  readonly cast: Cast;
  readonly orders: KnownOrders;
  /** With what `opening` opens the market. */
  readonly opening: { readonly businessDay: string; readonly referenceData: ReferenceData } | null;
}

/** The line names an order that the market has not taken. */
export class OrderNeverTaken extends Error {
  constructor(name: OrderName) {
    super(
      `there is no order ${name}: the line that names it was rejected, or it is a double with a bid and an offer`,
    );
  }
}

/** Null for a line that only lets time pass. Throws OrderNeverTaken. */
export function submissionOf(deed: Act | Happening, stage: Stage): Submission | null {
  if ('by' in deed) return actSubmission(deed, stage);
  const operate = (command: Command): Submission => ({ by: { kind: 'operator' }, requestId: null, command });
  switch (deed.phrase) {
    case 'at':
    case 'after':
      return null;
    case 'opening':
      return stage.opening === null ? null : operate({ kind: 'openMarket', ...stage.opening });
    case 'end of day':
      return operate({ kind: 'endDay' });
    case 'announcement': {
      const { ANNOUNCEMENT: announcement, WORDS: message } = deed.said;
      return operate({ kind: 'announce', announcement, message });
    }
    case 'phase': {
      const { PHASE: phase, GROUP } = deed.said;
      const groups = GROUP === undefined ? contractGroups : [GROUP];
      return operate({ kind: 'beginPhase', groups, phase, dueAt: null, next: null, opensAt: null });
    }
    case 'halt':
      return operate({ kind: 'haltInstrument', instrument: deed.said.CODE, reason: deed.said.WORDS });
    case 'resume':
      return operate({ kind: 'resumeInstrument', instrument: deed.said.CODE });
    case 'limits':
      return operate({ kind: 'widenLimits', instrument: deed.said.CODE, band: deed.said.LIMIT });
    case 'self-match':
      return operate({ kind: 'setSelfMatch', selfMatch: deed.said.SELFMATCH });
    case 'time-outs':
      return operate({ kind: 'suspendTimedOutOrders' });
    case 'connection lost':
      return operate({ kind: 'suspendDisconnectedOrders', userId: userIdOf(stage.cast, deed.said.WHO) });
    case 'error trade': {
      const { DEAL: matchSeq, WORDS: reason, PRICE: price } = deed.said;
      if (price === undefined) return operate({ kind: 'cancelDeal', matchSeq, reason });
      return operate({ kind: 'repriceDeal', matchSeq, price, reason });
    }
  }
}

function actSubmission(act: Act, stage: Stage): Submission {
  const userId = userIdOf(stage.cast, act.by);
  const operator: Actor = { kind: 'operator' };
  const dealer: Actor = { kind: 'user', userId };
  const requestId = 'WORD' in act.said && act.said.WORD !== undefined ? act.said.WORD : null;
  const isRight = act.phrase.startsWith('may') && !act.phrase.includes('by choice');
  return { by: isRight ? operator : dealer, requestId, command: commandOf(act, userId, stage) };
}

function commandOf(act: Act, userId: string, { cast, orders }: Stage): Command {
  if (isDealAct(act)) return dealCommandOf(act);
  const { by } = act;
  const numberOf = (name: OrderName): number => {
    const activeOrderSeq = orders.numberOf(name);
    if (activeOrderSeq === null) throw new OrderNeverTaken(name);
    return activeOrderSeq;
  };
  const capacity = (principal: string): Capacity => (principal === by.member ? 'P' : 'A');
  const terms = (said: Terms) => {
    const principal = said.ACCOUNT ?? by.member;
    return {
      principal,
      capacity: said.CAPACITY ?? capacity(principal),
      subAccount: said.CODE ?? null,
      ref: said.REF ?? '',
      ...(said.DATE === undefined ? {} : { holdOverUntil: said.DATE }),
    };
  };
  switch (act.phrase) {
    case 'buys':
    case 'sells': {
      const { LOTS, CONTRACT: contract, PRICE: price, TOK, FOK } = act.said;
      const type = TOK === true ? 'Tok' : FOK === true ? 'Fok' : 'Normal';
      const side = act.phrase === 'buys' ? 'B' : 'S';
      return { kind: 'insertOrder', contract, side, type, lots: LOTS, price, ...terms(act.said) };
    }
    case 'buys by volatility':
    case 'sells by volatility': {
      const { LOTS, CONTRACT: contract, PRICE, LIMIT: reference = null, TOK, FOK } = act.said;
      const type = TOK === true ? 'Tok' : FOK === true ? 'Fok' : 'Normal';
      const side = act.phrase === 'buys by volatility' ? 'B' : 'S';
      // 28.00 is read as 2800: hundredths of a percent here.
      const priced = { price: cents(0), volatility: volatility(PRICE), reference };
      return { kind: 'insertOrder', contract, side, type, lots: LOTS, ...priced, ...terms(act.said) };
    }
    case 'edits strikes': {
      const [contractDate = '', instrument = ''] = act.said.CONTRACT.split(' ');
      return { kind: 'addStrike', instrument, contractDate, strike: act.said.PRICE };
    }
    case 'buys and sells': {
      const { BOTHLOTS, BOTHPRICES, CONTRACT: contract, OCO } = act.said;
      const bid = { lots: BOTHLOTS[0], price: BOTHPRICES[0] };
      const offer = { lots: BOTHLOTS[1], price: BOTHPRICES[1] };
      return {
        kind: 'insertDoubleOrder',
        contract,
        bid,
        offer,
        ...terms(act.said),
        cancelOther: OCO === true,
      };
    }
    case 'deletes':
      return { kind: 'deleteActiveOrder', activeOrderSeq: numberOf(act.said.ORDER) };
    case 'suspends':
      return { kind: 'suspendActiveOrder', activeOrderSeq: numberOf(act.said.ORDER) };
    case 'resubmits':
      return { kind: 'resubmitActiveOrder', activeOrderSeq: numberOf(act.said.ORDER) };
    case 'reduces':
      return { kind: 'reduceActiveOrder', activeOrderSeq: numberOf(act.said.ORDER), lots: act.said.LOTS };
    case 'edits':
    case 'amends': {
      const {
        ORDER,
        LOTS = null,
        PRICE: price = null,
        ACCOUNT: principal = null,
        CAPACITY = null,
      } = act.said;
      const until = 'DATE' in act.said ? act.said.DATE : undefined;
      const holdOver = until === undefined ? {} : { holdOver: { until } };
      const change = { price, lots: LOTS, principal, capacity: CAPACITY, ...holdOver };
      const kind = act.phrase === 'edits' ? 'editSuspendOrder' : 'amendActiveOrder';
      return { kind, activeOrderSeq: numberOf(ORDER), change };
    }
    case 'cancels all':
    case 'suspends all': {
      const kind = act.phrase === 'cancels all' ? 'cancelAllActiveOrders' : 'suspendAllActiveOrders';
      // Nobody has counted: the line sent again is the same request, whatever has become of the orders.
      return { kind, filter: filterOf(act, cast), expectedCount: 0 };
    }
    case 'may rest by choice': {
      const { DURATION, disconnect } = act.said;
      const timeOutSeconds = DURATION / 1000;
      return { kind: 'setOwnOrderGuards', timeOutSeconds, suspendsOnDisconnect: disconnect === true };
    }

    case 'may enter':
      return { kind: 'registerUser', userId, member: by.member, dealer: dealerIn(cast, by)?.code ?? by.name };
    case 'may do everything':
      return { kind: 'grantPermissions', userId, flags: [...permissionFlags] };
    case 'may do nothing':
      return { kind: 'revokePermissions', userId, flags: [...permissionFlags] };
    case 'may':
      return { kind: 'grantPermissions', userId, flags: act.said.FLAGS };
    case 'may not':
      return { kind: 'revokePermissions', userId, flags: act.said.FLAGS };
    case 'may order by choice at most':
      return { kind: 'setOwnMaxOrderQuantity', maxLots: act.said.LOTS };
    case 'may order at most':
      return { kind: 'limitOrderQuantity', userId, maxLots: act.said.LOTS };
    case 'may order any quantity':
      return { kind: 'limitOrderQuantity', userId, maxLots: null };
    case 'may hold at most':
      return { kind: 'limitPosition', principal: by.name, maxLots: act.said.LOTS };
    case 'may hold any quantity':
      return { kind: 'limitPosition', principal: by.name, maxLots: null };
    case 'may act on own only':
      return { kind: 'setDealerScope', userId, scope: 'own' };
    case 'may act for member':
      return { kind: 'setDealerScope', userId, scope: 'member' };
  }
}

interface Terms {
  readonly ACCOUNT?: string;
  readonly CAPACITY?: Capacity;
  readonly CODE?: string;
  readonly REF?: string;
  readonly DATE?: string;
}

function filterOf(
  { by, said }: Extract<Act, { phrase: 'cancels all' | 'suspends all' }>,
  cast: Cast,
): OrderFilter {
  const { CONTRACT: where = null, ACCOUNT: principal = null, CODE: name } = said;
  const isContract = where !== null && (contractIn(cast, where) !== undefined || where.includes(' '));
  return {
    instrument: isContract ? null : where,
    contract: isContract ? where : null,
    principal,
    dealer: name === undefined ? null : (dealerIn(cast, { name, member: by.member })?.code ?? name),
  };
}
