// Which new passwords are accepted (NIST SP 800-63B, 3.1.1): long ones that are in no list of common passwords and do not
// contain what others know of the user. There are no rules about kinds of characters, and passwords do not expire.
import { newPasswordLength } from '@openpit/wire';
import { dictionary } from '@zxcvbn-ts/language-common';

/** A shorter word occurs in passwords by chance. */
const shortestWord = 3;
const product = 'openpit';

export interface PasswordOwner {
  readonly email: string;
  readonly displayName: string;
  /** The code of the user's member. */
  readonly member: string;
  readonly hasTwoFactor: boolean;
}

let common: ReadonlySet<string> | null = null;

/** What is wrong with a new password, for people; empty when it is accepted. */
export function passwordFaults(password: string, owner: PasswordOwner): string[] {
  const { length } = [...password];
  const { withTwoFactor, alone, most } = newPasswordLength;
  const shortest = owner.hasTwoFactor ? withTwoFactor : alone;
  if (length < shortest) return [`A password has at least ${shortest} characters. This one has ${length}.`];
  if (length > most) return [`A password has at most ${most} characters.`];
  const lower = password.toLowerCase();
  common ??= new Set(dictionary['passwords-common']);
  if (common.has(lower)) return ['This password is in a list of common passwords. Choose another one.'];
  const word = wordsOf(owner).find((one) => one.length >= shortestWord && lower.includes(one));
  if (word === undefined) return [];
  return [`A password must not contain "${word}", which others know of you. Choose another one.`];
}

function wordsOf({ email, displayName, member }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@');
  const names = [...displayName.split(/\s+/), ...local.split(/[.+_-]/), domain.split('.')[0] ?? ''];
  return [email, local, ...names, member, product].map((word) => word.toLowerCase());
}
