// Users of an old Node get one sentence with advice.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rejectionOfNode, warningOfNode } from './node-version.mjs';
import { root } from './repository.mjs';

describe('the version of Node', () => {
  it.each(['20.19.0', '20.19.1', '20.20.2', '22.12.0', '22.23.3', '24.0.0', '100.0.0'])(
    'may be %s',
    (version) => {
      expect(rejectionOfNode(version)).toBeUndefined();
    },
  );

  it.each(['14.21.3', '18.20.8', '20.9.0', '20.18.9', '21.7.3', '22.4.0'])(
    'may not be %s: one line says so',
    (version) => {
      const rejection = rejectionOfNode(version);
      expect(rejection).toContain(`this is Node ${version}`);
      expect(rejection).toContain('https://nodejs.org');
      expect(rejection).not.toContain('\n');
    },
  );

  it.each([
    ['20.20.2', '2026-05-01'],
    ['22.23.3', '2027-05-01'],
    ['25.1.0', '2026-11-23'],
  ])('may be %s on %s, with one line of warning', (version, day) => {
    expect(rejectionOfNode(version)).toBeUndefined();
    const warning = warningOfNode(version, day);
    expect(warning).toContain(`Node ${version} runs Openpit, but has had no security fixes since 20`);
    expect(warning).not.toContain('\n');
  });

  it.each([
    ['20.20.2', '2026-04-30'],
    ['24.0.0', '2026-11-23'],
    ['26.10.0', '2026-11-23'],
    ['100.0.0', '2040-01-01'],
  ])('may be %s on %s without a warning', (version, day) => {
    expect(warningOfNode(version, day)).toBeUndefined();
  });

  it('is the one in package.json', () => {
    expect(readFileSync(join(root, 'package.json'), 'utf8')).toContain('"node": ">=20.19.0"');
    expect(rejectionOfNode('20.19.0')).toBeUndefined();
    expect(rejectionOfNode('20.18.99')).toBeDefined();
  });
});
