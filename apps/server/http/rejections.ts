// The errors that end a request with a rejection. All rejections have one shape: what happened, why, and what to do.
import { CallRejected } from '@openpit/market';

/** Ends a request with 400. The errors are by path of the field. */
export class InvalidRequest extends Error {
  override name = 'InvalidRequest';
  readonly errors: Readonly<Record<string, string[]>>;

  constructor(errors: Readonly<Record<string, string[]>>) {
    super('The request cannot be understood.');
    this.errors = errors;
  }
}

export const notSignedIn = () =>
  new CallRejected(401, 'notSignedIn', 'You are not signed in, or your session has ended. Sign in again.');

export function tooManyAttempts(seconds: number): CallRejected {
  const time = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new CallRejected(
    429,
    'tooManyAttempts',
    `Too many attempts to sign in. Wait ${time}, then try again.`,
    seconds,
  );
}
