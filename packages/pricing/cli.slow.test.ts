// The command line as it is used: a separate process with real pipes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { answerLine } from './price-line.ts';

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));
const tsx = createRequire(import.meta.url).resolve('tsx');
/** As documented, and from one bundled file (scripts/testing/bundle-threads.ts), because tsx takes longer to start than most tests. */
const documented = ['--import', tsx, cli];
const bundled = [join(process.env.OPENPIT_THREAD_BUNDLES ?? '', 'cli.js')];
const start = (env: Record<string, string> = {}, args: readonly string[] = []) =>
  spawn(process.execPath, [...(args.length > 0 ? documented : bundled), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });

async function run(input: string, ...args: string[]) {
  const child = start({}, args);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { ...output, code, lines: output.stdout.split('\n').slice(0, -1) };
}

/**
 * Blocks of a thousand lines. The answers to 60 are three times the memory of the process, to 3000 a
 * hundred times.
 */
const blocks = process.env.OPENPIT_LONG === '1' ? 3000 : 60;

const call = '{"type":"call","F":4077,"K":4200,"T":0.23,"vol":0.28,"r":0}';

describe.concurrent('npx tsx packages/pricing/cli.ts', () => {
  it('answers the lines in their order, skips empty ones, and continues after an invalid one', async () => {
    const bad = '{"type":"call","F":-1}';
    const { lines, code, stderr } = await run(`${call}\n\n${bad}\r\n   \n{"type"\n${call}`);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(lines).toEqual([
      answerLine(call, 1),
      answerLine(bad, 3),
      answerLine('{"type"', 5),
      answerLine(call, 6),
    ]);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ path: 'F', line: 3 });
  });

  it('accepts input without a final line end, empty input, and a byte order mark', async () => {
    const [none, marked] = await Promise.all([run(''), run(`\uFEFF${call}`)]);
    expect(none.stdout).toBe('');
    expect(none.code).toBe(0);
    expect(marked.lines).toEqual([answerLine(call, 1)]);
  });

  it('reads a character that is split between two chunks of input', async () => {
    const child = start();
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    const line = Buffer.from('{"type":"größe"}\n');
    const cut = line.indexOf(0xc3) + 1;
    child.stdin.write(Buffer.concat([Buffer.from(`${call}\n`), line.subarray(0, cut)]));
    // The answer shows that the first chunk has been read.
    await once(child.stdout, 'data');
    child.stdin.end(line.subarray(cut));
    await once(child, 'close');
    expect(stdout).toContain('größe');
    expect(stdout).not.toContain('\uFFFD');
  });

  it('answers a line without an end with an error, does not collect it, and answers the next one', async () => {
    const { lines } = await run(`${'x'.repeat(300_000)}\n${call}\n${'y'.repeat(70_000)}`);
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ path: '', line: 1 });
    expect(lines[0]).toContain('longer than');
    expect(lines[1]).toBe(answerLine(call, 2));
    expect(lines[2]).toContain('longer than');
  });

  it(`reads no faster than its answers are read: with 32 MB of heap it answers ${blocks * 1000} lines`, async () => {
    const child = start({ NODE_OPTIONS: '--max-old-space-size=32' });
    const block = `${call}\n`.repeat(1000);
    let written = 0;
    const offer = (): void => {
      while (written < blocks) {
        written += 1;
        if (!child.stdin.write(block)) {
          child.stdin.once('drain', offer);
          return;
        }
      }
      child.stdin.end();
    };
    offer();
    // Nobody reads the answers: when its pipes are full it must stop reading.
    await once(child.stdout, 'readable');
    for (let before = -1; written !== before; ) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(written).toBeLessThan(blocks / 4);
    let answers = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      answers += text.split('\n').length - 1;
    });
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
    expect(answers).toBe(blocks * 1000);
  });

  it('ends without an error when the reader stops before the end', async () => {
    const child = start();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.on('error', () => undefined);
    child.stdout.once('data', () => child.stdout.destroy());
    child.stdin.end(`${call}\n`.repeat(20_000));
    const [code] = (await once(child, 'close')) as [number];
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('prints its help with --help, and rejects other arguments', async () => {
    const [help, wrong] = await Promise.all([run('', '--help'), run('', '4077')]);
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('"style":"american"');
    expect(wrong.code).toBe(2);
    expect(wrong.stdout).toBe('');
    expect(wrong.stderr).toContain('takes no arguments');
  });
});
