// A place where the code breaks a rule of the architecture, with a sentence for its author.

export interface Breach {
  readonly rule: Rule;
  readonly file: string;
  /** Counted from 1; 0 if the entire file is meant. */
  readonly line: number;
  readonly message: string;
}

export type Rule =
  | 'unreadable'
  | 'unknownWorkspace'
  | 'importTable'
  | 'compositionRoot'
  | 'deepImport'
  | 'leavesWorkspace'
  | 'undeclared'
  | 'unused'
  | 'onlyForDevelopment'
  | 'projectReference'
  | 'cycle'
  | 'moduleOrder'
  | 'gatewayOnly'
  | 'webLayer'
  | 'foreignPanel'
  | 'uiKnowsMarket'
  | 'storeWriter'
  | 'contextDefault'
  | 'priceReader'
  | 'depthReader'
  | 'contractName'
  | 'commandByHand'
  | 'browserFeature'
  | 'answerByHand'
  | 'impure'
  | 'notBitEqual'
  | 'functionLength'
  | 'fileName'
  | 'crowdedFolder'
  | 'barrel';

export function describeBreach({ rule, file, line, message }: Breach): string {
  return `${file}${line === 0 ? '' : `:${line}`}  [${rule}] ${message}`;
}
