// The text of the error toast for a failed call (ERR-1), a pure function. The first of several sources that has a text
// provides it.

export interface FailedCall {
  /** HTTP status; absent when no reply came. */
  readonly status?: number;
  readonly statusText?: string;
  /** The body, when it was JSON. */
  readonly body?: unknown;
  /** The body, when it was plain text. */
  readonly text?: string;
  /** The thrown error, when there was no reply. */
  readonly error?: { readonly message?: string; readonly code?: string | number };
}

export const maxErrorTextLength = 300;
/** Spelt as the specification spells it. */
export const unknownIssueText = 'Uknown issue: Contact Support.';

/** The text for people; several lines when the server named several fields. */
export function errorText({ status, statusText, body, text, error }: FailedCall): string {
  if (isRecord(body)) {
    if (isFilled(body.status) && isFilled(body.message)) return `${body.status}: ${body.message}`;
    if (isFilled(body.status) && isFilled(body.title))
      return [`${body.status}: ${body.title}`, ...validationLines(body.errors)].join('\n');
  }
  if (body !== undefined && body !== null) return JSON.stringify(body);
  const plain = text?.trim();
  if (plain) {
    const cut = plain.length > maxErrorTextLength ? `${plain.slice(0, maxErrorTextLength)}…` : plain;
    return status === undefined ? cut : `${status}: ${cut}`;
  }
  if (status !== undefined && statusText) return `${status}: ${statusText}`;
  if (error?.message) return isFilled(error.code) ? `${error.message} (${error.code})` : error.message;
  if (status !== undefined) return String(status);
  return unknownIssueText;
}

/** Each line of `{field: [line, …]}`; a server may also send a single text for a field. */
function validationLines(errors: unknown): string[] {
  if (!isRecord(errors)) return [];
  return Object.values(errors)
    .flat()
    .filter((line) => typeof line === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFilled(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
