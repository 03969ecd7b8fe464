// The market: one command in, one outcome out. Pure and deterministic — the same commands in the same order make the
// same outcomes and the same state on every machine; time comes in with the command. Read commands.ts, events.ts,
// rejections.ts and state.ts next.
import {
  grantPermissions,
  limitOrderQuantity,
  limitPosition,
  registerUser,
  revokePermissions,
  setDealerScope,
  setOwnMaxOrderQuantity,
} from './access/change-rights.ts';
import type { UserRights } from './access/user-rights.ts';
import type { Actor, Command, OrderCommand, SequencedCommand } from './commands.ts';
import { dealAnswer, isDealCommand } from './deals/deal-answer.ts';
import type { DealCommand } from './deals/deal-commands.ts';
import { DealLedger } from './deals/deal-ledger.ts';
import type { VenueEvent } from './events.ts';
import { assert } from './kernel/assert.ts';
import type { StateHash } from './kernel/state-hash.ts';
import { type EpochMs, epochMs } from './kernel/units.ts';
import { addStrike } from './options/add-strike.ts';
import type { AddStrike } from './options/strike-commands.ts';
import { cancelAllActiveOrders, suspendAllActiveOrders } from './orders/all-active-orders.ts';
import { amendActiveOrder } from './orders/amend-active-order.ts';
import { deleteActiveOrder } from './orders/delete-active-order.ts';
import { editSuspendOrder } from './orders/edit-suspend-order.ts';
import { insertDoubleOrder } from './orders/insert-double-order.ts';
import { insertOrder } from './orders/insert-order.ts';
import { reduceActiveOrder } from './orders/reduce-active-order.ts';
import { RefNumbers } from './orders/ref-numbers.ts';
import { resubmitActiveOrder } from './orders/resubmit-active-order.ts';
import { suspendActiveOrder } from './orders/suspend-active-order.ts';
import type { Answer, Outcome, Verdict } from './outcome.ts';
import { PositionLedger } from './positions/position-ledger.ts';
import { type Rejection, rejection } from './rejections.ts';
import { announce } from './session/announce.ts';
import { endDay } from './session/end-day.ts';
import { openMarket } from './session/open-market.ts';
import { setOwnOrderGuards } from './session/order-guards.ts';
import { contentsOf, RequestLedger } from './session/request-ledger.ts';
import { isSessionCommand, sessionAnswer } from './session/session-answer.ts';
import { restoreState, snapshotHash, snapshotState, type VenueSnapshot } from './snapshot.ts';
import type { Handling, Market, VenueState } from './state.ts';

/** Grows when the same commands would give other outcomes; snapshots and journals say under which they were made. */
export const ruleVersion = 2;

export class Venue {
  #state: VenueState = newState();

  /** Sequence number of the last command handled, 0 before the first. */
  get lastSeq(): number {
    return this.#state.lastSeq;
  }

  /** Time of the last command handled. */
  get lastAt(): EpochMs {
    return this.#state.lastAt;
  }

  /** Handles the next command. Throws VenueBug, and must not be used further, when a claim of its own is broken. */
  handle(sequenced: SequencedCommand): Outcome {
    const { seq, at, by, requestId, command } = sequenced;
    const state = this.#state;
    assert(seq === state.lastSeq + 1, `command ${seq} came after command ${state.lastSeq}`);
    state.lastSeq = seq;
    state.lastAt = at;
    const contents = requestId === null ? '' : contentsOf(command);
    if (requestId !== null) {
      const seen = state.requests.look(senderOf(by), requestId, contents);
      if (seen.kind === 'repeat')
        return outcomeOf(sequenced, seen.first.verdict, {
          wanted: null,
          repeats: seen.first.seq,
          events: [],
        });
      if (seen.kind !== 'new') {
        const code = seen.kind === 'reused' ? 'requestIdReused' : 'requestTooOld';
        return outcomeOf(sequenced, rejected(rejection(code, { requestId })), {
          wanted: null,
          repeats: null,
          events: [],
        });
      }
    }

    const events: VenueEvent[] = [];
    const verdict = dispatch(state, sequenced, { seq, at, tell: (event) => events.push(event) });
    assert(
      verdict.kind === 'accepted' || events.length === 0,
      `rejected command ${seq} (${command.kind}) told events`,
    );
    if (requestId !== null) state.requests.remember(senderOf(by), requestId, { seq, contents, verdict });
    const wanted = verdict.kind === 'rejected' && command.kind === 'insertOrder' ? command : null;
    return outcomeOf(sequenced, verdict, { wanted, repeats: null, events });
  }

  /** All that the venue remembers, as plain data that can be written and cloned. */
  snapshot(): VenueSnapshot {
    return snapshotState(this.#state);
  }

  /** Fingerprint of all that the venue remembers. */
  stateHash(): StateHash {
    return snapshotHash(this.snapshot());
  }

  static from(snapshot: VenueSnapshot): Venue {
    const venue = new Venue();
    venue.#state = restoreState(snapshot);
    return venue;
  }
}

/** Written field by field: spreading an object is the slowest thing that a command can do. */
function outcomeOf(
  { seq, at, by, requestId, command }: SequencedCommand,
  verdict: Verdict,
  { wanted, repeats, events }: Pick<Outcome, 'repeats' | 'events'> & { readonly wanted: Outcome['rejected'] },
): Outcome {
  return { seq, at, by, requestId, command: command.kind, verdict, rejected: wanted, repeats, events };
}

function newState(): VenueState {
  return {
    market: null,
    users: new Map(),
    orders: new Map(),
    requests: new RequestLedger(),
    positions: new PositionLedger(),
    deals: new DealLedger(),
    refs: new RefNumbers(),
    nextOrderSeq: 1,
    nextDealSeq: 1,
    nextMatchSeq: 1,
    nextAnnouncementId: 1,
    lastSeq: 0,
    lastAt: epochMs(0),
  };
}

function dispatch(state: VenueState, { by, command }: SequencedCommand, handling: Handling): Verdict {
  if (command.kind === 'openMarket') return done(openMarket(state, command, handling));
  const { market } = state;
  if (market === null) return rejected(rejection('marketNotOpened'));
  if (isSessionCommand(command)) return done(sessionAnswer(state, market, command, handling));
  switch (command.kind) {
    case 'registerUser':
      return done(registerUser(state, market, command, handling));
    case 'grantPermissions':
      return done(grantPermissions(state, command, handling));
    case 'revokePermissions':
      return done(revokePermissions(state, command, handling));
    case 'limitOrderQuantity':
      return done(limitOrderQuantity(state, command, handling));
    case 'limitPosition':
      return done(limitPosition(state, market, command, handling));
    case 'setDealerScope':
      return done(setDealerScope(state, command, handling));
    case 'announce':
      announce(state, command, handling);
      return done(null);
    case 'endDay':
      endDay(state, market, command, handling);
      return done(null);
    default:
      return byUser(state, market, { by, command }, handling);
  }
}

/** Commands that only a user of the ledger can send. */
function byUser(
  state: VenueState,
  market: Market,
  {
    by,
    command,
  }: {
    readonly by: Actor;
    readonly command: Extract<
      Command,
      OrderCommand | DealCommand | AddStrike | { kind: 'setOwnMaxOrderQuantity' | 'setOwnOrderGuards' }
    >;
  },
  handling: Handling,
): Verdict {
  const userId = senderOf(by);
  const rights = by.kind === 'user' ? state.users.get(userId) : undefined;
  if (rights === undefined) return rejected(rejection('userUnknown', { userId }));
  if (command.kind === 'setOwnMaxOrderQuantity')
    return done(setOwnMaxOrderQuantity(rights, command, handling));
  if (command.kind === 'setOwnOrderGuards') return done(setOwnOrderGuards(rights, command, handling));
  const answer =
    command.kind === 'addStrike'
      ? addStrike(market, rights, command, handling)
      : isDealCommand(command)
        ? dealAnswer({ state, market, rights, handling }, command)
        : orderAnswer(state, market, { rights, command }, handling);
  return 'code' in answer ? rejected(answer) : { kind: 'accepted', answer };
}

function orderAnswer(
  state: VenueState,
  market: Market,
  { rights, command }: { readonly rights: UserRights; readonly command: OrderCommand },
  handling: Handling,
): Answer | Rejection {
  switch (command.kind) {
    case 'insertOrder':
      return insertOrder(state, market, rights, command, handling);
    case 'insertDoubleOrder':
      return insertDoubleOrder(state, market, rights, command, handling);
    case 'deleteActiveOrder':
      return deleteActiveOrder(state, market, rights, command, handling);
    case 'suspendActiveOrder':
      return suspendActiveOrder(state, market, rights, command, handling);
    case 'resubmitActiveOrder':
      return resubmitActiveOrder(state, market, rights, command, handling);
    case 'reduceActiveOrder':
      return reduceActiveOrder(state, market, rights, command, handling);
    case 'editSuspendOrder':
      return editSuspendOrder(state, market, rights, command, handling);
    case 'amendActiveOrder':
      return amendActiveOrder(state, market, rights, command, handling);
    case 'cancelAllActiveOrders':
      return cancelAllActiveOrders(state, market, rights, command, handling);
    case 'suspendAllActiveOrders':
      return suspendAllActiveOrders(state, market, rights, command, handling);
  }
}

const done = (failed: Rejection | null): Verdict =>
  failed === null ? { kind: 'accepted', answer: null } : rejected(failed);
const rejected = (reason: Rejection): Verdict => ({ kind: 'rejected', rejection: reason });
const senderOf = (by: Actor): string => (by.kind === 'user' ? by.userId : by.kind);
