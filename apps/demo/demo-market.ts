// The market of the demonstration in one place: the venue, the past that it simulates at its start, simulated participants, the schedule, and
// the calls of the page. The market runs in a worker of the page, and in tests. No part of it is saved: a reload begins again.
import {
  CallRejected,
  createMarketFeed,
  createMarketHubMethods,
  type DemonstrationFiles,
  heartbeatMs,
  type MarketAccess,
  type MarketFeed,
  MemoryMarket,
  type MemoryMarketParts,
  openDemonstration,
  parseSchedule,
  pollMs,
  runSchedule,
  type SavedMarket,
  ScheduleCalendar,
  simulatePast,
  startDailyListing,
  startSimulation,
} from '@openpit/market';
import { startSimulator } from '@openpit/simulator';
import { type Clock, epochMs, type Submission } from '@openpit/venue';
import { maxTimerMs } from '@openpit/wire';
import { type DemoCall, type DemoReply, demoCalls, userOf } from './demo-calls.ts';
import { MemoryHistory } from './demo-history.ts';
import { type ConnectionEnd, type DemoConnection, DemoHub } from './demo-hub.ts';

/** A market that has been simulated before, with its outcomes since its opening, as JSON. */
export interface SimulatedMarket {
  /** A `SavedMarket`. */
  readonly market: string;
  /** An array of `Outcome`. */
  readonly outcomes: string;
}

export interface DemoOptions {
  readonly files: DemonstrationFiles;
  /** The seed of everything that the past and the participants do. */
  readonly seed: number;
  /** The time at which the market begins, in epoch milliseconds; its clock continues from there. */
  readonly beginsAt: number;
  /** The number of whole business days that are simulated before the market begins. */
  readonly days: number;
  /** True if simulated participants trade; without them only the page changes the market. */
  readonly hasParticipants: boolean;
  /** The market continues from this one instead of simulating a past. */
  readonly simulated?: SimulatedMarket;
  /** Commands that are handled before the first connection. */
  readonly first?: readonly Submission[];
  /** Called with a progress line. */
  readonly onProgress: (line: string) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface DemoMarket {
  call(call: DemoCall): Promise<DemoReply>;
  /**
   * Returns null for an unknown token. `url` is the address of the hub, with the query of its
   * component.
   */
  connect(
    address: { readonly url: string; readonly token: string },
    end: ConnectionEnd,
  ): DemoConnection | null;
  stop(): Promise<void>;
}

interface OpenedMarket {
  readonly market: MemoryMarket;
  readonly calendar: ScheduleCalendar;
}

/** The clock continues from `beginsAt`. */
function clockFrom(beginsAt: number): Clock {
  const ahead = beginsAt - Date.now();
  const now = () => epochMs(Date.now() + ahead);
  return {
    now,
    at(time, call) {
      const timer = setTimeout(call, Math.min(Math.max(0, time - now()), maxTimerMs));
      return () => clearTimeout(timer);
    },
  };
}

/** A worker may run a round immediately: the page does not wait for it. */
const atOnce = (steps: () => Iterator<unknown>) => {
  const round = steps();
  while (round.next().done !== true);
};

/** Resolves when the past has been simulated. */
export async function openDemoMarket({
  files,
  seed,
  beginsAt,
  days,
  hasParticipants,
  simulated,
  first = [],
  onProgress,
  onFailure,
}: DemoOptions): Promise<DemoMarket> {
  const clock = clockFrom(beginsAt);
  const drawSeed = () => Math.floor(Math.random() * 2 ** 32);
  const history = new MemoryHistory(seed, simulated?.outcomes);
  let feed: MarketFeed | null = null;
  const onChanges: NonNullable<MemoryMarketParts['onChanges']> = (outcome, changes) => {
    history.apply(outcome);
    feed?.publish(outcome, changes);
  };

  async function simulate(): Promise<OpenedMarket> {
    const now = beginsAt;
    const parts = { now, seed, days, clock, drawSecretSeed: drawSeed, onChanges };
    const { market, calendar, time, plan } = await openDemonstration(files, parts);
    await simulatePast({ gateway: market, view: market.view, calendar, time }, plan, {
      until: beginsAt,
      doneUntil: 0,
      onDay: (day, number, total) =>
        onProgress(`Simulating the business day ${day} (${number} of ${total})…`),
    });
    time.end();
    return { market, calendar };
  }

  function goOn({ market }: SimulatedMarket): OpenedMarket {
    const saved: SavedMarket = JSON.parse(market);
    const continued = new MemoryMarket({ clock, drawSeed, onChanges }, saved);
    const hours = parseSchedule(files.schedule, 'schedule-demo.json');
    const calendar = new ScheduleCalendar(
      () => hours,
      () => continued.view.directory.holidays(),
    );
    return { market: continued, calendar };
  }

  const { market, calendar } = simulated === undefined ? await simulate() : goOn(simulated);
  const { view, venue } = market;
  view.settleQueuePlaces();
  for (const submission of first) await market.submit(submission);

  const access: MarketAccess = {
    gateway: market,
    view,
    clock,
    calendar,
    previewMargin: (userId, query) => venue.previewMargin(userId, query),
    presentMargins: (principal) => venue.presentMargins(principal),
    firstUseOf: async (userId, requestId) => venue.firstUseOf(userId, requestId),
  };
  const epoch = `demo-${seed}-${beginsAt}-${Math.floor(Math.random() * 2 ** 32)}`;
  const hub = new DemoHub();
  const methods = createMarketHubMethods(view, {
    epoch,
    now: () => clock.now(),
    takesCommands: () => true,
    inSlices: async (_userId, steps) => atOnce(steps),
  });
  const opened = createMarketFeed(hub, view, {
    epoch,
    nowMs: () => performance.now(),
    inSlices: (steps) => ({ begin: () => atOnce(steps), stop: () => undefined }),
  });
  feed = opened;
  const timers = [setInterval(opened.poll, pollMs), setInterval(opened.beat, heartbeatMs)];
  const schedule = await runSchedule({
    gateway: market,
    view,
    clock,
    calendar,
    lastRanAt: 0,
    answerBy: 'load this page again',
    questions: { find: async () => null, put: async () => undefined, delete: async () => undefined },
    onQuestion: (question) => onFailure(new Error(question)),
    onFailure,
  });
  const stopListing = startDailyListing({
    gateway: market,
    view,
    compareReferenceData: (request) => venue.compareReferenceData(request),
    onFailure,
  });
  const stopParticipants = hasParticipants
    ? startSimulation({ startSimulator, gateway: market, view, clock, seed, market: 'lively', onFailure })
    : async () => undefined;

  const calls = demoCalls(access, history);
  return {
    async call(call) {
      try {
        return await calls(call);
      } catch (error) {
        if (error instanceof CallRejected) return { status: error.body.status, body: error.body };
        throw error;
      }
    },
    connect({ url, token }, end) {
      const userId = userOf(token);
      if (userId === null) return null;
      const component = /[?&]component=(\w+)/.exec(url)?.[1] ?? null;
      return hub.connect({ userId, component }, end, methods);
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      opened.stop();
      stopListing();
      await stopParticipants();
      await schedule.stop();
    },
  };
}
