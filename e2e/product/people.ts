// The people of journeys: three dealers of three members. Thandi and Pieter have all permissions, Lerato has none. The
// demonstration has one such group; a product that journeys share has its own group for each journey, so that none sees
// another's orders, deals, layouts and preferences.
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly member: string;
  readonly dealer: string;
  readonly hasAllPermissions: boolean;
}

export interface People {
  readonly thandi: Person;
  readonly pieter: Person;
  readonly lerato: Person;
}
export type PersonName = keyof People;

/** The password of all people, including those in the demonstration. */
export const demoPassword = 'maize-and-wheat';

export const demoPeople: People = {
  thandi: person('thandi', {
    displayName: 'Thandi Nkosi',
    member: 'KAND',
    dealer: 'THN',
    hasAllPermissions: true,
  }),
  pieter: person('pieter', {
    displayName: 'Pieter Botha',
    member: 'VELD',
    dealer: 'PBO',
    hasAllPermissions: true,
  }),
  lerato: person('lerato', {
    displayName: 'Lerato Mokoena',
    member: 'KARO',
    dealer: 'LMO',
    hasAllPermissions: false,
  }),
};

/** A group like the demonstration's, of members `KA07`, `VE07` and `KR07`. */
export function peopleOfGroup(number: number): People {
  const suffix = String(number).padStart(2, '0');
  const { thandi, pieter, lerato } = demoPeople;
  return {
    thandi: person(`thandi-${suffix}`, { ...thandi, member: `KA${suffix}` }),
    pieter: person(`pieter-${suffix}`, { ...pieter, member: `VE${suffix}` }),
    lerato: person(`lerato-${suffix}`, { ...lerato, member: `KR${suffix}` }),
  };
}

function person(
  userId: string,
  { displayName, member, dealer, hasAllPermissions }: Omit<Person, 'userId' | 'email'>,
): Person {
  return {
    userId,
    email: `${userId}@${member.toLowerCase()}.example`,
    displayName,
    member,
    dealer,
    hasAllPermissions,
  };
}

/** The codes of their members, under the names that the demonstration's have. */
export function membersOf({ people: { thandi, pieter, lerato } }: { readonly people: People }) {
  return { KAND: thandi.member, VELD: pieter.member, KARO: lerato.member };
}
