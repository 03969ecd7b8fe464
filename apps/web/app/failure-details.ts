// The details of a failure as a text for the people who look into it: what, where, when, in which browser,
// and in which version. It contains no token.

import { version } from '../package.json';

export interface FailureCircumstances {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The path of the page. */
  readonly path: string;
  readonly browser: string;
}

/** One fact a line, then the stack. Addresses of the hub carry the token as a parameter (HUB-1): its value is left out. */
export function failureDetails(error: unknown, { at, path, browser }: FailureCircumstances): string {
  const lines = [
    failureSentence(error),
    `Time: ${new Date(at).toISOString()}`,
    `Page: ${path}`,
    `Browser: ${browser}`,
    `Version: ${version}`,
    ...(error instanceof Error && error.stack !== undefined ? ['', error.stack] : []),
  ];
  return lines.join('\n').replace(/access_token=[^&\s"')]*/g, 'access_token=(left out)');
}

/** The error in one line, as far as it says one. */
export function failureSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text === '' ? 'An error without a message' : text;
}
