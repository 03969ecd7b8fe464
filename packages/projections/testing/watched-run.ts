// A generated run of the whole market with its screens: the projections, clients that watch the depth of some
// contracts, and the screens of dealers with own-only visibility. It compares all of them with the reference
// model.
import {
  type Outcome,
  openingPrice,
  type PositionChanged,
  ticks,
  Venue,
  type VenueEvent,
} from '@openpit/venue';
import {
  claimSame,
  compareWithVenue,
  GeneratedRun,
  generatedWork,
  type ModelContract,
  type ModelOrder,
} from '@openpit/venue/testing';
import { applyDepthUpdates, type DeltaTerms, type DepthRow, maxDepthRows } from '@openpit/wire';
import { OpenInterest } from '../history/open-interest.ts';
import { Projections } from '../projections.ts';
import { claimClearing } from './claim-clearing.ts';
import { OwnScreen } from './own-screen.ts';

const watchedContracts = [
  'DEC26 WMAZ',
  'MAR27 WMAZ',
  'DEC26-MAR27 WMAZ',
  'MAR27 WMAZ 4060 C',
  'MAR27 WMAZ 4060 P D',
];
const members = ['KAND', 'VELD', 'MIEL', 'SLAP'];

interface WatchedDepth {
  rows: readonly DepthRow[];
  seq: number;
}

export class WatchedRun {
  readonly run = new GeneratedRun();
  readonly projections = new Projections();
  readonly #depths = new Map<string, WatchedDepth>();
  /** Lots of options dealt today in deltas, by contract, then by matchSeq: they count in the volume only. */
  readonly #deltaLots = new Map<string, Map<number, number>>();
  /** As history folds it. */
  readonly #openInterest = new OpenInterest();
  /** By user. */
  readonly #ownScreens = new Map<string, OwnScreen>();

  /** `onOutcome` is called with every outcome. */
  constructor(onOutcome: (outcome: Outcome) => void) {
    this.run.onOutcome = (outcome) => {
      const changes = this.projections.apply(outcome);
      for (const screen of this.#ownScreens.values()) screen.apply(changes);
      this.#openOwnScreens(outcome);
      for (const event of outcome.events) {
        this.#countDelta(event);
        this.#openInterest.apply(event);
      }
      const ended = outcome.events.find((event) => event.kind === 'dayEnded');
      if (ended !== undefined) claimClearing(this.projections, ended.businessDay);
      onOutcome(outcome);
    };
    this.run.open();
    for (const contract of watchedContracts) {
      const { rows, seq } = this.projections.depth.open(contract, true);
      this.#depths.set(contract, { rows, seq });
    }
  }

  /** Sends the command that the number selects. For some numbers, checks that a rejection or a repeat changed nothing. */
  step(number: number): void {
    const { submission, afterMs } = this.run.generate(number);
    const before = number % 400 === 0 ? this.#memory() : null;
    const { command } = submission;
    const isErrorTrade = command.kind === 'cancelDeal' || command.kind === 'repriceDeal';
    const preview = isErrorTrade ? this.run.venue.previewErrorTrade(command) : null;
    const outcome = this.run.send(submission, afterMs);
    const { verdict, repeats } = outcome;
    if (preview !== null && repeats === null) claimErrorTrade(preview, outcome);
    if (before !== null && (verdict.kind === 'rejected' || repeats !== null) && this.#memory() !== before)
      throw new Error(`${submission.command.kind} changed something, though it was rejected or repeated`);
  }

  /** Publishes the changes of the watched depths to their clients. */
  publishDepths(): void {
    for (const { contract, change } of this.projections.depth.takeChanges()) {
      const watched = this.#depths.get(contract);
      if (watched?.seq !== change.prev) throw new Error(`a hole in the depth of ${contract}`);
      watched.seq = change.seq;
      watched.rows = applyDepthUpdates(watched.rows, change.updates);
    }
  }

  /** Replaces the venue with a venue loaded from its snapshot. */
  restart(): void {
    this.run.venue = Venue.from(stored(this.run.venue.snapshot()), generatedWork);
  }

  /** Throws an error that names the differences between venue, events and screens. */
  compare(): void {
    compareWithVenue(this.run.model, this.run.venue.snapshot());
    this.publishDepths();
    this.#compareOpenings();
    for (const [contract, { rows }] of this.#depths) {
      const isShown = !this.run.model.inAuction.has(contract);
      claimSame(`the depth of ${contract}`, isShown ? depthOf(this.run.model.contract(contract)) : [], rows);
    }
    this.#compareFigures();
    this.#compareListed();
    for (const screen of this.#ownScreens.values()) screen.compare(this.projections);
    for (const member of members) this.#compareRowsOf(member);
  }

  /** Replays the journal. `isWhole`: also compares every outcome, and the projections of the stored outcomes. */
  replay({ isWhole }: { readonly isWhole: boolean }): void {
    const { journal, outcomes, venue } = this.run;
    const replayed = new Venue(generatedWork);
    const rebuilt = new Projections();
    journal.forEach((command, at) => {
      const outcome = replayed.handle(isWhole ? stored(command) : command);
      if (!isWhole) return;
      if (JSON.stringify(outcome) !== JSON.stringify(outcomes[at]))
        throw new Error(`command ${command.seq} had another outcome in the replay`);
      rebuilt.apply(stored(outcome));
    });
    if (replayed.stateHash() !== venue.stateHash()) throw new Error('the replay ended in another state');
    if (!isWhole) return;
    for (const projections of [this.projections, rebuilt]) {
      Array.from(projections.takeIndicativePrices());
      projections.market.takeChanges();
    }
    claimSame('projections rebuilt from the outcomes', savedOf(this.projections), savedOf(rebuilt));
  }

  /** Claims that the indicative price of each contract equals the price of an auction held now. */
  #compareOpenings(): void {
    const { model } = this.run;
    for (const contract of this.projections.takeIndicativePrices()) model.contract(contract);
    for (const contract of model.names) {
      const opening = model.inAuction.has(contract) ? openingOf(model.contract(contract)) : null;
      const { indicative, indicativeQty } = this.projections.market.current(contract) ?? {};
      claimSame(`the indicative price of ${contract}`, opening ?? [null, 0], [indicative, indicativeQty]);
    }
  }

  /** A contract is followed until its last position is gone. */
  #compareListed(): void {
    const { directory, dailyFigures, market } = this.projections;
    const [rows, mtms] = [market.rows(), dailyFigures.mtmRows()].map(
      (all) => new Set(all.map(({ contract }) => contract)),
    );
    const dates = directory.contractDateRows();
    const dated = new Set(dates.map(({ uniqueKey }) => uniqueKey));
    for (const { uniqueKey, lastTradingDay, optionExpiry } of dates) {
      const { listing } = this.run.model.contract(uniqueKey);
      claimSame(
        `the dates of ${uniqueKey}`,
        [listing.lastTradingDay, listing.optionExpiry],
        [lastTradingDay, optionExpiry],
      );
    }
    for (const { contract } of this.run.model.positions.values()) {
      const isFuture = directory.contract(contract)?.kind === 'future';
      claimSame(
        `the rows of ${contract}, which is held`,
        [true, true, isFuture],
        [rows?.has(contract), mtms?.has(contract), dated.has(contract)],
      );
    }
  }

  #compareFigures(): void {
    for (const { contract } of this.projections.market.rows()) {
      const current = this.projections.market.current(contract);
      const openInterest = this.#openInterest.of(contract);
      claimSame(`the open interest of ${contract} in history`, current?.openInterest, openInterest);
      const { last, lastQty, open, high, low, volume, deals, vwap } = current ?? {};
      claimSame(
        `figures of ${contract}`,
        figuresOf(this.run.model.contract(contract), this.#deltaLots.get(contract)),
        {
          last,
          lastQty,
          open,
          high,
          low,
          volume,
          deals,
          vwap,
        },
      );
    }
  }

  #countDelta(event: VenueEvent): void {
    if (event.kind === 'dayEnded') this.#deltaLots.clear();
    else if (event.kind === 'dealCancelled') this.#deltaLots.get(event.contract)?.delete(event.matchSeq);
    else if (event.kind === 'dealMade' && event.origin === 'delta' && event.option !== null) {
      const ofContract = this.#deltaLots.get(event.contract) ?? new Map<number, number>();
      this.#deltaLots.set(event.contract, ofContract.set(event.matchSeq, event.lots));
    }
  }

  #compareRowsOf(member: string): void {
    const { model } = this.run;
    const viewer = { userId: '', member };
    const ownOrders = [...model.orders.values()].filter(({ owner }) => owner.member === member);
    claimSame(
      `active orders of ${member}`,
      sorted(ownOrders.map((order) => [order.activeOrderSeq, order.remaining])),
      sorted(
        this.projections
          .rowsFor('activeOrders', viewer)
          .rows.map((row) => [row.activeOrderSeq, row.remaining]),
      ),
    );
    const ownPositions = [...model.positions.values()].filter(
      (position) => position.member === member && !isEmpty(position),
    );
    claimSame(
      `positions of ${member}`,
      sorted(ownPositions.map(({ positionSeq, net }) => [positionSeq, net])),
      sorted(this.projections.rowsFor('positions', viewer).rows.map((row) => [row.positionSeq, row.net])),
    );
    const ownDeals = [...model.deals.values()].filter(({ owner }) => owner.member === member);
    claimSame(
      `deals of ${member}`,
      ownDeals.map(({ dealSeq, state }) => [dealSeq, state]),
      this.projections.rowsFor('deals', viewer).rows.map(({ dealSeq, state }) => [dealSeq, state]),
    );
  }

  /** A user whose visibility changes gets a new screen. */
  #openOwnScreens({ events }: Outcome): void {
    for (const event of events) {
      if (event.kind !== 'dealerScopeSet') continue;
      const user = this.projections.rights.of(event.userId);
      if (user === undefined || user.onlyDealer === null) this.#ownScreens.delete(event.userId);
      else this.#ownScreens.set(event.userId, new OwnScreen(user, this.projections));
    }
  }

  /** The venue's state, except the count of commands and the results that it keeps by request id. */
  #memory(): string {
    const { requests: _requests, lastSeq: _seq, lastAt: _at, ...memory } = this.run.venue.snapshot();
    return JSON.stringify(memory);
  }
}

/** Claims that the preview of an operator's correction named the deals that it changed, or the reason why it was rejected. */
function claimErrorTrade(
  preview: ReturnType<Venue['previewErrorTrade']>,
  { by, verdict, events }: Outcome,
): void {
  if (by.kind === 'user') return;
  const isOpen = new Map<number, boolean>();
  for (const event of events) {
    if (event.kind === 'dealStateChanged') isOpen.set(event.dealSeq, event.state === 'Open');
    if (event.kind === 'dealRepriced') for (const { dealSeq } of event.sides) isOpen.set(dealSeq, false);
  }
  const numbers = (wanted: boolean) =>
    [...isOpen].flatMap(([dealSeq, is]) => (is === wanted ? [dealSeq] : [])).sort((a, b) => a - b);
  const changed = { corrected: numbers(false), reopened: numbers(true) };
  claimSame(
    'the preview of an error trade',
    verdict.kind === 'rejected' ? verdict.rejection : changed,
    preview,
  );
}

const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const sorted = (pairs: readonly (readonly number[])[]) => [...pairs].sort(([a = 0], [b = 0]) => a - b);

/** True if all deals of the position were moved to another account: no screen shows it. */
const isEmpty = ({ opening, bought, sold }: PositionChanged): boolean =>
  opening === 0 && bought === 0 && sold === 0;

/** Versions of rows, and the order in which books were first needed, depend on the requests so far. */
function savedOf(projections: Projections) {
  const { market, books, ...saved } = projections.save();
  const byName = Object.fromEntries(books.map((book) => [book.contract, book]));
  return stored({ ...saved, byName, figures: market.figures, longs: market.longs });
}

/** Price and lots of an auction held now; null if nothing would deal. */
function openingOf({ B, S, mtm, tick }: ModelContract): [number, number] | null {
  const ordersOf = (queue: typeof B) =>
    queue.map(({ price, remaining }) => ({ tick: ticks(price / tick), lots: remaining }));
  const opening = openingPrice({ buys: ordersOf(B), sells: ordersOf(S) }, { mtm, tick });
  return opening === null ? null : [(opening.tick * tick) / 100, opening.lots];
}

function depthOf({ listing, B, S }: ModelContract): DepthRow[] {
  const isDelta = listing.kind === 'delta';
  const termsOf = (order: ModelOrder | undefined): DeltaTerms | undefined => {
    if (!isDelta || order === undefined || order.pricing === null) return undefined;
    const { premium, reference, delta } = order.pricing;
    return { premium: premium / 100, reference: reference / 100, delta };
  };
  return Array.from({ length: Math.min(Math.max(B.length, S.length), maxDepthRows) }, (_, at): DepthRow => {
    const [buy, sell] = [B[at], S[at]];
    const [bidTerms, offerTerms] = [termsOf(buy), termsOf(sell)];
    return {
      buyer: buy?.owner.member ?? null,
      bidPrice: buy === undefined ? null : buy.price / 100,
      bidQty: buy?.remaining ?? 0,
      offerQty: sell?.remaining ?? 0,
      sellPrice: sell === undefined ? null : sell.price / 100,
      seller: sell?.owner.member ?? null,
      ...(bidTerms !== undefined && { bidTerms }),
      ...(offerTerms !== undefined && { offerTerms }),
    };
  });
}

/** The figures of the day in rand, from the deals that count for the market; volume and count also from options of deltas. */
function figuresOf({ counted }: ModelContract, deltaLots: ReadonlyMap<number, number> = new Map()) {
  const deals = [...counted.values()];
  const prices = deals.map(({ price }) => price / 100);
  const volume = deals.reduce((sum, { lots }) => sum + lots, 0);
  const value = deals.reduce((sum, { lots, price }) => sum + lots * price, 0);
  return {
    last: prices.at(-1) ?? null,
    lastQty: deals.at(-1)?.lots ?? 0,
    open: prices[0] ?? null,
    high: prices.length === 0 ? null : Math.max(...prices),
    low: prices.length === 0 ? null : Math.min(...prices),
    volume: [...deltaLots.values()].reduce((sum, lots) => sum + lots, volume),
    deals: deals.length + deltaLots.size,
    vwap:
      volume === 0
        ? null
        : (Math.sign(value) * Math.floor((2 * Math.abs(value) + volume) / (2 * volume)) + 0) / 100,
  };
}
