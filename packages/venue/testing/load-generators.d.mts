import type { WeightedGenerator } from './command-generator.ts';

export function loadGenerators(): Promise<readonly WeightedGenerator[]>;
