// Steps 1 and 3 of the validation chain (domain §3.4): the session takes orders and the instrument is not halted. Only the way in is gated: whoever is in the market may leave it at any time.
import { marketTime } from '../kernel/market-time.ts';
import type { OrderType } from '../kernel/units.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Contract, Market } from '../state.ts';
import { groupOf, type Phase } from './session.ts';

const phaseNames: Readonly<Record<Phase, string>> = {
  closed: 'is closed',
  preOpen: 'is before its opening',
  continuous: 'is open',
  admin: 'is in administration, without matching',
  delivery: 'is in delivery processing, without matching',
};

export const phaseOf = (market: Market, contract: Contract): Phase =>
  market.session.of(groupOf(contract, market.businessDay)).phase;

/** Step 1. */
export function sessionRejection(market: Market, contract: Contract): Rejection | null {
  const { phase, opensAt } = market.session.of(groupOf(contract, market.businessDay));
  if (phase === 'continuous' || phase === 'preOpen') return null;
  return rejection('sessionClosed', {
    contract: contract.listing.contract,
    phase: phaseNames[phase],
    opens: opensAt === null ? 'when the operator opens it' : `at ${marketTime(opensAt)}`,
  });
}

/** Of step 3: the instrument is not halted. */
export function haltRejection({ session }: Market, { instrument }: Contract): Rejection | null {
  const reason = session.halted.get(instrument.code);
  return reason === undefined ? null : rejection('instrumentHalted', { instrument: instrument.code, reason });
}

/** Orders that must deal at once have nothing to deal with before the opening. */
export function openingRejection(market: Market, contract: Contract, type: OrderType): Rejection | null {
  if (type === 'Normal' || phaseOf(market, contract) !== 'preOpen') return null;
  return rejection('onlyNormalBeforeOpening', { contract: contract.listing.contract });
}
