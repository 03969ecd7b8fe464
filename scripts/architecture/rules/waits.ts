// A wait in a test ends by its event. Its limit only ends a test that hangs, so it is generous: a limit that a busy or slow machine
// can reach makes the test fail there. vitest.config.ts and playwright.config.ts have the limits of all others.
const leastMs = 60_000;
/** The shortest permitted attempt of a journey that repeats it until it succeeds. */
const attemptMs = 1_000;
export const isTest = (path: string) =>
  path !== 'scripts/architecture.test.ts' &&
  // These tests wait by a virtual clock.
  !path.startsWith('apps/server/testing/world/') &&
  (/\.(?:test|spec)\.tsx?$/.test(path) || /(^|\/)testing\/.+\.ts$|^e2e\/.+\.ts$/.test(path));

/** Limits that are too short, each with its file. */
export function shortLimits(texts: ReadonlyMap<string, string>): readonly string[] {
  return [...texts].flatMap(([path, text]) => {
    const numbers = [
      ...text.matchAll(/\b(?:test|hook)?[tT]imeout: ([1-9][\d_]*_\d{3})\b/g),
      ...text.matchAll(/\b\w*(?:[lL]imit|[tT]imeout|[pP]atience|[wW]ithin|hanging)Ms = ([\d_]+)(?:;| [+])/g),
      ...text.matchAll(/^ {0,4}\}, ([\d_]+)\);$/gm),
    ];
    const short = numbers.filter(([found, number = '']) => {
      const ms = Number(number.replaceAll('_', ''));
      return ms < leastMs && !(path.startsWith('e2e/') && ms <= attemptMs) && !isPromised(path, found);
    });
    const unlimited = [...text.matchAll(/\bvi\s*\.wait(?:For|Until)\(/g)].filter(
      ({ index }) => !/timeout|patience/.test(callAt(text, index)),
    );
    return [...short, ...unlimited].map(([found]) => `${path}  ${found.trim().slice(0, 60)}`);
  });
}

/** The one limit that is a promise: the clock shows the event before it would ask on its own. */
const isPromised = (path: string, wait: string) =>
  path === 'e2e/journeys/chart-and-clock.slowest.spec.ts' && wait === 'timeout: 25_000';

/** A call with its arguments: up to the parenthesis that closes it. */
function callAt(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (text[at] === ')' && depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}
