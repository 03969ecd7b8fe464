// The operator's actions on the parties of the market: members, dealers, clients and their sub-accounts, limits on what they may hold and
// send, and the kill switch.
import { lots } from '@openpit/venue';
import { type ActingOperator, type Done, done, OperatorRejection } from './operator-parts.ts';
import type { RequestOf } from './operator-requests.ts';
import { userIdOf } from './operator-users.ts';

export const addMember = (operator: ActingOperator, request: RequestOf<'member-add'>): Promise<Done> => {
  const { code, branch, name } = request;
  const active = operator.view.directory.member(code)?.active ?? true;
  return done(operator, { kind: 'putMember', code, name, active, branch, subAccount: null });
};

export const addDealer = (
  operator: ActingOperator,
  { action: _action, ...dealer }: RequestOf<'dealer-add'>,
): Promise<Done> => done(operator, { kind: 'putDealer', ...dealer });

export const addClient = (operator: ActingOperator, request: RequestOf<'client-add'>): Promise<Done> => {
  const { code, member, name } = request;
  const active = operator.view.directory.client(code)?.active ?? true;
  return done(operator, { kind: 'putClient', code, member, name, active, subAccount: null });
};

/** Changes what is active or the VAT number, or adds a sub-account, of a member or a client. */
function change(
  operator: ActingOperator,
  code: string,
  changed: { readonly active?: boolean; readonly subAccount?: string; readonly vatNumber?: string | null },
): Promise<Done> {
  const { directory } = operator.view;
  const { subAccount = null, vatNumber } = changed;
  const vat = vatNumber === undefined ? {} : { vatNumber };
  const member = directory.member(code);
  if (member !== undefined) {
    const { name, active } = { ...member, ...changed };
    return done(operator, { kind: 'putMember', code, name, active, branch: null, subAccount, ...vat });
  }
  const client = directory.client(code);
  if (client === undefined) throw new OperatorRejection(`There is no member or client ${code}.`);
  const { name, active } = { ...client, ...changed };
  return done(operator, { kind: 'putClient', code, member: client.member, name, active, subAccount, ...vat });
}

export const setActive =
  (active: boolean) =>
  async (operator: ActingOperator, { account }: { readonly account: string }): Promise<Done> =>
    change(operator, account, { active });

export const addSubAccount = async (
  operator: ActingOperator,
  { account, subAccount }: RequestOf<'sub-account-add'>,
): Promise<Done> => change(operator, account, { subAccount });

export const setVatNumber = async (
  operator: ActingOperator,
  { account, vatNumber }: RequestOf<'account-vat'>,
): Promise<Done> => change(operator, account, { vatNumber });

export const limitPosition = (
  operator: ActingOperator,
  { account, maxLots }: RequestOf<'limit-position'>,
): Promise<Done> =>
  done(operator, {
    kind: 'limitPosition',
    principal: account,
    maxLots: maxLots === null ? null : lots(maxLots),
  });

export async function limitQuantity(
  operator: ActingOperator,
  { user, maxLots }: RequestOf<'limit-quantity'>,
): Promise<Done> {
  const userId = await userIdOf(operator, user);
  return done(operator, {
    kind: 'limitOrderQuantity',
    userId,
    maxLots: maxLots === null ? null : lots(maxLots),
  });
}

/** `KAND` or `KAND/THN`. */
const stoppedOf = (who: string): { member: string; dealer: string | null } => {
  const [member = '', dealer = null] = who.split('/');
  return { member, dealer };
};

export const stopTrading = (operator: ActingOperator, { who, reason }: RequestOf<'stop'>): Promise<Done> =>
  done(operator, { kind: 'stopTrading', ...stoppedOf(who), reason });

export const resumeTrading = (
  operator: ActingOperator,
  { who }: RequestOf<'resume-trading'>,
): Promise<Done> => done(operator, { kind: 'resumeTrading', ...stoppedOf(who) });
