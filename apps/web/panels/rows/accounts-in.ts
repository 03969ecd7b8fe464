// The accounts that rows of accounts are about, for a choice of one.

interface OfAccount {
  readonly principal: string;
  readonly member: string;
}

/** The member's own account first, then its clients. */
export function accountsIn(rows: readonly OfAccount[]): readonly string[] {
  const isClient = new Map(rows.map(({ principal, member }) => [principal, principal === member ? 0 : 1]));
  return [...isClient.entries()]
    .sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1))
    .map(([principal]) => principal);
}
