// The command line as it is used: a process of its own, its input and output real pipes.
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
const bundled = [join(process.env.OPENPIT_THREAD_BUNDLES ?? '', 'cli.mjs')];
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

/** Of a thousand lines. The answers to the few are three times what the process may hold, to the many a hundred times. */
const blocks = process.env.OPENPIT_LONG === '1' ? 3000 : 60;

const call = '{"type":"call","F":4077,"K":4200,"T":0.23,"vol":0.28,"r":0}';

describe.concurrent('npx tsx packages/pricing/cli.ts', () => {
  it('answers every line in its order, skips empty ones, and goes on after a bad one', async () => {
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

  it('needs no end of line at the end, no input at all, and no mark at the beginning', async () => {
    const [none, marked] = await Promise.all([run(''), run(`\uFEFF${call}`)]);
    expect(none.stdout).toBe('');
    expect(none.code).toBe(0);
    expect(marked.lines).toEqual([answerLine(call, 1)]);
  });

  it('puts together a character that is cut between two pieces of input', async () => {
    const child = start();
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    const line = Buffer.from('{"type":"größe"}\n');
    const cut = line.indexOf(0xc3) + 1;
    child.stdin.write(Buffer.concat([Buffer.from(`${call}\n`), line.subarray(0, cut)]));
    // Its answer says that the first piece has been read.
    await once(child.stdout, 'data');
    child.stdin.end(line.subarray(cut));
    await once(child, 'close');
    expect(stdout).toContain('größe');
    expect(stdout).not.toContain('\uFFFD');
  });

  it('a line without end is refused, not gathered, and the next one is answered', async () => {
    const { lines } = await run(`${'x'.repeat(300_000)}\n${call}\n${'y'.repeat(70_000)}`);
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ path: '', line: 1 });
    expect(lines[0]).toContain('longer than');
    expect(lines[1]).toBe(answerLine(call, 2));
    expect(lines[2]).toContain('longer than');
  });

  it(`reads no faster than its answers are taken, and in 32 MB answers ${blocks * 1000} lines`, async () => {
    const child = start({ NODE_OPTIONS: '--max-old-space-size=32' });
    const block = `${call}\n`.repeat(1000);
    let taken = 0;
    const offer = (): void => {
      while (taken < blocks) {
        taken += 1;
        if (!child.stdin.write(block)) {
          child.stdin.once('drain', offer);
          return;
        }
      }
      child.stdin.end();
    };
    offer();
    // It answers, and nobody reads: when its pipes are full it must stop taking, and nothing moves any more.
    await once(child.stdout, 'readable');
    for (let before = -1; taken !== before; ) {
      before = taken;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(taken).toBeLessThan(blocks / 4);
    let answers = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      answers += text.split('\n').length - 1;
    });
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
    expect(answers).toBe(blocks * 1000);
  }, 300_000);

  it('is quiet when whoever reads stops before the end', async () => {
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

  it('tells what it does when asked, and refuses arguments', async () => {
    const [help, wrong] = await Promise.all([run('', '--help'), run('', '4077')]);
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('"style":"american"');
    expect(wrong.code).toBe(2);
    expect(wrong.stdout).toBe('');
    expect(wrong.stderr).toContain('takes no arguments');
  });
});
