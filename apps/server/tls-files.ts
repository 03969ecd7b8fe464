// The certificate and the private key of `--tls-cert` and `--tls-key`, read and checked before the market is opened.
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readText } from './read-files.ts';

export interface TlsFiles {
  /** As PEM, with the certificates between it and the authority. */
  readonly cert: string;
  readonly key: string;
  /** SHA-256 of the certificate, in base64url. */
  readonly fingerprint: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** The message names the option and the fault. */
export class TlsError extends Error {
  override name = 'TlsError';
}

/** Rejects with TlsError. */
export async function readTlsFiles(paths: {
  readonly certFile: string;
  readonly keyFile: string;
}): Promise<TlsFiles> {
  const cert = await read('--tls-cert', paths.certFile);
  const key = await read('--tls-key', paths.keyFile);
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(cert);
  } catch {
    throw new TlsError(`--tls-cert: ${paths.certFile} has no certificate in PEM.`);
  }
  let isOwn: boolean;
  try {
    isOwn = certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    throw new TlsError(`--tls-key: ${paths.keyFile} has no private key in PEM without a password.`);
  }
  if (!isOwn)
    throw new TlsError(`--tls-key: ${paths.keyFile} is not the key of the certificate in ${paths.certFile}.`);
  return {
    cert,
    key,
    fingerprint: fingerprintOf(certificate.raw),
    expiresAt: Date.parse(certificate.validTo),
  };
}

/** `der`: the bytes of a certificate. */
export const fingerprintOf = (der: Uint8Array): string =>
  createHash('sha256').update(der).digest('base64url');

const read = (option: string, path: string): Promise<string> =>
  readText(path, `${option}: ${path}`, (sentence) => new TlsError(sentence));
