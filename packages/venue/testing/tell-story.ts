// What was sent to the whole market, told in the language of scenarios (docs/scenarios.md): a failure of a property test is read, and run
// again, as a market story. A command for which the language has no words stands there as it is, behind a #. For tests only.
import type { Command, OrderChange } from '../commands.ts';
import { isDealCommand } from '../deals/deal-answer.ts';
import type { DealAccount, DealCommand } from '../deals/deal-commands.ts';
import type { Submission } from '../kernel/ports.ts';
import { rand } from '../orders/rand.ts';
import type { Outcome } from '../outcome.ts';
import { contractGroups } from '../session/session.ts';
import { openingMoves } from './operator-moves.ts';
import { wholeMarketGiven } from './whole-market.ts';

export interface StoryOf {
  readonly sent: readonly { readonly afterMs: number; readonly submission: Submission }[];
  readonly outcomes: readonly Outcome[];
}

/** The whole story; the market's opening is given, not told. */
export function tellStory(title: string, { sent, outcomes }: StoryOf): string {
  const told = sent.flatMap(({ afterMs, submission }, at): string[] => {
    if (at < openingMoves.length) return [];
    const { verdict } = outcomes[at] ?? { verdict: null };
    const rejected = verdict?.kind === 'rejected' ? [`  rejected ${verdict.rejection.code}`] : [];
    const line = tellLine(submission);
    const passed = afterMs === 0 ? [] : [`after ${afterMs / 1000} s`];
    return [
      ...passed,
      ...(line === null ? [`# no words for ${JSON.stringify(submission)}`] : [line, ...rejected]),
    ];
  });
  return [`# ${title.split('\n')[0] ?? ''}`, ...wholeMarketGiven, '', ...told, ''].join('\n');
}

/** Null where the language has no words for it. */
export function tellLine({ by, command, requestId }: Submission): string | null {
  const words = by.kind === 'user' ? byUser(by.userId, command) : byOperator(command);
  if (words === null) return null;
  const line = words.filter((word) => word !== '').join(' ');
  return requestId === null ? line : `${line} request ${requestId}`;
}

type Words = readonly string[] | null;

const said = (word: string, value: string | number | null | undefined): string =>
  value === null || value === undefined || value === '' ? '' : `${word} ${value}`;
const who = (userId: string): string => userId.split('/').reverse().join(' ');

function byOperator(command: Command): Words {
  switch (command.kind) {
    case 'endDay':
      return ['end of day'];
    case 'announce':
      return ['announcement', command.announcement, `"${command.message}"`];
    case 'beginPhase': {
      const [group] = command.groups;
      if (command.groups.length === contractGroups.length) return ['phase', command.phase];
      return command.groups.length === 1 ? ['phase', command.phase, said('for', group)] : null;
    }
    case 'haltInstrument':
      return ['halt', command.instrument, `"${command.reason}"`];
    case 'resumeInstrument':
      return ['resume', command.instrument];
    case 'widenLimits':
      return ['limits', command.instrument, rand(command.band)];
    case 'suspendTimedOutOrders':
      return ['time-outs'];
    case 'suspendDisconnectedOrders':
      return ['connection lost', who(command.userId)];
    case 'cancelDeal':
      return ['error trade', `${command.matchSeq}`, `"${command.reason}"`];
    case 'repriceDeal':
      return ['error trade', `${command.matchSeq}`, `"${command.reason}"`, said('at', rand(command.price))];
    case 'registerUser':
      return [who(command.userId), 'may enter'];
    case 'grantPermissions':
      return [who(command.userId), 'may', command.flags.join(', ')];
    case 'revokePermissions':
      return [who(command.userId), 'may not', command.flags.join(', ')];
    case 'limitOrderQuantity':
      return command.maxLots === null
        ? [who(command.userId), 'may order any quantity']
        : [who(command.userId), 'may order at most', `${command.maxLots}`];
    case 'setDealerScope':
      return [who(command.userId), command.scope === 'own' ? 'may act on own only' : 'may act for member'];
    case 'setSelfMatch':
      return ['self-match', command.selfMatch];
    case 'limitPosition':
      return command.maxLots === null
        ? [command.principal, command.principal, 'may hold any quantity']
        : [command.principal, command.principal, 'may hold at most', `${command.maxLots}`];
    default:
      return null;
  }
}

function byUser(userId: string, command: Command): Words {
  const words = isDealCommand(command) ? dealWords(command) : orderWords(command);
  return words === null ? null : [who(userId), ...words];
}

const percent = (sigma: number): string => rand(sigma);

function ownerWords(terms: {
  readonly principal: string;
  readonly capacity: string;
  readonly subAccount: string | null;
  readonly ref: string;
  readonly holdOverUntil?: string | null;
}): string[] {
  const { principal, capacity, subAccount, ref, holdOverUntil } = terms;
  return [
    said('sub-account', subAccount),
    said('ref', ref),
    said('until', holdOverUntil),
    said('for', principal),
    said('capacity', capacity),
  ];
}

const isDay = (day: string | null | undefined): boolean =>
  day === null || day === undefined || /^\d{4}-\d\d-\d\d$/.test(day);

function orderWords(command: Command): Words {
  switch (command.kind) {
    case 'insertOrder': {
      const { side, type, lots, contract, price, volatility = null, reference = null } = command;
      if (!isDay(command.holdOverUntil) || (volatility === null && reference !== null)) return null;
      const does = side === 'B' ? 'buys' : 'sells';
      const at = volatility === null ? rand(price) : percent(volatility);
      const how = type === 'Normal' ? '' : type.toUpperCase();
      const verb = volatility === null ? does : `${does} by volatility`;
      const asked = reference === null ? '' : said('reference', rand(reference));
      return [verb, `${lots} ${contract} at ${at}`, asked, how, ...ownerWords(command)];
    }
    case 'insertDoubleOrder': {
      const { bid, offer, contract, cancelOther } = command;
      const isPlain = bid.volatility == null && offer.volatility == null && command.reference == null;
      if (!isPlain || !isDay(command.holdOverUntil)) return null;
      const both = `${bid.lots}/${offer.lots} ${contract} at ${rand(bid.price)}/${rand(offer.price)}`;
      return ['buys and sells', both, cancelOther ? 'OCO' : '', ...ownerWords(command)];
    }
    case 'deleteActiveOrder':
      return [`deletes #${command.activeOrderSeq}`];
    case 'suspendActiveOrder':
      return [`suspends #${command.activeOrderSeq}`];
    case 'resubmitActiveOrder':
      return [`resubmits #${command.activeOrderSeq}`];
    case 'reduceActiveOrder':
      return [`reduces #${command.activeOrderSeq} to ${command.lots}`];
    case 'editSuspendOrder':
    case 'amendActiveOrder':
      return changeWords(command.kind, command.activeOrderSeq, command.change);
    case 'cancelAllActiveOrders':
    case 'suspendAllActiveOrders': {
      const { instrument, contract, principal, dealer } = command.filter;
      if (command.includeHoldOver === false || (instrument !== null && contract !== null)) return null;
      const verb = command.kind === 'cancelAllActiveOrders' ? 'cancels all' : 'suspends all';
      return [verb, said('in', contract ?? instrument), said('for', principal), said('by', dealer)];
    }
    case 'addStrike':
      return [
        `edits strikes of ${command.contractDate} ${command.instrument} to have ${rand(command.strike)}`,
      ];
    case 'setOwnMaxOrderQuantity':
      return [`may order by choice at most ${command.maxLots}`];
    case 'setOwnOrderGuards':
      return [
        `may rest by choice ${command.timeOutSeconds} s`,
        command.suspendsOnDisconnect ? 'disconnect' : '',
      ];
    default:
      return null;
  }
}

function changeWords(
  kind: 'editSuspendOrder' | 'amendActiveOrder',
  activeOrderSeq: number,
  { price, volatility, reference, lots, principal, capacity, subAccount, holdOver }: OrderChange,
): Words {
  const until = holdOver?.until;
  const isPlain = volatility == null && reference == null && subAccount === undefined && until !== null;
  if (!isPlain || (until !== undefined && kind === 'amendActiveOrder')) return null;
  const asked = price === null ? '' : said('at', rand(price));
  const rest = [
    said('to', lots),
    asked,
    said('until', until),
    said('for', principal),
    said('capacity', capacity),
  ];
  return [`${kind === 'editSuspendOrder' ? 'edits' : 'amends'} #${activeOrderSeq}`, ...rest];
}

const accountName = ({ principal, subAccount }: Pick<DealAccount, 'principal' | 'subAccount'>): string =>
  subAccount === null ? principal : `${principal}/${subAccount}`;
const accountWords = ({ principal, subAccount, capacity }: DealAccount): string[] => [
  said('sub-account', subAccount),
  said('for', principal),
  said('capacity', capacity),
];

function dealWords(command: DealCommand): Words {
  switch (command.kind) {
    case 'splitDeal': {
      const { dealSeq, parts } = command;
      if (parts.some(({ capacity, ref }) => capacity !== null || ref !== null)) return null;
      const shares = parts.map((part) =>
        `${part.lots} for ${accountName(part)} ${said('by', part.dealer)}`.trim(),
      );
      return [`amends deal ${dealSeq} into ${shares.join(', ')}`];
    }
    case 'cumulateDeal': {
      const [first, ...others] = command.dealSeqs;
      if (others.length === 0) return null;
      return [`amends deal ${first} with ${others.join(', ')}`, command.averagePrice ? 'average' : ''];
    }
    case 'correctDealPrinciple': {
      const { principal, subAccount, capacity, dealSeq } = command;
      return [
        `amends deal ${dealSeq}`,
        said('in', subAccount),
        said('for', principal),
        said('capacity', capacity),
      ];
    }
    case 'subAccountChange':
      return [`amends deal ${command.dealSeq} in ${command.subAccount ?? 'none'}`];
    case 'assignDealToMember':
      return [`amends deal ${command.dealSeq} to ${command.member}`];
    case 'tripartiteDeal':
      return [`amends deal ${command.dealSeq} to ${command.carryingMember} under ${command.client}`];
    case 'insertUnmatchedDeal': {
      const { side, counterparty, lots, contract, price, capacity, counterpartyPrincipal } = command;
      const verb = side === 'B' ? `buys from ${counterparty}` : `sells to ${counterparty}`;
      const against = said('against', counterpartyPrincipal);
      const { principal, subAccount, ref } = command;
      const owner = [
        said('sub-account', subAccount),
        said('ref', ref),
        said('for', principal),
        said('capacity', capacity),
      ];
      return [verb, `${lots} ${contract} at ${rand(price)}`, against, ...owner];
    }
    case 'editUnmatchedDeal': {
      const { unmatchedSeq, lots, price, account } = command;
      const at = price === null ? '' : said('at', rand(price));
      return [
        `edits report ${unmatchedSeq}`,
        said('to', lots),
        at,
        ...(account === null ? [] : accountWords(account)),
      ];
    }
    case 'deleteUnmatchedDeal':
      return [`deletes report ${command.unmatchedSeq}`];
    case 'acceptUnmatchedDeal': {
      const { unmatchedSeq, version, dealer } = command;
      return [
        `accepts report ${unmatchedSeq} version ${version}`,
        said('by', dealer),
        ...accountWords(command),
      ];
    }
  }
}
