// Keeps the simulated participants running against the market, and begins anew with each business day, whose prices and
// limits are other ones.
import type { Projections } from '@openpit/projections';
import type { Cents, Clock, Floor } from '@openpit/venue';
import { simulatedUsers } from './genesis/demo-users.ts';

/** A contract as a simulated participant must know it; prices are cents per ton. */
export interface QuotedContract {
  readonly contract: string;
  readonly tick: Cents;
  readonly mtm: Cents;
  readonly limits: { readonly low: Cents; readonly high: Cents } | null;
}

/** What a simulator must be: given a market it trades through the floor until it is stopped. */
export type StartSimulator = (market: {
  readonly floor: Floor;
  readonly clock: Clock;
  readonly seed: number;
  readonly maker: { readonly userId: string; readonly principal: string };
  readonly speculator: { readonly userId: string; readonly principal: string };
  readonly contracts: readonly QuotedContract[];
  readonly leftOver: readonly { readonly activeOrderSeq: number; readonly contract: string }[];
  readonly onFailure: (error: unknown) => void;
}) => () => Promise<void>;

export interface SimulationParts {
  readonly startSimulator: StartSimulator;
  readonly floor: Floor;
  readonly projections: Projections;
  readonly clock: Clock;
  readonly seed: number;
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

function start({
  startSimulator,
  floor,
  projections,
  clock,
  seed,
  onFailure,
}: SimulationParts): () => Promise<void> {
  const { maker, speculator } = simulatedUsers;
  const own = projections.activeOrders.image(maker).rows;
  return startSimulator({
    floor,
    clock,
    // Another start must not deal the same hands again.
    seed: seed + projections.lastSeq,
    maker: { userId: maker.userId, principal: maker.member },
    speculator: { userId: speculator.userId, principal: speculator.member },
    contracts: quotedContracts(projections),
    leftOver: own.map(({ activeOrderSeq, contract }) => ({ activeOrderSeq, contract })),
    onFailure,
  });
}

/** All contracts, those with the largest open interest first. */
function quotedContracts({ directory }: Projections): QuotedContract[] {
  return [...directory.contracts()]
    .sort((a, b) => b.openInterest - a.openInterest)
    .flatMap(({ contract, instrument, mtm, limits }) => {
      const tick = directory.instrument(instrument)?.tick;
      return tick === undefined ? [] : [{ contract, tick, mtm, limits }];
    });
}
