// The words of commands in the language of scenarios (docs/scenarios.md), without the person who sends them.
import type { DealAccount } from '../deal-actions/deal-commands.ts';
import { amountText, asPrice } from '../kernel/units.ts';
import type { Command } from '../modules.ts';
import type { InsertOrder, OrderChange } from '../orders/order-commands.ts';

/** The words of a line, some of them empty; null if the language cannot express the command. */
export type Words = readonly string[] | null;

/** The word with its value; empty without a value. */
export const phrase = (word: string, value: string | number | null | undefined): string =>
  value === null || value === undefined || value === '' ? '' : `${word} ${value}`;
/** The name of a user in scenarios: `ABD KAND`. */
export const personOf = (userId: string): string => userId.split('/').reverse().join(' ');

function ownerWords({
  principal,
  capacity,
  subAccount,
  ref,
  holdOverUntil,
}: Pick<InsertOrder, 'principal' | 'capacity' | 'subAccount' | 'ref' | 'holdOverUntil'>): string[] {
  return [
    phrase('sub-account', subAccount),
    phrase('ref', ref),
    phrase('until', holdOverUntil),
    phrase('for', principal),
    phrase('capacity', capacity),
  ];
}

const isDay = (day: string | null | undefined): boolean =>
  day === null || day === undefined || /^\d{4}-\d\d-\d\d$/.test(day);

export function orderWords(command: Command): Words {
  switch (command.kind) {
    case 'insertOrder': {
      const { side, type, lots, contract, volatility = null, reference = null } = command;
      const { price = asPrice(0) } = command;
      if (!isDay(command.holdOverUntil) || (volatility === null && reference !== null)) return null;
      const plainVerb = side === 'B' ? 'buys' : 'sells';
      const at = volatility === null ? amountText(price) : amountText(volatility);
      const kind = type === 'Normal' ? '' : type.toUpperCase();
      const verb = volatility === null ? plainVerb : `${plainVerb} by volatility`;
      const asked = reference === null ? '' : phrase('reference', amountText(reference));
      return [verb, `${lots} ${contract} at ${at}`, asked, kind, ...ownerWords(command)];
    }
    case 'insertDoubleOrder': {
      const { bid, offer, contract, cancelOther } = command;
      const isPlain = bid.volatility == null && offer.volatility == null && command.reference == null;
      if (!isPlain || !isDay(command.holdOverUntil)) return null;
      const [bidPrice, offerPrice] = [bid, offer].map(({ price = asPrice(0) }) => amountText(price));
      const both = `${bid.lots}/${offer.lots} ${contract} at ${bidPrice}/${offerPrice}`;
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
      const { instrument = null, contract = null, principal, dealer } = command.filter;
      if (command.includeHoldOver === false || (instrument !== null && contract !== null)) return null;
      const verb = command.kind === 'cancelAllActiveOrders' ? 'cancels all' : 'suspends all';
      return [verb, phrase('in', contract ?? instrument), phrase('for', principal), phrase('by', dealer)];
    }
    case 'addStrike':
      return [
        `edits strikes of ${command.contractDate} ${command.instrument} to have ${amountText(command.strike)}`,
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
  const asked = price === null ? '' : phrase('at', amountText(price));
  const rest = [
    phrase('to', lots),
    asked,
    phrase('until', until),
    phrase('for', principal),
    phrase('capacity', capacity),
  ];
  return [`${kind === 'editSuspendOrder' ? 'edits' : 'amends'} #${activeOrderSeq}`, ...rest];
}

const accountName = ({ principal, subAccount }: Pick<DealAccount, 'principal' | 'subAccount'>): string =>
  subAccount == null ? principal : `${principal}/${subAccount}`;
const accountWords = ({ principal, subAccount, capacity }: DealAccount): string[] => [
  phrase('sub-account', subAccount),
  phrase('for', principal),
  phrase('capacity', capacity),
];

export function dealWords(command: Command): Words {
  switch (command.kind) {
    case 'splitDeal': {
      const { dealSeq, parts } = command;
      if (parts.some(({ capacity, ref }) => capacity != null || ref != null)) return null;
      const shares = parts.map((part) =>
        `${part.lots} for ${accountName(part)} ${phrase('by', part.dealer)}`.trim(),
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
        phrase('in', subAccount),
        phrase('for', principal),
        phrase('capacity', capacity),
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
      const against = phrase('against', counterpartyPrincipal);
      const { principal, subAccount, ref } = command;
      const owner = [
        phrase('sub-account', subAccount),
        phrase('ref', ref),
        phrase('for', principal),
        phrase('capacity', capacity),
      ];
      return [verb, `${lots} ${contract} at ${amountText(price)}`, against, ...owner];
    }
    case 'editUnmatchedDeal': {
      const { unmatchedSeq, lots, price, account } = command;
      const at = price === null ? '' : phrase('at', amountText(price));
      return [
        `edits report ${unmatchedSeq}`,
        phrase('to', lots),
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
        phrase('by', dealer),
        ...accountWords(command),
      ];
    }
    default:
      return null;
  }
}
