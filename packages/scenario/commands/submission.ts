// Converts a line of a scenario to a submission, a command with its sender. Names become user ids, codes and order numbers.
import {
  type Actor,
  type Command,
  contractGroups,
  type OpenMarket,
  type ReferenceData,
  type Submission,
} from '@openpit/venue';
import { type Fixture, userIdOfDealer } from '../fixture/fixture.ts';
import { firstGrade, season } from '../fixture/given-silos.ts';
import { dealActions, orderActions } from '../grammar.ts';
import type { NamedOrders } from '../observed/named-orders.ts';
import type { Action, DealAction, DealerAction, MarketStatement, OrderAction } from '../scenario.ts';
import { dealCommandOf } from './deal-commands.ts';
import { commandNamed, orderCommandOf } from './order-commands.ts';
import { isByChoice, permissionCommandOf } from './permission-commands.ts';

/** The meaning of the names in a line. */
export interface SubmissionContext {
  readonly fixture: Fixture;
  readonly orders: NamedOrders;
  /** Sends the operator's commands. */
  readonly operator: Actor;
  /** The reference data of the market that `opening` opens; null in a market that is open. */
  readonly opening: Omit<OpenMarket, 'kind'> | null;
}

/** Null for a line that only lets time pass. Throws UnknownOrder. */
export function submissionOf(action: Action, context: SubmissionContext): Submission | null {
  if ('by' in action) return dealerSubmission(action, context);
  const command = marketCommandOf(action, context);
  return command === null ? null : { by: context.operator, requestId: null, command };
}

function dealerSubmission(action: DealerAction, context: SubmissionContext): Submission {
  const { fixture, operator } = context;
  const userId = userIdOfDealer(fixture, action.by);
  const dealer: Actor = { kind: 'user', userId };
  const requestId = 'WORD' in action.values ? (action.values.WORD ?? null) : null;
  if (isDealAction(action)) return { by: dealer, requestId, command: dealCommandOf(action) };
  if (isOrderAction(action)) return { by: dealer, requestId, command: orderCommandOf(action, context) };
  const by = isByChoice(action) ? dealer : operator;
  return { by, requestId, command: permissionCommandOf(action, userId, fixture) };
}

const isDealAction = (action: DealerAction): action is DealAction => action.phrase in dealActions;
const isOrderAction = (action: DealerAction): action is OrderAction => action.phrase in orderActions;

/** The reference data of the opening with changed terms of an instrument. */
function appliedData(
  { CODE, PRICE, LIMIT, DATE }: Extract<MarketStatement, { phrase: 'reference data' }>['values'],
  referenceData: ReferenceData,
): Command {
  const terms = {
    ...(PRICE === undefined ? {} : { tick: PRICE }),
    ...(LIMIT === undefined ? {} : { dailyLimit: LIMIT }),
  };
  const instruments = referenceData.instruments.map((instrument) =>
    instrument.code === CODE ? { ...instrument, ...terms } : instrument,
  );
  const effectiveFrom = DATE ?? null;
  return { kind: 'applyReferenceData', effectiveFrom, referenceData: { ...referenceData, instruments } };
}

function marketCommandOf(action: MarketStatement, { fixture, opening }: SubmissionContext): Command | null {
  switch (action.phrase) {
    case 'at':
    case 'after':
      return null;
    case 'opening':
      return opening === null ? null : { kind: 'openMarket', ...opening };
    case 'end of day':
      return { kind: 'endDay' };
    case 'announcement': {
      const { ANNOUNCEMENT: announcement, WORDS: message } = action.values;
      return { kind: 'announce', announcement, message };
    }
    case 'phase': {
      const { PHASE: phase, GROUP } = action.values;
      const groups = GROUP === undefined ? contractGroups : [GROUP];
      return { kind: 'beginPhase', groups, phase, dueAt: null, next: null, opensAt: null };
    }
    case 'halt':
      return { kind: 'haltInstrument', instrument: action.values.CODE, reason: action.values.WORDS };
    case 'resume':
      return { kind: 'resumeInstrument', instrument: action.values.CODE };
    case 'limits':
      return { kind: 'widenLimits', instrument: action.values.CODE, band: action.values.LIMIT };
    case 'self-match':
      return { kind: 'setSelfMatch', selfMatch: action.values.SELFMATCH };
    case 'reference data':
      return opening === null ? null : appliedData(action.values, opening.referenceData);
    case 'time-outs':
      return { kind: 'suspendTimedOutOrders' };
    case 'connection lost':
      return { kind: 'suspendDisconnectedOrders', userId: userIdOfDealer(fixture, action.values.DEALER) };
    case 'command':
      return commandNamed(action.values);
    case 'certificate': {
      const { RECEIPT, ACCOUNT, LOTS, CODE, SILO, DATE = '2026-11-18' } = action.values;
      const cert = {
        siloReceiptNo: RECEIPT,
        instrument: CODE,
        tons: LOTS,
        grade: firstGrade(CODE),
        origin: 'RSA',
        location: SILO,
        season,
        owner: ACCOUNT,
        issuedOn: '2026-06-01',
        storagePaidUntil: DATE,
      };
      return { kind: 'issueSiloCert', cert };
    }
    case 'certificate split':
      return { kind: 'splitSiloCert', siloReceiptNo: action.values.RECEIPT, tons: action.values.DEALS };
    case 'error trade': {
      const { DEAL: matchSeq, WORDS: reason, PRICE: price } = action.values;
      if (price === undefined) return { kind: 'cancelDeal', matchSeq, reason };
      return { kind: 'repriceDeal', matchSeq, price, reason };
    }
  }
}
