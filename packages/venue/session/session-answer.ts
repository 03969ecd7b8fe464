// The commands of the exchange day, each to its handler.
import type { Command } from '../commands.ts';
import { cancelDeal, repriceDeal } from '../deals/correct-error-trade.ts';
import type { Rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { beginPhase } from './begin-phase.ts';
import { haltInstrument, resumeInstrument } from './halt-instrument.ts';
import { suspendDisconnectedOrders, suspendTimedOutOrders } from './order-guards.ts';
import type { SessionCommand } from './session-commands.ts';
import { widenLimits } from './widen-limits.ts';

const kinds: Readonly<Record<SessionCommand['kind'], true>> = {
  beginPhase: true,
  haltInstrument: true,
  resumeInstrument: true,
  widenLimits: true,
  setSelfMatch: true,
  suspendTimedOutOrders: true,
  suspendDisconnectedOrders: true,
  cancelDeal: true,
  repriceDeal: true,
};

export const isSessionCommand = (command: Command): command is SessionCommand => command.kind in kinds;

export function sessionAnswer(
  state: VenueState,
  market: Market,
  command: SessionCommand,
  handling: Handling,
): Rejection | null {
  switch (command.kind) {
    case 'beginPhase':
      return beginPhase(state, market, command, handling);
    case 'haltInstrument':
      return haltInstrument(state, market, command, handling);
    case 'resumeInstrument':
      return resumeInstrument(state, market, command, handling);
    case 'widenLimits':
      return widenLimits(state, market, command, handling);
    case 'setSelfMatch':
      market.rules = { ...market.rules, selfMatch: command.selfMatch };
      handling.tell({ kind: 'selfMatchSet', selfMatch: command.selfMatch });
      return null;
    case 'suspendTimedOutOrders':
      return suspendTimedOutOrders(state, handling);
    case 'suspendDisconnectedOrders':
      return suspendDisconnectedOrders(state, command, handling);
    case 'cancelDeal':
      return cancelDeal({ state, market, handling }, command);
    case 'repriceDeal':
      return repriceDeal({ state, market, handling }, command);
  }
}
