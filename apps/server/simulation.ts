// Keeps the simulated participants running against the market, and begins anew with each business day, whose prices and
// limits are other ones.
import type { MarketView } from '@openpit/projections';
import {
  type Cents,
  type Clock,
  type CommandKind,
  type ContractListing,
  cents,
  type EventKind,
  type Floor,
  type Outcome,
  type RejectionCode,
  type RejectionDetails,
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

/** An option as a formula must know it. */
export interface OptionTerms {
  /** The future. */
  readonly underlying: string;
  readonly type: 'call' | 'put';
  readonly strike: Cents;
  /** Time to expiry. */
  readonly years: number;
  /** At which it was marked, in hundredths of a percent. */
  readonly volatility: number;
}

/** What the option writer quotes: an option in premium, a delta in volatility, a split or a spread in difference. */
export type QuotedPackage =
  | { readonly kind: 'option'; readonly contract: string; readonly tick: Cents; readonly option: OptionTerms }
  | {
      readonly kind: 'delta';
      readonly contract: string;
      /** Of its volatility, in hundredths of a percent. */
      readonly tick: Cents;
      readonly option: OptionTerms;
      /** The option that it deals together with its hedge. */
      readonly outright: string;
    }
  | {
      readonly kind: 'pair';
      readonly contract: string;
      readonly tick: Cents;
      readonly legs: {
        readonly plus: string;
        readonly minus: string;
        /** Lots of each in one lot of the pair. */
        readonly plusLots: number;
        readonly minusLots: number;
      };
    };

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
  readonly view: MarketView;
  readonly clock: Clock;
  readonly seed: number;
  readonly market: MarketName;
  readonly onFailure: (error: unknown) => void;
  /** Told of each order of a simulated participant to which the market has said no. */
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
  const stopWatching = parts.floor.onOutcome((outcome) => {
    const { events } = outcome;
    const rejected = rejectedOrder(outcome);
    if (rejected !== null) parts.onRejected?.(rejected);
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

const participants: ReadonlySet<string> = new Set(Object.values(simulatedUsers).map(({ userId }) => userId));

function rejectedOrder({ by, command, verdict, seq }: Outcome): RejectedOrder | null {
  if (verdict.kind !== 'rejected' || by.kind !== 'user' || !participants.has(by.userId)) return null;
  const { code, details } = verdict.rejection;
  return { userId: by.userId, command, code, details, seq };
}

function start({ startSimulator, view, seed, ...parts }: SimulationParts): () => Promise<void> {
  const users = Object.values(simulatedUsers);
  const participant = ({ userId, member }: (typeof users)[number]) => ({ userId, principal: member });
  const contracts = quotedContracts(view);
  // Where nothing is dealt there is nothing to do until the next phase.
  if (contracts.length === 0) return async () => {};
  return startSimulator({
    ...parts,
    // Another start must not deal the same hands again.
    seed: seed + view.lastSeq,
    maker: participant(simulatedUsers.maker),
    hedger: participant(simulatedUsers.hedger),
    speculator: participant(simulatedUsers.speculator),
    contracts,
    writer: participant(simulatedUsers.writer),
    packages: quotedPackages(view),
    leftOver: users.flatMap((user) =>
      view.activeOrders.rows
        .image(user)
        .rows.filter(({ dealer }) => dealer === user.dealer)
        .map(({ activeOrderSeq }) => ({ activeOrderSeq, userId: user.userId })),
    ),
    held: users.flatMap((user) =>
      view.positions.rows
        .image(user)
        .rows.filter(({ principal }) => principal === user.member)
        .map(({ contract, net }) => ({ contract, net, userId: user.userId })),
    ),
  });
}

/** Whether a contract is in continuous trading: a simulated participant sends nothing that must be rejected. */
function isDealt({ directory, exchangeDay }: MarketView, listing: ContractListing): boolean {
  if (exchangeDay.halted().some(({ instrument }) => instrument === listing.instrument)) return false;
  const group = directory.groupOf(listing);
  return exchangeDay.groups().some((one) => one.group === group && one.phase === 'continuous');
}

/** All contracts that are dealt now, those with the largest open interest first. */
function quotedContracts(view: MarketView): QuotedContract[] {
  const { directory, market } = view;
  return directory
    .tradedContracts()
    .filter((listing) => listing.contractType === 1 && isDealt(view, listing))
    .sort((a, b) => b.openInterest - a.openInterest)
    .flatMap(({ contract, instrument, mtm, limits }) => {
      const tick = directory.instrument(instrument)?.tick;
      const last = market.row(contract)?.last ?? null;
      const start = last === null ? mtm : cents(Math.round(last * 100));
      return tick === undefined ? [] : [{ contract, instrument, tick, start, limits }];
    });
}

/** Instruments whose options are quoted; of each so many expiries, and so many strikes on each side of the money. */
const writtenInstruments: readonly string[] = ['WMAZ', 'YMAZ', 'CORN', 'WEAT', 'SUNS', 'SOYA'];
const writtenExpiries = 2;
const writtenStrikes = 3;
/** Of these the options at the money are quoted as deltas too. */
const deltaInstruments: readonly string[] = ['WMAZ', 'YMAZ'];

/** The nearest options around the money, some of their deltas, and all pairs, as far as they still trade. */
function quotedPackages(view: MarketView): QuotedPackage[] {
  const { directory } = view;
  const listed = directory.tradedContracts().filter((one) => isDealt(view, one));
  return [
    ...listed.flatMap((one) => quotedPair(view, one)),
    ...writtenInstruments.flatMap((instrument) => {
      const options = listed.filter((one) => one.instrument === instrument && one.underlying !== undefined);
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
  // A difference is dealt on the wider tick of the two.
  const ticks = [instrument, directory.contract(legs.far)?.instrument ?? instrument].map(
    (code) => directory.instrument(code)?.tick ?? cents(1),
  );
  return [{ contract, kind: 'pair', tick: cents(Math.max(...ticks)), legs }];
}

/** Of one expiry the options around the money, the nearest first, and the deltas at the money. */
function quotedOptions(view: MarketView, ofExpiry: readonly ContractListing[]): QuotedPackage[] {
  const reference = Math.round((view.market.row(ofExpiry[0]?.underlying ?? '')?.mtm ?? 0) * 100);
  const strikes = [...new Set(ofExpiry.map(({ strike }) => strike))]
    .sort((a, b) => Math.abs(a - reference) - Math.abs(b - reference))
    .slice(0, writtenStrikes * 2 + 1);
  return strikes.flatMap((strike) => {
    const ofStrike = ofExpiry.filter((one) => one.strike === strike);
    const outrights = ofStrike.filter(({ contractType }) => contractType === 2);
    const isAtTheMoney = strike === strikes[0];
    return outrights.flatMap((listing): QuotedPackage[] => {
      const option = optionTerms(view, listing);
      const tick = view.directory.instrument(listing.instrument)?.tick;
      if (option === undefined || tick === undefined) return [];
      const { contract } = listing;
      const twin = ofStrike.find(({ contractType, flag }) => contractType === 5 && flag === listing.flag);
      const isTwinQuoted = isAtTheMoney && deltaInstruments.includes(listing.instrument);
      return [
        { contract, kind: 'option', tick, option },
        ...(twin !== undefined && isTwinQuoted
          ? [{ contract: twin.contract, kind: 'delta' as const, tick: cents(1), option, outright: contract }]
          : []),
      ];
    });
  });
}

function optionTerms(
  { directory }: MarketView,
  { flag, strike, volatility, underlying, optionExpiry }: ContractListing,
): OptionTerms | undefined {
  if (volatility === undefined || underlying === undefined) return undefined;
  // As the market prices them: calendar days, the day that has begun counted whole.
  const days = Math.max(1, (Date.parse(optionExpiry) - Date.parse(directory.businessDay)) / msPerDay);
  return { underlying, type: flag === 'C' ? 'call' : 'put', strike, years: days / daysPerYear, volatility };
}

const msPerDay = 86_400_000;
const daysPerYear = 365;
