// Encodes commands and outcomes for their logs: one JSON document each, so that an auditor can read the record with nothing but
// the database. Each contains the rule version under which it was written, because the same command may have another shape or
// outcome under other rules.
import { type Outcome, ruleVersion, type SequencedCommand } from '@openpit/venue';
import { requireKnownRules, requireSameRules } from './recovery-error.ts';

interface WrittenCommand {
  readonly rules?: number;
  readonly command: SequencedCommand;
}
interface WrittenOutcome {
  readonly rules?: number;
  readonly outcome: Outcome;
}

const eventsPerStep = 100;
/** The end of an encoded outcome without events. */
const emptyEnd = /\[\]\}\}$/;
const decoder = new TextDecoder('utf-8', { fatal: true });
// Buffer needs a third of the time of TextEncoder for such a short text.
const encoded = (written: WrittenCommand | WrittenOutcome) => Buffer.from(JSON.stringify(written));

export const encodeCommand = (command: SequencedCommand): Uint8Array =>
  encoded({ rules: ruleVersion, command });
export const encodeOutcome = (outcome: Outcome): Buffer => encoded({ rules: ruleVersion, outcome });

/** Produces the same bytes as `encodeOutcome`, in steps of a few events. */
export function* encodeInSteps(outcome: Outcome): Generator<undefined, Uint8Array> {
  // The events are the last field.
  const [before = ''] = encodeOutcome({ ...outcome, events: [] })
    .toString()
    .split(emptyEnd);
  const parts: Uint8Array[] = [Buffer.from(`${before}[`)];
  for (let at = 0; at < outcome.events.length; at += eventsPerStep) {
    const text = JSON.stringify(outcome.events.slice(at, at + eventsPerStep)).slice(1, -1);
    parts.push(Buffer.from(at === 0 ? text : `,${text}`));
    yield;
  }
  parts.push(Buffer.from(']}}'));
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
    yield;
  }
  return whole;
}

/** The rules in force when a command was written; undefined before version 3. */
export const rulesOf = (bytes: Uint8Array): number | undefined =>
  (JSON.parse(decoder.decode(bytes)) as WrittenCommand).rules;

/**
 * Throws RecoveryError for other rules. If the bytes contain no command with this number, it throws an error, because that is a
 * bug.
 */
export function decodeCommand(seq: number, bytes: Uint8Array): SequencedCommand {
  const { rules, command } = JSON.parse(decoder.decode(bytes)) as WrittenCommand;
  requireSameRules(rules);
  if (command.seq !== seq) throw new Error(`Row ${seq} of the journal holds command ${command.seq}.`);
  return command;
}

/** Decodes an outcome, including an outcome of earlier rules; otherwise like decodeCommand. */
export function decodeOutcome(seq: number, bytes: Uint8Array): Outcome {
  const { rules, outcome } = JSON.parse(decoder.decode(bytes)) as WrittenOutcome;
  requireKnownRules(rules);
  if (outcome.seq !== seq) throw new Error(`Row ${seq} of the outcome log holds outcome ${outcome.seq}.`);
  return outcome;
}
