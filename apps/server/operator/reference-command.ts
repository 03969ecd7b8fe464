// The files that the operator's command line reads for `reference diff` and `reference apply`.
import { readText } from '../read-files.ts';
import { OperatorRejection } from './operator-parts.ts';
import type { OperatorRequest } from './operator-requests.ts';

/** The request with the text of the file that it names; any other request as it is. Throws OperatorRejection. */
export async function withFileText(request: OperatorRequest): Promise<OperatorRequest> {
  if (request.action !== 'reference-diff' && request.action !== 'reference-apply') return request;
  const fail = (sentence: string) => new OperatorRejection(sentence);
  return { ...request, text: await readText(request.file, `The reference data ${request.file}`, fail) };
}
