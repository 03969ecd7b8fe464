// Checks of single fields, for both encodings. Each throws a ProtocolError that names the field.
import { ProtocolError } from './protocol-error.ts';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongField(message: string, field: string, expected: string): ProtocolError {
  return new ProtocolError(`The ${field} of ${message} must be ${expected}.`);
}

/** A non-empty string. */
export function stringField(value: unknown, message: string, field: string): string {
  if (typeof value !== 'string' || value === '') throw wrongField(message, field, 'a non-empty string');
  return value;
}

/** An invocation id that may be absent: null if it is missing, null or empty. */
export function optionalId(value: unknown, message: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  return stringField(value, message, 'invocation id');
}

export function listField(value: unknown, message: string, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongField(message, field, 'an array');
  return value;
}

const noIds: readonly string[] = [];

/** The ids of the upload streams; an empty array when missing or null. */
export function streamIdsField(value: unknown, message: string): readonly string[] {
  if (value === undefined || value === null) return noIds;
  const ids = listField(value, message, 'stream ids');
  if (ids.length === 0) return noIds;
  return ids.map((id) => stringField(id, message, 'stream id'));
}

export function sequenceField(value: unknown, message: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw wrongField(message, 'sequence id', 'a non-negative integer');
  }
  return value;
}

/** Headers are ignored, but they must be an object. */
export function checkHeaders(value: unknown, message: string): void {
  if (value === undefined || value === null || isRecord(value)) return;
  throw wrongField(message, 'headers', 'an object');
}
