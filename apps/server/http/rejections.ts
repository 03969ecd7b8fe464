// The errors that end a request with a rejection. All rejections have one shape: what happened, why, and what to do.
import { CallRejected } from '@openpit/market';

/** Ends a request with a rejection, which the error handler sends. */
export class HttpRejection extends CallRejected {
  override name = 'HttpRejection';
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | null = null) {
    super(status, code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Ends a request with 400. The errors are by path of the field. */
export class BadInput extends Error {
  override name = 'BadInput';
  readonly errors: Readonly<Record<string, string[]>>;

  constructor(errors: Readonly<Record<string, string[]>>) {
    super('The request cannot be understood.');
    this.errors = errors;
  }
}

/** Messages by path, for BadInput. A path may be any text, even the name of something that every object has. */
export function errorsByPath(
  issues: Iterable<readonly [path: string, message: string]>,
): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const [path, message] of issues) errors.set(path, [...(errors.get(path) ?? []), message]);
  return Object.fromEntries(errors);
}

export const notSignedIn = () =>
  new HttpRejection(401, 'notSignedIn', 'You are not signed in, or your session has ended. Sign in again.');

export function tooManyAttempts(seconds: number): HttpRejection {
  const time = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new HttpRejection(
    429,
    'tooManyAttempts',
    `Too many attempts to sign in. Wait ${time}, then try again.`,
    seconds,
  );
}
