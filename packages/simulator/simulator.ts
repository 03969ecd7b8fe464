// Runs the simulated participants against a Floor, one step after another at a quiet pace. It waits for each answer, so it
// can never fill the market's queue, and it goes on when the market was busy.
import { type Clock, epochMs, type Floor, FloorUnavailable } from '@openpit/venue';
import { MarketMaker } from './participants/market-maker.ts';
import { Speculator } from './participants/speculator.ts';
import type { OpenOrder, Participant, QuotedContract } from './quoted-contract.ts';
import { Random } from './random.ts';

/** Time between two steps. */
const paceMs = 250;
/** Share of the steps in which the speculator takes something. */
const takingShare = 0.06;

export interface SimulatedMarket {
  readonly floor: Floor;
  readonly clock: Clock;
  readonly seed: number;
  readonly maker: Participant;
  readonly speculator: Participant;
  /** The busiest first. */
  readonly contracts: readonly QuotedContract[];
  /** Orders of the maker that are still open from before. */
  readonly leftOver: readonly OpenOrder[];
  /** Told once when a step failed for another reason than a busy market; the simulator has stopped. */
  readonly onFailure: (error: unknown) => void;
}

/** Starts at once; returns the way to stop, which resolves when the step under way is answered. */
export function startSimulator(market: SimulatedMarket): () => Promise<void> {
  const random = new Random(market.seed);
  const maker = new MarketMaker(market.floor, market.maker, { contracts: market.contracts, random });
  const speculator = new Speculator(market.floor, market.speculator, random);
  let stopped = false;
  let wake: () => void = () => undefined;

  const pause = () =>
    new Promise<void>((resolve) => {
      const cancel = market.clock.at(epochMs(market.clock.now() + paceMs), resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });

  const run = async () => {
    await patiently(() => maker.open(market.leftOver));
    while (!stopped) {
      await pause();
      if (!stopped) await patiently(() => (random.chance(takingShare) ? speculator.step() : maker.step()));
    }
  };
  const running = run()
    .catch((error: unknown) => {
      if (!stopped) market.onFailure(error);
    })
    .finally(() => speculator.stop());

  return async () => {
    stopped = true;
    wake();
    await running;
  };
}

/** A busy market is no failure: the step is left out. A stopped one is. */
async function patiently(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof FloorUnavailable) || error.code !== 'venueBusy') throw error;
  }
}
