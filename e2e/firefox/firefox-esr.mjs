#!/usr/bin/env node
// Firefox ESR for Playwright: starts it and passes its WebDriver BiDi on. Playwright also sends commands that only later versions of
// Firefox have; without an answer to them it does not start. They are for downloads, bodies of replies and emulation.
import { spawn } from 'node:child_process';
import { WebSocket, WebSocketServer } from 'ws';

/** The answers to commands that Firefox does not know, as far as Playwright reads them. */
const answers = { 'network.addDataCollector': { collector: 'none' } };

const program = process.env.OPENPIT_FIREFOX ?? '/usr/bin/firefox-esr';
const firefox = spawn(program, process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
  env: { ...process.env, LC_ALL: 'en_GB.UTF-8' },
});
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => firefox.kill(signal));

let text = '';
firefox.stderr.on('data', (chunk) => {
  text += chunk;
  const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1];
  if (address !== undefined) {
    firefox.stderr.removeAllListeners('data').pipe(process.stderr);
    pass(address);
  }
});

/** @param {string} address of Firefox */
function pass(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    process.stderr.write(`\nWebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`);
  });
  server.on('connection', (client, { url }) => {
    const browser = new WebSocket(`${address}${url}`);
    const waiting = [];
    browser.on('open', () => {
      for (const frame of waiting.splice(0)) browser.send(frame);
    });
    /** @type {Map<number, string>} the commands without a reply so far */
    const methods = new Map();
    client.on('message', (data) => {
      const frame = data.toString();
      const { id, method } = JSON.parse(frame);
      methods.set(id, method);
      if (browser.readyState === WebSocket.OPEN) browser.send(frame);
      else waiting.push(frame);
    });
    browser.on('message', (data) => {
      const { id, error } = JSON.parse(data.toString());
      const method = methods.get(id) ?? '';
      methods.delete(id);
      if (error !== 'unknown command') {
        client.send(data.toString());
        return;
      }
      process.stderr.write(`Firefox does not know ${method}.\n`);
      client.send(JSON.stringify({ type: 'success', id, result: answers[method] ?? {} }));
    });
    for (const [one, other] of [
      [client, browser],
      [browser, client],
    ]) {
      one.on('error', () => other.close());
      one.on('close', () => other.close());
    }
  });
}
