// The operator's actions on the parties of the market: members, dealers, clients and their sub-accounts, limits on positions and orders,
// and the kill switch.
import { type Client, type Command, lots, lotsText, type Member, type VenueEvent } from '@openpit/venue';
import * as z from 'zod/mini';
import {
  type ActingOperator,
  action,
  argumentSchemas,
  eventOf,
  numberOrNone,
  OperatorRejection,
  submit,
  text,
  word,
} from './operator-action.ts';
import { userIdOf } from './operator-users.ts';

const { account, matching, toldReason, user } = argumentSchemas;
const partyCode = argumentSchemas.code('A code has 1 to 8 capital letters or digits.');
const atMost80 = (missing: string) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(80, 'A name has at most 80 characters.'));
const code = word('CODE', partyCode);
const member = word('MEMBER', argumentSchemas.member);
const branch = word('BRANCH', atMost80('Name the branch, in quotes if it has spaces.'));
const name = text('NAME', atMost80('Give the name.'));
const who = word(
  'WHO',
  matching(/^[A-Z0-9]{1,8}(\/[A-Z0-9]{1,8})?$/, 'Name a member, or one of its dealers as MEMBER/DEALER.'),
);
const noVatNumber = 'Give a VAT number of 4 to 20 capital letters or digits, or none.';

/** Changes the active flag or the VAT number, or adds a sub-account, of a member or a client. Throws OperatorRejection. */
function changeOf(
  { view: { directory } }: ActingOperator,
  code: string,
  changed: { readonly active?: boolean; readonly subAccount?: string; readonly vatNumber?: string | null },
): Command {
  const { subAccount = null, vatNumber } = changed;
  const vat = vatNumber === undefined ? {} : { vatNumber };
  const member = directory.member(code);
  if (member !== undefined) {
    const { name, active } = { ...member, ...changed };
    return { kind: 'putMember', code, name, active, branch: null, subAccount, ...vat };
  }
  const client = directory.client(code);
  if (client === undefined) throw new OperatorRejection(`There is no member or client ${code}.`);
  const { name, active } = { ...client, ...changed };
  return { kind: 'putClient', code, member: client.member, name, active, subAccount, ...vat };
}

/** `KAND` or `KAND/THN`. */
const stoppedOf = (who: string): { member: string; dealer: string | null } => {
  const [member = '', dealer = null] = who.split('/');
  return { member, dealer };
};

const whoOf = ({ member, dealer }: { readonly member: string; readonly dealer: string | null }) =>
  dealer === null ? member : `${member}/${dealer}`;

/** A sentence about the member or the client that an accepted command has changed. */
const accountSentence =
  (sentence: (account: Member | Client) => string) => (events: readonly VenueEvent[]) => {
    const put = eventOf(events, 'memberPut', 'clientPut');
    return sentence(put.kind === 'memberPut' ? put.member : put.client);
  };

const lotsOf = (maxLots: number | null) => (maxLots === null ? null : lots(maxLots));

export const partyActions = {
  'member-add': action({
    words: 'member add',
    arguments: { code, branch, name },
    help: 'add a member, give it another name, or a further branch',
    command: (fields, { view }) => ({
      kind: 'putMember',
      ...fields,
      active: view.directory.member(fields.code)?.active ?? true,
      subAccount: null,
    }),
    says: (events) => {
      const { code, name, branches } = eventOf(events, 'memberPut').member;
      const inBranches = `${branches.length === 1 ? 'a branch' : 'branches'} in ${branches.join(', ')}`;
      return `Member ${code} is ${name}, with ${inBranches}.`;
    },
  }),
  'dealer-add': action({
    words: 'dealer add',
    arguments: { code, member, branch, name },
    help: 'add a dealer, or change the branch and the name of one',
    command: (fields) => ({ kind: 'putDealer', ...fields }),
    says: (events) => {
      const { code, member, branch, name } = eventOf(events, 'dealerPut').dealer;
      return `Dealer ${member}/${code} is ${name} in ${branch}. "user create" makes a login.`;
    },
  }),
  'client-add': action({
    words: 'client add',
    arguments: { code, member, name },
    help: 'add a client, or give it another name',
    command: (fields, { view }) => ({
      kind: 'putClient',
      ...fields,
      active: view.directory.client(fields.code)?.active ?? true,
      subAccount: null,
    }),
    says: (events) => {
      const { code, member, name } = eventOf(events, 'clientPut').client;
      return `Client ${code} of ${member} is ${name}.`;
    },
  }),
  'sub-account-add': action({
    words: 'sub-account add',
    arguments: { account: word('ACCOUNT', account), subAccount: code },
    help: 'enable a sub-account of a member or a client',
    command: ({ account, subAccount }, operator) => changeOf(operator, account, { subAccount }),
    says: accountSentence(
      ({ code, subAccounts = [] }) =>
        `${code} has the ${subAccounts.length === 1 ? 'sub-account' : 'sub-accounts'} ${subAccounts.join(', ')}.`,
    ),
  }),
  'account-disable': action({
    words: 'account disable',
    arguments: { account: word('ACCOUNT', account) },
    help: 'stop all dealing for a member or a client',
    command: ({ account }, operator) => changeOf(operator, account, { active: false }),
    says: accountSentence(
      ({ code }) => `${code} is not active: nobody can deal for it, and its orders are suspended.`,
    ),
  }),
  'account-enable': action({
    words: 'account enable',
    arguments: { account: word('ACCOUNT', account) },
    help: 'allow dealing again for a member or a client',
    command: ({ account }, operator) => changeOf(operator, account, { active: true }),
    says: accountSentence(
      ({ code }) =>
        `${code} is active. Orders that were suspended stay so until their dealers resubmit them.`,
    ),
  }),
  'account-vat': action({
    words: 'account vat',
    arguments: {
      account: word('ACCOUNT', account),
      vatNumber: word('NUMBER', z.nullable(matching(/^[A-Z0-9]{4,20}$/, noVatNumber)), ([number]) =>
        number === 'none' ? null : number,
      ),
    },
    help: 'the VAT number of a member or a client, whose deliveries then carry VAT; none removes it',
    command: ({ account, vatNumber }, operator) => changeOf(operator, account, { vatNumber }),
    says: accountSentence(({ code, vatNumber }) =>
      vatNumber === undefined
        ? `${code} has no VAT number: its deliveries carry no VAT.`
        : `${code} has the VAT number ${vatNumber}: its deliveries carry the market’s VAT.`,
    ),
  }),
  'limit-position': action({
    arguments: {
      account: word('ACCOUNT', account),
      maxLots: numberOrNone('LOTS', argumentSchemas.lotsOrNone(0)),
    },
    help: 'the maximum lots of a contract that the account may hold, over all its sub-accounts; none removes the limit',
    command: ({ account, maxLots }) => ({
      kind: 'limitPosition',
      principal: account,
      maxLots: lotsOf(maxLots),
    }),
    says: (events) => {
      const { principal, maxLots } = eventOf(events, 'positionLimited');
      return maxLots === null
        ? `${principal} has no position limit.`
        : `${principal} may hold at most ${lotsText(maxLots)} of a contract, open orders counted as dealt.`;
    },
  }),
  'limit-quantity': action({
    arguments: { user: word('USER', user), maxLots: numberOrNone('LOTS', argumentSchemas.lotsOrNone(1)) },
    help: 'the maximum lots of one order of the user; none removes the limit',
    run: async (operator, { user, maxLots }) => {
      const userId = await userIdOf(operator, user);
      const command = { kind: 'limitOrderQuantity', userId, maxLots: lotsOf(maxLots) } as const;
      const { operatorMaxLots } = eventOf((await submit(operator, command)).events, 'orderQuantityLimited');
      return operatorMaxLots === null
        ? `Orders of ${user} have no operator limit.`
        : `An order of ${user} has at most ${lotsText(operatorMaxLots)}, or fewer if the user’s preferences say so.`;
    },
  }),
  stop: action({
    arguments: { who, reason: text('REASON', toldReason) },
    help: 'the kill switch: cancel all orders of a member, or of one of its dealers (MEMBER/DEALER), and accept no new ones',
    command: ({ who, reason }) => ({ kind: 'stopTrading', ...stoppedOf(who), reason }),
    says: (events) => {
      const who = whoOf(eventOf(events, 'tradingStopped'));
      return `${who} may not trade, and all orders of ${who} are cancelled. "resume-trading ${who}" ends this.`;
    },
  }),
  'resume-trading': action({
    arguments: { who },
    help: 'let a stopped member or dealer trade again',
    command: ({ who }) => ({ kind: 'resumeTrading', ...stoppedOf(who) }),
    // A dealer can be stopped with its member, by itself, or both.
    says: (events) => `The stop of ${whoOf(eventOf(events, 'tradingResumed'))} has ended.`,
  }),
};
