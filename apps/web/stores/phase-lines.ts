// The phase of each group of products and its next phase (market.md, Phases), for the clock and the toolbar.
import type { GroupPhase, Phase } from '@openpit/wire';

export const phaseNames: Readonly<Record<Phase, string>> = {
  closed: 'Closed',
  preOpen: 'Pre-open',
  continuous: 'Trading',
  admin: 'Administration',
  delivery: 'Delivery',
};

const groupNames: Readonly<Record<GroupPhase['group'], string>> = {
  deliveryMonth: 'Delivery month',
  other: 'Other months',
  world: 'World products',
};

/** One line for all groups with the same phase and the same next change. */
export interface PhaseLine {
  readonly name: string;
  readonly phase: Phase;
  readonly next: GroupPhase['next'];
}

export function phaseLines(groups: readonly GroupPhase[]): PhaseLine[] {
  const lines: { names: string[]; phase: Phase; next: GroupPhase['next'] }[] = [];
  for (const { group, phase, next } of groups) {
    const alike = lines.find(
      (line) => line.phase === phase && line.next?.phase === next?.phase && line.next?.at === next?.at,
    );
    if (alike === undefined) lines.push({ names: [groupNames[group]], phase, next });
    else alike.names.push(groupNames[group].toLowerCase());
  }
  return lines.map(({ names, phase, next }) => ({
    name: lines.length === 1 ? 'All products' : names.join(', '),
    phase,
    next,
  }));
}

/** The phase of most contracts: that of the other months; null for a market without groups. */
export function mainPhase(groups: readonly GroupPhase[]): GroupPhase | null {
  return groups.find(({ group }) => group === 'other') ?? groups[0] ?? null;
}
