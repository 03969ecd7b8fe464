// What a client reads when something failed, in the words of .NET servers, by which clients find the message
// (`HubException: …`).
import { HubError, UnauthorizedCallError } from '../hub-error.ts';
import { textOfThrown } from '../logger.ts';

/** The caller's arguments are not what the method takes. */
export class BadArgumentsError extends HubError {}

/** A call's error text. */
export function invocationErrorText(
  method: string,
  error: unknown,
  { detailedErrors }: { detailedErrors: boolean },
): string {
  if (error instanceof BadArgumentsError) {
    return `Failed to invoke '${method}' due to an error on the server. HubException: ${error.message}`;
  }
  if (error instanceof UnauthorizedCallError) {
    return `Failed to invoke '${method}' because user is unauthorized`;
  }
  const text = `An unexpected error occurred invoking '${method}' on the server.`;
  if (error instanceof HubError) return `${text} HubException: ${error.message}`;
  return detailedErrors ? `${text} ${describe(error)}` : text;
}

/** The text of a Close message. */
export function closeErrorText(error: unknown, { detailedErrors }: { detailedErrors: boolean }): string {
  const text = 'Connection closed with an error.';
  if (error instanceof HubError) return `${text} HubException: ${error.message}`;
  return detailedErrors ? `${text} ${describe(error)}` : text;
}

/** Calls that are answered without being run. */
export const callRefusals = {
  unknown: (method: string) => `Unknown hub method '${method}'`,
  streamInvoked: (method: string) =>
    `The client attempted to invoke the streaming '${method}' method with a non-streaming invocation.`,
  notAStream: (method: string) =>
    `The client attempted to invoke the non-streaming '${method}' method with a streaming invocation.`,
  cancelled: (method: string) => `The call of '${method}' was cancelled by its client.`,
} as const;

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : textOfThrown(error);
}
