// Password storage, rules for new passwords, generated passwords. Passwords are stored as argon2id hashes (19 MiB, two passes) and
// compared a few at a time, so that many sign-ins cannot take all memory. An unknown e-mail address takes the same time as a wrong
// password, so that timing reveals nothing. The library computes on Node's thread pool.
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { newPasswordLength } from '@openpit/wire';
import { dictionary } from '@zxcvbn-ts/language-common';
import { base32Of } from './totp.ts';

/** The library's default algorithm is argon2id. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
const atOnce = 4;

export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** The hash of a random password, which is compared when the e-mail address is unknown. */
  #unknownUser: Promise<string> | null = null;

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, cost));
  }

  /** Whether the password matches this hash; without a hash it does the same work and returns false. */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    if (passwordHash !== null) return this.#inTurn(() => verify(passwordHash, password));
    this.#unknownUser ??= this.hash(crypto.randomUUID());
    const unknownUser = await this.#unknownUser;
    await this.#inTurn(() => verify(unknownUser, password));
    return false;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < atOnce) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot is handed to the next waiter, so that a newcomer cannot grab it first.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

/** Shorter words occur in passwords by chance. */
const shortestWord = 3;
const product = 'openpit';

interface PasswordOwner {
  readonly email: string;
  readonly displayName: string;
  /** The code of the user's member. */
  readonly member: string;
  readonly hasTwoFactor: boolean;
}

let common: ReadonlySet<string> | null = null;

/**
 * The fault of a new password as a sentence; empty if it is accepted (NIST SP 800-63B, 3.1.1). A password must be long, absent from the
 * list of common passwords, and free of words that others know about the user. There are no rules about kinds of characters, and passwords
 * do not expire.
 */
export function passwordFaults(password: string, owner: PasswordOwner): string[] {
  const { length } = [...password];
  const { withTwoFactor, alone, max } = newPasswordLength;
  const shortest = owner.hasTwoFactor ? withTwoFactor : alone;
  if (length < shortest) return [`A password has at least ${shortest} characters. This one has ${length}.`];
  if (length > max) return [`A password has at most ${max} characters.`];
  const lower = password.toLowerCase();
  common ??= new Set(dictionary['passwords-common']);
  if (common.has(lower)) return ['This password is in a list of common passwords. Choose another one.'];
  const word = wordsOf(owner).find((word) => word.length >= shortestWord && lower.includes(word));
  if (word === undefined) return [];
  return [`A password must not contain "${word}", which others know of you. Choose another one.`];
}

function wordsOf({ email, displayName, member }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@');
  const names = [...displayName.split(/\s+/), ...local.split(/[.+_-]/), domain.split('.')[0] ?? ''];
  return [email, local, ...names, member, product].map((word) => word.toLowerCase());
}

/** A generated password for the operator to pass on: a hundred random bits, in groups that can be read aloud. */
export function newPassword(owner: PasswordOwner): string {
  for (;;) {
    const text = base32Of(randomBytes(13)).slice(0, 20).toLowerCase();
    const password = (text.match(/.{4}/g) ?? []).join('-');
    // It may happen to contain part of the name.
    if (passwordFaults(password, owner).length === 0) return password;
  }
}
