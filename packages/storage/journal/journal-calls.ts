// What the journal's handle and its worker thread say to each other: one question, one answer, by number. Rows cross
// packed and handed over; errors cross as plain values and become their own class again.
import { DataFolderError, type DataFolderProblem } from '../data-folder.ts';
import {
  JournalDamagedError,
  JournalFailedError,
  JournalFencedError,
  JournalSequenceError,
} from './journal-errors.ts';
import type { PackedRows } from './packed-rows.ts';

/** What the worker is started with. */
export interface JournalWorkerSettings {
  readonly file: string;
  readonly outcomeLagMs: number;
}

export interface JournalCalls {
  append: { question: { firstSeq: number; rows: PackedRows }; answer: null };
  appendOutcomes: { question: { firstSeq: number; rows: PackedRows }; answer: null };
  lastSeq: { question: null; answer: number };
  lastOutcome: { question: null; answer: { seq: number; hash: Uint8Array } };
  read: { question: { fromSeq: number }; answer: { rows: PackedRows } };
  readOutcomes: { question: { fromSeq: number }; answer: { rows: PackedRows; hashes: PackedRows } };
  close: { question: null; answer: null };
}

export type JournalCall = keyof JournalCalls;

export type JournalQuestion = {
  [C in JournalCall]: {
    readonly id: number;
    readonly call: C;
    readonly question: JournalCalls[C]['question'];
  };
}[JournalCall];

/** `opened` comes once, first; every other reply answers the question with the same id. */
export type JournalReply =
  | { readonly kind: 'opened'; readonly epoch: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'error'; readonly id: number | null; readonly error: PlainError };

export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly seq?: number | undefined;
  readonly problem?: DataFolderProblem;
  readonly path?: string;
}

export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  if (error instanceof JournalDamagedError) return { name, message, seq: error.seq };
  if (error instanceof DataFolderError) return { name, message, problem: error.problem, path: error.path };
  return { name, message };
}

export function errorOf({ name, message, seq, problem, path }: PlainError): Error {
  if (problem !== undefined && path !== undefined) return new DataFolderError({ problem, path, message });
  switch (name) {
    case 'JournalSequenceError':
      return new JournalSequenceError(message);
    case 'JournalFencedError':
      return new JournalFencedError(message);
    case 'JournalFailedError':
      return new JournalFailedError(message);
    case 'JournalDamagedError':
      return new JournalDamagedError(message, seq);
    default:
      return new Error(message);
  }
}
