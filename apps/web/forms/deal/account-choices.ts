// The accounts to which a form can give a deal: the own member and its clients, each with its sub-accounts.
import type { HqAccess } from '@openpit/wire';
import type { Choice } from '../../ui/fields.tsx';
import { principalChoices } from '../ticket/order-draft.ts';

/** The own member first. */
export function principals(account: HqAccess | null): readonly Choice[] {
  return principalChoices(account).map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }));
}

/** The first is none, the empty text. */
export function subAccounts(
  account: Pick<HqAccess, 'subAccounts'> | null,
  principal: string,
): readonly Choice[] {
  const codes = account?.subAccounts.filter((one) => one.principal === principal) ?? [];
  return [{ value: '', label: 'None' }, ...codes.map(({ code }) => ({ value: code, label: code }))];
}
