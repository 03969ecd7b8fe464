// Keeps the simulated participants running against the market, and begins anew with each business day, whose prices and
// limits are other ones.
import type { Projections } from '@openpit/projections';
import { type Cents, type Clock, cents, type Floor } from '@openpit/venue';
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

/** Starts at once; returns the way to stop. */
export function startSimulation(parts: SimulationParts): () => Promise<void> {
  let stopSimulator = start(parts);
  const stopWatching = parts.floor.onOutcome(({ events }) => {
    if (!events.some(({ kind }) => kind === 'dayEnded')) return;
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
  return startSimulator({
    ...parts,
    // Another start must not deal the same hands again.
    seed: seed + projections.lastSeq,
    maker: participant(simulatedUsers.maker),
    hedger: participant(simulatedUsers.hedger),
    speculator: participant(simulatedUsers.speculator),
    contracts: quotedContracts(projections),
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

/** All contracts, those with the largest open interest first. */
function quotedContracts({ directory, market }: Projections): QuotedContract[] {
  return [...directory.contracts()]
    .sort((a, b) => b.openInterest - a.openInterest)
    .flatMap(({ contract, instrument, mtm, limits }) => {
      const tick = directory.instrument(instrument)?.tick;
      const last = market.row(contract)?.last ?? null;
      const start = last === null ? mtm : cents(Math.round(last * 100));
      return tick === undefined ? [] : [{ contract, instrument, tick, start, limits }];
    });
}
