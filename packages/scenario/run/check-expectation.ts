// The comparison of a step's outcome with an expectation.
import { type DealSide, type OrderAnswer, type Outcome, rejectionSentence } from '@openpit/venue';
import type { NamedOrders } from '../observed/named-orders.ts';
import type { Expectation, OrderName } from '../scenario.ts';

/** True if the expectation is met; `not` inverts the result. */
export function isMet(expected: Expectation, outcome: Outcome, orders: NamedOrders): boolean {
  return matches(expected, outcome, orders) !== expected.isNegated;
}

function matches(expected: Expectation, outcome: Outcome, orders: NamedOrders): boolean {
  const { verdict, events, repeats } = outcome;
  const answer = verdict.kind === 'accepted' ? verdict.answer : null;
  switch (expected.phrase) {
    case 'rejected': {
      const { REJECTION, WORDS } = expected.values;
      if (verdict.kind !== 'rejected' || verdict.rejection.code !== REJECTION) return false;
      return WORDS === undefined || WORDS === rejectionSentence(verdict.rejection);
    }
    case 'answered again':
      return repeats !== null;
    case 'answered for': {
      const acted = answer?.kind === 'orders' ? answer.orders.map((order) => orders.nameOf(order)) : null;
      return acted !== null && isSameSet(acted, expected.values.ORDERS);
    }
    case 'answered': {
      const { SIDE } = expected.values;
      const ofDouble = SIDE !== undefined && answer?.kind === 'double' ? answer[SIDE] : null;
      const orderAnswer = SIDE === undefined && answer?.kind === 'order' ? answer : ofDouble;
      return orderAnswer !== null && isAnswered(orderAnswer, expected.values);
    }
    case 'no deal':
      return events.every(({ kind }) => kind !== 'dealMade');
    case 'dealt': {
      const { LOTS, PRICE, PARTY: party } = expected.values;
      const isParty = ({ activeOrderSeq, owner }: DealSide) =>
        owner.member === party || activeOrderSeq === orders.numberOf(party);
      return events.some(
        (event) =>
          event.kind === 'dealMade' &&
          event.lots === LOTS &&
          event.price === PRICE &&
          // A call auction has no aggressor, so the expectation may name either side.
          (event.aggressor === null
            ? isParty(event.buy) || isParty(event.sell)
            : isParty(event.aggressor === 'B' ? event.sell : event.buy)),
      );
    }
    case 'order': {
      const { ORDER, STATE, LEFT } = expected.values;
      const order = orders.of(ORDER);
      return order?.state === STATE && (LEFT === undefined || LEFT === order.left);
    }
    case 'announced': {
      const { ANNOUNCEMENT, WORDS } = expected.values;
      return events.some(
        (event) =>
          event.kind === 'announcementMade' &&
          event.announcement === ANNOUNCEMENT &&
          (WORDS === undefined || WORDS === event.message),
      );
    }
    case 'marked': {
      const { CONTRACT, PRICE } = expected.values;
      const marks = events.flatMap((event) => (event.kind === 'dayEnded' ? event.marks : []));
      return marks.some(({ contract, mtm }) => contract === CONTRACT && mtm === PRICE);
    }
  }
}

function isAnswered(
  { state, dealt, remaining, ref }: OrderAnswer,
  {
    STATE,
    DEALT = dealt,
    LEFT = remaining,
    REF = ref,
  }: Extract<Expectation, { phrase: 'answered' }>['values'],
): boolean {
  return state === STATE && dealt === DEALT && remaining === LEFT && ref === REF;
}

function isSameSet(some: readonly OrderName[], others: readonly OrderName[]): boolean {
  return some.length === others.length && some.every((lots) => others.includes(lots));
}
