// The files that the operator's command line reads for `reference diff` and `reference apply`.
import { readFile } from 'node:fs/promises';
import { OperatorRejection } from './operator-parts.ts';
import type { OperatorRequest } from './operator-requests.ts';

/** The request with the text of the file that it names; any other request as it is. Throws OperatorRejection. */
export async function withFileText(request: OperatorRequest): Promise<OperatorRequest> {
  if (request.action !== 'reference-diff' && request.action !== 'reference-apply') return request;
  try {
    return { ...request, text: await readFile(request.file, 'utf8') };
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new OperatorRejection(`The reference data ${request.file} cannot be read (${why}).`);
  }
}
