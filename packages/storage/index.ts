// What the venue's server keeps on disk: the journal of commands and its outcome log, snapshots of the state, and the
// relational database. Knows nothing of markets.
export { DataFolderError, type DataFolderProblem, dataFolderError, prepareFolder } from './data-folder.ts';
export { kyselyOf, type OpenedDatabase, openDatabase } from './database/database.ts';
export {
  type OpenedHistoryDatabase,
  openHistoryDatabase,
} from './database/history/history-database.ts';
export {
  type HistoryBound,
  type HistoryStretch,
  type MemberStretch,
  type PastRow,
  readCandles,
  readDayCandles,
  readPastDeals,
  readPastOrders,
  readPrints,
} from './database/history/history-reads.ts';
export type { HistoryDb, HistorySchema } from './database/history/history-schema.ts';
export {
  clearHistory,
  findHistoryCheckpoint,
  findHistoryPosition,
  type HistoryBatch,
  type HistoryCheckpoint,
  type HistoryPosition,
  writeHistory,
} from './database/history/history-writes.ts';
export {
  countLayouts,
  createLayout,
  deleteLayout,
  findLayout,
  type Layout,
  type LayoutChange,
  listLayouts,
  type NewLayout,
  updateLayout,
} from './database/layouts.ts';
export { openLibsql } from './database/libsql.ts';
export {
  createPreference,
  deletePreference,
  findPreference,
  type Preference,
  updatePreference,
} from './database/preferences.ts';
export type { Db, Schema } from './database/schema.ts';
export {
  createSession,
  deleteExpiredSessions,
  endSession,
  endSessionsBegunBefore,
  endSessionsOf,
  extendSession,
  findSession,
  listActiveSessions,
  type NewSession,
  type Session,
} from './database/sessions.ts';
export { deleteSetting, ensureSetting, findSetting, putSetting } from './database/settings.ts';
export {
  type SqlDatabase,
  SqlError,
  type SqlInput,
  type SqlOutput,
  type SqlRow,
  type SqlStatement,
  SqlUsageError,
} from './database/sql.ts';
export { isUniqueViolation } from './database/unique-violation.ts';
export {
  createUser,
  deleteUser,
  findUser,
  findUserByEmail,
  listUsers,
  type NewUser,
  type User,
  type UserChange,
  updateUser,
} from './database/users.ts';
export type { CommandBatch, Journal, JournalRow, OutcomeBatch, OutcomeRow } from './journal/journal.ts';
export {
  type Holder,
  JournalDamagedError,
  JournalFailedError,
  JournalFencedError,
  JournalHeldError,
  JournalSequenceError,
} from './journal/journal-errors.ts';
export {
  type LibsqlJournal,
  type LibsqlJournalOptions,
  openLibsqlJournal,
} from './journal/libsql-journal.ts';
export { createJournalMemory, type JournalMemory, openMemoryJournal } from './journal/memory-journal.ts';
export { type OutcomeReader, openOutcomeReader } from './journal/outcome-reader.ts';
export { type Owner, takeOwnership } from './journal/ownership.ts';
export type { NewSnapshot, Snapshot } from './snapshots/snapshot-file.ts';
export { type DamagedSnapshot, openSnapshots, type Snapshots } from './snapshots/snapshots.ts';
export { type Reply, serveThread, type ThreadHandlers, type ThreadPort } from './threads/serve-thread.ts';
export { startThread, type Thread, type ThreadOptions } from './threads/thread.ts';
export type { ErrorData, ThreadProtocol } from './threads/thread-protocol.ts';
