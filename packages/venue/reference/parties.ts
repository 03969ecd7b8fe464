// Members, dealers and clients that the operator adds or changes while the market runs (market/rights.md, Parties). Nobody is
// removed: their actions stay in the record, and a member or a client that is not active cannot deal.
import { detailed, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import type { MarketContext } from './market.ts';
import { type Client, type Dealer, isVatNumber, type Member } from './reference-data.ts';

/**
 * Adds a member, or changes the member with this code. Fields that are omitted or null stay unchanged, except that a null `vatNumber`
 * removes it.
 */
export interface PutMember {
  readonly kind: 'putMember';
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
  /** Another branch; a new member needs one. */
  readonly branch: string | null;
  /** Another sub-account of the member's own book. */
  readonly subAccount: string | null;
  readonly clearingMember?: string;
  readonly bank?: string;
  readonly vatNumber?: string | null;
}
export interface PutDealer extends Dealer {
  readonly kind: 'putDealer';
}
/** Adds a client, or changes the one with this code. */
export interface PutClient {
  readonly kind: 'putClient';
  readonly code: string;
  readonly member: string;
  readonly name: string;
  readonly active: boolean;
  /** Another sub-account. */
  readonly subAccount: string | null;
  /** `null` for none; unchanged by default. */
  readonly vatNumber?: string | null;
}

export interface MemberPut {
  readonly kind: 'memberPut';
  readonly member: Member;
}
export interface DealerPut {
  readonly kind: 'dealerPut';
  readonly dealer: Dealer;
}
export interface ClientPut {
  readonly kind: 'clientPut';
  readonly client: Client;
}
export type PartyEvent = MemberPut | DealerPut | ClientPut;

export const partyRejections = {
  partyUnusable: detailed({
    when: 'add or change a member, a dealer or a client',
    examples: [{ what: 'dealer ABC', why: 'member KAND has no branch Sandton' }],
    sentence: (v) => `This ${v.what} cannot be used: ${v.why}.`,
  }),
};
const reject = rejectionsFrom(partyRejections);

type PartiesContext = MarketContext<object, PartyEvent>;

const isCode = (code: string): boolean => /^[A-Z0-9]{1,8}$/.test(code);
/** The codes with an additional code, if it is new. */
const withOne = (codes: readonly string[] = [], code: string | null): readonly string[] =>
  code === null || codes.includes(code) ? codes : [...codes, code];

export function putMember({ market, emit }: PartiesContext, command: PutMember): Rejection | null {
  const { code, name, active, branch, subAccount } = command;
  const before = market.members.get(code);
  const clearingMember = command.clearingMember ?? before?.clearingMember;
  const bank = command.bank ?? before?.bank;
  const member: Member = {
    code,
    name,
    active,
    branches: withOne(before?.branches, branch),
    subAccounts: withOne(before?.subAccounts, subAccount),
    ...(clearingMember === undefined ? {} : { clearingMember }),
    ...(bank === undefined ? {} : { bank }),
    ...vatNumberOf(command, before),
  };
  const why =
    nameFault('member', member) ??
    (market.clients.has(code) ? `client ${code} has this code` : null) ??
    (clearingMember === undefined || clearingMember === code || market.members.has(clearingMember)
      ? null
      : `its clearing member ${clearingMember} is not listed`) ??
    (member.branches.length === 0 ? 'it needs a branch' : null) ??
    subAccountFault(subAccount) ??
    vatNumberFault(member);
  if (why !== null) return reject('partyUnusable', { what: `member ${code}`, why });
  market.members.set(code, member);
  emit({ kind: 'memberPut', member });
  return null;
}

export function putDealer(
  { market, emit }: PartiesContext,
  { kind: _kind, ...dealer }: PutDealer,
): Rejection | null {
  const { code, member, branch } = dealer;
  const owner = market.members.get(member);
  const why =
    nameFault('dealer', dealer) ??
    (owner === undefined ? `member ${member} is not listed` : null) ??
    (owner?.branches.includes(branch) === true ? null : `member ${member} has no branch ${branch}`);
  if (why !== null) return reject('partyUnusable', { what: `dealer ${code}`, why });
  market.dealers.set(`${member}/${code}`, dealer);
  emit({ kind: 'dealerPut', dealer });
  return null;
}

export function putClient({ market, emit }: PartiesContext, command: PutClient): Rejection | null {
  const { code, member, name, active, subAccount } = command;
  const before = market.clients.get(code);
  const client: Client = {
    code,
    member,
    name,
    active,
    subAccounts: withOne(before?.subAccounts, subAccount),
    ...vatNumberOf(command, before),
  };
  const why =
    nameFault('client', client) ??
    (market.members.has(member) ? null : `member ${member} is not listed`) ??
    (market.members.has(code) ? `member ${code} has this code` : null) ??
    (before === undefined || before.member === member ? null : `it belongs to member ${before.member}`) ??
    subAccountFault(subAccount) ??
    vatNumberFault(client);
  if (why !== null) return reject('partyUnusable', { what: `client ${code}`, why });
  market.clients.set(code, client);
  emit({ kind: 'clientPut', client });
  return null;
}

function nameFault(
  subject: string,
  { code, name }: { readonly code: string; readonly name: string },
): string | null {
  if (!isCode(code)) return `the code of a ${subject} has 1 to 8 capital letters or digits`;
  return name.trim() === '' || name.length > 80 ? 'its name has 1 to 80 characters' : null;
}

type Vendor = Pick<Client, 'vatNumber'>;

function vatNumberOf(
  { vatNumber }: { readonly vatNumber?: string | null },
  before: Vendor | undefined,
): Vendor {
  const newVatNumber = vatNumber === undefined ? (before?.vatNumber ?? null) : vatNumber;
  return newVatNumber === null ? {} : { vatNumber: newVatNumber };
}

const vatNumberFault = ({ vatNumber }: Vendor): string | null =>
  vatNumber === undefined || isVatNumber(vatNumber)
    ? null
    : `VAT number "${vatNumber}" has not 4 to 20 capital letters or digits`;

const subAccountFault = (code: string | null): string | null =>
  code === null || isCode(code) ? null : `sub-account "${code}" has not 1 to 8 capital letters or digits`;
