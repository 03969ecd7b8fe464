// Finds texts that no file of the repository may contain: folders of the machine where it was written, and the
// host that packages were installed from.

/** Composed here, so that the search does not find this file. */
const homes = ['work', 'root', 'home', 'Users'];
const machinePath = new RegExp(`(?<![\\w.:@/-])/(?:${homes.join('|')})(?:/[\\w.-]+|(?=["'\`\\s)]|$))`, 'g');
const registryHost =
  /\bregistry\.[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev|cloud|example|internal|intranet|local|corp|lan)\b/g;
const lockedAddress = /"resolved":\s*"https?:[^"]*"/g;

/**
 * @param texts by path
 * @param hosts other hosts that must not be named, such as the registry that is configured here
 * @returns one sentence for each trace, `file:line  text`
 */
export function findMachineTraces(
  texts: ReadonlyMap<string, string>,
  hosts: readonly string[] = [],
): readonly string[] {
  return [...texts].flatMap(([path, text]) => [
    ...matches(path, text, machinePath, 'a folder of one machine'),
    ...matches(path, text, registryHost, 'the host of a registry'),
    ...matches(
      path,
      text,
      lockedAddress,
      'where a package came from (npm config set omit-lockfile-registry-resolved true)',
    ),
    ...hosts.filter((host) => text.includes(host)).map((host) => `${path}  ${host}: the host of a registry`),
  ]);
}

function matches(path: string, text: string, pattern: RegExp, problem: string): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => {
    const line = text.slice(0, match.index).split('\n').length;
    return `${path}:${line}  ${match[0]}: ${problem}`;
  });
}
