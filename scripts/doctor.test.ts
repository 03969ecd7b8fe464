// The findings of the doctor, with real ports and folders.
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examineDataFolder, examinePackages, examinePort, readDoctorOptions, report } from './doctor.mjs';
import { newCopy, newFolder, write } from './testing/small-copy.ts';

describe('the doctor', () => {
  it('finds a port in use, and free after it was closed', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    expect(await examinePort(port)).toMatchObject({
      state: 'note',
      text: expect.stringContaining(`--port ${port + 1}`),
    });
    await new Promise((resolve) => other.close(resolve));
    expect(await examinePort(port)).toMatchObject({ state: 'ok' });
  });

  it('finds a data folder that can be written or created, and leaves nothing behind', () => {
    const folder = newFolder();
    expect(examineDataFolder(folder)).toMatchObject({ state: 'ok', text: `${folder} can be written` });
    expect(examineDataFolder(join(folder, 'not', 'yet'))).toMatchObject({
      state: 'ok',
      text: expect.stringContaining('can be created'),
    });
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(join(folder, 'not'))).toBe(false);
  });

  it('finds a file in the place of the data folder', () => {
    const folder = newFolder();
    write(folder, 'data', 'x');
    expect(examineDataFolder(join(folder, 'data'))).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('--data FOLDER'),
    });
  });

  it('finds that packages are missing, or that the copy is incomplete', () => {
    expect(examinePackages(newCopy().folder)).toMatchObject({
      state: 'note',
      text: expect.stringContaining('npm start'),
    });
    expect(examinePackages(newFolder())).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('package-lock.json is missing'),
    });
  });

  it('prints one line per finding', () => {
    const lines = report([
      { subject: 'Node', state: 'ok', text: '20.19.0' },
      { subject: 'Chromium', state: 'note', text: 'none' },
      { subject: 'Disk space', state: 'bad', text: '0.1 GB' },
    ]);
    expect(lines).toBe('ok   Node         20.19.0\n·    Chromium     none\nBAD  Disk space   0.1 GB');
  });

  it('takes the options --port and --data of npm start, and no others', () => {
    expect(readDoctorOptions([])).toEqual({ port: 4173, data: 'data' });
    expect(readDoctorOptions(['--port', '8080', '--data', '/srv/openpit'])).toEqual({
      port: 8080,
      data: '/srv/openpit',
    });
    for (const wrong of [['--demo'], ['--port', 'x'], ['--port', '70000'], ['--data']]) {
      expect(() => readDoctorOptions(wrong)).toThrow('does not understand');
    }
  });
});
