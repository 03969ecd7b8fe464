// Sends the requests of the operator's command line to the running server.
import type { BadInputBody, ErrorBody } from '@openpit/wire';
import { OperatorRejection } from './operator-action.ts';
import type { OperatorAddress } from './operator-key.ts';
import { type OperatorBody, operatorPath } from './operator-routes.ts';
import { type JsonReply, postJson } from './post-json.ts';

/** The sentence to print; `null` if no server of this data folder answers at the address. Throws OperatorRejection. */
export async function requestServer(address: OperatorAddress, body: OperatorBody): Promise<string | null> {
  const reply = await postToServer(address, operatorPath, body);
  // Only the server of this data folder knows the token.
  return reply === null ? null : (reply as { readonly sentence: string }).sentence;
}

/** Like requestServer, for the body and the reply of any path. */
export async function postToServer(address: OperatorAddress, path: string, body: object): Promise<unknown> {
  let reply: JsonReply;
  try {
    reply = await postJson(address, path, body);
  } catch {
    // The address is left over from a server that was killed.
    return null;
  }
  // Another program may use the port of a server that was killed; it does not know the token.
  if (reply.status === 404) return null;
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
