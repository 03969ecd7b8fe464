// Runs the simulated participants against a Floor, step after step at the pace of the market's profile. Each lane waits for its
// answer before its next step, so they can never fill the market's queue, and they go on when the market was busy.
import { type Clock, epochMs, type Floor, FloorUnavailable } from '@openpit/venue';
import { FairValue } from './fair-value.ts';
import { Pace } from './pace.ts';
import { Hedger } from './participants/hedger.ts';
import { MarketMaker } from './participants/market-maker.ts';
import { OptionWriter } from './participants/option-writer.ts';
import { Speculator } from './participants/speculator.ts';
import { type MarketName, profiles } from './profiles.ts';
import type {
  HeldPosition,
  OpenOrder,
  Participant,
  QuotedContract,
  QuotedPackage,
} from './quoted-contract.ts';
import { Random } from './random.ts';
import { Tape } from './tape.ts';
import { TopOfBook } from './top-of-book.ts';

export interface SimulatedMarket {
  readonly floor: Floor;
  readonly clock: Clock;
  readonly seed: number;
  readonly market: MarketName;
  readonly maker: Participant;
  readonly hedger: Participant;
  readonly speculator: Participant;
  /** The busiest first. */
  readonly contracts: readonly QuotedContract[];
  /** Quotes the packages. */
  readonly writer: Participant;
  readonly packages: readonly QuotedPackage[];
  /** Orders and positions of the participants that are still there from before. */
  readonly leftOver: readonly OpenOrder[];
  readonly held: readonly HeldPosition[];
  /** Told once when a step failed for another reason than a busy market; the simulator has stopped. */
  readonly onFailure: (error: unknown) => void;
}

/** Starts at once; returns the way to stop, which resolves when the steps under way are answered. */
export function startSimulator(market: SimulatedMarket): () => Promise<void> {
  const { floor, clock, contracts, held } = market;
  const random = new Random(market.seed);
  const profile = profiles[market.market];
  const tape = new Tape(contracts.map(({ contract }) => contract));
  const maker = new MarketMaker(floor, market.maker, { contracts, held, random });
  const hedger = new Hedger(floor, market.hedger, { contracts, held, random, tape, clock });
  const speculator = new Speculator(floor, market.speculator, { held, random, tape });
  // A chance of its own: what it does must not change what the others would have done.
  const writing = new Random(market.seed + 1);
  const top = new TopOfBook();
  const fair = new FairValue(contracts, top);
  const writer = new OptionWriter(floor, market.writer, {
    packages: market.packages,
    held,
    random: writing,
    fair,
    width: profile.writing,
  });
  const pace = new Pace(profile, random);
  const stopWatching = floor.onOutcome((outcome) => {
    tape.apply(outcome);
    top.apply(outcome);
    maker.watch(outcome);
    hedger.watch(outcome);
    speculator.watch(outcome);
    writer.watch(outcome);
  });
  let stopped = false;
  const wakes = new Set<() => void>();

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        cancel();
        wakes.delete(wake);
        resolve();
      };
      const cancel = clock.at(epochMs(Math.round(clock.now() + ms)), wake);
      wakes.add(wake);
    });

  const step = (): Promise<void> => {
    const share = random.share();
    if (share < profile.hedging) return hedger.step();
    if (share < profile.hedging + profile.speculating) return speculator.step();
    return maker.step(pace.vigour);
  };

  const lane = async () => {
    while (!stopped) {
      await pause(pace.next());
      if (!stopped) await patiently(step);
    }
  };

  const write = async () => {
    while (!stopped) {
      await pause(profile.writingMs);
      if (!stopped) await patiently(() => writer.step());
      const taken = writing.chance(profile.taking) ? writing.pick(market.packages) : undefined;
      if (!stopped && taken !== undefined)
        await patiently(() => speculator.takeQuote(taken, { random: writing, top }));
    }
  };

  const run = async () => {
    for (const { activeOrderSeq, userId } of market.leftOver)
      await patiently(async () => {
        const command = { kind: 'deleteActiveOrder', activeOrderSeq } as const;
        await floor.submit({ by: { kind: 'user', userId }, requestId: null, command });
      });
    if (!stopped) await patiently(() => maker.open());
    if (!stopped) await patiently(() => writer.open(() => !stopped));
    await Promise.all([...Array.from({ length: profile.lanes }, lane), write()]);
  };
  const running = run()
    .catch((error: unknown) => {
      if (!stopped) market.onFailure(error);
    })
    .finally(() => {
      stopped = true;
      stopWatching();
    });

  return async () => {
    stopped = true;
    for (const wake of [...wakes]) wake();
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
