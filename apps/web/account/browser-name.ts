// The browser and the system of a session in words, from what the browser calls itself.

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
// An Android phone calls itself Linux, too, and an iPad a Mac.
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/** "Chrome on Windows". `userAgent`: null when it is unknown. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser';
  const found = (names: typeof browsers | typeof systems) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = found(browsers) ?? 'Another program';
  const system = found(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
