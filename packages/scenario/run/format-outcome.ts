// An outcome in the words of a scenario, for differences and for reports of a run.
import { type OrderAnswer, type Outcome, rejectionSentence, type VenueEvent } from '@openpit/venue';
import { randText } from '../observed/amount-text.ts';
import type { NamedOrders } from '../observed/named-orders.ts';

/** At least one line: `answered Active, dealt 4, left 6, ref A1`, `rejected orderNotFound saying "…"`. */
export function formatOutcome(outcome: Outcome, orders: NamedOrders): string[] {
  return [
    ...formatVerdict(outcome, orders),
    ...outcome.events.flatMap((event) => formatEvent(event, outcome, orders)),
  ];
}

function formatVerdict({ verdict, repeats }: Outcome, orders: NamedOrders): string[] {
  const again = repeats === null ? [] : ['answered again'];
  if (verdict.kind === 'rejected')
    return [...again, `rejected ${verdict.rejection.code} saying "${rejectionSentence(verdict.rejection)}"`];
  const { answer } = verdict;
  if (answer === null) return [...again, 'accepted'];
  if (answer.kind === 'orders')
    return [...again, `answered for ${answer.orders.map((order) => orders.nameOf(order)).join(', ')}`];
  if (answer.kind === 'order') return [...again, formatAnswer(answer, '')];
  if (answer.kind === 'strike') return [...again, `listed ${answer.contracts.join(', ')}`];
  if (answer.kind !== 'double') return [...again, 'accepted'];
  return [...again, formatAnswer(answer.bid, ' of bid'), formatAnswer(answer.offer, ' of offer')];
}

function formatAnswer({ state, dealt, remaining, ref }: OrderAnswer, side: string): string {
  return `answered ${state}${side}, dealt ${dealt}, left ${remaining}${ref === '' ? '' : `, ref ${ref}`}`;
}

function formatEvent(event: VenueEvent, { by }: Outcome, orders: NamedOrders): string[] {
  switch (event.kind) {
    case 'dealMade': {
      const { buy, sell } = event;
      const deal = `dealt ${event.lots} at ${randText(event.price)}`;
      const [buyer, seller] = [buy, sell].map(({ activeOrderSeq }) => orders.nameOf(activeOrderSeq));
      if (event.aggressor === null) return [`${deal} with ${buyer}, from ${seller}`];
      return [`${deal} with ${event.aggressor === 'B' ? seller : buyer}`];
    }
    case 'announcementMade':
      return [`announced ${event.announcement} saying "${event.message}"`];
    case 'dayEnded':
      return event.marks.map(({ contract, mtm }) => `marked ${contract} at ${randText(mtm)}`);
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
