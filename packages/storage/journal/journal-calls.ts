// The calls from the journal's handle to its thread. Rows are transferred as packed buffers; errors are transferred as data and
// restored to their class.
import { DataFolderError, isDataFolderProblem } from '../data-folder.ts';
import type { ErrorData } from '../threads/thread-protocol.ts';
import type { BaseState, DamagedBaseState } from './journal.ts';
import {
  JournalDamagedError,
  JournalFailedError,
  JournalFencedError,
  JournalSequenceError,
} from './journal-errors.ts';
import type { JournalFileOptions } from './journal-file.ts';
import type { PackedRows } from './packed-rows.ts';

export interface JournalProtocol {
  readonly start: {
    readonly file: string;
    readonly outcomeLagMs: number;
    readonly options: JournalFileOptions;
  };
  readonly calls: {
    /** Rejects if the file cannot be opened. All other calls then reject as well. */
    epoch: { params: null; result: number };
    append: { params: { firstSeq: number; rows: PackedRows }; result: undefined };
    appendOutcomes: { params: { firstSeq: number; rows: PackedRows }; result: undefined };
    lastSeq: { params: null; result: number };
    lastOutcome: { params: null; result: { seq: number; hash: Uint8Array } };
    pack: { params: { upTo: number }; result: boolean };
    putBaseState: { params: BaseState; result: undefined };
    baseState: { params: { upTo: number }; result: BaseState | DamagedBaseState | undefined };
    read: { params: { fromSeq: number }; result: { rows: PackedRows } };
    readOutcomes: { params: { fromSeq: number }; result: { rows: PackedRows; hashes: PackedRows } };
  };
  readonly toThread: never;
  readonly fromThread: never;
}

export function journalError(data: ErrorData): Error {
  const { acceptableLoss } = data.details;
  const error = errorOfClass(data);
  return acceptableLoss === undefined ? error : Object.assign(error, { acceptableLoss });
}

function errorOfClass({ name, message, details }: ErrorData): Error {
  const { seq, problem, path } = details;
  switch (name) {
    case 'JournalSequenceError':
      return new JournalSequenceError(message);
    case 'JournalFencedError':
      return new JournalFencedError(message);
    case 'JournalFailedError':
      return new JournalFailedError(message);
    case 'JournalDamagedError':
      return new JournalDamagedError(message, typeof seq === 'number' ? seq : undefined);
    case 'DataFolderError':
      return isDataFolderProblem(problem) && typeof path === 'string'
        ? new DataFolderError({ problem, path, message })
        : new Error(message);
    default:
      return new Error(message);
  }
}
