// Which Node runs Openpit, and the sentence for users of an older one. start.mjs and require-node.mjs load this file before
// anything else, so it uses no syntax that an old Node does not know.

const oldest20 = '20.19.0';
const oldest22 = '22.12.0';

/**
 * @param {string} version such as `20.19.0`, without a leading v
 * @returns {string | undefined} one line that says why Openpit cannot run on it; undefined when it can
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
