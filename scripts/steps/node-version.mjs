// The versions of Node that run Openpit, and the sentences for users of an older version. start.mjs and require-node.mjs load this file
// before anything else, so it uses no syntax that an old Node does not know.

const oldest20 = '20.19.0';
const oldest22 = '22.12.0';

/** When the maintenance of each major version ends (https://github.com/nodejs/Release). Odd ones are never used for long. */
const maintainedUntil = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

/**
 * @param {string} version such as `20.19.0`, without a leading v
 * @returns {string | undefined} one line that says why Openpit cannot run on it; undefined if it can
 */
export function rejectionOfNode(version) {
  const major = Number(version.split('.')[0]);
  // The build tool of the web application (Vite 8) runs on 20.19 and on 22.12, and on no version between them.
  const fits = major <= 20 ? isAtLeast(version, oldest20) : isAtLeast(version, oldest22);
  if (fits) return undefined;
  return (
    `Openpit needs Node 20.19 or newer (of Node 22: 22.12 or newer); this is Node ${version}. ` +
    'Install a current one from https://nodejs.org, then run the same command again.'
  );
}

/**
 * @param {string} version such as `20.19.0`
 * @param {string} day today, such as `2026-11-23`
 * @returns {string | undefined} one line when the version no longer gets security fixes; undefined if it still does, or when
 *   this table does not have it
 */
export function warningOfNode(version, day) {
  const major = String(version.split('.')[0]);
  const until = new Map(Object.entries(maintainedUntil)).get(major);
  if (until === undefined || day <= until) return undefined;
  return (
    `Warning: Node ${version} runs Openpit, but has had no security fixes since ${until}. ` +
    'Install a maintained one from https://nodejs.org.'
  );
}

/**
 * @param {string} version
 * @param {string} floor
 */
function isAtLeast(version, floor) {
  const have = version.split('.').map((part) => Number.parseInt(part, 10));
  const need = floor.split('.').map((part) => Number.parseInt(part, 10));
  for (let index = 0; index < need.length; index += 1) {
    const difference = (have[index] || 0) - (need[index] || 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
