// The address and the protocol of a client behind trusted proxies, for calls and for the hub.
import { BlockList, isIP } from 'node:net';

type ForwardedHeader = string | string[] | undefined;
type AddressOf = (remote: string | null, forwarded: ForwardedHeader) => string | null;

interface RemoteClient {
  readonly address: string;
  /** The number of trusted proxies between the client and this server. */
  readonly proxies: number;
}

/**
 * Whether an address is a trusted proxy. `trustedProxies` are addresses and networks such as
 * `10.0.0.0/8`.
 */
export function isTrustedBy(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) trusted.addAddress(address, familyOf(address));
    else trusted.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, familyOf(address));
}

/**
 * Returns the last address in X-Forwarded-For that is not a trusted proxy, provided that all
 * addresses after it and the address of the connection are trusted. Otherwise it returns the
 * address of the connection. `trustedProxies` are addresses and networks such as `10.0.0.0/8`.
 */
export function createClientAddress(trustedProxies: readonly string[]): AddressOf {
  const clientOf = createClientOf(trustedProxies);
  return (remote, forwarded) => (remote === null ? null : clientOf(remote, forwarded).address);
}

/** Like `createClientAddress`, with the number of proxies that the request has passed. */
export function createClientOf(
  trustedProxies: readonly string[],
): (remote: string, forwarded: ForwardedHeader) => RemoteClient {
  const isTrusted = isTrustedBy(trustedProxies);
  return (remote, forwarded) => {
    let client: RemoteClient = { address: remote, proxies: 0 };
    for (const hop of listOf(forwarded).map(withoutPort).reverse()) {
      if (!isTrusted(client.address) || hop === '') break;
      client = { address: hop, proxies: client.proxies + 1 };
    }
    // Anything but an address would be text chosen by the client in our log.
    return isIP(client.address) === 0 ? { address: remote, proxies: 0 } : client;
  };
}

/**
 * The protocol of the client, `http` or `https`, from the list in X-Forwarded-Proto: proxies either keep the first value or append their own, as
 * in X-Forwarded-For.
 */
export function clientProtocol(forwarded: ForwardedHeader, { proxies }: RemoteClient): string {
  const list = listOf(forwarded).map((address) =>
    address
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  );
  return list[Math.max(0, list.length - Math.max(1, proxies))] ?? '';
}

const listOf = (forwarded: ForwardedHeader): string[] => [forwarded ?? []].flat().join(',').split(',');

/** Some proxies add the port: `203.0.113.1:40000`, `[2001:db8::1]:40000`, sometimes in quotation marks. */
function withoutPort(hop: string): string {
  const text = hop.trim().replace(/^"(.*)"$/, '$1');
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
