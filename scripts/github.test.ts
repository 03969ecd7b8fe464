// The files of .github: the workflow runs commands that exist, with pinned actions and no more rights than it needs, and the forms
// for issues can be read.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './steps/repository.mjs';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: unknown;
  readonly 'runs-on': string;
  readonly steps: readonly Step[];
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
}
interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly { readonly type: string; readonly id?: string; readonly attributes: object }[];
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
const filesIn = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

/** The faults of the steps of a job. */
function faultsOf({ steps }: Pick<Job, 'steps'>): string[] {
  const runs = steps.flatMap(({ run }) => run ?? []);
  return [
    ...steps.flatMap(({ uses }) =>
      uses === undefined || /^actions\/[a-z-]+@v\d+\.\d+\.\d+$/.test(uses)
        ? []
        : [`${uses}: name the full version of an action of GitHub`],
    ),
    ...steps.flatMap(({ uses, with: given }) =>
      uses?.startsWith('actions/checkout@') && given?.['persist-credentials'] !== false
        ? ['checkout leaves the token in the clone: persist-credentials: false']
        : [],
    ),
    ...runs
      .flatMap((run) => [...run.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start))\b/g)])
      .flatMap(([, name, word]) => name ?? word ?? [])
      .filter((name) => scripts[name] === undefined)
      .map((name) => `npm run ${name}: package.json has no such script`),
    ...runs
      .flatMap((run) => run.match(/(?<![\w/.-])(?:deploy|scripts|docs|e2e|apps|packages)\/[\w./-]+/g) ?? [])
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${path} does not exist`),
  ];
}

describe('the workflow', () => {
  const { permissions, jobs } = parse(read('.github/workflows/test.yml')) as Workflow;
  const every = Object.entries(jobs);
  const commands = every.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []));

  it('has no faults in its steps', () => {
    expect(every.flatMap(([name, job]) => faultsOf(job).map((fault) => `${name}: ${fault}`))).toEqual([]);
  });

  it('may read the repository and nothing else', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(every.filter(([, job]) => job.permissions !== undefined)).toEqual([]);
  });

  it('ends jobs that hang, on a system with a version', () => {
    for (const [name, job] of every) {
      expect(job['timeout-minutes'], name).toBeGreaterThan(0);
      expect(job['runs-on'], name).toMatch(/-\d+\.\d+$/);
    }
  });

  it('runs the checks, all tests that there are, and the build of the image', () => {
    expect(commands).toContain('npm run check');
    expect(commands).toContain(scripts['test:all'] === undefined ? 'npm test' : 'npm run test:all');
    expect(commands.join('\n')).toContain('docker build --file deploy/Dockerfile');
  });

  it('tests on the oldest Node that package.json allows, and on the Node of the image', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const image = /^FROM node:([\d.]+)/m.exec(read('deploy/Dockerfile'))?.[1];
    expect(jobs.check?.strategy?.matrix.node).toEqual([engines.node.replace('>=', ''), image]);
    const versions = jobs.test?.steps.flatMap(({ with: given }) => given?.['node-version'] ?? []);
    expect(versions).toEqual([image]);
  });

  it.each([
    [{ uses: 'actions/checkout@v4', with: { 'persist-credentials': false } }, 'full version'],
    [{ uses: 'someone/tool@v1.2.3' }, 'full version'],
    [{ uses: 'actions/checkout@v4.2.2' }, 'leaves the token'],
    [{ run: 'npm ci && npm run deploy' }, 'npm run deploy'],
    [{ run: 'docker build --file deploy/Containerfile .' }, 'deploy/Containerfile does not exist'],
  ])('would be rejected with %j', (step, fault) => {
    expect(faultsOf({ steps: [step] })).toEqual([expect.stringContaining(fault)]);
  });
});

describe('the forms for issues', () => {
  const forms = filesIn('.github/ISSUE_TEMPLATE').filter((path) => !path.endsWith('/config.yml'));

  it.each(forms)('%s has a name, a description, and fields with different ids', (path) => {
    const form = parse(read(path)) as Form;
    expect([form.name, form.description].every((text) => text.length > 0)).toBe(true);
    const fields = form.body.filter(({ type }) => type !== 'markdown');
    expect(fields.length).toBeGreaterThan(2);
    for (const { attributes } of fields) expect(attributes).toHaveProperty('label');
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  });

  it('name only commands and files that exist', () => {
    const text = [...filesIn('.github/ISSUE_TEMPLATE'), '.github/pull_request_template.md']
      .map(read)
      .join('\n');
    const commands = [...text.matchAll(/`npm (?:run )?([\w:-]+)/g)].flatMap(([, name]) => name ?? []);
    expect(commands.length).toBeGreaterThan(2);
    expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
    const files = text.match(/\b[\w/]+\.md\b/g) ?? [];
    expect(files).toContain('SECURITY.md');
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
