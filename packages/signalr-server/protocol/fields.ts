// Checks of single fields that both encodings need when they read a message. A wrong field is a ProtocolError that
// names the message and the field.
import { ProtocolError } from './protocol-error.ts';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function wrongField(message: string, field: string, expected: string): ProtocolError {
  return new ProtocolError(`The ${field} of ${message} must be ${expected}.`);
}

/** A text that is not empty. */
export function textField(value: unknown, message: string, field: string): string {
  if (typeof value !== 'string' || value === '') throw wrongField(message, field, 'a text that is not empty');
  return value;
}

/** The id of a call that may go without one: null when it is missing, null or empty. */
export function optionalId(value: unknown, message: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  return textField(value, message, 'invocation id');
}

export function listField(value: unknown, message: string, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongField(message, field, 'an array');
  return value;
}

const noIds: readonly string[] = [];

/** Ids of uploads; none when missing or null. */
export function streamIdsField(value: unknown, message: string): readonly string[] {
  if (value === undefined || value === null) return noIds;
  const ids = listField(value, message, 'stream ids');
  if (ids.length === 0) return noIds;
  return ids.map((id) => textField(id, message, 'stream id'));
}

export function sequenceField(value: unknown, message: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw wrongField(message, 'sequence id', 'a whole number');
  }
  return value;
}

/** Headers say nothing to this server; they must only be what they claim to be. */
export function checkHeaders(value: unknown, message: string): void {
  if (value === undefined || value === null || isRecord(value)) return;
  throw wrongField(message, 'headers', 'an object');
}
