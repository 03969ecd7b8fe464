// The calls of signed-in users, independent of the transport: commands with their replies, outcomes by request id, and queries
// that need more than a row of a projection. Bodies have the shapes that the wire's schemas accept.
import type { MarketView, RequestAnswer } from '@openpit/projections';
import {
  type Answer,
  type Clock,
  lots,
  minutesAhead,
  type OrderAnswer,
  type OrderGateway,
  type Outcome,
  rejectionCatalogue,
  rejectionSentence,
  rejectionStatus,
  rememberedDays,
  type Submission,
  type Venue,
  type Verdict,
} from '@openpit/venue';
import {
  type Abandonment,
  type BodyOf,
  type ErrorBody,
  type HqAccess,
  type ListedPrice,
  type MarketRow,
  type OrderReply,
  type OwnActionRow,
  type OwnActionsReply,
  type PermissionFlag,
  type PhasesReply,
  type PresentMargin,
  type PreviewMarginBody,
  type PreviewMarginReply,
  paths,
  requiredPermissions,
  toRand,
  type UserCommandKind,
  userCommandKinds,
  userCommands,
} from '@openpit/wire';
import { dayEndsAt } from '../schedule/run-schedule.ts';
import type { ScheduleCalendar } from '../schedule/schedule-calendar.ts';
import { commandOfBody, marginQueryOf } from './command-of-body.ts';
import { replyOfAnswer } from './reply-of-answer.ts';

/** The side that answers calls: the server, or the market of a page. */
export interface MarketAccess {
  readonly gateway: OrderGateway;
  readonly view: MarketView;
  readonly previewMargin: Venue['previewMargin'];
  readonly presentMargins: Venue['presentMargins'];
  /** Rejects with GatewayUnavailable while a command of this id may be in the journal without an outcome. */
  readonly firstUseOf: (userId: string, requestId: string) => Promise<ReturnType<Venue['firstUseOf']>>;
  readonly clock: Pick<Clock, 'now'>;
  /** The times at which steps of the schedule are due; null for a market without a schedule. */
  readonly calendar: ScheduleCalendar | null;
}

/** Ends a call with a rejection: what happened, why, and what to do. */
export class CallRejected extends Error {
  override name = 'CallRejected';
  readonly body: ErrorBody;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.body = { status, code, message };
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The maximum number of paths in one reply. A body of 100 kB can have a fault in each of 10,000 fields. */
const maxPaths = 100;

/** Messages by path: the first `maxPaths` paths. A path may be any text, even the name of something that every object has. */
export function errorsByPath(
  issues: Iterable<readonly [path: string, message: string]>,
): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const [path, message] of issues) {
    const messages = errors.get(path);
    if (messages !== undefined) messages.push(message);
    else if (errors.size === maxPaths) break;
    else errors.set(path, [message]);
  }
  return Object.fromEntries(errors);
}

const badInputTitle = 'The request cannot be understood. Correct the fields named below and send it again.';

/** The body of a reply 400, with the messages by path. */
export const badInput = (errors: Readonly<Record<string, readonly string[]>>) => ({
  status: 400,
  title: badInputTitle,
  errors,
});

export const notPermitted = (flag: PermissionFlag): CallRejected =>
  new CallRejected(403, 'notPermitted', rejectionCatalogue.notPermitted.sentence({ flag }));

export const notFound = (sentence: string): CallRejected => new CallRejected(404, 'notFound', sentence);

/**
 * The command of a body that the schema of this kind has accepted. Throws CallRejected for a user without its permissions. A repeat needs
 * none, because the venue answers it with the first reply, which the user may have lost.
 */
export async function submissionOf<Kind extends UserCommandKind>(
  market: Pick<MarketAccess, 'view' | 'firstUseOf'>,
  userId: string,
  kind: Kind,
  body: BodyOf<Kind>,
): Promise<Submission & { readonly requestId: string }> {
  const command = commandOfBody(kind, body);
  const flags = market.view.rights.of(userId)?.flags;
  const missing = requiredPermissions[kind].find((flag) => flags?.[flag] !== true);
  if (missing !== undefined && !(await isRepeat(market, userId, command.requestId)))
    throw notPermitted(missing);
  return { by: { kind: 'user', userId }, ...command };
}

/** Whether the market has the request already. It then does nothing, whatever the user may do now. */
export const isRepeat = async (
  { firstUseOf }: Pick<MarketAccess, 'firstUseOf'>,
  userId: string,
  requestId: string,
): Promise<boolean> => (await firstUseOf(userId, requestId)).day !== 'unknown';

/** The reply to a command that the venue has handled. Throws CallRejected for a rejected call. */
export function replyToCommand(
  { view }: Pick<MarketAccess, 'view'>,
  { seq, repeats, verdict }: Outcome,
): object {
  if (verdict.kind === 'rejected') throw new CallRejected(...rejectionOf(verdict));
  const dealt = view.answers.at(repeats ?? seq)?.dealt;
  return replyOfAnswer(
    { seq: repeats ?? seq, answer: verdict.answer, dealt },
    { repeated: repeats !== null },
  );
}

/** The calls on deals and on unmatched deals have the outcomes of both. */
export const dealOutcomePaths: readonly string[] = [paths.dealByRequestId, paths.unmatchedDealByRequestId];

/** The commands whose outcomes the call with this path reports. */
export function commandsAnsweredAt(path: string): readonly UserCommandKind[] {
  const family = dealOutcomePaths.includes(path) ? dealOutcomePaths : [path];
  return userCommandKinds.filter((kind) => family.includes(userCommands[kind].outcomePath));
}

type RequestOutcome =
  | { readonly outcome: 'accepted'; readonly reply: object }
  | ({ readonly outcome: 'rejected'; readonly seq: number } & ErrorBody);

/** The outcome of a request, for a client that lost the reply. Throws CallRejected when the market has none, GatewayUnavailable while it is unknown. */
export async function outcomeOfRequest(
  { view, firstUseOf }: Pick<MarketAccess, 'view' | 'firstUseOf'>,
  { userId, requestId, path }: { readonly userId: string; readonly requestId: string; readonly path: string },
): Promise<RequestOutcome> {
  // First, so that a command that is being written has its outcome in the answers.
  const first = await firstUseOf(userId, requestId);
  const answer = first.day === 'today' ? view.answers.at(first.seq) : undefined;
  if (answer === undefined)
    throw first.day === 'unknown' ? noSuchRequest(requestId) : earlierRequest(requestId);
  const { seq, command, verdict, dealt } = answer;
  if (!commandsAnsweredAt(path).some((kind) => kind === command)) throw outcomeElsewhere(requestId, command);
  if (verdict.kind === 'accepted')
    return {
      outcome: 'accepted',
      reply: replyOfAnswer({ seq, answer: verdict.answer, dealt }, { repeated: false }),
    };
  const [status, code, message] = rejectionOf(verdict);
  return { outcome: 'rejected', seq, status, code, message };
}

/** The commands that the user has sent today with a higher sequence number than `after`, from any browser or program. */
export function ownActionsOf(
  { answers, directory }: Pick<MarketView, 'answers' | 'directory'>,
  userId: string,
  after = 0,
): OwnActionsReply {
  return { businessDay: directory.businessDay, actions: answers.recentOf(userId, after).map(ownActionRow) };
}

function ownActionRow({ seq, command, verdict, dealt, requestId, at, orders }: RequestAnswer): OwnActionRow {
  const answered = verdict.kind === 'accepted' ? verdict.answer : null;
  const replies = orderAnswers(answered).map((orderAnswer) =>
    replyOfAnswer({ seq, answer: orderAnswer, dealt }, { repeated: false }),
  ) as OrderReply[];
  return {
    seq,
    at,
    requestId,
    command,
    orders: orders.map(({ activeOrderSeq, contract, side, lots, price }) => ({
      activeOrderSeq,
      contract,
      side,
      qty: lots,
      price: toRand(price),
      reply: replies.find((reply) => reply.activeOrderSeq === activeOrderSeq) ?? null,
    })),
    numbers: numbersOf(answered),
    error: verdict.kind === 'accepted' ? null : errorOf(rejectionOf(verdict)),
  };
}

const errorOf = ([status, code, message]: ReturnType<typeof rejectionOf>) => ({ status, code, message });

function orderAnswers(answer: Answer | null): readonly OrderAnswer[] {
  if (answer?.kind === 'order') return [answer];
  return answer?.kind === 'double' ? [answer.bid, answer.offer] : [];
}

function numbersOf(answer: Answer | null): string[] {
  switch (answer?.kind) {
    case 'orders':
      return answer.orders.map(String);
    case 'deals':
      return answer.deals.map(String);
    case 'unmatched':
      return [String(answer.unmatchedSeq)];
    case 'siloTender':
    case 'siloBid':
      return [String(answer.siloCertSeq)];
    case 'strike':
      return [...answer.contracts];
    default:
      return [];
  }
}

/** Claims no more than was looked up: the record may lack the request because a backup was restored, or because it is too old. */
const noSuchRequest = (requestId: string) =>
  notFound(
    `The market has no record of your request ${requestId}, today or on the previous ${rememberedDays} business days. If you sent it earlier, or had a reply to it, look at your orders and deals. Otherwise send it again with the same id: it is then carried out at most once.`,
  );

/** Not 404, which says that the market has no record of the request. */
function outcomeElsewhere(requestId: string, command: Outcome['command']): CallRejected {
  const kind = userCommandKinds.find((userCommand) => userCommand === command);
  if (kind === undefined) return noSuchRequest(requestId);
  return new CallRejected(
    409,
    'outcomeElsewhere',
    `Your request ${requestId} was another kind of command. Ask ${userCommands[kind].outcomePath} for its outcome.`,
  );
}

const earlierRequest = (requestId: string) =>
  new CallRejected(
    409,
    'outcomeTooOld',
    `Your request ${requestId} reached the market on an earlier business day, whose outcomes are no longer kept. Look at your orders and deals to see what it did.`,
  );

function rejectionOf({
  rejection,
}: Extract<Verdict, { readonly kind: 'rejected' }>): [status: number, code: string, sentence: string] {
  return [rejectionStatus(rejection), rejection.code, rejectionSentence(rejection)];
}

/** Sends the preferences that the market's decisions depend on. Throws CallRejected with the market's rejection. */
export async function applyPreferences(
  { gateway, view }: Pick<MarketAccess, 'gateway' | 'view'>,
  userId: string,
  { maxOrderQuantity, timeout, suspendOnDisconnect }: MarketPreferences,
): Promise<void> {
  const submit = async (command: Submission['command']) => {
    const { verdict } = await gateway.submit({ by: { kind: 'user', userId }, requestId: null, command });
    if (verdict.kind === 'rejected') throw new CallRejected(...rejectionOf(verdict));
  };
  const rights = view.rights.of(userId);
  if (rights === undefined) return;
  if (maxOrderQuantity !== undefined && rights.ownMaxLots !== maxOrderQuantity)
    await submit({ kind: 'setOwnMaxOrderQuantity', maxLots: lots(maxOrderQuantity) });
  const timeOutSeconds = timeout ?? rights.timeOutSeconds;
  const suspendsOnDisconnect = suspendOnDisconnect ?? rights.suspendsOnDisconnect;
  if (timeOutSeconds !== rights.timeOutSeconds || suspendsOnDisconnect !== rights.suspendsOnDisconnect)
    await submit({ kind: 'setOwnOrderGuards', timeOutSeconds, suspendsOnDisconnect });
}

/** The fields of the preferences document that concern the market; fields that are omitted stay unchanged. */
interface MarketPreferences {
  readonly maxOrderQuantity?: number | undefined;
  readonly timeout?: number | undefined;
  readonly suspendOnDisconnect?: boolean | undefined;
}

/** The user's place in the market: member, dealer, and visibility. */
export function accessOf(
  { rights, directory }: MarketView,
  userId: string,
): Omit<HqAccess, 'userName' | 'email' | 'twoFactorEnabled'> {
  const right = rights.of(userId);
  const member = right?.member ?? '';
  const onlyDealer = right?.onlyDealer ?? null;
  const dealers = directory
    .dealersOf(member)
    .filter(({ code }) => onlyDealer === null || code === onlyDealer);
  const clients = directory.clientsOf(member).filter(({ active }) => active);
  return {
    userId,
    memberCode: member,
    memberName: directory.member(member)?.name ?? '',
    branch: directory.dealer(member, right?.dealer ?? '')?.branch ?? '',
    dealerCode: right?.dealer ?? '',
    dealers: dealers.map(({ code, name, branch }) => ({ code, name, branch })),
    clients: clients.map(({ code, name }) => ({ code, name })),
    subAccounts: [...directory.subAccountsOf(member)],
    scope: onlyDealer === null ? 'member' : 'own',
  };
}

/**
 * The current phases. What follows is derived from the present schedule, because the hours, or who runs the market, may have changed
 * since a phase began.
 */
function phasesNow({ view, clock, calendar }: Pick<MarketAccess, 'view' | 'clock' | 'calendar'>) {
  const after = clock.now();
  return view.exchangeDay.groups().map((groupPhase) => {
    if (calendar === null) return groupPhase;
    const { group, phase } = groupPhase;
    return {
      ...groupPhase,
      next: calendar.nextPhase(group, { phase, after }),
      opensAt: calendar.opensAt(group, { phase, after }),
    };
  });
}

/** The minutes by which the market's time is ahead of UTC. Without a schedule, the hours of the reference data say it. */
export const offsetMinutesOf = ({ calendar, view }: Pick<MarketAccess, 'calendar' | 'view'>): number =>
  calendar?.offsetMinutes ?? minutesAhead(view.directory.hours?.utcOffset);

/** The part of the settings of a browser that follows from the market. */
export const settingsOfMarket = (market: Pick<MarketAccess, 'view' | 'clock' | 'calendar'>) => ({
  marketName: market.view.directory.marketName,
  exchangeDay: { serverTime: market.clock.now(), groups: phasesNow(market) },
  utcOffsetMinutes: offsetMinutesOf(market),
});

/** The state of the exchange day for the browser's clock: phases, halts and the end of the day. */
export function phasesReplyOf(market: Pick<MarketAccess, 'view' | 'clock' | 'calendar'>): PhasesReply {
  const { view, clock, calendar } = market;
  const { directory, exchangeDay } = view;
  const serverTime = clock.now();
  const endsAt = calendar === null ? null : dayEndsAt({ calendar, view }, serverTime);
  return {
    serverTime,
    businessDay: directory.businessDay,
    utcOffsetMinutes: offsetMinutesOf(market),
    groups: phasesNow(market).map((groupPhase) => ({
      ...groupPhase,
      instruments: directory.instrumentsOf(groupPhase.group),
      dealsUntil:
        calendar?.dealsUntil(groupPhase.group, {
          phase: groupPhase.phase,
          after: serverTime,
          dayEndsAt: endsAt,
        }) ?? null,
    })),
    dayEndsAt: endsAt,
    halted: [...exchangeDay.halted()],
    ...(directory.selfMatch !== null && { selfMatch: directory.selfMatch }),
  };
}

/** Data that a dealer with own-only visibility may not learn. */
const marginNotVisible = () =>
  new CallRejected(
    403,
    'marginNotVisible',
    'You see your own orders and deals only, and a margin would reveal the account’s positions.',
  );

/** The initial margin of an account before and after an order. Throws CallRejected. */
export function marginPreviewOf(
  { view, previewMargin }: Pick<MarketAccess, 'view' | 'previewMargin'>,
  userId: string,
  body: PreviewMarginBody,
): PreviewMarginReply {
  const rights = view.rights.of(userId);
  if (rights?.flags.insertOrderOrDouble !== true) throw notPermitted('insertOrderOrDouble');
  if (rights.onlyDealer !== null) throw marginNotVisible();
  const preview = previewMargin(userId, marginQueryOf(body));
  if ('code' in preview)
    throw new CallRejected(rejectionStatus(preview), preview.code, rejectionSentence(preview));
  const { before, after, withOpenOrders, limit } = preview;
  return {
    before: toRand(before),
    after: toRand(after),
    withOpenOrders: toRand(withOpenOrders),
    limit: toRand(limit),
  };
}

/** The margins that the accounts of the user's member need now, one position or account per step. Throws CallRejected. */
export function presentMarginsOf(
  { view, presentMargins }: Pick<MarketAccess, 'view' | 'presentMargins'>,
  userId: string,
): Iterable<readonly PresentMargin[]> {
  const rights = view.rights.of(userId);
  if (rights === undefined) return [];
  if (rights.onlyDealer !== null) throw marginNotVisible();
  const { rows } = view.rowsInSteps('positions', { userId, member: rights.member });
  return (function* () {
    const principals = new Set<string>();
    for (const row of rows) {
      if (row !== undefined) principals.add(row.principal);
      yield [];
    }
    for (const principal of principals)
      yield presentMargins(principal).map(({ instrument, margin }) => ({
        principal,
        instrument,
        margin: toRand(margin),
      }));
  })();
}

/** The instructions to abandon options that the user may see. */
export function abandonmentsOf({ rights, abandonments }: MarketView, userId: string): Abandonment[] {
  const userRights = rights.of(userId);
  return userRights === undefined ? [] : abandonments.of(userRights);
}

/** The part of a row that `GetPrices` answers. */
export const listedPrice = (row: MarketRow): ListedPrice => ({
  contract: row.contract,
  displaySeq: row.displaySeq,
  instrument: row.instrument,
  contractDisplay: row.contractDisplay,
  contractDate: row.contractDate,
  systemCode: row.systemCode,
  bid: row.bid,
  offer: row.offer,
  last: row.last,
  mtm: row.mtm,
  time: row.time,
  ...(row.noticeUntil === undefined ? {} : { noticeUntil: row.noticeUntil }),
});
