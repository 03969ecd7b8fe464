// Posts JSON to the running server. Over TLS it sends nothing before the server has shown the certificate that it wrote into the data
// folder, so that it needs no authority, and no name in the certificate for the address on which the server listens.
import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { fingerprintOf } from '../tls-files.ts';
import type { OperatorAddress } from './operator-key.ts';

export interface JsonReply {
  readonly status: number;
  readonly body: string;
}

/** Rejects when no server answers, or another one than that of the data folder. */
export async function postJson(
  { url, token, certificate = null }: OperatorAddress,
  path: string,
  body: object,
): Promise<JsonReply> {
  const target = new URL(path, url);
  const content = JSON.stringify(body);
  const options = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
      authorization: `Bearer ${token}`,
    },
  };
  const request =
    certificate === null
      ? requestPlain(target, options)
      : requestTls(target, { ...options, ...(await pinned(target, certificate)) });
  request.end(content);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

/** A connection whose other end has the certificate with this fingerprint. */
async function pinned({ hostname, port }: URL, fingerprint: string) {
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  if (fingerprintOf(socket.getPeerCertificate().raw) === fingerprint)
    return { createConnection: () => socket };
  socket.destroy();
  throw new Error('This is not the server of the data folder.');
}
