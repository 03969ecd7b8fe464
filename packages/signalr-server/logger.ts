// The log of the server: one function that takes entries, so that any logger fits in one line (pino: `({
// level, ...entry }) => log[level](entry)`). No entry contains tokens, message contents, or headers other than the origin
// of a rejected page and the host of its request.

export interface HubLogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** One sentence. */
  readonly message: string;
  /** The path of the hub. */
  readonly hub?: string;
  readonly connectionId?: string;
  readonly userId?: string;
  /** The hub method that failed. */
  readonly method?: string;
  /** The value that application code threw. */
  readonly error?: unknown;
}

export type HubLogger = (entry: HubLogEntry) => void;

/** A logger that never throws: an error of `logger` goes to the console and closes no connection. */
export function safeLogger(logger: HubLogger | undefined): HubLogger {
  if (logger === undefined) return () => {};
  return (entry: HubLogEntry) => {
    try {
      logger(entry);
    } catch (error) {
      console.error('The logger of the hub server failed.', error);
    }
  };
}

/** Describes a thrown value that is not an Error. Not every value can be converted to a string. */
export function describeThrown(value: unknown): string {
  return typeof value === 'string' ? value : `A value of type ${typeof value} was thrown.`;
}

/** `error` as an Error in whose message and stack `[token]` replaces `secret`. */
export function withoutSecret(error: unknown, secret: string | null): Error {
  const original = error instanceof Error ? error : new Error(describeThrown(error));
  if (secret === null || secret === '') return original;
  const clean = new Error(original.message.replaceAll(secret, '[token]'));
  clean.name = original.name;
  if (original.stack !== undefined) clean.stack = original.stack.replaceAll(secret, '[token]');
  return clean;
}
