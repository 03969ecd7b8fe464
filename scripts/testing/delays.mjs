// A scheduler that delays, to find code and tests that are right only if something takes long enough, or short enough. `npm run
// test:long -- delays` loads it by NODE_OPTIONS, so that child processes and threads also have it.
//
// OPENPIT_DELAYS is a seed, or `fast`:
// - a seed: the process stalls before some timers and immediates, and files and the data of sockets come up to 50 ms late. What Node
//   promises holds: timers keep their order, and so does the data of each socket.
// - `fast`: each timer takes four times as long, so that everything else is four times as fast to it.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { threadId } from 'node:worker_threads';

/** @typedef {(...values: any[]) => any} Call */
/** @typedef {Record<string, Call>} Calls */

const longestDelay = 50;
/** One call in this number is delayed: more would only make the tests slow. */
const oneIn = 4;
const fastFactor = 4;

const mode = process.env.OPENPIT_DELAYS ?? '';
// The runner itself only transforms sources and waits for its workers.
const isRunner = /vitest\.mjs$/.test(process.argv[1] ?? '');
if (mode !== '' && !isRunner) {
  if (mode === 'fast') slowTimers();
  else await delayEverything(Number(mode));
  syncBuiltinESMExports();
}

/**
 * Puts another function in the place of one, with its properties.
 * @param {object} object
 * @param {string} name
 * @param {(original: Call) => Call} replacement
 */
function replace(object, name, replacement) {
  const calls = /** @type {Calls} */ (object);
  const original = calls[name];
  if (original === undefined) return;
  const replaced = replacement(original);
  Object.defineProperties(replaced, Object.getOwnPropertyDescriptors(original));
  calls[name] = replaced;
}

/**
 * @param {string} name
 * @param {(original: Call) => Call} replacement
 */
function replaceTimer(name, replacement) {
  replace(timers, name, replacement);
  Object.assign(globalThis, { [name]: Reflect.get(timers, name) });
}

function slowTimers() {
  const longer = (/** @type {unknown} */ time) => Number(time ?? 0) * fastFactor;
  for (const name of ['setTimeout', 'setInterval']) {
    replaceTimer(
      name,
      (original) =>
        (callback, time, ...values) =>
          original(callback, longer(time), ...values),
    );
    replace(
      timersPromises,
      name,
      (original) =>
        (time, ...values) =>
          original(longer(time), ...values),
    );
  }
}

/** @param {number} seed */
async function delayEverything(seed) {
  // Other numbers in each process and thread.
  let state = (seed * 2_654_435_761 + process.pid * 7 + threadId * 13) >>> 0;
  const chance = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const delay = () => (chance() * oneIn < 1 ? Math.ceil(chance() * longestDelay) : 0);
  const later = timers.setTimeout;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const stall = (/** @type {number} */ time) => time > 0 && Atomics.wait(pause, 0, 0, time);

  for (const name of ['setTimeout', 'setInterval', 'setImmediate'])
    replaceTimer(name, (original) => (callback, ...values) => {
      if (typeof callback !== 'function') return original(callback, ...values);
      const late = (/** @type {any[]} */ ...given) => {
        // Immediates run in long rows, and each row is stalled about once.
        if (name !== 'setImmediate' || chance() < 0.05) stall(delay());
        return callback(...given);
      };
      return original(late, ...values);
    });

  /**
   * @param {object} object
   * @param {readonly string[]} names
   */
  const delayPromises = (object, names) => {
    for (const name of names)
      replace(
        object,
        name,
        (original) =>
          async function (/** @type {unknown[]} */ ...values) {
            const late = delay();
            try {
              // @ts-expect-error The file handle is `this`.
              return await original.apply(this, values);
            } finally {
              if (late > 0) await new Promise((resolve) => later(resolve, late));
            }
          },
      );
  };
  delayPromises(fs.promises, ['access', 'copyFile', 'cp', 'mkdir', 'mkdtemp', 'open', 'readdir', 'readFile']);
  delayPromises(fs.promises, ['rename', 'rm', 'rmdir', 'stat', 'unlink', 'writeFile', 'appendFile']);
  const handle = await open(new URL(import.meta.url));
  delayPromises(Object.getPrototypeOf(handle), [
    'appendFile',
    'datasync',
    'read',
    'readFile',
    'stat',
    'sync',
  ]);
  delayPromises(Object.getPrototypeOf(handle), ['truncate', 'write', 'writeFile']);
  await handle.close();

  for (const name of ['open', 'read', 'write', 'fsync', 'fdatasync', 'rename', 'close'])
    replace(fs, name, (original) => (...values) => {
      const callback = values.at(-1);
      if (typeof callback !== 'function') return original(...values);
      return original(...values.slice(0, -1), (/** @type {unknown[]} */ ...results) => {
        const late = delay();
        if (late === 0) callback(...results);
        else later(callback, late, ...results);
      });
    });

  // The data of each socket and pipe, and its end, in their order.
  /** @type {WeakMap<net.Socket, any[][]>} */
  const waiting = new WeakMap();
  replace(
    net.Socket.prototype,
    'push',
    (push) =>
      /** @this {any} */
      function (...values) {
        const before = waiting.get(this);
        if (before !== undefined) return before.push(values) > 0;
        const time = delay();
        if (time === 0) return push.apply(this, values);
        const late = [values];
        waiting.set(this, late);
        later(() => {
          waiting.delete(this);
          let hasRoom = true;
          for (const each of late) {
            if (this.destroyed) return;
            hasRoom = push.apply(this, each);
            if (each[0] === null) this.read(0);
          }
          // As Node does it for data that comes in time.
          if (hasRoom || !this._handle?.reading) return;
          this._handle.reading = false;
          this._handle.readStop();
        }, time);
        return true;
      },
  );
  // Node's HTTP server would read from the system without the socket.
  replace(
    http.Server.prototype,
    'emit',
    (emit) =>
      /** @this {any} */
      function (event, ...values) {
        if (event === 'connection' && values[0]?._handle) values[0]._handle._consumed = true;
        return emit.call(this, event, ...values);
      },
  );

  // The start of a process.
  replace(
    childProcess.ChildProcess.prototype,
    'spawn',
    (spawn) =>
      /** @this {unknown} */
      function (...values) {
        stall(delay());
        return spawn.apply(this, values);
      },
  );
  stall(delay() * 2);
}
