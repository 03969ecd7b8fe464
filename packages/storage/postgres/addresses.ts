// The address of a PostgreSQL database, as in DATABASE_URL. It may name several servers; one of them accepts writes:
// postgres://user:password@one:5432,other:5432/name.

const shape = /^(postgres(?:ql)?:\/\/)([^@/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;

/** libpq's term for a server that accepts writes, which Openpit always requires. */
const wantedServers = ['any', 'read-write', 'primary'];

/**
 * What is wrong with an address, as the rest of a sentence that begins with its name; null if it is valid. The text does not
 * quote the address, because it contains a password.
 */
export function addressProblem(url: string): string | null {
  const [, , , hosts = '', , query = ''] = shape.exec(url) ?? [];
  if (!shape.test(url) || addressesOf(url).some((address) => !URL.canParse(address)))
    return 'takes an address such as postgres://user:password@host:5432/name.';
  const parameters = new URLSearchParams(query);
  const sessionAttributes = parameters.get('target_session_attrs');
  if (sessionAttributes !== null && !wantedServers.includes(sessionAttributes))
    return `takes target_session_attrs=read-write: Openpit writes, so it always looks for the server that takes writes.`;
  const ports = parameters.get('port')?.split(',').length ?? 1;
  const named = (parameters.get('host') ?? hosts).split(',').length;
  if (ports !== 1 && ports !== named) return 'names a number of ports that is not that of its hosts.';
  return null;
}

/** One address for each server that the address names. */
export function addressesOf(url: string): readonly string[] {
  const [, scheme = '', user = '', hosts = '', path = '', query = ''] = shape.exec(url) ?? [];
  if (scheme === '') return [url];
  const parameters = new URLSearchParams(query);
  parameters.delete('target_session_attrs');
  // The same to pg, which warns of the other names.
  if (
    parameters.get('uselibpqcompat') === null &&
    /^(?:prefer|require|verify-ca)$/.test(parameters.get('sslmode') ?? '')
  )
    parameters.set('sslmode', 'verify-full');
  const [ofQuery, ports] = [parameters.get('host'), parameters.get('port')?.split(',')];
  return (ofQuery ?? hosts).split(',').map((host, index) => {
    const ownParameters = new URLSearchParams(parameters);
    if (ofQuery !== null) ownParameters.set('host', host);
    if (ports !== undefined) ownParameters.set('port', ports[index] ?? ports[0] ?? '');
    const text = ownParameters.size === 0 ? '' : `?${ownParameters}`;
    return `${scheme}${user}${ofQuery === null ? host : hosts.split(',')[0]}${path}${text}`;
  });
}

/** Hosts, ports and database of an address without user and password, for people. */
export function describeDatabase(url: string): string {
  const addresses = addressesOf(url).map((address) => new URL(address));
  const places = addresses.map(({ hostname, port, searchParams }) => {
    const ofQuery = searchParams.get('host');
    const portOfQuery = searchParams.get('port');
    if (ofQuery !== null) return portOfQuery === null ? ofQuery : `${ofQuery}:${portOfQuery}`;
    return `${hostname || 'localhost'}:${port || portOfQuery || '5432'}`;
  });
  const name = decodeURIComponent(addresses[0]?.pathname.slice(1) ?? '');
  return `the PostgreSQL database ${name || 'of the user'} at ${places.join(' or ')}`;
}
