// An error that is meant for the user: its message reaches the client. Any other error that application code throws is
// a fault of the server, of which the client learns only that it happened (unless `detailedErrors` is on).

export class HubError extends Error {
  override readonly name = 'HubError';
}

/** The caller's arguments are not what the method takes. */
export class BadArgumentsError extends HubError {}

/** A call's error text, in the words of .NET servers, by which clients find the message (`HubException: …`). */
export function invocationErrorText(
  method: string,
  error: unknown,
  { detailedErrors }: { detailedErrors: boolean },
): string {
  if (error instanceof BadArgumentsError) {
    return `Failed to invoke '${method}' with these arguments. HubException: ${error.message}`;
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

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
