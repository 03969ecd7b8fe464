// A phase of the exchange day begins for groups of contracts (domain §3.1): before the opening orders are collected, with
// those that were held over; at the opening what was collected meets at one price, and continuous trading follows.
import { endOverdueDeals } from '../deals/deal-time.ts';
import { marketTime } from '../kernel/market-time.ts';
import { cents } from '../kernel/units.ts';
import { rand } from '../orders/rand.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Contract, Handling, Market, VenueState } from '../state.ts';
import { announce } from './announce.ts';
import { closeTrading, reopenTrading } from './closing.ts';
import { collect } from './collect.ts';
import { reenterHeldOver } from './hold-over.ts';
import { type ContractGroup, groupOf, type Phase } from './session.ts';
import type { BeginPhase } from './session-commands.ts';
import { phaseOf } from './session-gate.ts';
import { uncross } from './uncross.ts';

const groupNames: Readonly<Record<ContractGroup, string>> = {
  deliveryMonth: 'delivery months',
  other: 'other months',
  world: 'world products',
};
const phaseNames: Readonly<Record<Phase, string>> = {
  closed: 'closed',
  preOpen: 'pre-open: orders are collected',
  continuous: 'continuous trading',
  admin: 'administration: no matching',
  delivery: 'physical delivery processing',
};
/** Contracts that an announcement of an opening names. */
const mostNamed = 6;

export function beginPhase(
  state: VenueState,
  market: Market,
  { groups, phase, dueAt, next, opensAt }: BeginPhase,
  handling: Handling,
): Rejection | null {
  const { session } = market;
  const named = groups.map((group) => groupNames[group]).join(', ');
  if (groups.every((group) => session.of(group).phase === phase))
    return rejection('phaseUnchanged', { groups: named, phase });

  const isOf = (contract: Contract) => groups.includes(groupOf(contract, market.businessDay));
  const traded = (contract: Contract) => isOf(contract) && phaseOf(market, contract) === 'continuous';
  if (phase === 'continuous') reopenTrading(market, isOf);
  else closeTrading(market, traded, handling.at);
  for (const group of groups) session.groups.set(group, { phase, opensAt });
  handling.tell({ kind: 'phaseBegan', groups, phase, dueAt, next, opensAt });
  // What another member has not accepted by the end of the administration falls back (domain §5.2).
  endOverdueDeals(state, market, handling);
  if (phase === 'preOpen') {
    for (const contract of market.contracts.values())
      if (isOf(contract)) collect(state, market, contract, handling);
    enterOvernight(state, market, isOf, handling);
  }
  const at = next === null ? '' : ` Next: ${phaseNames[next.phase]} at ${marketTime(next.at)}.`;
  const message = `${capital(named)}: ${phaseNames[phase]}.${at}`;
  announce(state, { kind: 'announce', announcement: 'Phase', message }, handling);
  if (phase === 'continuous') open(state, market, isOf, handling);
  return null;
}

/** Opens those of the contracts that can open now: what was collected deals, then what was held over comes in. */
export function open(
  state: VenueState,
  market: Market,
  isMeant: (contract: Contract) => boolean,
  handling: Handling,
): void {
  const dealt: string[] = [];
  for (const name of [...market.session.collecting]) {
    const contract = market.contracts.get(name);
    if (contract === undefined || !isMeant(contract) || isHalted(market, contract)) continue;
    const opening = uncross(state, market, contract, handling);
    if (opening !== null)
      dealt.push(`${name} ${opening.lots} at ${rand(cents(opening.tick * contract.tick))}`);
  }
  enterOvernight(state, market, isMeant, handling);
  if (dealt.length === 0) return;
  const more = dealt.length > mostNamed ? ` and ${dealt.length - mostNamed} more` : '';
  const message = `Opened: ${dealt.slice(0, mostNamed).join('; ')}${more}.`;
  announce(state, { kind: 'announce', announcement: 'Auction', message }, handling);
}

function enterOvernight(
  state: VenueState,
  market: Market,
  isMeant: (contract: Contract) => boolean,
  handling: Handling,
): void {
  reenterHeldOver(state, market, (contract) => isMeant(contract) && !isHalted(market, contract), handling);
}

const isHalted = ({ session }: Market, { instrument }: Contract): boolean =>
  session.halted.has(instrument.code);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
