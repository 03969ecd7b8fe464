// An entry of the audit log: who did what, from where, when, and with what outcome. The hash of each entry covers the previous
// entry, so that changing, omitting or moving one invalidates all later entries.
import { hash } from 'node:crypto';

/** An act or a failure to record. It must not contain a secret: no password, code or token. */
export interface AuditFact {
  readonly kind:
    | 'signIn'
    | 'signOut'
    | 'session'
    | 'password'
    | 'twoFactor'
    | 'denied'
    | 'command'
    | 'operator'
    | 'server'
    | 'audit';
  /** The specific act, for example the kind of command. */
  readonly what: string;
  /** `ok`, or the code of the rejection. */
  readonly outcome: string;
  /** The user id, or the operator's name; null if neither is known. */
  readonly user?: string | null;
  readonly session?: string;
  /** The address of the caller. */
  readonly from?: string;
  /** The command's number in the journal. */
  readonly command?: number;
  /** The operator's request. */
  readonly request?: object;
  /** The number of repetitions since `since`, if repetitions were counted. */
  readonly count?: number;
  readonly since?: string;
  /** About the audit log itself: its gaps. */
  readonly missing?: string;
}

export interface AuditEntry extends AuditFact {
  /** The number of the entry, from 1 without gaps. */
  readonly seq: number;
  /** The time of the entry in UTC, as in ISO 8601. */
  readonly at: string;
  readonly hash: string;
}

/** The position of a chain: its last entry. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

export const chainBeginning: ChainEnd = { seq: 0, hash: '0'.repeat(64) };

export interface ChainedLine {
  /** The day in UTC, such as `2026-11-25`. */
  readonly day: string;
  /** The line without its line break. */
  readonly line: string;
  /** The chain with it. */
  readonly end: ChainEnd;
}

/** The lines of entries that follow an end; `at`: epoch milliseconds. */
export function chainedLines(
  before: ChainEnd,
  entries: readonly { readonly at: number; readonly fact: AuditFact }[],
): ChainedLine[] {
  let end = before;
  let timeAt = Number.NaN;
  let time = '';
  return entries.map(({ at, fact }) => {
    // In a busy market, many entries share a millisecond.
    if (at !== timeAt) time = new Date(at).toISOString();
    timeAt = at;
    const seq = end.seq + 1;
    const text = JSON.stringify({ seq, at: time, ...fact });
    const entryHash = hashOfEntry(end.hash, text);
    end = { seq, hash: entryHash };
    return { day: time.slice(0, 10), line: `${text.slice(0, -1)},"hash":"${entryHash}"}`, end };
  });
}

/** Parses a line into its entry and its contents without the hash; null if the text is not a line of the log. */
export function readLine(line: string): { readonly entry: AuditEntry; readonly text: string } | null {
  const match = /^(.*),"hash":"[0-9a-f]{64}"\}$/.exec(line);
  if (match === null) return null;
  try {
    return { entry: JSON.parse(line) as AuditEntry, text: `${match[1]}}` };
  } catch {
    return null;
  }
}

export const hashOfEntry = (before: string, text: string): string =>
  hash('sha256', `${before}\n${text}`, 'hex');
