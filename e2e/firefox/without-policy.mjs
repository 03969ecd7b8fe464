// Loaded into a product whose pages Firefox opens: its replies have no Content Security Policy. Playwright reads pages with scripts of
// its own, which the policy would block there; Chromium lets them through, and keeps the pages to the policy.
import { ServerResponse } from 'node:http';

const policy = 'content-security-policy';
const { setHeader, writeHead } = ServerResponse.prototype;

ServerResponse.prototype.setHeader = function (name, value) {
  return name.toLowerCase() === policy ? this : setHeader.call(this, name, value);
};

ServerResponse.prototype.writeHead = function (status, ...more) {
  const headers = more.at(-1);
  if (typeof headers === 'object' && headers !== null && policy in headers) {
    const { [policy]: _policy, ...others } = headers;
    more[more.length - 1] = others;
  }
  return writeHead.call(this, status, ...more);
};
