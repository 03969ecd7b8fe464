// The address of the running server and the key that authenticates the operator's command line: a file in the data folder, which
// only the owner of the folder can read and each start rewrites.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasOwnerEnded } from '@openpit/storage';

export interface OperatorAddress {
  readonly url: string;
  readonly token: string;
  /** The fingerprint of the server's certificate; null or omitted for plain HTTP. */
  readonly certificate?: string | null;
}

const fileIn = (dataFolder: string): string => join(dataFolder, 'operator.json');

export function newOperatorToken(): string {
  return randomBytes(32).toString('base64url');
}

export async function writeOperatorAddress(dataFolder: string, address: OperatorAddress): Promise<void> {
  const file = fileIn(dataFolder);
  // Writing to an existing file would keep its mode.
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify(address), { mode: 0o600 });
}

export async function removeOperatorAddress(dataFolder: string): Promise<void> {
  await rm(fileIn(dataFolder), { force: true });
}

/** Returns null if no server has left its address, or if the server that left it was killed. */
export async function readOperatorAddress(dataFolder: string): Promise<OperatorAddress | null> {
  // Another program may use its port now.
  if (hasOwnerEnded(dataFolder)) return null;
  try {
    const {
      url,
      token,
      certificate = null,
    } = JSON.parse(await readFile(fileIn(dataFolder), 'utf8')) as Partial<OperatorAddress>;
    return typeof url === 'string' && typeof token === 'string' ? { url, token, certificate } : null;
  } catch {
    // No file, or half of one after kill -9.
    return null;
  }
}

/** The header of replies by the server that knows the token. */
export const proofHeader = 'openpit-operator';
export const proofOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export function isToken(received: string, expected: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
