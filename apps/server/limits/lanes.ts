// The budget of each command, and the market's facts for the limits: whether a command removes something from the market, and whether a
// rejected command was only too late.
import { type MarketView, maySee, type Viewer } from '@openpit/projections';
import type { Submission, Verdict } from '@openpit/venue';
import { matchesOrderFilter } from '@openpit/wire';
import { isLeaving } from '../sequencer/command-queue.ts';
import type { Lane } from './user-limits.ts';

type Command = Submission['command'];
type Rejection = Extract<Verdict, { readonly kind: 'rejected' }>['rejection'];

export const laneOf = (kind: Command['kind']): Lane => (isLeaving(kind) ? 'leaving' : 'orders');

/** True if a delete or suspend would remove something of the user from the market, according to the view. */
export function removesSomething(command: Command, view: MarketView, viewer: Viewer): boolean {
  switch (command.kind) {
    case 'deleteActiveOrder':
    case 'reduceActiveOrder':
      return view.orders.isOpen(command.activeOrderSeq, viewer);
    case 'suspendActiveOrder':
      return view.orders.isWorking(command.activeOrderSeq, viewer);
    case 'cancelAllActiveOrders':
    case 'suspendAllActiveOrders': {
      const { filter } = command;
      const hasInstrument = filter.instrument != null;
      for (const order of view.orders.open())
        if (
          maySee(viewer, order) &&
          (command.kind === 'cancelAllActiveOrders' || order.state !== 'Suspended') &&
          matchesOrderFilter(
            {
              contract: order.contract,
              instrument: hasInstrument ? (view.directory.contract(order.contract)?.instrument ?? '') : '',
              principal: order.owner.principal,
              dealer: order.owner.dealer,
              isMine: order.owner.userId === viewer.userId,
            },
            filter,
          )
        )
          return true;
      return false;
    }
    case 'deleteUnmatchedDeal':
      return view
        .rowsFor('unmatchedDeal', viewer)
        .rows.some(
          ({ unmatchedSeq, state, role }) =>
            unmatchedSeq === command.unmatchedSeq && state === 'Waiting' && role !== 'addressed',
        );
    case 'deleteSiloCertAuctionBid':
      return view
        .rowsFor('siloBids', viewer)
        .rows.some(({ siloBidSeq, state }) => siloBidSeq === command.siloBidSeq && state === 'Open');
    case 'withdrawSiloTender':
      return view
        .rowsFor('siloCerts', viewer)
        .rows.some(({ siloCertSeq, state }) => siloCertSeq === command.siloCertSeq && state === 'Tendered');
    default:
      return false;
  }
}

/** The order or deal that a rejected command was too late for, for example because the order was filled; null for a mistake. */
export function lostRaceOf(
  rejection: Rejection,
  command: Command,
  view: MarketView,
  viewer: Viewer,
): string | null {
  switch (rejection.code) {
    case 'orderNotFound': {
      const { activeOrderSeq } = rejection.details;
      return view.orders.hasJustEnded(activeOrderSeq, viewer) ? `order ${activeOrderSeq}` : null;
    }
    // These rejections state that the order or deal exists, in another state.
    case 'orderNotActive':
    case 'orderNotSuspended':
    case 'orderHeldOver':
    case 'reductionNotLower':
      return `order ${rejection.details.activeOrderSeq}`;
    // A total that has dealt completely: over HTTP any other quantity is at least 1.
    case 'quantityNotPositive':
      return 'activeOrderSeq' in command ? `order ${command.activeOrderSeq}` : null;
    case 'dealNotOpen':
      return `deal ${rejection.details.dealSeq}`;
    case 'unmatchedDealNotWaiting':
    case 'unmatchedDealChanged':
      return `unmatched deal ${rejection.details.unmatchedSeq}`;
    default:
      return null;
  }
}
