// Runs the simulated participants against the order gateway, step by step at the pace of the market's profile. Each lane waits for its
// outcome before its next step, so that the participants cannot fill the market's queue. They continue after a busy market.
import { ContractBooks } from '@openpit/projections';
import { epochMs, GatewayUnavailable } from '@openpit/venue';
import { FairValue } from './fair-value.ts';
import { Pace, slownessAt } from './pace.ts';
import { Hedger } from './participants/hedger.ts';
import { MarketMaker } from './participants/market-maker.ts';
import { OptionWriter } from './participants/option-writer.ts';
import { RestingTrader } from './participants/resting-trader.ts';
import { SiloTrader } from './participants/silo-trader.ts';
import { Speculator } from './participants/speculator.ts';
import { profiles } from './profiles.ts';
import { Random } from './random.ts';
import type { QuotedPackage, SimulatedMarket } from './simulated-market.ts';
import { Tape } from './tape.ts';

/** Months of each instrument that the speculator deals in at the opening. */
const openingPlaces = 2;

/** The kinds of quotes that the speculator takes: options most, then pairs. */
const takenKinds: readonly QuotedPackage['kind'][] = ['option', 'option', 'pair', 'pair', 'delta'];
/** Starts immediately; returns a function that stops, and resolves when the steps in progress have their outcomes. */
export function startSimulator(market: SimulatedMarket): () => Promise<void> {
  const { gateway, clock, contracts, heldPositions } = market;
  const random = new Random(market.seed);
  const profile = profiles[market.market];
  const names = contracts.map(({ contract }) => contract);
  const tape = new Tape(names);
  const books = new ContractBooks();
  const maker = new MarketMaker(gateway, market.maker, { contracts, heldPositions, random });
  const hedger = new Hedger(gateway, market.hedger, { contracts, heldPositions, random, books, clock });
  const speculator = new Speculator(gateway, market.speculator, {
    contracts: names,
    heldPositions,
    random,
    tape,
    books,
  });
  // Separate random numbers, so that the option writer does not change the sequence of the others.
  const writing = new Random(market.seed + 1);
  const fair = new FairValue(contracts, books);
  const writer = new OptionWriter(gateway, market.writer, {
    packages: market.packages,
    heldPositions,
    random: writing,
    fair,
    width: profile.writing,
  });
  const resting = market.resting.map(
    (self, at) =>
      new RestingTrader(gateway, self, {
        contracts,
        heldPositions,
        random: new Random(market.seed + 2 + at),
        books,
      }),
  );
  const delivering = market.delivering.map(
    ({ self, desk }, at) =>
      new SiloTrader(gateway, self, { random: new Random(market.seed + 100 + at), desk }),
  );
  const pace = new Pace(profile, random);
  const unsubscribe = gateway.onOutcome((outcome) => {
    tape.apply(outcome);
    for (const event of outcome.events) books.apply(event);
    maker.apply(outcome);
    hedger.apply(outcome);
    speculator.apply(outcome);
    writer.apply(outcome);
    for (const trader of resting) trader.apply(outcome);
  });
  let stopped = false;
  const wakes = new Set<() => void>();

  const packagesOf = (kind: QuotedPackage['kind'] | undefined) =>
    market.packages.filter((quotedPackage) => quotedPackage.kind === kind);

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
    return maker.step(pace.intensity);
  };

  const lane = async () => {
    while (!stopped) {
      await pause(pace.next() * slownessAt(clock.now()));
      if (!stopped) await unlessBusy(step);
    }
  };

  const write = async () => {
    while (!stopped) {
      await pause(profile.writingMs);
      if (!stopped) await unlessBusy(() => writer.step());
      const kind = writing.pick(takenKinds);
      const quotedPackage = writing.chance(profile.taking) ? writing.pick(packagesOf(kind)) : undefined;
      if (!stopped && quotedPackage !== undefined)
        await unlessBusy(() => speculator.takeQuote(quotedPackage, writing));
    }
  };

  const rest = async (trader: RestingTrader) => {
    while (!stopped) {
      await pause(profile.restingMs);
      if (!stopped) await unlessBusy(() => trader.step());
    }
  };

  const deliver = async (trader: SiloTrader) => {
    while (!stopped) {
      await pause(profile.deliveringMs);
      if (!stopped) await unlessBusy(() => trader.step());
    }
  };

  const run = async () => {
    for (const { activeOrderSeq, userId } of market.leftOver)
      await unlessBusy(async () => {
        const command = { kind: 'deleteActiveOrder', activeOrderSeq } as const;
        await gateway.submit({ by: { kind: 'user', userId }, requestId: null, command });
      });
    const isRunning = () => !stopped;
    if (!stopped) await unlessBusy(() => maker.open());
    if (!stopped) await Promise.all(resting.map((trader) => unlessBusy(() => trader.open(isRunning))));
    // So that the months that people look at first have a last price from the beginning.
    for (const { contract, place } of contracts)
      if (place < openingPlaces && !stopped) await unlessBusy(() => speculator.trade(contract));
    if (!stopped) await unlessBusy(() => writer.open(isRunning));
    await Promise.all([
      ...Array.from({ length: profile.lanes }, lane),
      write(),
      ...resting.map(rest),
      ...delivering.map(deliver),
    ]);
  };
  const running = run()
    .catch((error: unknown) => {
      if (!stopped) market.onFailure(error);
    })
    .finally(() => {
      stopped = true;
      unsubscribe();
    });

  return async () => {
    stopped = true;
    for (const wake of [...wakes]) wake();
    await running;
  };
}

/** Skips the step when the market is busy or interrupted. Rejects when it has stopped. */
async function unlessBusy(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof GatewayUnavailable) || error.code === 'venueStopped') throw error;
  }
}
