// The dealers that a form can suggest: those of the member.
import { useSession } from '../../stores/session.ts';

export const useKnownDealers = (): readonly string[] =>
  (useSession(({ hqAccess }) => hqAccess?.dealers) ?? []).map(({ code }) => code).sort();
