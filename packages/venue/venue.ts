// The market: one command in, one outcome out. It is pure and deterministic: the same commands in the same order produce the same outcomes
// and the same state on every machine. Time arrives with the command. Read modules.ts next.
import { type CommandKindOfUser, requiredPermissions } from '@openpit/terms';
import { needsTrading } from './acts-of-commands.ts';
import type { CancelDeal, RepriceDeal } from './deal-actions/deal-commands.ts';
import { type ErrorTradePreview, previewErrorTrade } from './deal-actions/error-trades.ts';
import { endingDay } from './exchange-day/end-day.ts';
import { assert, mustExist, VenueBug } from './kernel/assert.ts';
import { type ChunkStore, chunksInMemory } from './kernel/chunk-store.ts';
import type { CommandEntry, Result } from './kernel/command-entry.ts';
import { isRejection, type Rejection } from './kernel/rejection.ts';
import { hashText, type StateHash } from './kernel/state-hash.ts';
import { type EpochMs, epochMs } from './kernel/units.ts';
import { openMarket } from './listing/open-market.ts';
import { presentMargins } from './margins/account-portfolio.ts';
import type { ClassMargin } from './margins/portfolio-margin.ts';
import {
  type Answer,
  type CommandOf,
  commandEntries,
  modulesWithSlice,
  type SavedState,
  type VenueContext,
  type VenueEvent,
  type VenueRejection,
  type VenueState,
} from './modules.ts';
import { newValuationRun, valuationRun } from './mtm/mtm-state.ts';
import type { Submission } from './order-gateway.ts';
import { timedOutOrders } from './orders/act-on-all-orders.ts';
import { type MarginPreview, type MarginQuery, previewMargin } from './orders/preview-margin.ts';
import type { Actor, Outcome, SequencedCommand, Verdict } from './outcome.ts';
import { type ApplyReferenceData, reject as rejectReference } from './reference/reference-module.ts';
import { applyReferenceData, compareReferenceData, type ReferenceComparison } from './reference-changes.ts';
import { isRejectionCode } from './rejections.ts';
import { contentsOf, type FirstUse } from './requests/request-ledger.ts';
import { reject as rejectRequest } from './requests/requests-rejections.ts';
import { reject as rejectRights } from './rights/rights-rejections.ts';
import { advance, beginsRun, type Run, type RunWork, workPerSlice } from './runs.ts';
import { openSilo } from './silo/register.ts';

/** Raised when the same commands would have other outcomes. Snapshots and journals contain the version of the rules that made them. */
export const ruleVersion = 12;

/** The complete state of the venue, as plain data. */
export interface VenueSnapshot extends SavedState {
  readonly lastSeq: number;
  readonly lastAt: EpochMs;
  /** The end of a day or a valuation that is unfinished. */
  readonly run: Run | null;
}

export class Venue {
  #state: VenueState;
  #lastSeq = 0;
  #lastAt: EpochMs = epochMs(0);
  /**
   * The events of the current command, copied when the command is complete, because a new growing list for each command needs twice the
   * memory.
   */
  readonly #events: VenueEvent[] = [];
  #emitted = 0;
  /** The events of a run that the current command has completed. */
  #ofRun: VenueEvent[] | null = null;
  /** The end of a day or a valuation that is unfinished. */
  #run: Run | null = null;
  readonly #workPerSlice: number;
  readonly #emit = (event: VenueEvent): void => {
    this.#events[this.#emitted] = event;
    this.#emitted += 1;
  };

  /**
   * `work`: the approximate length of a slice of a run, in microseconds; tests make it small. It must be the same for an entire journal.
   * `store` keeps the bytes of the day that no longer change.
   */
  constructor(work = workPerSlice, store = chunksInMemory) {
    this.#workPerSlice = work;
    this.#state = emptyState(store);
  }

  /** Sequence number of the last command handled, 0 before the first. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Time of the last command handled. */
  get lastAt(): EpochMs {
    return this.#lastAt;
  }

  /** The command that must be submitted before any other when a run is unfinished; otherwise null. */
  get continuation(): Submission | null {
    if (this.#run === null) return null;
    return { by: this.#run.by, requestId: null, command: { kind: 'continueRun' } };
  }

  /** Handles the next command. Throws VenueBug if an assertion fails; after that it must not be used any more. */
  handle(sequenced: SequencedCommand): Outcome {
    const { seq, at, by, requestId, command } = sequenced;
    const { requests } = this.#state;
    if (seq !== this.#lastSeq + 1) throw new VenueBug(`command ${seq} came after command ${this.#lastSeq}`);
    this.#lastSeq = seq;
    this.#lastAt = at;
    const contents = requestId === null ? '' : contentsOf(command);
    if (requestId !== null) {
      const repeat = requests.find(senderOf(by), requestId, contents);
      // The ledger returns the verdict that it stored below.
      if (repeat.kind === 'repeat')
        return outcomeOf(sequenced, { verdict: repeat.first.verdict as Verdict, repeats: repeat.first.seq });
      if (repeat.kind !== 'new') {
        const code = repeat.kind === 'reused' ? 'requestIdReused' : 'requestTooOld';
        return outcomeOf(sequenced, { verdict: verdictOf(rejectRequest(code, { requestId })) });
      }
    }

    const continues = command.kind === 'continueRun' && by.kind !== 'user';
    if ((this.#run !== null) !== continues)
      throw new VenueBug(`${command.kind} came while ${this.#run?.work.kind ?? 'nothing'} was unfinished`);
    this.#emitted = 0;
    const verdict = verdictOf(this.#dispatch(sequenced));
    const events = this.#ofRun ?? this.#events.slice(0, this.#emitted);
    this.#ofRun = null;
    if (verdict.kind === 'rejected' && events.length > 0)
      throw new VenueBug(`rejected command ${seq} (${command.kind}) emitted events`);
    if (requestId !== null) requests.remember(senderOf(by), requestId, { seq, contents, verdict });
    const rejected = verdict.kind === 'rejected' && command.kind === 'insertOrder' ? command : null;
    return outcomeOf(sequenced, { verdict, rejected, events });
  }

  /** The effect of this user's order on the margin of its account, or the reason why the order is impossible. Changes nothing. */
  previewMargin(userId: string, query: MarginQuery): MarginPreview | VenueRejection {
    return this.#preview((context) => {
      const rights = context.state.rights.get(userId);
      if (rights === undefined) return rejectRights('userUnknown', { userId });
      return previewMargin({ ...context, rights }, query);
    });
  }

  /** The initial margin that the positions of an account need now, by instrument; open orders do not count. Changes nothing. */
  presentMargins(principal: string): readonly ClassMargin[] {
    const { market } = this.#state.reference;
    return market === null ? [] : presentMargins(this.#state, market, principal);
  }

  /** The changes that reference data would make in the market from a business day, the next one if it is null. Changes nothing. */
  compareReferenceData(
    request: Pick<ApplyReferenceData, 'effectiveFrom' | 'referenceData'>,
  ): ReferenceComparison | VenueRejection {
    return this.#preview((context) => compareReferenceData(context, request));
  }

  /** The deals that the correction of an error trade would change, or the reason why it is impossible. Changes nothing. */
  previewErrorTrade(command: CancelDeal | RepriceDeal): ErrorTradePreview | VenueRejection {
    return this.#preview((context) => previewErrorTrade(context, command));
  }

  #preview<Preview extends object>(
    preview: (context: Omit<VenueContext, 'rights'>) => Preview | Rejection,
  ): Preview | VenueRejection {
    const state = this.#state;
    const { market } = state.reference;
    if (market === null) return known(rejectReference('marketNotOpened'));
    const emit = () => assert(false, 'a preview emits nothing');
    const result = preview({ state, market, seq: this.#lastSeq, at: this.#lastAt, seed: null, emit });
    return isRejection(result) ? known(result) : result;
  }

  /** True if `suspendTimedOutOrders` would suspend an order at this time. Changes nothing. */
  hasTimedOutOrders(at: EpochMs): boolean {
    return timedOutOrders({ state: this.#state, at }).next().done !== true;
  }

  /** When the user first used a request id, within today and the `rememberedDays` before it. */
  firstUseOf(userId: string, requestId: string): FirstUse {
    return this.#state.requests.firstUse(userId, requestId);
  }

  /** The complete state, as plain data that can be written and cloned. */
  snapshot(): VenueSnapshot {
    const run = copyOf(this.#run);
    const saved: Record<string, unknown> = { lastSeq: this.#lastSeq, lastAt: this.#lastAt, run };
    for (const { name, slice } of modulesWithSlice as readonly AnyModuleWithSlice[])
      saved[name] = slice.save(this.#state[name], this.#state);
    return saved as unknown as VenueSnapshot;
  }

  /** A fingerprint of the complete state. */
  stateHash(): StateHash {
    return hashText(JSON.stringify(this.snapshot()));
  }

  static from(snapshot: VenueSnapshot, work = workPerSlice, store = chunksInMemory): Venue {
    const venue = new Venue(work, store);
    const state: Record<string, unknown> = {};
    for (const { name, slice } of modulesWithSlice as readonly AnyModuleWithSlice[])
      state[name] = slice.load(snapshot[name], state, store);
    venue.#state = state as unknown as VenueState;
    venue.#lastSeq = snapshot.lastSeq;
    venue.#lastAt = snapshot.lastAt;
    venue.#run = copyOf(snapshot.run);
    return venue;
  }

  #dispatch(sequenced: SequencedCommand): Result {
    const { seq, at, by, command, seed: drawn } = sequenced;
    const seed = drawn ?? null;
    const state = this.#state;
    const emit = this.#emit;
    if (command.kind === 'openMarket') {
      const opening = { state, seq, at, seed, emit };
      const rejected = openMarket(opening, command);
      if (rejected === null) openSilo(opening);
      return rejected;
    }
    const { market } = state.reference;
    if (market === null) return rejectReference('marketNotOpened');
    const rights = by.kind === 'user' ? (state.rights.get(by.userId) ?? null) : null;
    // Handlers of operators' commands are typed without `rights`; handlers of users' commands run only if there are rights.
    const context = { state, market, rights, seq, at, seed, emit } as VenueContext;
    if (by.kind === 'user' && !(command.kind in requiredPermissions)) return rejectRights('operatorOnly');
    if (command.kind === 'continueRun') return this.#advance(context);
    if (command.kind === 'endDay')
      return this.#begin(context, sequenced, { kind: 'endDay', day: endingDay(market, command) });
    if (command.kind === 'applyReferenceData') return applyReferenceData(context, command);
    const result = handleByEntry(context, command.kind, command, by);
    if (result === valuationRun)
      return this.#begin(context, sequenced, { kind: 'valuation', day: newValuationRun() });
    return result;
  }

  #begin(context: VenueContext, { by, command }: SequencedCommand, work: RunWork): null {
    assert(beginsRun.has(command.kind), `${command.kind} begins a run`);
    const { seq, at, seed } = context;
    // Events that the command has emitted already are published with the rest.
    const events = this.#events.slice(0, this.#emitted);
    this.#run = { work, seq, at, seed, by, stage: 0, module: 0, unit: 0, events };
    return this.#advance(context);
  }

  /** Executes a slice of the run; its events are emitted when the run is complete. */
  #advance(context: VenueContext): null {
    const run = mustExist(this.#run, 'a run is unfinished');
    const { seq, at, seed, events } = run;
    this.#emitted = 0;
    const emit = (event: VenueEvent): void => void events.push(event);
    if (!advance({ ...context, seq, at, seed, emit }, run, this.#workPerSlice)) return null;
    this.#run = null;
    this.#ofRun = events;
    return null;
  }
}

/** Checks the sender and the permissions that the command's entry declares, then calls its handler. */
function handleByEntry<Kind extends keyof typeof commandEntries>(
  context: VenueContext,
  kind: Kind,
  command: CommandOf<Kind>,
  by: Actor,
): Result {
  const entry: CommandEntry<VenueContext, CommandOf<Kind>> = commandEntries[kind];
  if (entry.by === 'operator') return entry.handle(context, command);
  if (context.rights === null) return rejectRights('userUnknown', { userId: senderOf(by) });
  const rejected = entry.before === null ? null : entry.before(context, command);
  if (rejected !== null) return rejected;
  for (const flag of requiredPermissions[kind as CommandKindOfUser])
    if (!context.rights.flags.has(flag)) return rejectRights('notPermitted', { flag });
  // This is on the order path, and almost always there are no stops.
  const stopped = context.state.tradingStops.rejectionFor(context.rights);
  if (stopped !== null && needsTrading.has(kind)) return stopped;
  return entry.handle(context, command);
}

/** The type of a module inside the loops: each slice fits its own module, but the compiler cannot derive that from the list. */
interface AnyModuleWithSlice {
  readonly name: keyof VenueState;
  readonly slice: {
    readonly save: (slice: unknown, state: unknown) => unknown;
    readonly load: (saved: unknown, lower: unknown, store: ChunkStore) => unknown;
  };
}

function emptyState(store: ChunkStore): VenueState {
  const slices = modulesWithSlice.map(({ name, slice }) => [name, slice.empty(store)] as const);
  return Object.fromEntries(slices) as unknown as VenueState;
}

const none: readonly VenueEvent[] = [];

const copyOf = (run: Run | null): Run | null => JSON.parse(JSON.stringify(run)) as Run | null;

/** Written field by field: spreading an object is the slowest thing that a command can do. */
function outcomeOf(
  { seq, at, by, requestId, command }: SequencedCommand,
  {
    verdict,
    rejected = null,
    repeats = null,
    events = none,
  }: Pick<Outcome, 'verdict'> & Partial<Pick<Outcome, 'rejected' | 'repeats' | 'events'>>,
): Outcome {
  return { seq, at, by, requestId, command: command.kind, verdict, rejected, repeats, events };
}

function verdictOf(result: Result): Verdict {
  if (isRejection(result)) return { kind: 'rejected', rejection: known(result) };
  // Every handler returns an answer of its module; modules.ts builds the union.
  return { kind: 'accepted', answer: result as Answer | null };
}

function known(rejection: Rejection): VenueRejection {
  assert(isRejectionCode(rejection.code), `${rejection.code} is in no catalogue`);
  return rejection as VenueRejection;
}

const senderOf = (by: Actor): string => (by.kind === 'user' ? by.userId : by.kind);
