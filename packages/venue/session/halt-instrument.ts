// A halt of all contracts of an instrument and its end (domain §9): no orders are taken, nothing deals; who is in the market may
// leave it. An opening that fell into the halt is made up for when it ends.
import { type Rejection, rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { announce } from './announce.ts';
import { open } from './begin-phase.ts';
import { collect } from './collect.ts';
import { reenterHeldOver } from './hold-over.ts';
import type { HaltInstrument, ResumeInstrument } from './session-commands.ts';
import { phaseOf } from './session-gate.ts';

export function haltInstrument(
  state: VenueState,
  market: Market,
  { instrument, reason }: HaltInstrument,
  handling: Handling,
): Rejection | null {
  const { halted } = market.session;
  if (!knows(market, instrument)) return rejection('instrumentUnknown', { instrument });
  const before = halted.get(instrument);
  if (before !== undefined) return rejection('instrumentAlreadyHalted', { instrument, reason: before });

  halted.set(instrument, reason);

  handling.tell({ kind: 'instrumentHalted', instrument, reason });
  const message = `${instrument} is halted: ${reason}. Open orders can be deleted or suspended.`;
  announce(state, { kind: 'announce', announcement: 'Halt', message }, handling);
  return null;
}

export function resumeInstrument(
  state: VenueState,
  market: Market,
  { instrument }: ResumeInstrument,
  handling: Handling,
): Rejection | null {
  const { halted } = market.session;
  if (!knows(market, instrument)) return rejection('instrumentUnknown', { instrument });
  if (!halted.delete(instrument)) return rejection('instrumentNotHalted', { instrument });

  handling.tell({ kind: 'instrumentResumed', instrument });
  const message = `${instrument} has resumed.`;
  announce(state, { kind: 'announce', announcement: 'Resume', message }, handling);
  for (const contract of market.contracts.values())
    if (contract.instrument.code === instrument && phaseOf(market, contract) === 'preOpen')
      collect(state, market, contract, handling);
  reenterHeldOver(
    state,
    market,
    (contract) => contract.instrument.code === instrument && phaseOf(market, contract) === 'preOpen',
    handling,
  );
  open(
    state,
    market,
    (contract) => contract.instrument.code === instrument && phaseOf(market, contract) === 'continuous',
    handling,
  );
  return null;
}

const knows = ({ referenceData }: Market, code: string): boolean =>
  referenceData.instruments.some((instrument) => instrument.code === code);
