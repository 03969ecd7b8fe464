import { describe, expect, it } from 'vitest';
import { createClientAddress } from './client-address.ts';

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

  it('is that of the connection where no proxy is trusted', () => {
    expect(createClientAddress([])('10.1.2.3', '198.51.100.9')).toBe('10.1.2.3');
  });
});
