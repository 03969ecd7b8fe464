// What the server tells its operator: one function that takes entries, so that any logger is one line away (pino:
// `({ level, ...entry }) => log[level](entry)`). No entry ever holds a token, a header or the contents of a message.

export interface HubLogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** One sentence. */
  readonly message: string;
  readonly hub?: string;
  readonly connectionId?: string;
  readonly userId?: string;
  readonly method?: string;
  /** What application code threw. */
  readonly error?: unknown;
}

export type HubLogger = (entry: HubLogEntry) => void;

/** What was thrown and is no Error. Not every value can be made a text. */
export function textOfThrown(value: unknown): string {
  return typeof value === 'string' ? value : `A value of type ${typeof value} was thrown.`;
}

/** `error` as an Error whose message and stack no longer hold `secret`. */
export function withoutSecret(error: unknown, secret: string | null): Error {
  const original = error instanceof Error ? error : new Error(textOfThrown(error));
  if (secret === null || secret === '') return original;
  const clean = new Error(original.message.replaceAll(secret, '[token]'));
  clean.name = original.name;
  if (original.stack !== undefined) clean.stack = original.stack.replaceAll(secret, '[token]');
  return clean;
}
