// The operator's command line in a separate process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { repository } from './running-product.ts';

const admin = join(repository, 'scripts', 'admin.mjs');

export async function operate(
  dataFolder: string,
  ...argv: string[]
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [admin, ...argv, '--data', dataFolder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'exit');
  return { code: Number(code), output };
}
