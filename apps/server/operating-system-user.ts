// The name of the operator: for now the user under whom the operating system runs the program.
import { userInfo } from 'node:os';

/** The user's name, or the number where the system has no name for it, as in some containers. */
export function operatingSystemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
