// What a line of a story sends to the floor. Names become user ids, codes and order numbers here.
import {
  type Actor,
  type Capacity,
  type Command,
  type OrderFilter,
  permissionFlags,
  type ReferenceData,
  type Submission,
} from '@openpit/venue';
import { type Cast, contractIn, dealerIn, userIdOf } from './cast.ts';
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
      `there is no order ${name}: the line that names it was refused, or it is a double with a bid and an offer`,
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
  }
}

function actSubmission(act: Act, stage: Stage): Submission {
  const userId = userIdOf(stage.cast, act.by);
  const operator: Actor = { kind: 'operator' };
  const dealer: Actor = { kind: 'user', userId };
  const requestId = 'WORD' in act.said && act.said.WORD !== undefined ? act.said.WORD : null;
  const isRight = act.phrase.startsWith('may') && act.phrase !== 'may order by choice at most';
  return { by: isRight ? operator : dealer, requestId, command: commandOf(act, userId, stage) };
}

function commandOf(act: Act, userId: string, { cast, orders }: Stage): Command {
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
    case 'doubles': {
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
      const change = { price, lots: LOTS, principal, capacity: CAPACITY };
      const kind = act.phrase === 'edits' ? 'editSuspendOrder' : 'amendActiveOrder';
      return { kind, activeOrderSeq: numberOf(ORDER), change };
    }
    case 'cancels all':
    case 'suspends all': {
      const kind = act.phrase === 'cancels all' ? 'cancelAllActiveOrders' : 'suspendAllActiveOrders';
      return { kind, filter: filterOf(act, cast), expectedCount: orders.openOf(by.member) };
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
  }
}

interface Terms {
  readonly ACCOUNT?: string;
  readonly CAPACITY?: Capacity;
  readonly CODE?: string;
  readonly REF?: string;
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
