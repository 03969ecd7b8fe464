// The browser that the journeys use, and the output when none is found.
import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { givenOptions } from '../../apps/server/options/given-options.ts';
import { newFolder, write } from '../testing/small-copy.ts';
import * as programs from './programs.mjs';
import { chromium, ensureProgram, findProgram, firefox } from './programs.mjs';
import { createProgress } from './progress.mjs';

const PATH = ['/opt/one', '/opt/two'].join(delimiter);
const machineWith = (...programs: readonly string[]) => ({
  env: { PATH },
  platform: 'linux',
  isProgram: (file: string) => programs.includes(file),
});
const silent = () => createProgress({ screen: { write: () => true } });

describe('the browser', () => {
  it('is the one in PATH, Chromium before Chrome, first folder first', () => {
    expect(findProgram(chromium, machineWith('/opt/one/google-chrome', '/opt/two/chromium'))).toBe(
      '/opt/two/chromium',
    );
    expect(findProgram(chromium, machineWith('/opt/one/chromium-browser', '/opt/two/chromium-browser'))).toBe(
      '/opt/one/chromium-browser',
    );
    expect(findProgram(chromium, machineWith('/opt/two/google-chrome'))).toBe('/opt/two/google-chrome');
    expect(findProgram(chromium, machineWith())).toBeUndefined();
  });

  it('can be named by a variable that the product, which the tests start, does not reject', () => {
    const all = Object.values(programs).filter((program) => typeof program === 'object');
    expect(all.length).toBeGreaterThan(5);
    for (const { variable } of all) expect(() => givenOptions([], { [variable]: '/opt/mine' })).not.toThrow();
  });

  it('is Firefox where the journeys ask for it', () => {
    const machine = machineWith('/opt/one/chromium', '/opt/one/firefox', '/opt/two/firefox-esr', '/opt/mine');
    expect(findProgram(firefox, machine)).toBe('/opt/two/firefox-esr');
    expect(findProgram(firefox, { ...machine, env: { PATH, OPENPIT_FIREFOX: '/opt/mine' } })).toBe(
      '/opt/mine',
    );
    expect(findProgram(firefox, machineWith('/opt/one/chromium'))).toBeUndefined();
  });

  it('is an application on a Mac', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findProgram(chromium, { ...machineWith(chrome), platform: 'darwin' })).toBe(chrome);
    expect(findProgram(chromium, machineWith(chrome))).toBeUndefined();
  });

  it('is the one that OPENPIT_CHROMIUM names, and no other', () => {
    const machine = machineWith('/opt/one/chromium', '/opt/mine');
    expect(findProgram(chromium, { ...machine, env: { PATH, OPENPIT_CHROMIUM: '/opt/mine' } })).toBe(
      '/opt/mine',
    );
    expect(() => findProgram(chromium, { ...machine, env: { PATH, OPENPIT_CHROMIUM: '/opt/gone' } })).toThrow(
      '/opt/gone',
    );
    expect(findProgram(chromium, { ...machine, env: { PATH, OPENPIT_CHROMIUM: '' } })).toBe(
      '/opt/one/chromium',
    );
  });

  it('is installed with apt-get for root', async () => {
    const folder = newFolder();
    const aptGet = `#!/bin/sh\necho "$@" >> '${folder}/asked'\nif [ "$1" = install ]; then printf '#!/bin/sh\\necho Chromium 150.0.1 built on Debian\\n' > '${folder}/chromium'; chmod 755 '${folder}/chromium'; fi\n`;
    write(folder, 'apt-get', aptGet.replace('chmod', '/bin/chmod'));
    chmodSync(join(folder, 'apt-get'), 0o755);
    const progress = silent();
    const file = await ensureProgram(chromium, { progress, env: { PATH: folder }, isRoot: true });
    expect(file).toBe(join(folder, 'chromium'));
    expect(progress.results).toMatchObject([{ note: file }]);
  });

  it('is not installed for anyone else: the command to run is printed', async () => {
    const folder = newFolder();
    write(folder, 'apt-get', `#!/bin/sh\nexit 9\n`);
    chmodSync(join(folder, 'apt-get'), 0o755);
    const failure = ensureProgram(chromium, { progress: silent(), env: { PATH: folder }, isRoot: false });
    await expect(failure).rejects.toMatchObject({
      message: expect.stringContaining('No Chromium was found'),
      advice: expect.stringContaining('sudo apt-get install --no-install-recommends chromium-headless-shell'),
      exitCode: 1,
    });
  });

  it('is not installed where there is no apt-get: the advice does not name it', async () => {
    const failure = ensureProgram(chromium, { progress: silent(), env: { PATH: newFolder() }, isRoot: true });
    await expect(failure).rejects.toMatchObject({
      advice: expect.stringContaining('the package manager of this machine'),
    });
  });

  it('is rejected when it does not run', async () => {
    const folder = newFolder();
    write(folder, 'chromium', `#!/bin/sh\necho 'requires the chromium snap to be installed'\nexit 10\n`);
    chmodSync(join(folder, 'chromium'), 0o755);
    const failure = ensureProgram(chromium, { progress: silent(), env: { PATH: folder }, isRoot: false });
    await expect(failure).rejects.toMatchObject({
      message: expect.stringContaining('does not run'),
      output: expect.stringContaining('snap'),
    });
  });
});
