// What came of a line, in the words in which a story would tell it: for differences, and for who watches a story played.
import { type OrderAnswer, type Outcome, rejectionSentence, type VenueEvent } from '@openpit/venue';
import type { KnownOrders } from './known-orders.ts';
import { randOf } from './market-picture.ts';

/** At least one line: `answered Active, dealt 4, left 6, ref A1`, `rejected orderNotFound saying "…"`. */
export function tellOutcome(outcome: Outcome, orders: KnownOrders): string[] {
  return [
    ...tellVerdict(outcome, orders),
    ...outcome.events.flatMap((event) => tellEvent(event, outcome, orders)),
  ];
}

function tellVerdict({ verdict, repeats }: Outcome, orders: KnownOrders): string[] {
  const again = repeats === null ? [] : ['answered again'];
  if (verdict.kind === 'rejected')
    return [...again, `rejected ${verdict.rejection.code} saying "${rejectionSentence(verdict.rejection)}"`];
  const { answer } = verdict;
  if (answer === null) return [...again, 'accepted'];
  if (answer.kind === 'orders')
    return [...again, `answered for ${answer.orders.map((order) => orders.nameOf(order)).join(', ')}`];
  if (answer.kind === 'order') return [...again, tellAnswer(answer, '')];
  if (answer.kind === 'strike') return [...again, `listed ${answer.contracts.join(', ')}`];
  if (answer.kind !== 'double') return [...again, 'accepted'];
  return [...again, tellAnswer(answer.bid, ' of bid'), tellAnswer(answer.offer, ' of offer')];
}

function tellAnswer({ state, dealt, remaining, ref }: OrderAnswer, side: string): string {
  return `answered ${state}${side}, dealt ${dealt}, left ${remaining}${ref === '' ? '' : `, ref ${ref}`}`;
}

function tellEvent(event: VenueEvent, { by }: Outcome, orders: KnownOrders): string[] {
  switch (event.kind) {
    case 'dealMade': {
      const { buy, sell } = event;
      if (event.aggressor === null)
        return [
          `dealt ${event.lots} at ${randOf(event.price)} with ${orders.nameOf(buy.activeOrderSeq)}, from ${orders.nameOf(sell.activeOrderSeq)}`,
        ];
      const other = event.aggressor === 'B' ? sell : buy;
      return [`dealt ${event.lots} at ${randOf(event.price)} with ${orders.nameOf(other.activeOrderSeq)}`];
    }
    case 'announcementMade':
      return [`announced ${event.announcement} saying "${event.message}"`];
    case 'dayEnded':
      return event.marks.map(({ contract, mtm }) => `marked ${contract} at ${randOf(mtm)}`);
    case 'orderExpired':
      return [`order ${orders.nameOf(event.activeOrderSeq)} Expired`];
    case 'orderDeleted':
      return by.kind === 'user' && event.reason === 'otherSideFilled'
        ? [`order ${orders.nameOf(event.activeOrderSeq)} Cancelled`]
        : [];
    default:
      return [];
  }
}
