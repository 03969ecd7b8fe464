// Sends the requests of the operator's command line to the running server. Over TLS it sends nothing before the server has shown the
// certificate that it wrote into the data folder. Therefore the certificate needs no authority, and no name for the server's address.
import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import type { BadInputBody, ErrorBody } from '@openpit/wire';
import { fingerprintOf } from '../tls-files.ts';
import { OperatorRejection } from './operator-action.ts';
import { type OperatorAddress, proofHeader, proofOf } from './operator-key.ts';
import { type OperatorBody, operatorPath } from './operator-routes.ts';

interface JsonReply {
  readonly status: number;
  /** False if another program answered, which does not know the token. */
  readonly isProven: boolean;
  readonly body: string;
}

/** The connection ended after the request was sent and before the reply, so the server may have executed the request. */
class ReplyLost extends OperatorRejection {
  constructor(url: string) {
    super(
      `The connection to the server at ${url} ended before it replied. The action may have been done or not: check whether it took effect before you repeat it.`,
    );
  }
}

/** Throws ReplyLost. Rejects with another error if nothing was sent: no server answers, or the server of another data folder does. */
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
  let isConnected = certificate !== null;
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => (isConnected = true));
    else isConnected = true;
  });
  request.end(content);
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const isProven = response.headers[proofHeader] === proofOf(token);
    return { status: response.statusCode ?? 0, isProven, body: await text(response) };
  } catch (error) {
    throw isConnected ? new ReplyLost(url) : error;
  }
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

/**
 * The sentence to print; `null` if no server of this data folder is at the address, so that nothing was sent to one. Throws
 * OperatorRejection, also if the reply was lost: the caller must not do the action a second time.
 */
export async function requestServer(address: OperatorAddress, body: OperatorBody): Promise<string | null> {
  const reply = await postToServer(address, operatorPath, body);
  // Only the server of this data folder knows the token.
  if (reply === null) return null;
  const { sentence, note } = reply as { readonly sentence: string; readonly note: string | null };
  // Standard output is for the answer.
  if (note !== null) console.error(note);
  return sentence;
}

/** Like requestServer, for the body and the reply of any path. Prints a notice if the server has not answered after `noticeAfterMs`. */
export async function postToServer(
  address: OperatorAddress,
  path: string,
  body: object,
  noticeAfterMs = 10_000,
): Promise<unknown> {
  let reply: JsonReply;
  const notice = setTimeout(() => {
    console.error(
      `The server at ${address.url} has not answered yet. If it hangs, press Ctrl-C, end its process (owner.json in the data folder has the number) and start it again: no acknowledged command is lost.`,
    );
  }, noticeAfterMs);
  try {
    reply = await postJson(address, path, body);
  } catch (error) {
    if (error instanceof ReplyLost) throw error;
    // The address is left over from a server that was killed.
    return null;
  } finally {
    clearTimeout(notice);
  }
  if (!reply.isProven) return null;
  const answer: unknown = JSON.parse(reply.body);
  if (reply.status === 200) return answer;
  throw new OperatorRejection(sentenceOfError(reply.status, answer as Partial<ErrorBody & BadInputBody>));
}

function sentenceOfError(status: number, { message, errors }: Partial<ErrorBody & BadInputBody>): string {
  if (message !== undefined) return message;
  const lines = Object.entries(errors ?? {}).map(
    ([path, sentences]) => `  ${path.replace(/^request\./, '')}: ${sentences.join(' ')}`,
  );
  return [`The server rejected the request with status ${status}.`, ...lines].join('\n');
}
