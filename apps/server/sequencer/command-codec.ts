// How commands and outcomes are written into their logs: JSON, one document each, so that an auditor can read the record
// with nothing but the database. Money is integer cents inside, so nothing is lost in writing.
import type { Outcome, SequencedCommand } from '@openpit/venue';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export const encodeCommand = (command: SequencedCommand): Uint8Array =>
  encoder.encode(JSON.stringify(command));
export const encodeOutcome = (outcome: Outcome): Uint8Array => encoder.encode(JSON.stringify(outcome));

/** Throws when the bytes hold no command of this number: the row's checksum was right, so the program is wrong. */
export function decodeCommand(seq: number, bytes: Uint8Array): SequencedCommand {
  const command = JSON.parse(decoder.decode(bytes)) as SequencedCommand;
  if (command.seq !== seq) throw new Error(`Row ${seq} of the journal holds command ${command.seq}.`);
  return command;
}

export function decodeOutcome(seq: number, bytes: Uint8Array): Outcome {
  const outcome = JSON.parse(decoder.decode(bytes)) as Outcome;
  if (outcome.seq !== seq) throw new Error(`Row ${seq} of the outcome log holds outcome ${outcome.seq}.`);
  return outcome;
}
