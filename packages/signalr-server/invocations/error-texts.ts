// The error texts that clients receive. They follow .NET servers: clients look for `HubException: `.
import { HubError, UnauthorizedError } from '../errors.ts';
import { describeThrown } from '../logger.ts';

/** The arguments of an invocation failed validation. */
export class InvalidArgumentsError extends HubError {}

/** The error text of a completion. */
export function invocationErrorText(
  method: string,
  error: unknown,
  { detailedErrors }: { detailedErrors: boolean },
): string {
  if (error instanceof InvalidArgumentsError) {
    return `Failed to invoke '${method}' due to an error on the server. HubException: ${error.message}`;
  }
  if (error instanceof UnauthorizedError) {
    return `Failed to invoke '${method}' because user is unauthorized`;
  }
  const text = `An unexpected error occurred invoking '${method}' on the server.`;
  if (error instanceof HubError) return `${text} HubException: ${error.message}`;
  return detailedErrors ? `${text} ${describe(error)}` : text;
}

export function closeErrorText(error: unknown, { detailedErrors }: { detailedErrors: boolean }): string {
  const text = 'Connection closed with an error.';
  if (error instanceof HubError) return `${text} HubException: ${error.message}`;
  return detailedErrors ? `${text} ${describe(error)}` : text;
}

/** The error texts of invocations that are completed without running. */
export const invocationRejections = {
  unknownMethod: (method: string) => `Unknown hub method '${method}'`,
  streamInvoked: (method: string) =>
    `The client attempted to invoke the streaming '${method}' method with a non-streaming invocation.`,
  nonStreamStreamed: (method: string) =>
    `The client attempted to invoke the non-streaming '${method}' method with a streaming invocation.`,
  cancelled: (method: string) => `The client cancelled the invocation of '${method}'.`,
} as const;

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : describeThrown(error);
}
