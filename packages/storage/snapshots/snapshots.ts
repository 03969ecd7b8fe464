// The folder of snapshots: the state of the market after a command, so that a start replays only the
// commands after it. The newest two intact ones are kept; a damaged one is skipped and reported.
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderError, prepareFolder, syncFolder } from '../data-folder.ts';
import {
  type NewSnapshot,
  readSnapshotFile,
  type Snapshot,
  unfinishedSuffix,
  writeSnapshotFile,
} from './snapshot-file.ts';

const keptSnapshots = 2;

interface DamagedSnapshot {
  readonly file: string;
  readonly reason: string;
}

export interface Snapshots {
  /**
   * Durable when it resolves; snapshots older than the newest two intact ones are removed. Writing the
   * newest number again replaces it. Rejects, without a change, with DataFolderError, or when there is a
   * snapshot of a higher number.
   */
  put(snapshot: NewSnapshot): Promise<void>;
  /** The newest intact one, if there is any, and the damaged newer snapshots that were skipped. */
  latest(): Promise<{ snapshot: Snapshot | undefined; damaged: readonly DamagedSnapshot[] }>;
}

/**
 * Creates the folder if it is missing, and removes the remains of an interrupted `put`. Rejects with
 * DataFolderError.
 */
export async function openSnapshots(folder: string): Promise<Snapshots> {
  const path = await prepareFolder(folder);
  for (const name of await readdir(path)) {
    if (/^snapshot-\d+\.bin/.test(name) && name.endsWith(unfinishedSuffix))
      await rm(join(path, name), { force: true });
  }

  return {
    put: async (snapshot) => {
      const { seq } = snapshot;
      if (!Number.isSafeInteger(seq) || seq < 0)
        throw new RangeError(`a snapshot cannot be of command ${seq}`);
      const newest = (await listed(path))[0];
      if (newest !== undefined && newest.seq > seq) {
        throw new RangeError(
          `a snapshot of command ${seq} cannot follow ${newest.file}, which is newer: the folder belongs to another journal, set it aside`,
        );
      }
      await writeSnapshotFile(join(path, `snapshot-${seq}.bin`), snapshot);
      await removeOlder(path, snapshot);
    },

    latest: async () => {
      const damaged: DamagedSnapshot[] = [];
      for (const { file } of await listed(path)) {
        const contents = await readSnapshotFile(file);
        if ('snapshot' in contents) {
          const reason = misplaced(file, contents.snapshot);
          if (reason === undefined) return { snapshot: contents.snapshot, damaged };
          damaged.push({ file, reason });
        } else {
          damaged.push({ file, reason: contents.reason });
        }
      }
      return { snapshot: undefined, damaged };
    },
  };
}

/**
 * Renames the snapshots of later commands, which belong to a journal that was lost, so that a start does not use them.
 * Rejects with DataFolderError.
 */
export async function setAsideSnapshotsAfter(folder: string, lastSeq: number): Promise<void> {
  const path = await prepareFolder(folder);
  for (const { file, seq } of await listed(path)) if (seq > lastSeq) await rename(file, `${file}.set-aside`);
  await syncFolder(path);
}

async function listed(folder: string): Promise<{ file: string; seq: number }[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    throw dataFolderError(error, folder);
  }
  return names
    .flatMap((name) => {
      const [, seq] = /^snapshot-(\d+)\.bin$/.exec(name) ?? [];
      return seq === undefined ? [] : [{ file: join(folder, name), seq: Number(seq) }];
    })
    .sort((a, b) => b.seq - a.seq);
}

/** A damaged one does not count: an older intact one is kept, in case the newest is damaged later. */
async function removeOlder(folder: string, { seq: newestSeq }: Pick<Snapshot, 'seq'>): Promise<void> {
  let intact = 1;
  for (const { file, seq } of await listed(folder)) {
    if (seq === newestSeq) continue;
    if (intact === keptSnapshots) {
      await rm(file);
      continue;
    }
    const contents = await readSnapshotFile(file);
    if ('snapshot' in contents && contents.snapshot.seq === seq) intact += 1;
  }
  await syncFolder(folder);
}

function misplaced(file: string, { seq }: Snapshot): string | undefined {
  return file.endsWith(`snapshot-${seq}.bin`) ? undefined : `it holds the snapshot of command ${seq}`;
}
