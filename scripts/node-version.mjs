// Which Node runs Openpit, and the one line that says so to somebody with an older one. This file and everything
// that is loaded before the line is printed must parse on Node 14: no top-level await, no `??=`, no class fields.

const oldest20 = '20.19.0';
const oldest22 = '22.12.0';

/**
 * @param {string} version such as `20.19.0`, without a leading v
 * @returns {string | undefined} why Openpit cannot run on it, as one line for people; undefined when it can
 */
export function rejectionOfNode(version) {
  const major = Number(version.split('.')[0]);
  // The build tool of the web part (Vite 8) runs on 20.19 and on 22.12, and on nothing between the two.
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
