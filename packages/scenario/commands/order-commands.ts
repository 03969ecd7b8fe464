// Converts a dealer's line about orders and strikes to a command.
import { type Capacity, type Command, type OrderFilter, parseContractName, volatility } from '@openpit/venue';
import { contractIn, dealerIn, type Fixture } from '../fixture/fixture.ts';
import type { NamedOrders } from '../observed/named-orders.ts';
import type { OrderAction, OrderName, Values } from '../scenario.ts';

/** The line names an order that the market has not accepted. */
export class UnknownOrder extends Error {
  constructor(name: OrderName) {
    super(
      `there is no order ${name}: the line that names it was rejected, or it is a double with a bid and an offer`,
    );
  }
}

interface OrderContext {
  readonly fixture: Fixture;
  readonly orders: NamedOrders;
}

/** Throws UnknownOrder. */
export function orderCommandOf(action: OrderAction, { fixture, orders }: OrderContext): Command {
  const { by } = action;
  const numberOf = (name: OrderName): number => {
    const activeOrderSeq = orders.numberOf(name);
    if (activeOrderSeq === null) throw new UnknownOrder(name);
    return activeOrderSeq;
  };
  switch (action.phrase) {
    case 'buys':
    case 'sells': {
      const { LOTS: lots, CONTRACT: contract, PRICE: price } = action.values;
      const side = action.phrase === 'buys' ? 'B' : 'S';
      const terms = { ...orderTypeOf(action.values), ...termsOf(action.values, by.member) };
      return { kind: 'insertOrder', contract, side, lots, price, ...terms };
    }
    case 'buys by volatility':
    case 'sells by volatility': {
      const { LOTS: lots, CONTRACT: contract, PRICE, LIMIT: reference = null } = action.values;
      const side = action.phrase === 'buys by volatility' ? 'B' : 'S';
      const terms = { ...orderTypeOf(action.values), ...termsOf(action.values, by.member) };
      // 28.00 is read as 2800, which is the volatility in hundredths of a percent.
      return {
        kind: 'insertOrder',
        contract,
        side,
        lots,
        volatility: volatility(PRICE),
        reference,
        ...terms,
      };
    }
    case 'buys and sells': {
      const { BOTHLOTS, BOTHPRICES, CONTRACT: contract, OCO } = action.values;
      const bid = { lots: BOTHLOTS[0], price: BOTHPRICES[0] };
      const offer = { lots: BOTHLOTS[1], price: BOTHPRICES[1] };
      const terms = { ...termsOf(action.values, by.member), cancelOther: OCO === true };
      return { kind: 'insertDoubleOrder', contract, bid, offer, ...terms };
    }
    case 'edits strikes': {
      const { contractDate, instrument } = parseContractName(action.values.CONTRACT);
      return { kind: 'addStrike', instrument, contractDate, strike: action.values.PRICE };
    }
    case 'sends':
      return commandNamed(action.values);
    case 'deletes':
      return { kind: 'deleteActiveOrder', activeOrderSeq: numberOf(action.values.ORDER) };
    case 'suspends':
      return { kind: 'suspendActiveOrder', activeOrderSeq: numberOf(action.values.ORDER) };
    case 'resubmits':
      return { kind: 'resubmitActiveOrder', activeOrderSeq: numberOf(action.values.ORDER) };
    case 'reduces': {
      const { ORDER, LOTS: lots } = action.values;
      return { kind: 'reduceActiveOrder', activeOrderSeq: numberOf(ORDER), lots };
    }
    case 'edits':
    case 'amends': {
      const { ORDER, LOTS = null, PRICE = null, ACCOUNT = null, CAPACITY = null } = action.values;
      const until = 'DATE' in action.values ? action.values.DATE : undefined;
      const holdOver = until === undefined ? {} : { holdOver: { until } };
      const change = { price: PRICE, lots: LOTS, principal: ACCOUNT, capacity: CAPACITY, ...holdOver };
      const kind = action.phrase === 'edits' ? 'editSuspendOrder' : 'amendActiveOrder';
      return { kind, activeOrderSeq: numberOf(ORDER), change };
    }
    case 'cancels all':
    case 'suspends all': {
      const kind = action.phrase === 'cancels all' ? 'cancelAllActiveOrders' : 'suspendAllActiveOrders';
      // No dealer has counted the orders. The count is constant, so that a repeated line is the same request.
      return { kind, filter: filterOf(action, fixture), expectedCount: 0 };
    }
  }
}

function orderTypeOf({ TOK, FOK }: { readonly TOK?: true; readonly FOK?: true }) {
  return { type: TOK === true ? 'Tok' : FOK === true ? 'Fok' : 'Normal' } as const;
}

type OrderTerms = Partial<Pick<Values, 'ACCOUNT' | 'CAPACITY' | 'CODE' | 'REF' | 'DATE'>>;

function termsOf({ ACCOUNT, CAPACITY, CODE, REF, DATE }: OrderTerms, member: string) {
  const principal = ACCOUNT ?? member;
  const capacity: Capacity = CAPACITY ?? (principal === member ? 'P' : 'A');
  const holdOver = DATE === undefined ? {} : { holdOverUntil: DATE };
  return { principal, capacity, subAccount: CODE ?? null, ref: REF ?? '', ...holdOver };
}

function filterOf(
  { by, values }: Extract<OrderAction, { phrase: 'cancels all' | 'suspends all' }>,
  fixture: Fixture,
): OrderFilter {
  const { CONTRACT: where = null, ACCOUNT: principal = null, CODE: name } = values;
  const isContract = where !== null && (contractIn(fixture, where) !== undefined || where.includes(' '));
  return {
    instrument: isContract ? null : where,
    contract: isContract ? where : null,
    principal,
    dealer: name === undefined ? null : (dealerIn(fixture, { name, member: by.member })?.code ?? name),
  };
}

/** The fields are not checked by type: the scenario's expectations show the market's interpretation. */
export const commandNamed = ({
  KIND,
  FIELDS,
}: Pick<Values, 'KIND'> & Partial<Pick<Values, 'FIELDS'>>): Command => ({ kind: KIND, ...FIELDS }) as Command;
