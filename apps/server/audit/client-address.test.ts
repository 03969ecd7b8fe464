import { describe, expect, it } from 'vitest';
import { clientProtocol, createClientAddress, createClientOf } from './client-address.ts';

describe('the address of a client', () => {
  const behind = createClientAddress(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);

  it.each([
    ['203.0.113.1', undefined, '203.0.113.1'],
    ['203.0.113.1', '198.51.100.9', '203.0.113.1'],
    ['10.1.2.3', '198.51.100.9', '198.51.100.9'],
    ['10.1.2.3', '198.51.100.66, 198.51.100.9, 192.0.2.7', '198.51.100.9'],
    ['::ffff:10.1.2.3', '198.51.100.9', '198.51.100.9'],
    ['2001:db8::1', '2001:db9::1', '2001:db9::1'],
    ['10.1.2.3', undefined, '10.1.2.3'],
    ['10.1.2.3', 'my own words', '10.1.2.3'],
    ['10.1.2.3', '203.0.113.11:40000', '203.0.113.11'],
    ['10.1.2.3', '[2001:db9::1]:40000', '2001:db9::1'],
    ['10.1.2.3', '[2001:db9::1]', '2001:db9::1'],
    ['10.1.2.3', '"[2001:db9::1]:40000"', '2001:db9::1'],
    ['10.1.2.3', '203.0.113.11:40000, 10.9.9.9:1234', '203.0.113.11'],
    ['10.1.2.3', '198.51.100.9, unknown', '10.1.2.3'],
    [null, '198.51.100.9', null],
  ])('is for a connection from %s with X-Forwarded-For %s: %s', (remote, forwarded, expected) => {
    expect(behind(remote, forwarded)).toBe(expected);
  });

  it.each([
    ['https', '198.51.100.9', 'https'],
    ['HTTPS', '198.51.100.9', 'https'],
    ['"https"', '198.51.100.9', 'https'],
    // The outer proxy ends TLS, and the inner one has appended how it was reached.
    ['https, http', '198.51.100.9, 192.0.2.7', 'https'],
    ['https,http , http', '198.51.100.9, 10.1.1.1, 192.0.2.7', 'https'],
    ['https', '198.51.100.9, 192.0.2.7', 'https'],
    // The client's own claim does not count.
    ['https, http', '198.51.100.9', 'http'],
    ['http', undefined, 'http'],
    ['https, http', undefined, 'http'],
  ])('has with X-Forwarded-Proto %s and X-Forwarded-For %s the protocol %s', (proto, forwarded, expected) => {
    const client = createClientOf(['10.0.0.0/8', '192.0.2.7'])('10.1.2.3', forwarded);
    expect(clientProtocol(proto, client)).toBe(expected);
  });

  it.each([
    ['2001:db8::7', 'fe80::1%eth0, "[2001:DB9::1]:80", [2001:db8:1::2]:443', '2001:DB9::1'],
    ['::FFFF:192.0.2.7', '203.0.113.5:80,10.0.0.1:80', '203.0.113.5'],
    ['10.1.2.3', '_hidden, 10.0.0.1', '10.1.2.3'],
  ])('passes several proxies, in any notation: %s, %s', (remote, forwarded, expected) => {
    expect(behind(remote, forwarded)).toBe(expected);
  });

  it('is the address of the connection if no proxy is trusted', () => {
    expect(createClientAddress([])('10.1.2.3', '198.51.100.9')).toBe('10.1.2.3');
  });
});
