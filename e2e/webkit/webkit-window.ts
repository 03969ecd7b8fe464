// A window of WebKit, driven by Debian's WebKitWebDriver over WebDriver (https://www.w3.org/TR/webdriver2/). Playwright drives only
// its own build of WebKit. The driver shows a real window, so it needs a display: the machine's, or one of Xvfb.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from '@playwright/test';

/** The key of an element's reference in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const startLimitMs = 60_000;

/** The elements that may have a role; a name decides among them. */
const selectors = {
  button: 'button, [role="button"]',
  menuitem: '[role="menuitem"]',
  textbox: 'input:not([type="checkbox"]):not([type="radio"]), textarea',
  dialog: '[role="dialog"], dialog',
  grid: '[role="grid"]',
  cell: '[data-col]',
  /** The button that sends a form. */
  send: '[data-send]',
  /** A button of a question. */
  answer: '[role="dialog"] button',
  /** What became of a form that was sent. */
  outcome: '[role="status"][data-kind]',
} as const;
type Role = keyof typeof selectors;

/** Runs in the page: the first visible element with the role whose name matches. */
const findScript = `
  const [selector, pattern] = arguments;
  const nameOf = (element) =>
    element.getAttribute('aria-label') ??
    (element.getAttribute('aria-labelledby') === null
      ? (element.labels?.[0]?.innerText ?? element.innerText)
      : element.getAttribute('aria-labelledby').split(' ').map((id) => document.getElementById(id)?.innerText).join(' '));
  const isVisible = (element) => element.getClientRects().length > 0;
  return [...document.querySelectorAll(selector)].find(
    (element) => isVisible(element) && new RegExp(pattern).test((nameOf(element) ?? '').trim()),
  ) ?? null;`;

export class WebKitWindow {
  readonly #base: string;
  readonly #session: string;

  private constructor(base: string, session: string) {
    this.#base = base;
    this.#session = session;
  }

  /** Opens a window with nothing stored. The driver allows one at a time. */
  static async open(driver: WebKitDriver, { width, height }: { width: number; height: number }) {
    const capabilities = { alwaysMatch: { browserName: 'MiniBrowser' } };
    const { sessionId } = (await send(driver.url, 'POST', '/session', { capabilities })) as {
      sessionId: string;
    };
    const opened = new WebKitWindow(driver.url, `/session/${sessionId}`);
    await opened.#command('POST', '/window/rect', { width, height });
    return opened;
  }

  async close(): Promise<void> {
    await this.#command('DELETE', '');
  }

  async goTo(url: string): Promise<void> {
    await this.#command('POST', '/url', { url });
  }

  async reload(): Promise<void> {
    await this.#command('POST', '/refresh', {});
  }

  url(): Promise<string> {
    return this.#command('GET', '/url') as Promise<string>;
  }

  /** The result of a function's body in the page. */
  evaluate<Result>(body: string, ...args: unknown[]): Promise<Result> {
    return this.#command('POST', '/execute/sync', { script: body, args }) as Promise<Result>;
  }

  /** Presses the element as a user does: it must be in sight and not covered. */
  async press(role: Role, name: RegExp): Promise<void> {
    await expect(async () => {
      await this.#command('POST', `/element/${await this.#find(role, name)}/click`, {});
    }).toPass();
  }

  /** Presses the element with the right button. */
  async openMenu(role: Role, name: RegExp): Promise<void> {
    const origin = { [elementKey]: await this.#find(role, name) };
    const actions = [
      { type: 'pointerMove', origin, x: 0, y: 0, duration: 0 },
      { type: 'pointerDown', button: 2 },
      { type: 'pointerUp', button: 2 },
    ];
    await this.#command('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  /** Types over what the field has. */
  async fill(name: RegExp, text: string): Promise<void> {
    const element = await this.#find('textbox', name);
    await this.#command('POST', `/element/${element}/clear`, {});
    await this.#command('POST', `/element/${element}/value`, { text });
  }

  /** Waits until the element is in sight. */
  async sees(role: Role, name: RegExp): Promise<void> {
    await this.#find(role, name);
  }

  /** Whether the element is in sight now. */
  async has(role: Role, name: RegExp): Promise<boolean> {
    return (await this.evaluate(findScript, selectors[role], name.source)) !== null;
  }

  /** A PNG in base64. */
  screenshot(): Promise<string> {
    return this.#command('GET', '/screenshot') as Promise<string>;
  }

  async #find(role: Role, name: RegExp): Promise<string> {
    let found: Record<string, string> | null = null;
    await expect
      .poll(
        async () => {
          found = await this.evaluate<Record<string, string> | null>(
            findScript,
            selectors[role],
            name.source,
          );
          return found;
        },
        { message: `a ${role} named ${name}` },
      )
      .not.toBeNull();
    return found?.[elementKey] ?? '';
  }

  #command(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    return send(this.#base, method, this.#session + path, body);
  }
}

/** The driver's process, and a display if the machine has none. */
export class WebKitDriver {
  readonly url: string;
  readonly #processes: readonly ChildProcess[];

  private constructor(url: string, processes: readonly ChildProcess[]) {
    this.url = url;
    this.#processes = processes;
  }

  static async start(file: string): Promise<WebKitDriver> {
    const processes: ChildProcess[] = [];
    let display = process.env.DISPLAY;
    if (display === undefined) {
      const options = ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'];
      const xvfb = spawn(process.env.OPENPIT_XVFB ?? 'Xvfb', options, {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      });
      processes.push(xvfb);
      const [number] = (await once(xvfb.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
      display = `:${String(number).trim()}`;
    }
    const port = await freePort();
    const env = { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' };
    processes.push(spawn(file, [`--port=${port}`], { stdio: 'ignore', env }));
    const url = `http://127.0.0.1:${port}`;
    await expect
      .poll(
        () =>
          send(url, 'GET', '/status').then(
            () => true,
            () => false,
          ),
        { timeout: startLimitMs },
      )
      .toBe(true);
    return new WebKitDriver(url, processes);
  }

  stop(): void {
    for (const child of this.#processes) child.kill('SIGKILL');
  }
}

/** The value of the driver's answer. Rejects with its error. */
async function send(base: string, method: string, path: string, body?: object): Promise<unknown> {
  const reply = await fetch(base + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await reply.json()) as { value: { error?: string; message?: string } | null };
  if (value?.error !== undefined) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
