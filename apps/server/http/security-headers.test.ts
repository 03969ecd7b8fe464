import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

it('the security headers allow only our own scripts, no frames and no type guessing', async () => {
  const headers = await securityHeaders();
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("script-src 'self';"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers).not.toHaveProperty('strict-transport-security');
  expect(headers).not.toHaveProperty('content-type');
  expect(headers).not.toHaveProperty('content-length');
});
