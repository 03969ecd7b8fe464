// Recognises browsers that have signed in to an account before, by a signed cookie. The cookie
// reveals neither the account nor a secret, and grants no access. It only distinguishes the browser
// from unknown places (sign-in-limits.ts).

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { dayMs } from '@openpit/wire';

/** How long a browser stays known after a sign-in. */
export const browserKnownMs = 180 * dayMs;
/** The maximum number of accounts for which a browser can be known. */
const maxAccounts = 5;

export class KnownBrowsers {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** The browser's id for an account, or null if the browser is unknown or its cookie has expired. */
  idOf(cookie: string | null, loginName: string, now: number): string | null {
    return this.#entryOf(cookie, loginName, now)?.id ?? null;
  }

  /** The cookie after a sign-in to an account. */
  withAccount(cookie: string | null, loginName: string, now: number): string {
    const browserEntry = this.#entryOf(cookie, loginName, now);
    const others = entriesOf(cookie).filter(({ text }) => text !== browserEntry?.text);
    const id = browserEntry?.id ?? randomBytes(16).toString('base64url');
    const expires = String(Math.floor((now + browserKnownMs) / 1000));
    const entry = `${id}.${expires}.${this.#signature(loginName, id, expires)}`;
    return [entry, ...others.map(({ text }) => text)].slice(0, maxAccounts).join('~');
  }

  #entryOf(cookie: string | null, loginName: string, now: number): Entry | undefined {
    return entriesOf(cookie).find(({ id, expires, signature }) => {
      const [received, expected] = [
        Buffer.from(signature),
        Buffer.from(this.#signature(loginName, id, expires)),
      ];
      return (
        received.length === expected.length &&
        timingSafeEqual(received, expected) &&
        Number(expires) * 1000 > now
      );
    });
  }

  #signature(loginName: string, id: string, expires: string): string {
    return createHmac('sha256', this.#key).update(`${loginName}\n${id}\n${expires}`).digest('base64url');
  }
}

interface Entry {
  readonly text: string;
  readonly id: string;
  readonly expires: string;
  readonly signature: string;
}

function entriesOf(cookie: string | null): readonly Entry[] {
  return (cookie ?? '').split('~', maxAccounts).flatMap((text) => {
    const [id, expires, signature, ...more] = text.split('.');
    if (id === undefined || expires === undefined || signature === undefined || more.length > 0) return [];
    return [{ text, id, expires, signature }];
  });
}
