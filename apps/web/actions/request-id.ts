// The id that the browser gives a command, so that a repeat gets the first answer and nothing is done twice.

/** 36 printable characters. `randomUUID` is missing where the page is not served over HTTPS. */
export function newRequestId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [8, 12, 16, 20, 32].map((end, at, ends) => hex.slice(ends[at - 1] ?? 0, end)).join('-');
}
