// Whether what a story says came of a line did come of it.
import { type DealSide, type OrderAnswer, type Outcome, rejectionSentence } from '@openpit/venue';
import type { KnownOrders } from './known-orders.ts';
import type { Expected, OrderName } from './scenario.ts';

/** Whether the expectation holds, `not` included. */
export function isAsExpected(expected: Expected, outcome: Outcome, orders: KnownOrders): boolean {
  return isSo(expected, outcome, orders) !== expected.isDenied;
}

function isSo(expected: Expected, outcome: Outcome, orders: KnownOrders): boolean {
  const { verdict, events, repeats } = outcome;
  const answer = verdict.kind === 'accepted' ? verdict.answer : null;
  switch (expected.phrase) {
    case 'rejected': {
      const { REJECTION, WORDS } = expected.said;
      if (verdict.kind !== 'rejected' || verdict.rejection.code !== REJECTION) return false;
      return WORDS === undefined || WORDS === rejectionSentence(verdict.rejection);
    }
    case 'answered again':
      return repeats !== null;
    case 'answered for': {
      const acted = answer?.kind === 'orders' ? answer.orders.map((order) => orders.nameOf(order)) : null;
      return acted !== null && isSameSet(acted, expected.said.ORDERS);
    }
    case 'answered': {
      const { SIDE } = expected.said;
      const ofDouble = SIDE !== undefined && answer?.kind === 'double' ? answer[SIDE] : null;
      const one = SIDE === undefined && answer?.kind === 'order' ? answer : ofDouble;
      return one !== null && isAnswered(one, expected.said);
    }
    case 'no deal':
      return events.every(({ kind }) => kind !== 'dealMade');
    case 'dealt': {
      const { LOTS, PRICE, PARTY: party } = expected.said;
      const isParty = ({ activeOrderSeq, owner }: DealSide) =>
        owner.member === party || activeOrderSeq === orders.numberOf(party);
      return events.some(
        (event) =>
          event.kind === 'dealMade' &&
          event.lots === LOTS &&
          event.price === PRICE &&
          // In an opening neither side came and took: either may be meant.
          (event.aggressor === null
            ? isParty(event.buy) || isParty(event.sell)
            : isParty(event.aggressor === 'B' ? event.sell : event.buy)),
      );
    }
    case 'order': {
      const { ORDER, STATE, LEFT } = expected.said;
      const order = orders.of(ORDER);
      return order?.state === STATE && (LEFT === undefined || LEFT === order.left);
    }
    case 'announced': {
      const { ANNOUNCEMENT, WORDS } = expected.said;
      return events.some(
        (event) =>
          event.kind === 'announcementMade' &&
          event.announcement === ANNOUNCEMENT &&
          (WORDS === undefined || WORDS === event.message),
      );
    }
    case 'marked': {
      const { CONTRACT, PRICE } = expected.said;
      const marks = events.flatMap((event) => (event.kind === 'dayEnded' ? event.marks : []));
      return marks.some(({ contract, mtm }) => contract === CONTRACT && mtm === PRICE);
    }
  }
}

function isAnswered(
  { state, dealt, remaining, ref }: OrderAnswer,
  { STATE, DEALT = dealt, LEFT = remaining, REF = ref }: Extract<Expected, { phrase: 'answered' }>['said'],
): boolean {
  return state === STATE && dealt === DEALT && remaining === LEFT && ref === REF;
}

function isSameSet(some: readonly OrderName[], others: readonly OrderName[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
