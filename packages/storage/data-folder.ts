// The data folder, which contains the journal, the snapshots and the databases. Each fault becomes one line for the operator:
// what happened, in which file, and what to do.
import { constants, type Stats, statfsSync, statSync } from 'node:fs';
import { access, chmod, mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { operatorCommand } from './operator-command.ts';

const problems = [
  'missing',
  'notWritable',
  'wrongKind',
  'diskFull',
  'diskFailed',
  'notADatabase',
  'damaged',
  'newerFormat',
  'inUse',
  'openToOthers',
] as const;
type DataFolderProblem = (typeof problems)[number];

export function isDataFolderProblem(value: unknown): value is DataFolderProblem {
  return problems.some((problem) => problem === value);
}

/** A problem with the data folder outside the program. `message` is one line for the operator. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
  readonly problem: DataFolderProblem;
  readonly path: string;

  constructor({
    problem,
    path,
    message,
    cause,
  }: { problem: DataFolderProblem; path: string; message: string; cause?: unknown }) {
    super(message, { cause });
    this.problem = problem;
    this.path = path;
  }
}

/**
 * Creates the folder if it is missing, checks that this user may write there, and restricts it to this user, because it contains
 * password hashes and the token secret. Returns its absolute path; rejects with DataFolderError.
 */
export async function prepareFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  try {
    const created = await makeFolders(path);
    // Nobody may enter a file: `access` alone would call for the right to.
    await readdir(path);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const folderMade of created) await syncFolder(dirname(folderMade));
    await closeToOthers(path);
  } catch (error) {
    throw dataFolderError(error, path);
  }
  return path;
}

/**
 * Creates the folder and its missing parents; returns those that it created, the topmost first. Not
 * `recursive: true`: where the kernel rejects new folders with ENOENT, as under /proc, Node retries without
 * end.
 */
async function makeFolders(path: string): Promise<string[]> {
  const missing: string[] = [];
  let at = path;
  while (!(await exists(at))) {
    missing.unshift(at);
    at = dirname(at);
  }
  for (const folder of missing) {
    try {
      await mkdir(folder, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      if (codeOf(error) !== 'ENOENT') throw error;
      throw new DataFolderError({
        problem: 'notWritable',
        path,
        message: explain.notWritable(path, 'ENOENT'),
        cause: error,
      });
    }
  }
  return missing;
}

/**
 * The folder and its files; subfolders are prepared separately. Files created later are restricted by the umask of the process.
 */
async function closeToOthers(folder: string): Promise<void> {
  // Windows has no such modes.
  if (process.platform === 'win32') return;
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  for (const path of [folder, ...files]) {
    try {
      const { mode } = await stat(path);
      if ((mode & modesOfOthers) !== 0) await chmod(path, mode & ~modesOfOthers);
    } catch (error) {
      // A temporary file has been removed in the meantime.
      if (codeOf(error) === 'ENOENT' && path !== folder) continue;
      if (codeOf(error) !== 'EPERM') throw error;
      throw new DataFolderError({
        problem: 'openToOthers',
        path,
        message: `${path} is open to other users of this machine, and this user may not change that: start as its owner, or choose another data folder`,
        cause: error,
      });
    }
  }
}

const modesOfOthers = 0o077;

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Makes the names in a folder durable, so that a file created or renamed there survives a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder and needs no such call.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Explains an error of the file system or of SQLite about `path`; returns any other error unchanged. */
export function dataFolderError(error: unknown, path: string, filesAreUsedUp = hasNoFreeFile): unknown {
  if (error instanceof DataFolderError) return error;
  const problem = problemOf(error);
  if (problem === undefined) return error;
  const code = codeOf(error);
  const wrongKind = pathOfWrongKind(path, code);
  if (wrongKind !== null) return new DataFolderError({ problem: 'wrongKind', ...wrongKind, cause: error });
  // SQLite does not say why it could not create a file.
  if ((problem === 'diskFull' || code === 'SQLITE_CANTOPEN') && filesAreUsedUp(path))
    return new DataFolderError({
      problem: 'diskFull',
      path,
      message: `the disk that holds ${path} can hold no more files, because its inodes are used up (${code}): delete some files and start again`,
      cause: error,
    });
  return new DataFolderError({
    problem: problem,
    path,
    message: explain[problem](path, code),
    cause: error,
  });
}

/**
 * Explains an error of the file system that nothing has explained where it occurred, by the path that it names; returns any other
 * error unchanged. A file that does not exist is a fault of the program, unless its reader expects it.
 */
export function explainedFileError(error: unknown): unknown {
  // Node names the path only when it opens a file, not when it writes.
  const problem = problemOf(error);
  if (error instanceof Error && !('path' in error) && (problem === 'diskFull' || problem === 'diskFailed'))
    return dataFolderError(error, 'the file that was being written');
  if (!(error instanceof Error) || !('path' in error) || typeof error.path !== 'string') return error;
  return codeOf(error) === 'ENOENT' ? error : dataFolderError(error, error.path);
}

/**
 * The path of a folder instead of a file, or of a file instead of a folder; null for errors with other causes. SQLite names neither the
 * cause nor which of its files it is.
 */
function pathOfWrongKind(path: string, code: string): { path: string; message: string } | null {
  if (codesOfFolders.includes(code)) {
    const suffixes = code.startsWith('SQLITE_') ? ['', '-wal', '-shm', '-journal'] : [''];
    const folder = suffixes.map((suffix) => path + suffix).find((file) => kindAt(file)?.isDirectory());
    if (folder === undefined) return null;
    const message = `${folder} is a folder, but must be a file: move it away and start again, and restore the data folder from a backup if the start then misses the file`;
    return { path: folder, message };
  }
  if (code !== 'ENOTDIR' && code !== 'EEXIST') return null;
  let at = path;
  while (kindAt(at) === undefined && dirname(at) !== at) at = dirname(at);
  if (kindAt(at)?.isDirectory() !== false) return null;
  const message = `${at} is a file, but must be a folder: move it away and start again, or choose another folder`;
  return { path: at, message };
}

const codesOfFolders = ['EISDIR', 'ERR_FS_EISDIR', 'SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_IOERR'];

/** Undefined where nothing is, or where a part of the path is a file. */
function kindAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Some file systems have no fixed number of files; they report 0. */
function hasNoFreeFile(path: string): boolean {
  try {
    const { files, ffree } = statfsSync(dirname(path));
    return files > 0 && ffree === 0;
  } catch {
    return false;
  }
}

/** The end of a sentence. */
export const damageAdvice =
  'restore the data folder from a backup, or set it aside and start with an empty one';

/**
 * The error of a loss that a start with --accept-missing-files accepts. `remedy`: what else the operator can do; `to`: what the option
 * lets the server do. `create` makes the error from its message.
 */
export function acceptableLossError(
  {
    loss,
    remedy = 'restore the whole data folder from a backup',
    to,
  }: { readonly loss: string; readonly remedy?: string; readonly to: string },
  create: (message: string) => Error,
): Error {
  const message = `${loss}: ${remedy}, or start once with --accept-missing-files to ${to}`;
  return Object.assign(create(message), { acceptableLoss: loss });
}

/** The loss of an error that a start can accept; null for any other error. */
export const acceptableLoss = (error: unknown): string | null =>
  error instanceof Error && 'acceptableLoss' in error ? String(error.acceptableLoss) : null;

/** After a loss of users: what a start does without them. */
export const continueWithoutLogins = (dataFolder: string): string =>
  `continue without them: "${operatorCommand('user create', dataFolder)}" makes new logins, and only the demonstration gets its users again, whose password is public`;

/** Other codes are explained where they occur. */
type ExplainedProblem = Exclude<DataFolderProblem, 'newerFormat' | 'openToOthers' | 'wrongKind'>;

const explain: Record<ExplainedProblem, (path: string, code: string) => string> = {
  missing: (path) => `${path} no longer exists: put the data folder back, or start again to create a new one`,
  notWritable: (path, code) =>
    `${path} cannot be written (${code}): give this user the right to write there, or choose another data folder`,
  diskFull: (path, code) =>
    `the disk that holds ${path} is full (${code}): free some space, and start the server again if it has stopped`,
  diskFailed: (path, code) =>
    `the disk that holds ${path} failed (${code}): check the disk, then start again; ${damageAdvice} if it does not recover`,
  notADatabase: (path) => `${path} is not a database of Openpit: ${damageAdvice}`,
  damaged: (path, code) => `${path} is damaged (${code}): ${damageAdvice}`,
  inUse: (path) => `${path} is in use by another program: end that program and start again`,
};

function problemOf(error: unknown): ExplainedProblem | undefined {
  const code = codeOf(error);
  // The file of shared memory could not grow.
  if (code === 'SQLITE_IOERR_SHMSIZE') return 'diskFull';
  // SQLite's extended codes begin with the general one: SQLITE_IOERR_WRITE.
  const general = code.startsWith('SQLITE_') ? code.split('_').slice(0, 2).join('_') : code;
  switch (general) {
    case 'ENOENT':
      return 'missing';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'EISDIR':
    case 'ERR_FS_EISDIR':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
    case 'SQLITE_PERM':
      return 'notWritable';
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
      return 'diskFull';
    case 'EIO':
    case 'EFBIG':
    case 'SQLITE_IOERR':
      return 'diskFailed';
    case 'SQLITE_NOTADB':
      return 'notADatabase';
    case 'SQLITE_CORRUPT':
      return 'damaged';
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
    case 'SQLITE_PROTOCOL':
      return 'inUse';
    default:
      return undefined;
  }
}

/** The words of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A write failed for lack of space, in files or in PostgreSQL; nothing of it is stored. */
export const isDiskFull = (error: unknown): boolean =>
  problemOf(error) === 'diskFull' || codeOf(error) === '53100';

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
