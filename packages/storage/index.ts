// The server's data on disk: the journal of commands with its outcome log, snapshots of the state, the relational database and the history
// database. Also the calls to worker threads, which the journal and the server use. It is independent of markets.
export {
  copyCountedDatabase,
  copyDatabase,
  copyJournal,
  copySnapshots,
  placeJournal,
  prepareBackupFolder,
} from './backup.ts';
export { type ChunkFile, openChunkFile } from './chunk-file.ts';
export { baseStatesOf, copyJournalRows, copyTables, hasRows } from './copy-market.ts';
export {
  acceptableLoss,
  DataFolderError,
  dataFolderError,
  explainedFileError,
  isDiskFull,
  messageOf,
} from './data-folder.ts';
export { type OpenedDatabase, openDatabase } from './database/database.ts';
export {
  countLayouts,
  createLayout,
  createPreference,
  deleteLayout,
  deletePreference,
  findLayout,
  findPreference,
  type Layout,
  layoutBytes,
  nextLayout,
  type Preference,
  updateLayout,
  updatePreference,
} from './database/documents.ts';
export { type OpenedHistoryDatabase, openHistoryDatabase } from './database/history/history-database.ts';
export {
  type HistoryBound,
  type PastRow,
  readCandles,
  readCandlesOfDay,
  readDayCandles,
  readDealsOfDay,
  readPastDeals,
  readPastOrders,
  readPastSetRows,
  readPrints,
  readSetOfDay,
} from './database/history/history-reads.ts';
export type { HistoryDb, HistorySchema } from './database/history/history-schema.ts';
export {
  clearHistory,
  findHistoryCheckpoint,
  findHistoryPosition,
  type HistoryBatch,
  writeHistory,
} from './database/history/history-writes.ts';
export { isDamage } from './database/integrity.ts';
export { openLibsql } from './database/libsql.ts';
export { type Db, isUniqueViolation, type Schema } from './database/schema.ts';
export {
  countOpenSessions,
  createSession,
  deleteExpiredSessions,
  endSession,
  endSessionsBegunBefore,
  endSessionsOf,
  findSession,
  findSessionUse,
  listOpenSessions,
  putSessionUses,
  type Session,
} from './database/sessions.ts';
export { deleteSetting, ensureSetting, findSetting, putSetting } from './database/settings.ts';
export {
  deleteSignInCount,
  findSignInCount,
  pruneSignInCounts,
  putSignInCount,
  type SignInCount,
} from './database/sign-in-counts.ts';
export type { SqlRow } from './database/sql.ts';
export {
  addRecoveryCodes,
  deleteTwoFactor,
  findTwoFactor,
  hasRecoveryCode,
  isTwoFactorResetRequested,
  putTwoFactor,
  requestTwoFactorReset,
  type TwoFactorRecord,
} from './database/two-factor.ts';
export {
  createUser,
  findUser,
  findUserByEmail,
  listUsers,
  replacePassword,
  type User,
  updateUser,
} from './database/users.ts';
export { type HistoryStore, historyStore, type MarketPlace } from './history-store.ts';
export { journalEntry, journalSizes } from './inspect-journal.ts';
export { damagedBaseState } from './journal/base-state.ts';
export type {
  CommandBatch,
  DamagedBaseState,
  Journal,
  JournalReader,
  JournalSizes,
  JournalWatch,
  OutcomeRow,
  OwnedJournal,
} from './journal/journal.ts';
export {
  JournalDamagedError,
  JournalFailedError,
  JournalFencedError,
  JournalHeldError,
} from './journal/journal-errors.ts';
export { openLibsqlJournal } from './journal/libsql-journal.ts';
export { createJournalMemory, openMemoryJournal } from './journal/memory-journal.ts';
export { type OutcomeReader, openOutcomeReader } from './journal/outcome-reader.ts';
export { hasOwnerEnded } from './journal/ownership.ts';
export { buffersOf, type PackedRows, pack, unpack } from './journal/packed-rows.ts';
export { commandLine, operatorCommand, quotedPath, rebuildHistoryAdvice } from './operator-command.ts';
export { addressProblem, describeDatabase } from './postgres/addresses.ts';
export { type AuditLine, AuditTable, openAuditReader } from './postgres/audit-table.ts';
export { openPostgresReader } from './postgres/journal-reads.ts';
export { openPostgresDatabase, openPostgresTables } from './postgres/postgres-database.ts';
export { DatabaseError, isPassing } from './postgres/postgres-errors.ts';
export { databaseTail, openPostgresJournal } from './postgres/postgres-journal.ts';
export {
  dropPostgresMarket,
  findPostgresMarket,
  markPostgresMarket,
  setAsidePostgresMarket,
} from './postgres/postgres-moves.ts';
export {
  decodeSnapshot,
  encodeSnapshot,
  type NewSnapshot,
  type Snapshot,
} from './snapshots/snapshot-file.ts';
export { piecesOf, type Section, type StoredSection } from './snapshots/snapshot-format.ts';
export { openSnapshots, type Snapshots, setAsideSnapshotsAfter } from './snapshots/snapshots.ts';
export { readTail } from './tail-file.ts';
export { keepThread, type ThreadWatch } from './threads/kept-thread.ts';
export { type Reply, serveThread } from './threads/serve-thread.ts';
export type { Thread } from './threads/thread.ts';
