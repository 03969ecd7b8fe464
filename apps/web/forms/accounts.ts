// The accounts that a form can act for (the user's member and its clients, each with its sub-accounts), and the member's dealers.
import type { Capacity, HqAccess } from '@openpit/wire';
import { useSession } from '../stores/session.ts';
import type { Choice } from '../ui/fields.tsx';

export interface PrincipalChoice {
  readonly code: string;
  readonly name: string;
  readonly capacity: Capacity;
}

/** Capacity determines the principal: P is the member itself, A is one of its clients. */
export function principalChoices(hqAccess: HqAccess | null): PrincipalChoice[] {
  if (hqAccess === null) return [];
  const { memberCode, memberName, clients } = hqAccess;
  return [
    { code: memberCode, name: memberName, capacity: 'P' as const },
    ...clients.map(({ code, name }) => ({ code, name, capacity: 'A' as const })),
  ];
}

/** The default principal for a capacity: the member, or the preferred client, or otherwise the first client. */
export function principalFor(
  capacity: Capacity,
  choices: readonly PrincipalChoice[],
  preferredClient: string,
): PrincipalChoice | null {
  const fitting = choices.filter((choice) => choice.capacity === capacity);
  return fitting.find((choice) => choice.code === preferredClient) ?? fitting[0] ?? null;
}

interface AccountOfOrder {
  readonly capacity: Capacity;
  readonly principal: string;
}

/** The fields for the account of an order. A chosen principal sets the capacity, and a capacity its default principal. */
export const accountFields = (
  { capacity, principal }: AccountOfOrder,
  {
    choices,
    client,
    edit,
  }: {
    readonly choices: readonly PrincipalChoice[];
    readonly client: string;
    readonly edit: (changed: AccountOfOrder) => void;
  },
) => ({
  ...{ capacity, principal, choices },
  onPrincipal(code: string) {
    const choice = choices.find((choice) => choice.code === code);
    if (choice !== undefined) edit({ principal: choice.code, capacity: choice.capacity });
  },
  onCapacity(chosen: Capacity) {
    const choice = principalFor(chosen, choices, client);
    if (choice !== null) edit({ principal: choice.code, capacity: chosen });
  },
});

/** "KAND · Kandela". */
export const codeChoice = ({ code, name }: { readonly code: string; readonly name: string }): Choice => ({
  value: code,
  label: `${code} · ${name}`,
});

/** The principals, the member first. */
export const principals = (hqAccess: HqAccess | null): readonly Choice[] =>
  principalChoices(hqAccess).map(codeChoice);

/** The principal's sub-accounts. The first choice is "None", with an empty string as its value. */
export function subAccounts(
  hqAccess: Pick<HqAccess, 'subAccounts'> | null,
  principal: string,
): readonly Choice[] {
  const codes = hqAccess?.subAccounts.filter((subAccount) => subAccount.principal === principal) ?? [];
  return [{ value: '', label: 'None' }, ...codes.map(({ code }) => ({ value: code, label: code }))];
}

export const useKnownDealers = (): readonly string[] =>
  (useSession(({ hqAccess }) => hqAccess?.dealers) ?? []).map(({ code }) => code).sort();
