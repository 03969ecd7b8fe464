// The address of a client behind trusted proxies, for calls and for the hub.
import { BlockList, isIP } from 'node:net';

type AddressOf = (remote: string | null, forwarded: string | string[] | undefined) => string | null;

/**
 * The last address of X-Forwarded-For that is no trusted proxy, as long as all after it are, the connection's own included; the
 * connection's own address where no proxy is trusted. `trustedProxies`: addresses and networks such as `10.0.0.0/8`.
 */
export function createClientAddress(trustedProxies: readonly string[]): AddressOf {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) trusted.addAddress(address, familyOf(address));
    else trusted.addSubnet(address, Number(bits), familyOf(address));
  }
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, familyOf(address));
  return (remote, forwarded) => {
    if (remote === null) return null;
    const hops = [forwarded ?? []].flat().join(',').split(',');
    let client = remote;
    for (const hop of hops.map(withoutPort).reverse()) {
      if (!isTrusted(client) || hop === '') break;
      client = hop;
    }
    // Another text than an address would be the client's own words in the log.
    return isIP(client) === 0 ? remote : client;
  };
}

/** Some proxies add the port: `203.0.113.1:40000`, `[2001:db8::1]:40000`, also in quotation marks. */
function withoutPort(hop: string): string {
  const text = hop.trim().replace(/^"(.*)"$/, '$1');
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
