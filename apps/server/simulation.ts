// Keeps the simulated participants running against the market, and begins anew with each business day, whose prices and
// limits are other ones.
import type { Projections } from '@openpit/projections';
import {
  type Cents,
  type Clock,
  type ContractListing,
  cents,
  type EventKind,
  type Floor,
} from '@openpit/venue';
import { simulatedUsers } from './genesis/demo-users.ts';

/** How busy the simulated market is. */
export const marketNames = ['quiet', 'lively', 'storm'] as const;
export type MarketName = (typeof marketNames)[number];

/** A contract as a simulated participant must know it; prices are cents per ton. */
export interface QuotedContract {
  readonly contract: string;
  readonly instrument: string;
  readonly tick: Cents;
  readonly start: Cents;
  readonly limits: { readonly low: Cents; readonly high: Cents } | null;
}

/** An option, a delta, a split or a spread; `fair` is a volatility in hundredths of a percent, of a pair a difference in cents. */
export interface QuotedPackage {
  readonly contract: string;
  readonly kind: 'option' | 'delta' | 'pair';
  readonly tick: Cents;
  readonly fair: number;
  readonly legs: { readonly plus: string; readonly minus: string } | null;
}

interface Participant {
  readonly userId: string;
  readonly principal: string;
}

/** What a simulator must be: given a market it trades through the floor until it is stopped. */
export type StartSimulator = (market: {
  readonly floor: Floor;
  readonly clock: Clock;
  readonly seed: number;
  readonly market: MarketName;
  readonly maker: Participant;
  readonly hedger: Participant;
  readonly speculator: Participant;
  readonly contracts: readonly QuotedContract[];
  readonly writer: Participant;
  readonly packages: readonly QuotedPackage[];
  readonly leftOver: readonly { readonly activeOrderSeq: number; readonly userId: string }[];
  readonly held: readonly { readonly contract: string; readonly userId: string; readonly net: number }[];
  readonly onFailure: (error: unknown) => void;
}) => () => Promise<void>;

export interface SimulationParts {
  readonly startSimulator: StartSimulator;
  readonly floor: Floor;
  readonly projections: Projections;
  readonly clock: Clock;
  readonly seed: number;
  readonly market: MarketName;
  readonly onFailure: (error: unknown) => void;
}

/** After these other contracts are dealt, or the same within other limits. */
const changesOfDay: ReadonlySet<EventKind> = new Set([
  'dayEnded',
  'phaseBegan',
  'instrumentHalted',
  'instrumentResumed',
  'limitsChanged',
]);

/** Starts at once; returns the way to stop. */
export function startSimulation(parts: SimulationParts): () => Promise<void> {
  let stopSimulator = start(parts);
  const stopWatching = parts.floor.onOutcome(({ events }) => {
    if (!events.some(({ kind }) => changesOfDay.has(kind))) return;
    const stopping = stopSimulator();
    stopSimulator = start(parts);
    stopping.catch(parts.onFailure);
  });
  return async () => {
    stopWatching();
    await stopSimulator();
  };
}

function start({ startSimulator, projections, seed, ...parts }: SimulationParts): () => Promise<void> {
  const users = Object.values(simulatedUsers);
  const participant = ({ userId, member }: (typeof users)[number]) => ({ userId, principal: member });
  const contracts = quotedContracts(projections);
  // Where nothing is dealt there is nothing to do until the next phase.
  if (contracts.length === 0) return async () => {};
  return startSimulator({
    ...parts,
    // Another start must not deal the same hands again.
    seed: seed + projections.lastSeq,
    maker: participant(simulatedUsers.maker),
    hedger: participant(simulatedUsers.hedger),
    speculator: participant(simulatedUsers.speculator),
    contracts,
    writer: participant(simulatedUsers.writer),
    packages: quotedPackages(projections),
    leftOver: users.flatMap((user) =>
      projections.activeOrders.rows
        .image(user)
        .rows.filter(({ dealer }) => dealer === user.dealer)
        .map(({ activeOrderSeq }) => ({ activeOrderSeq, userId: user.userId })),
    ),
    held: users.flatMap((user) =>
      projections.positions.rows
        .image(user)
        .rows.filter(({ principal }) => principal === user.member)
        .map(({ contract, net }) => ({ contract, net, userId: user.userId })),
    ),
  });
}

/** Whether a contract is in continuous trading: a simulated participant sends nothing that must be refused. */
function isDealt({ directory, exchangeDay }: Projections, listing: ContractListing): boolean {
  if (exchangeDay.halted().some(({ instrument }) => instrument === listing.instrument)) return false;
  const group = directory.groupOf(listing);
  return exchangeDay.groups().some((one) => one.group === group && one.phase === 'continuous');
}

/** All contracts that are dealt now, those with the largest open interest first. */
function quotedContracts(projections: Projections): QuotedContract[] {
  const { directory, market } = projections;
  return directory
    .tradedContracts()
    .filter((listing) => listing.contractType === 1 && isDealt(projections, listing))
    .sort((a, b) => b.openInterest - a.openInterest)
    .flatMap(({ contract, instrument, mtm, limits }) => {
      const tick = directory.instrument(instrument)?.tick;
      const last = market.row(contract)?.last ?? null;
      const start = last === null ? mtm : cents(Math.round(last * 100));
      return tick === undefined ? [] : [{ contract, instrument, tick, start, limits }];
    });
}

/** Instruments whose options are quoted, and the strikes nearest the money on each side. */
const writtenInstruments: readonly string[] = ['WMAZ', 'YMAZ'];
const writtenStrikes = 3;

/** The next month's options near the money, their deltas at the money, and all pairs that still trade. */
function quotedPackages(projections: Projections): QuotedPackage[] {
  const { directory, market } = projections;
  const listed = directory.tradedContracts().filter((listing) => isDealt(projections, listing));
  const pairs = listed.flatMap(({ contract, mtm, legs, instrument }): QuotedPackage[] => {
    if (legs === undefined) return [];
    const ticks = [instrument, directory.contract(legs.far)?.instrument ?? instrument].map(
      (code) => directory.instrument(code)?.tick ?? cents(1),
    );
    return [{ contract, kind: 'pair', tick: cents(Math.max(...ticks)), fair: mtm, legs }];
  });
  const options = writtenInstruments.flatMap((instrument) => {
    const ofInstrument = listed.filter(
      (one) => one.instrument === instrument && one.underlying !== undefined,
    );
    const expiry = ofInstrument.map(({ optionExpiry }) => optionExpiry).sort()[0];
    const next = ofInstrument.filter(({ optionExpiry }) => optionExpiry === expiry);
    const reference = cents(Math.round((market.row(next[0]?.underlying ?? '')?.mtm ?? 0) * 100));
    const strikes = [...new Set(next.map(({ strike }) => strike))]
      .sort((a, b) => Math.abs(a - reference) - Math.abs(b - reference))
      .slice(0, writtenStrikes * 2 + 1);
    return next
      .filter(({ strike, contractType }) =>
        contractType === 2 ? strikes.includes(strike) : strike === strikes[0],
      )
      .map(({ contract, contractType, volatility }): QuotedPackage => {
        const kind = contractType === 2 ? 'option' : 'delta';
        return { contract, kind, tick: cents(1), fair: volatility ?? 0, legs: null };
      });
  });
  return [...pairs, ...options];
}
