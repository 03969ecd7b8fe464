// The dealers who try every call and every hub message: three members, of which KAND has a dealer who sees everything of the
// member, two with own-only visibility, and one who lacks a permission.

export interface Person {
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
  /** The client for whom they deal. */
  readonly client: string;
  /** A member that they deal with. */
  readonly other: string;
  /** The users whose orders and deals they see, their own first. */
  readonly sees: readonly string[];
}

const kand = { member: 'KAND', client: '9996S', other: 'VELD' } as const;
export const thandi: Person = { ...kand, userId: 'thandi', dealer: 'THN', sees: ['thandi', 'johan', 'sol'] };
export const johan: Person = { ...kand, userId: 'johan', dealer: 'JVM', sees: ['johan'] };
export const sol: Person = { ...kand, userId: 'sol', dealer: 'SOL', sees: ['sol'] };
export const pieter: Person = {
  userId: 'pieter',
  member: 'VELD',
  dealer: 'PBO',
  client: '8001V',
  other: 'KARO',
  sees: ['pieter'],
};
export const lerato: Person = {
  userId: 'lerato',
  member: 'KARO',
  dealer: 'LMO',
  client: '7310A',
  other: 'VELD',
  sees: ['lerato'],
};
/** A dealer of KAND from whom the tests revoke one permission at a time. */
export const zinzi: Person = { ...kand, userId: 'zinzi', dealer: 'ZIN', sees: [] };

export const people: readonly Person[] = [thandi, johan, sol, pieter, lerato];
export const isOwnOnly = (person: Person): boolean => person === johan || person === sol;
/** A text that names a member of the market. */
export const memberCodes = /KAND|VELD|KARO/;

/** The user ids in the references of a text, see `ScopeFixture.mark`. */
export function marksIn(value: unknown): string[] {
  const matches = JSON.stringify(value).matchAll(/of-([a-z]+)-\d+/g);
  return [...new Set([...matches].map(([, userId = '']) => userId))].sort();
}
