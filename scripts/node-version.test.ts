// Somebody with an old Node gets one sentence: it must say what to do, and our commands must parse on that Node.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { isNode, type SyntaxNode, visitNodes } from './architecture/syntax.ts';
import { rejectionOfNode } from './node-version.mjs';
import { root } from './repository.mjs';

describe('a Node that runs us', () => {
  it.each(['20.19.0', '20.19.1', '20.20.2', '22.12.0', '22.23.3', '24.0.0', '100.0.0'])(
    'may be %s',
    (version) => {
      expect(rejectionOfNode(version)).toBeUndefined();
    },
  );

  it.each(['14.21.3', '18.20.8', '20.9.0', '20.18.9', '21.7.3', '22.4.0'])(
    'may not be %s, and one line says so',
    (version) => {
      const rejection = rejectionOfNode(version);
      expect(rejection).toContain(`this is Node ${version}`);
      expect(rejection).toContain('https://nodejs.org');
      expect(rejection).not.toContain('\n');
    },
  );

  it('is the one that package.json asks for', () => {
    expect(readFileSync(join(root, 'package.json'), 'utf8')).toContain('"node": ">=20.19.0"');
    expect(rejectionOfNode('20.19.0')).toBeUndefined();
    expect(rejectionOfNode('20.18.99')).toBeDefined();
  });
});

describe('our commands', () => {
  const commands = readdirSync(join(root, 'scripts')).filter((name) => name.endsWith('.mjs'));

  it('parse, start.mjs before all', () => {
    execFileSync(process.execPath, ['--check', join(root, 'scripts', 'start.mjs')]);
    expect(commands.length).toBeGreaterThan(15);
  });

  it.each(commands)('can be read by Node 14: %s', (name) => {
    expect(newerThanNode14(readFileSync(join(root, 'scripts', name), 'utf8'))).toEqual([]);
  });

  it('would be found out when one used what Node 14 cannot read', () => {
    const newer = [
      'await ready();',
      'a ??= 1;',
      'class A { b = 1; }',
      'class A { #b() {} }',
      'class A { static {} }',
    ];
    expect(newer.map((text) => newerThanNode14(text).length)).toEqual([1, 1, 1, 1, 1]);
    expect(
      newerThanNode14(
        'async function f() { await 1; } const g = async () => { for await (const x of y) f(x?.z ?? 1); }',
      ),
    ).toEqual([]);
  });

  it('look at the Node before anything else', () => {
    const first = (name: string) =>
      /^import .*$/m.exec(readFileSync(join(root, 'scripts', name), 'utf8'))?.[0];
    expect(first('start.mjs')).toBe(`import { rejectionOfNode } from './node-version.mjs';`);
    const others = ['admin', 'bench', 'build', 'check', 'dev', 'doctor', 'journeys', 'test'];
    expect(others.map((name) => first(`${name}.mjs`))).toEqual(
      others.map(() => `import './require-node.mjs';`),
    );
    // What start.mjs imports by itself has no imports of its own.
    expect(first('node-version.mjs')).toBeUndefined();
  });
});

/** @returns the syntax that came after Node 14 */
function newerThanNode14(text: string): readonly string[] {
  const found: string[] = [];
  const program: unknown = parseAst(text, { lang: 'js' });
  visitNodes(program, (node) => {
    if (isNewer(node)) found.push(node.type);
  });
  return [...found, ...awaitsOutside(program)];
}

function isNewer(node: SyntaxNode): boolean {
  if (node.type === 'AssignmentExpression') return ['??=', '||=', '&&='].includes(String(node.operator));
  return ['PropertyDefinition', 'PrivateIdentifier', 'StaticBlock'].includes(node.type);
}

/** `await` outside every function. */
function awaitsOutside(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(awaitsOutside);
  if (!isNode(value) || /Function/.test(value.type) || value.type === 'MethodDefinition') return [];
  if (value.type === 'AwaitExpression' || value.await === true) return [value.type];
  return Object.values(value).flatMap(awaitsOutside);
}
