// What the operator's command line prints after an action.

import type { PermissionFlag } from '@openpit/wire';
import { permissionFlags } from '@openpit/wire';
import { signInCodeHours } from '../auth/sign-in-codes.ts';
import { checkLine } from './day-checklist.ts';
import type { ErrorTradeReply, OperatorReplies } from './operator-actions.ts';
import type { ListedSession } from './operator-logins.ts';
import type { ValuationReply } from './operator-mtm.ts';
import type { ReferenceReply } from './operator-reference.ts';
import type { OperatorAction, RequestOf } from './operator-requests.ts';
import type { ListedUser } from './operator-users.ts';

const sentences: {
  readonly [Action in OperatorAction]: (request: RequestOf<Action>, reply: OperatorReplies[Action]) => string;
} = {
  grant: (_request, reply) => permissionsSentence('Granted', reply),
  revoke: (_request, reply) => permissionsSentence('Revoked', reply),
  scope: ({ scope }, { userId }) =>
    scope === 'own'
      ? `${userId} sees and acts on own orders and deals only.`
      : `${userId} sees and acts on all orders and deals of the member.`,
  announce: () => 'Announced to everyone who is signed in.',
  users: (_request, { users }) =>
    users.length === 0 ? 'The market has no users.' : users.map(userLine).join('\n'),
  'user-create': ({ email }, { userId, password }) =>
    `${userId} signs in with ${email} and this password, which is shown only now: ${password}\nThe user should change it. Permissions: "user grant ${userId} FLAG…".`,
  'user-disable': (_request, { userId, ended }) =>
    `${userId} cannot sign in any longer. Sessions ended: ${ended}.`,
  'user-enable': (_request, { userId }) => `${userId} may sign in again.`,
  'user-password': (_request, { userId, password }) =>
    `${userId} signs in with this password, which is shown only now: ${password}\nAll sessions of ${userId} have ended. The user should change the password.`,
  'user-sign-in-code': (_request, { userId, code }) =>
    `With e-mail address, password and this code, ${userId} signs in once within ${signInCodeHours} hours, also from a new browser while others try passwords: ${code}\nIt is shown only now. Pass it on only to the user, who enters it on the page of the sign-in.`,
  'user-sessions': (_request, { userId, sessions }) =>
    sessions.length === 0 ? `${userId} has no open session.` : sessions.map(sessionLine).join('\n'),
  'user-end-sessions': (_request, { userId, ended }) => `Sessions of ${userId} ended: ${ended}.`,
  'user-two-factor-reset': (_request, { userId, recoveryCode }) =>
    `With e-mail address, password and this code, ${userId} switches two-factor off within 24 hours: ${recoveryCode}\nIt is shown only now. Pass it on only to the user.`,
  phase: (_request, { groups }) =>
    groups.map(({ group, phase }) => `${group.padEnd(14)} ${phase}`).join('\n'),
  halt: ({ instrument }) => `${instrument} is halted. "resume ${instrument}" ends the halt.`,
  resume: ({ instrument }) => `${instrument} has resumed.`,
  'widen-limits': ({ instrument, band }) =>
    `The price limits of ${instrument} are ${band.toFixed(2)} either side of the last MTM until the day ends.`,
  'self-match': ({ selfMatch }) =>
    selfMatch === 'reject'
      ? 'An order that would match an own one is rejected.'
      : 'Orders may match own ones.',
  'set-margins': ({ instrument, initialMargin, classSpreadMargin, volatilityRange }, { effectiveFrom }) =>
    `From ${effectiveFrom} the initial margin of ${instrument} is ${rand(initialMargin)} per contract, and ${rand(classSpreadMargin)} for each leg of a spread; volatility is scanned by ${volatilityRange} points.`,
  'set-fees': ({ instrument, ownFuture, ownOption, clientFuture, clientOption }, { effectiveFrom }) =>
    `From ${effectiveFrom} the booking fees of ${instrument} per ton before VAT are ${rand(ownFuture)} for futures and ${rand(ownOption)} for options of a member’s own, ${rand(clientFuture)} and ${rand(clientOption)} of clients.`,
  'set-interest': ({ rate }, { effectiveFrom }) =>
    `From ${effectiveFrom} margins earn interest of ${rate.toFixed(2)} % per year.`,
  'reference-diff': (_request, reply) => diffSentence(reply),
  'reference-apply': (_request, reply) => appliedSentence(reply),
  'silo-stage': ({ stage }) =>
    `The delivery of silo certificates is at the stage "${stage}", if a future can be delivered today.`,
  'silo-award': () => 'The lots are awarded and delivered; the delivery is closed.',
  'silo-issue': ({ siloReceiptNo, owner }) => `Certificate ${siloReceiptNo} is issued to ${owner}.`,
  'silo-transfer': ({ siloReceiptNo, owner }) => `Certificate ${siloReceiptNo} belongs to ${owner}.`,
  'silo-split': ({ siloReceiptNo, tons }) =>
    `Certificate ${siloReceiptNo} is replaced by ${tons.map((_, at) => `${siloReceiptNo}-${at + 1}`).join(', ')}.`,
  'silo-encumber': ({ siloReceiptNo, lender }) => `Certificate ${siloReceiptNo} is encumbered for ${lender}.`,
  'silo-release': ({ siloReceiptNo }) => `Certificate ${siloReceiptNo} is released.`,
  'silo-load-out': ({ siloReceiptNo }) =>
    `Certificate ${siloReceiptNo} is cancelled: its grain was loaded out.`,
  'silo-storage': ({ siloReceiptNo, until }) =>
    `Storage of certificate ${siloReceiptNo} is paid until ${until}.`,
  'member-add': ({ code, branch, name }) => `Member ${code} is ${name}, with a branch in ${branch}.`,
  'dealer-add': ({ code, member, branch, name }) =>
    `Dealer ${member}/${code} is ${name} in ${branch}. "user create" makes a login.`,
  'client-add': ({ code, member, name }) => `Client ${code} of ${member} is ${name}.`,
  'account-disable': ({ account }) => `${account} is not active: nobody can deal for it. Its orders stay.`,
  'account-enable': ({ account }) => `${account} is active.`,
  'sub-account-add': ({ account, subAccount }) => `${account} has the sub-account ${subAccount}.`,
  'account-vat': ({ account, vatNumber }) =>
    vatNumber === null
      ? `${account} has no VAT number: its deliveries carry no VAT.`
      : `${account} has the VAT number ${vatNumber}: its deliveries carry the market’s VAT.`,
  'limit-position': ({ account, maxLots }) =>
    maxLots === null
      ? `${account} has no position limit.`
      : `${account} may hold at most ${maxLots} lots of a contract, open orders counted as dealt.`,
  'limit-quantity': ({ user, maxLots }) =>
    maxLots === null
      ? `Orders of ${user} have no limit of yours.`
      : `An order of ${user} has at most ${maxLots} lots.`,
  stop: ({ who }) =>
    `${who} may not trade, and all orders of ${who} are deleted. "resume-trading ${who}" ends this.`,
  'resume-trading': ({ who }) => `${who} may trade again.`,
  'limit-margin': ({ account, maxMargin }) =>
    maxMargin === null
      ? `${account} has no margin limit.`
      : `${account} may need at most ${rand(maxMargin)} of initial margin. Orders that could need more are rejected.`,
  'record-payment': ({ account, direction, amount }, { balance }) =>
    `${rand(amount)} ${direction === 'received' ? `received from ${account}` : `paid to ${account}`}. ${balanceSentence(account, balance)}`,
  'value-market': (_request, reply) => valuationSentence(reply),
  'correct-mtm': ({ contract, mtm }, reply) =>
    `The MTM of ${contract} is ${mtm.toFixed(2)}. ${valuationSentence(reply)}`,
  'approve-mtm': ({ run }) => `The day ends with the MTM of valuation ${run}.`,
  'cancel-deal': (_request, reply) =>
    errorTradeSentence(reply, 'cancel these deals', 'These deals are cancelled'),
  'reprice-deal': ({ price }, reply) =>
    errorTradeSentence(
      reply,
      `give these deals the price ${price.toFixed(2)}`,
      `These deals have the price ${price.toFixed(2)}`,
    ),
  'end-of-day': (_request, { checks, endedDay, businessDay }) =>
    [
      ...checks.map(checkLine),
      `Business day ${endedDay} has ended; the next is ${businessDay}. Everyone must sign in again.`,
    ].join('\n'),
  schedule: (_request, { question, endedDays, businessDay }) =>
    question ??
    [
      ...endedDays.map((day) => `Business day ${day} has ended.`),
      `The schedule runs. The business day is ${businessDay}.`,
    ].join('\n'),
};

function sessionLine({ beganAt, lastUsedAt, address, browser }: ListedSession): string {
  const [began, used] = [beganAt, lastUsedAt].map((at) => new Date(at).toISOString().slice(0, 16));
  return `since ${began}Z, last used ${used}Z, from ${address ?? 'unknown'}: ${browser ?? 'unknown browser'}`;
}

const rand = (amount: number): string => `R${amount.toFixed(2)}`;

function valuationSentence({ run, isFinal, contracts, accounts }: ValuationReply): string {
  const what = `Valuation ${run} of the day: ${contracts} contracts and ${accounts} accounts.`;
  return isFinal
    ? `${what} Trading has ended: "approve-mtm ${run}" approves it.`
    : `${what} It is provisional, because futures still trade.`;
}

function diffSentence({ effectiveFrom, changes, planned, ignores }: ReferenceReply): string {
  const lines =
    changes.length === 0 ? ['Nothing to change.'] : [`From ${effectiveFrom}:`, ...indented(changes)];
  if (planned !== null)
    lines.push(
      `A change waits already. "reference apply" puts this file in its place. From ${planned.effectiveFrom}:`,
      ...indented(planned.changes),
    );
  return [...lines, ...ignoredLine(ignores)].join('\n');
}

function appliedSentence({ effectiveFrom, changes, planned, ignores }: ReferenceReply): string {
  const lines: string[] = [];
  if (changes.length > 0) lines.push(`These changes begin with ${effectiveFrom}:`, ...indented(changes));
  else if (planned === null) lines.push('Nothing to change.');
  if (planned !== null) lines.push(`The change that waited for ${planned.effectiveFrom} is withdrawn.`);
  return [...lines, ...ignoredLine(ignores)].join('\n');
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

const ignoredLine = (ignores: boolean): string[] =>
  ignores
    ? [
        'The members, dealers, clients or tripartite arrangements of the file differ from those of the market. "reference" does not change them.',
      ]
    : [];

function balanceSentence(account: string, balance: number): string {
  if (balance === 0) return 'Nothing is owed.';
  return balance < 0
    ? `${account} owes ${rand(-balance)}.`
    : `The exchange owes ${account} ${rand(balance)}.`;
}

export function sentenceOf<Action extends OperatorAction>(
  request: RequestOf<Action>,
  reply: OperatorReplies[Action],
): string {
  const action: Action = request.action;
  return sentences[action](request, reply);
}

function permissionsSentence(
  done: string,
  {
    userId,
    named,
    held,
  }: { readonly userId: string; readonly named: number; readonly held: readonly PermissionFlag[] },
): string {
  return `${done} ${named} permission${named === 1 ? '' : 's'}. ${userId} now has: ${permissionList(held)}.`;
}

function userLine({ userId, member, dealer, login, held, isOwnOnly }: ListedUser): string {
  const email = login === null ? '(no login)' : `${login.email}${login.isDisabled ? ' (disabled)' : ''}`;
  const scope = isOwnOnly ? ', own orders and deals only' : '';
  return `${userId.padEnd(16)} ${`${member}/${dealer}`.padEnd(10)} ${email.padEnd(28)} ${permissionList(held)}${scope}`;
}

function permissionList(held: readonly PermissionFlag[]): string {
  if (held.length === 0) return 'no permissions';
  return held.length === permissionFlags.length ? 'all permissions' : held.join(', ');
}

/** The deals concerned; what happened to them, or what to do so that it happens. */
function errorTradeSentence({ deals, isConfirmed }: ErrorTradeReply, would: string, done: string): string {
  const list = deals.map((deal) => `  ${deal}`).join('\n');
  return isConfirmed
    ? `${list}\n${done}. Their members were notified, and the market’s figures follow.`
    : `${list}\nNothing has changed. To ${would}, give the same command with --confirm.`;
}
