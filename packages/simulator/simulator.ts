// Runs the simulated participants against a Floor, step after step at the pace of the market's profile. Each lane waits for its
// answer before its next step, so they can never fill the market's queue, and they go on when the market was busy.
import { type Clock, epochMs, type Floor, FloorUnavailable } from '@openpit/venue';
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
  /** Quotes these, where the market's profile has it do so. */
  readonly writer?: Participant;
  readonly packages?: readonly QuotedPackage[];
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
  const { writer: self, packages = [], speculator: taker } = market;
  const writer =
    self === undefined || profile.writingMs === null
      ? null
      : new OptionWriter(floor, { self, taker }, { packages, random: new Random(market.seed + 1), tape });
  const pace = new Pace(profile, random);
  const stopWatching = floor.onOutcome((outcome) => {
    tape.apply(outcome);
    maker.watch(outcome);
    hedger.watch(outcome);
    speculator.watch(outcome);
    writer?.watch(outcome);
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

  const write = async (desk: OptionWriter, everyMs: number) => {
    while (!stopped) {
      await pause(everyMs);
      if (!stopped) await patiently(() => desk.step());
    }
  };

  const run = async () => {
    for (const { activeOrderSeq, userId } of market.leftOver)
      await patiently(async () => {
        const command = { kind: 'deleteActiveOrder', activeOrderSeq } as const;
        await floor.submit({ by: { kind: 'user', userId }, requestId: null, command });
      });
    if (!stopped) await patiently(() => maker.open());
    const desk = writer === null || profile.writingMs === null ? [] : [write(writer, profile.writingMs)];
    await Promise.all([...Array.from({ length: profile.lanes }, lane), ...desk]);
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
