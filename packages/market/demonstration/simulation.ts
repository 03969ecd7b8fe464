// Runs the simulated participants in the market. They start again with each business day, phase, halt and change of limits,
// because these change which contracts trade and within which limits.

import type { MarketView } from '@openpit/projections';
import type {
  MarketName,
  QuotedContract,
  QuotedPackage,
  SiloDesk,
  SimulatedOption,
  startSimulator,
} from '@openpit/simulator';
import {
  asPrice,
  type Clock,
  type CommandKind,
  type ContractListing,
  type EventKind,
  type OrderGateway,
  type Outcome,
  type RejectionCode,
  type RejectionDetails,
} from '@openpit/venue';
import { dayMs, toCents } from '@openpit/wire';
import { seriesInstruments } from './daily-contracts.ts';
import { simulatedUsers } from './demo-users.ts';

/** The levels of activity of the simulated market, for the command line: the simulator itself is imported by main.ts only. */
export const marketNames = ['quiet', 'lively', 'storm'] as const satisfies readonly MarketName[];

export type StartSimulator = typeof startSimulator;

interface SimulationParts {
  readonly startSimulator: StartSimulator;
  readonly gateway: OrderGateway;
  readonly view: MarketView;
  readonly clock: Clock;
  readonly seed: number;
  readonly market: MarketName;
  readonly onFailure: (error: unknown) => void;
  /** Called for each rejected command of a simulated participant. */
  readonly onRejected?: (rejected: RejectedOrder) => void;
}

export interface RejectedOrder {
  readonly userId: string;
  readonly command: CommandKind;
  readonly code: RejectionCode;
  readonly details: RejectionDetails;
  /** Sequence number in the journal. */
  readonly seq: number;
}

/** After these events other contracts trade, or the same within other limits. */
const restartingEvents: ReadonlySet<EventKind> = new Set([
  'dayEnded',
  'phaseBegan',
  'instrumentHalted',
  'instrumentResumed',
  'limitsChanged',
]);

/** Starts immediately; returns a function that stops. */
export function startSimulation(parts: SimulationParts): () => Promise<void> {
  let stopSimulator = start(parts);
  const stopWatching = parts.gateway.onOutcome((outcome) => {
    const { events } = outcome;
    const rejected = rejectedOrder(outcome);
    if (rejected !== null) parts.onRejected?.(rejected);
    if (!events.some(({ kind }) => restartingEvents.has(kind))) return;
    const stopping = stopSimulator();
    stopSimulator = start(parts);
    stopping.catch(parts.onFailure);
  });
  return async () => {
    stopWatching();
    await stopSimulator();
  };
}

type SimulatedUser = (typeof simulatedUsers)[keyof typeof simulatedUsers];

const participants: ReadonlySet<string> = new Set(Object.values(simulatedUsers).map(({ userId }) => userId));

function rejectedOrder({ by, command, verdict, seq }: Outcome): RejectedOrder | null {
  if (verdict.kind !== 'rejected' || by.kind !== 'user' || !participants.has(by.userId)) return null;
  const { code, details } = verdict.rejection;
  return { userId: by.userId, command, code, details, seq };
}

function start({ startSimulator, view, seed, ...parts }: SimulationParts): () => Promise<void> {
  const users = Object.values(simulatedUsers);
  const { maker, hedger, speculator, writer, ...others } = simulatedUsers;
  // A market that was opened before the demonstration had a dealer for each of them lacks some.
  const resting = Object.values(others).filter(({ userId }) => view.rights.of(userId) !== undefined);
  const contracts = quotedContracts(view);
  // When no contract trades, the next phase starts them.
  if (contracts.length === 0) return async () => {};
  return startSimulator({
    ...parts,
    // Another start must not repeat the same sequence of orders.
    seed: seed + view.lastSeq,
    maker,
    hedger,
    speculator,
    resting,
    contracts,
    writer,
    packages: quotedPackages(view),
    delivering: [hedger, speculator, ...resting].map((self) => ({ self, desk: () => deskOf(view, self) })),
    leftOver: users.flatMap((user) =>
      view
        .rowsFor('activeOrders', { ...user, onlyDealer: user.dealer })
        .rows.map(({ activeOrderSeq }) => ({ activeOrderSeq, userId: user.userId })),
    ),
    heldPositions: users.flatMap((user) =>
      view
        .rowsFor('positions', user)
        .rows.filter(({ principal }) => principal === user.principal)
        .map(({ contract, net }) => ({ contract, net, userId: user.userId })),
    ),
  });
}

/** A participant's view of the deliveries of the day. It deals for its own account, without a sub-account. */
function deskOf(view: MarketView, { userId, member, dealer, principal }: SimulatedUser): SiloDesk {
  const viewer = { userId, member, onlyDealer: dealer };
  const ofMember = { userId, member };
  const isOwn = (row: { readonly principal: string }) => row.principal === principal;
  const stages = new Map(
    view.rowsFor('siloAuctions', viewer).rows.map(({ contract, stage }) => [contract, stage]),
  );
  return {
    positions: view.rowsFor('siloPositions', ofMember).rows.filter(isOwn),
    certs: view.rowsFor('siloCerts', ofMember).rows.filter(isOwn),
    offers: view.rowsFor('siloOffers', viewer).rows.filter(({ state }) => state === 'In auction'),
    bids: view.rowsFor('siloBids', ofMember).rows.filter((row) => isOwn(row) && row.state === 'Open'),
    stageOf: (contract) => stages.get(contract),
  };
}

/** True if a contract is in continuous trading. In other phases the orders of simulated participants would be rejected. */
function isTrading({ directory, exchangeDay }: MarketView, listing: ContractListing): boolean {
  if (exchangeDay.halted().some(({ instrument }) => instrument === listing.instrument)) return false;
  const group = directory.groupOf(listing);
  return exchangeDay
    .groups()
    .some((groupPhase) => groupPhase.group === group && groupPhase.phase === 'continuous');
}

/** All futures that trade now, those with the largest open interest first. */
function quotedContracts(view: MarketView): QuotedContract[] {
  const { directory, market } = view;
  const futures = directory
    .tradedContracts()
    .filter((listing) => listing.kind === 'future' && isTrading(view, listing));
  const placeOf = ({ instrument, lastTradingDay }: ContractListing): number =>
    futures.filter((future) => future.instrument === instrument && future.lastTradingDay < lastTradingDay)
      .length;
  return futures
    .sort((a, b) => b.openInterest - a.openInterest)
    .flatMap((listing) => {
      const { contract, instrument, mtm, limits } = listing;
      const tick = directory.instrument(instrument)?.tick;
      const last = market.current(contract)?.last ?? null;
      const start = last === null ? mtm : asPrice(toCents(last));
      return tick === undefined
        ? []
        : [{ contract, instrument, tick, start, official: mtm, place: placeOf(listing), limits }];
    });
}

/** Instruments whose options are quoted, with the number of expiries, and of strikes on each side of the money. */
const writtenInstruments: readonly string[] = [
  'WMAZ',
  'YMAZ',
  'CORN',
  'WEAT',
  'SUNS',
  'SOYA',
  ...seriesInstruments,
];
const writtenExpiries = 2;
const writtenStrikes = 10;
/** Instruments whose options are also quoted as deltas. */
const deltaInstruments: readonly string[] = ['WMAZ', 'YMAZ'];

/** The nearest options around the money, the deltas of some, and all pairs, if they trade now. */
function quotedPackages(view: MarketView): QuotedPackage[] {
  const { directory } = view;
  const listed = directory.tradedContracts().filter((listing) => isTrading(view, listing));
  return [
    ...listed.flatMap((listing) => quotedPair(view, listing)),
    ...writtenInstruments.flatMap((instrument) => {
      const options = listed.filter(
        (listing) => listing.instrument === instrument && listing.underlying !== undefined,
      );
      return [...new Set(options.map(({ optionExpiry }) => optionExpiry))]
        .sort()
        .slice(0, writtenExpiries)
        .flatMap((expiry) =>
          quotedOptions(
            view,
            options.filter(({ optionExpiry }) => optionExpiry === expiry),
          ),
        );
    }),
  ];
}

function quotedPair(
  { directory }: MarketView,
  { contract, legs, instrument }: ContractListing,
): QuotedPackage[] {
  if (legs === undefined) return [];
  // The tick of a difference is the wider one of its legs.
  const ticks = [instrument, directory.contract(legs.far)?.instrument ?? instrument].map(
    (code) => directory.instrument(code)?.tick ?? asPrice(1),
  );
  return [{ contract, kind: 'pair', tick: asPrice(Math.max(...ticks)), legs }];
}

/** The options of one expiry around the money, and their deltas, the nearest first. */
function quotedOptions(view: MarketView, ofExpiry: readonly ContractListing[]): QuotedPackage[] {
  const future = view.market.current(ofExpiry[0]?.underlying ?? '');
  const reference = toCents(future?.last ?? future?.mtm ?? 0);
  const strikes = [...new Set(ofExpiry.map(({ strike }) => strike))]
    .sort((a, b) => Math.abs(a - reference) - Math.abs(b - reference))
    .slice(0, writtenStrikes * 2 + 1);
  return strikes.flatMap((strike) => {
    const ofStrike = ofExpiry.filter((option) => option.strike === strike);
    const outrights = ofStrike.filter(({ kind }) => kind === 'option');
    return outrights.flatMap((listing): QuotedPackage[] => {
      const option = optionTerms(view, listing);
      const tick = view.directory.instrument(listing.instrument)?.tick;
      if (option === undefined || tick === undefined) return [];
      const { contract } = listing;
      const delta = ofStrike.find(({ kind, flag }) => kind === 'delta' && flag === listing.flag);
      const isDeltaQuoted = deltaInstruments.includes(listing.instrument);
      return [
        { contract, kind: 'option', tick, option },
        ...(delta !== undefined && isDeltaQuoted
          ? [
              {
                contract: delta.contract,
                kind: 'delta' as const,
                tick: asPrice(1),
                option,
                outright: contract,
                leastPremium: tick,
              },
            ]
          : []),
      ];
    });
  });
}

function optionTerms(
  { directory }: MarketView,
  { flag, strike, volatility, underlying, optionExpiry }: ContractListing,
): SimulatedOption | undefined {
  if (volatility === undefined || underlying === undefined) return undefined;
  // As the market prices them: in calendar days, counting the current day.
  const days = Math.max(1, (Date.parse(optionExpiry) - Date.parse(directory.businessDay)) / dayMs);
  return { underlying, type: flag === 'C' ? 'call' : 'put', strike, years: days / daysPerYear, volatility };
}

const daysPerYear = 365;
