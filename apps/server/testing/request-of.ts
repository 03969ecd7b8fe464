// For tests: a call of the server over HTTP.

export interface CallOptions {
  readonly body?: object | undefined;
  readonly token?: string | undefined;
}

/** A POST if there is a body, otherwise a GET. */
export function requestOf({ body, token }: CallOptions): RequestInit {
  const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
}
