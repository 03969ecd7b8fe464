// What an operator can do to the market. The same actions serve the /operator calls of the running server and the command
// line that opens the journal itself. They answer with values; the command line puts them into words.

import { phaseCommands } from '@openpit/market';
import { asPrice, type Command, epochMs, marketTime, type Phase } from '@openpit/venue';
import { type ContractGroup, type DealRow, matchName, type PermissionFlag } from '@openpit/wire';
import { type Check, checkLine, dayChecklist, isReady } from './day-checklist.ts';
import {
  approveTwoFactorReset,
  createLogin,
  type EndedSessions,
  endSessions,
  issueSignInCode,
  listSessions,
  type PasswordReply,
  replacePassword,
  setDisabled,
} from './operator-logins.ts';
import {
  type FromDay,
  limitMargin,
  type PaymentReply,
  recordPayment,
  setFees,
  setInterest,
  setMargins,
} from './operator-money.ts';
import { correctMtm, type ValuationReply, valueMarket } from './operator-mtm.ts';
import {
  addClient,
  addDealer,
  addMember,
  addSubAccount,
  limitPosition,
  limitQuantity,
  resumeTrading,
  setActive,
  setVatNumber,
  stopTrading,
} from './operator-parties.ts';
import { type ActingOperator, type Done, done, OperatorRejection, submit } from './operator-parts.ts';
import { applyReference, auditedRequest, diffReference, type ReferenceReply } from './operator-reference.ts';
import type { OperatorAction, RequestOf } from './operator-requests.ts';
import { siloAction } from './operator-silo.ts';
import { changePermissions, type ListedUser, listUsers, userIdOf } from './operator-users.ts';

interface PermissionsReply {
  readonly userId: string;
  /** How many permissions the request named. */
  readonly named: number;
  readonly held: readonly PermissionFlag[];
}

export interface OperatorReplies {
  readonly grant: PermissionsReply;
  readonly revoke: PermissionsReply;
  readonly scope: { readonly userId: string };
  readonly announce: Done;
  readonly users: { readonly users: readonly ListedUser[] };
  readonly 'user-create': PasswordReply;
  readonly 'user-disable': EndedSessions;
  readonly 'user-enable': EndedSessions;
  readonly 'user-password': PasswordReply;
  readonly 'user-sign-in-code': Awaited<ReturnType<typeof issueSignInCode>>;
  readonly 'user-sessions': Awaited<ReturnType<typeof listSessions>>;
  readonly 'user-end-sessions': EndedSessions;
  readonly 'user-two-factor-reset': Awaited<ReturnType<typeof approveTwoFactorReset>>;
  readonly phase: { readonly groups: readonly { readonly group: ContractGroup; readonly phase: Phase }[] };
  readonly halt: Done;
  readonly resume: Done;
  readonly 'widen-limits': Done;
  readonly 'self-match': Done;
  readonly 'set-margins': FromDay;
  readonly 'set-fees': FromDay;
  readonly 'set-interest': FromDay;
  readonly 'reference-diff': ReferenceReply;
  readonly 'reference-apply': ReferenceReply;
  readonly 'silo-stage': Done;
  readonly 'silo-award': Done;
  readonly 'silo-issue': Done;
  readonly 'silo-transfer': Done;
  readonly 'silo-split': Done;
  readonly 'silo-encumber': Done;
  readonly 'silo-release': Done;
  readonly 'silo-load-out': Done;
  readonly 'silo-storage': Done;
  readonly 'member-add': Done;
  readonly 'dealer-add': Done;
  readonly 'client-add': Done;
  readonly 'account-disable': Done;
  readonly 'account-enable': Done;
  readonly 'sub-account-add': Done;
  readonly 'account-vat': Done;
  readonly 'limit-position': Done;
  readonly 'limit-quantity': Done;
  readonly stop: Done;
  readonly 'resume-trading': Done;
  readonly 'limit-margin': Done;
  readonly 'record-payment': PaymentReply;
  readonly 'value-market': ValuationReply;
  readonly 'correct-mtm': ValuationReply;
  readonly 'approve-mtm': Done;
  readonly 'cancel-deal': ErrorTradeReply;
  readonly 'reprice-deal': ErrorTradeReply;
  readonly schedule: {
    /** What the schedule waits for; null while it runs. */
    readonly question: string | null;
    readonly endedDays: readonly string[];
    readonly businessDay: string;
  };
  readonly 'end-of-day': {
    readonly checks: readonly Check[];
    readonly endedDay: string;
    readonly businessDay: string;
  };
}

const actions: {
  readonly [Action in OperatorAction]: (
    operator: ActingOperator,
    request: RequestOf<Action>,
  ) => Promise<OperatorReplies[Action]>;
} = {
  grant: (operator, request) => changePermissions(operator, 'grantPermissions', request),
  revoke: (operator, request) => changePermissions(operator, 'revokePermissions', request),
  scope: async (operator, { user, scope }) => {
    const userId = await userIdOf(operator, user);
    await submit(operator, { kind: 'setDealerScope', userId, scope });
    return { userId };
  },
  announce: (operator, { message }) => done(operator, { kind: 'announce', announcement: 'Info', message }),
  users: async (operator) => ({ users: await listUsers(operator) }),
  'user-create': createLogin,
  'user-disable': (operator, { user }) => setDisabled(operator, { user, disabled: true }),
  'user-enable': (operator, { user }) => setDisabled(operator, { user, disabled: false }),
  'user-password': replacePassword,
  'user-sign-in-code': issueSignInCode,
  'user-sessions': listSessions,
  'user-end-sessions': endSessions,
  'user-two-factor-reset': approveTwoFactorReset,
  phase: beginPhase,
  halt: (operator, { instrument, reason }) => done(operator, { kind: 'haltInstrument', instrument, reason }),
  resume: (operator, { instrument }) => done(operator, { kind: 'resumeInstrument', instrument }),
  'widen-limits': (operator, { instrument, band }) =>
    done(operator, { kind: 'widenLimits', instrument, band: toCents(band) }),
  'self-match': (operator, { selfMatch }) => done(operator, { kind: 'setSelfMatch', selfMatch }),
  'set-margins': setMargins,
  'set-fees': setFees,
  'set-interest': setInterest,
  'reference-diff': diffReference,
  'reference-apply': applyReference,
  'silo-stage': siloAction('silo-stage'),
  'silo-award': siloAction('silo-award'),
  'silo-issue': siloAction('silo-issue'),
  'silo-transfer': siloAction('silo-transfer'),
  'silo-split': siloAction('silo-split'),
  'silo-encumber': siloAction('silo-encumber'),
  'silo-release': siloAction('silo-release'),
  'silo-load-out': siloAction('silo-load-out'),
  'silo-storage': siloAction('silo-storage'),
  'member-add': addMember,
  'dealer-add': addDealer,
  'client-add': addClient,
  'account-disable': setActive(false),
  'account-enable': setActive(true),
  'sub-account-add': addSubAccount,
  'account-vat': setVatNumber,
  'limit-position': limitPosition,
  'limit-quantity': limitQuantity,
  stop: stopTrading,
  'resume-trading': resumeTrading,
  'limit-margin': limitMargin,
  'record-payment': recordPayment,
  'value-market': valueMarket,
  'correct-mtm': correctMtm,
  'approve-mtm': (operator, { run }) => done(operator, { kind: 'approveMtm', run }),
  'cancel-deal': (operator, { deal, reason, confirm }) =>
    errorTrade(operator, { deal, confirm }, (matchSeq) => ({ kind: 'cancelDeal', matchSeq, reason })),
  'reprice-deal': (operator, { deal, price, reason, confirm }) =>
    errorTrade(operator, { deal, confirm }, (matchSeq) => ({
      kind: 'repriceDeal',
      matchSeq,
      price: toCents(price),
      reason,
    })),
  'end-of-day': endDay,
  schedule: runScheduleAgain,
};

/** Records the act in the audit log. Throws OperatorRejection. */
export async function operate<Action extends OperatorAction>(
  operator: ActingOperator,
  request: RequestOf<Action>,
): Promise<OperatorReplies[Action]> {
  const action: Action = request.action;
  const { audit, operatorId: user } = operator;
  const act = { kind: 'operator', what: action, user, request: auditedRequest(request) } as const;
  try {
    const reply = await actions[action](operator, request);
    audit.add({ ...act, outcome: 'ok' });
    return reply;
  } catch (error) {
    audit.add({ ...act, outcome: error instanceof OperatorRejection ? 'rejected' : 'failed' });
    throw error;
  }
}

async function beginPhase(
  operator: ActingOperator,
  { phase, groups }: RequestOf<'phase'>,
): Promise<OperatorReplies['phase']> {
  const { calendar, clock, view } = operator;
  for (const command of phaseCommands(calendar, { groups, phase }, { at: clock.now(), dueAt: null }))
    await submit(operator, command);
  return { groups: view.exchangeDay.groups().map((one) => ({ group: one.group, phase: one.phase })) };
}

/** The deals that an error trade concerns, and whether it has been corrected. */
export interface ErrorTradeReply {
  readonly deals: readonly string[];
  readonly isConfirmed: boolean;
}

/**
 * Cancels or reprices a deal. `deal` is its match number, `M290`, or the number of either side. Without `confirm` it changes nothing and only lists the deals
 * concerned; for a package these are the deals of all legs. Throws OperatorRejection if there is no such deal today.
 */
async function errorTrade(
  operator: ActingOperator,
  {
    deal,
    confirm = false,
  }: { readonly deal: RequestOf<'cancel-deal'>['deal']; readonly confirm?: boolean | undefined },
  command: (matchSeq: number) => Command,
): Promise<ErrorTradeReply> {
  const rows = [...operator.view.allRows('deals')];
  const named = namedDeal(rows, deal);
  if (named === undefined)
    throw new OperatorRejection(
      `There is no deal ${deal} of today. The Deals panel of either side has its match number, such as M290: give that.`,
    );
  const concerned = rows.filter(
    ({ matchSeq, linkedGroup }) =>
      matchSeq === named.matchSeq || (linkedGroup !== null && linkedGroup === named.linkedGroup),
  );
  if (confirm) await submit(operator, command(named.matchSeq));
  return { deals: concerned.map(dealText), isConfirmed: confirm };
}

/** A side of the deal; for the match number of a split, spread or delta itself, of its first leg, which has the next number. */
function namedDeal(rows: readonly DealRow[], deal: RequestOf<'cancel-deal'>['deal']): DealRow | undefined {
  if (typeof deal === 'number') return rows.find(({ dealSeq }) => dealSeq === deal);
  const ofMatch = (number: number) => rows.filter(({ matchSeq }) => matchSeq === number);
  const matchSeq = Number(deal.slice(1));
  return ofMatch(matchSeq)[0] ?? ofMatch(matchSeq + 1).find(({ origin }) => legOrigins.has(origin));
}

const legOrigins: ReadonlySet<DealRow['origin']> = new Set(['split', 'spread', 'delta']);

/** "M6, deal 12: KAND/THA buys 5 DEC26 WMAZ at 4035.20, for 9996S, at 10:31". */
const dealText = (row: DealRow): string =>
  `${matchName(row.matchSeq)}, deal ${row.dealSeq}: ${row.member}/${row.dealer} ${row.side === 'B' ? 'buys' : 'sells'} ${row.qty} ${row.contract} at ${row.price.toFixed(2)}, for ${row.principal}, at ${marketTime(epochMs(row.time)).slice(-5)}${row.state === 'Open' ? '' : `, ${row.state}`}`;

async function endDay(
  operator: ActingOperator,
  { force }: RequestOf<'end-of-day'>,
): Promise<OperatorReplies['end-of-day']> {
  const { view } = operator;
  const endedDay = view.directory.businessDay;
  const checks = dayChecklist(view);
  if (!isReady(checks) && force === undefined)
    throw new OperatorRejection(
      `Business day ${endedDay} has not ended, because points of its checklist are open:\n${checks.map(checkLine).join('\n')}\nSettle them, or end the day without them: --force "the reason".`,
    );
  const forced = isReady(checks) || force === undefined ? {} : { forcedBecause: force };
  await submit(operator, { kind: 'endDay', ...forced });
  return { checks, endedDay, businessDay: view.directory.businessDay };
}

async function runScheduleAgain(
  { schedule, view }: ActingOperator,
  { answer }: RequestOf<'schedule'>,
): Promise<OperatorReplies['schedule']> {
  if (schedule === null)
    throw new OperatorRejection('No schedule runs on this folder. Start the server first.');
  const isAnswered = answer === 'continue' && schedule.question !== null;
  const endedDays = isAnswered ? await schedule.continueByClock() : [];
  return { question: schedule.question, endedDays, businessDay: view.directory.businessDay };
}

const toCents = (rand: number) => asPrice(Math.round(rand * 100));
