// Unique names for layouts.

const longest = 80;

/** The name itself or, if it is taken, the name with the first number from 2 that makes it unique, within the maximum length. */
export function freeName(name: string, usedNames: readonly string[]): string {
  const used = new Set(usedNames.map((name) => name.toLowerCase()));
  const cut = name.trim().slice(0, longest);
  if (!used.has(cut.toLowerCase())) return cut;
  for (let count = 2; ; count += 1) {
    const ending = ` ${count}`;
    const next = `${cut.slice(0, longest - ending.length).trimEnd()}${ending}`;
    if (!used.has(next.toLowerCase())) return next;
  }
}

/** A sentence that says why the name is not accepted, or null if it is. */
export function nameFault(name: string): string | null {
  if (name.trim() === '') return 'A layout needs a name.';
  return name.trim().length > longest ? `A layout's name has at most ${longest} characters.` : null;
}
