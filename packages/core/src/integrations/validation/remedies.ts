import {
  type AnyPluginDefinition,
  canonicalText,
  type Privilege,
  type Remediation,
  type SetupMode,
} from '@portcullis/plugin-api';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { ADMINISTRATOR, renderGrants } from '../../changes/plan/render-grants.ts';
import { oneLine } from '../../changes/script/one-line.ts';

/** The input for the remedies of a config. */
export interface RemedySource {
  readonly definition: AnyPluginDefinition;
  readonly config: object;
  readonly mode: SetupMode;
}

/** A statement and its connection. */
interface PlacedText {
  readonly stage: string;
  readonly text: string;
}

/**
 * Returns the statements that create missing objects, in order. None if the library creates them itself, or for objects that must
 * exist beforehand.
 */
export function remedyOfMissing(source: RemedySource, missing: readonly ListedObject[]): Remediation | undefined {
  const { dialect } = source.definition;
  const texts = missing.flatMap(({ declared }) =>
    declared.create.flatMap((step): readonly PlacedText[] =>
      'text' in step && dialect ? [{ stage: declared.stage, text: canonicalText(step.text, dialect) }] : [],
    ),
  );
  return placedRemedy(source, texts, 'the account that runs the create script');
}

/** Returns the statements that remove remaining objects. */
export function remedyOfRemaining(
  source: RemedySource,
  remaining: readonly ObjectFacts[],
  script: 'edit' | 'delete',
): Remediation | undefined {
  const texts = remaining.flatMap(({ drop }) =>
    drop.flatMap(({ stage, text, call }) => (call ? [] : [{ stage, text }])),
  );
  return placedRemedy(source, texts, `the account that runs the ${script} script`);
}

/** Returns the grants with which an object can be observed, if its plugin declares them. */
export function remedyOfUnseen(
  { definition, config, mode }: RemedySource,
  { declared }: ListedObject,
): Remediation | undefined {
  const needs = declared.needs.filter(({ operations }: Privilege) => operations?.includes('observe'));
  const actor = mode === 'manual' ? 'service' : 'setup';
  const account = definition.account?.(config, { actor, mode });
  const statements = needs.flatMap((need) => renderGrants(definition, need, account));
  if (statements.length === 0) return undefined;
  return {
    statements: terminated(definition, statements),
    runAs: needs.find(({ grantedBy }) => grantedBy)?.grantedBy ?? ADMINISTRATOR,
  };
}

/** Returns the `remediation` field of an outcome, or no field without a remedy. */
export function optionalRemediation(remediation: Remediation | undefined): { readonly remediation?: Remediation } {
  return remediation === undefined ? {} : { remediation };
}

/** Names a single connection next to the account that runs the statements, and several as comments between them. */
function placedRemedy(
  { definition, config }: RemedySource,
  texts: readonly PlacedText[],
  grantedBy: string,
): Remediation | undefined {
  const { dialect } = definition;
  if (texts.length === 0 || !dialect) return undefined;
  const titleOf = (id: string): string => definition.stages.find((each) => each.id === id)?.title(config) ?? id;
  const stages = [...new Set(texts.map(({ stage }) => stage))];
  const statements = texts.flatMap(({ stage, text }, index) => {
    const isMove = stages.length > 1 && texts[index - 1]?.stage !== stage;
    const statement = `${text}${dialect.separator}`;
    return isMove ? [dialect.comment(oneLine(`== ${titleOf(stage)} ==`)), statement] : [statement];
  });
  const [only = ''] = stages;
  return {
    statements,
    runAs: stages.length > 1 ? `${grantedBy}, section by section` : `${grantedBy} (${titleOf(only)})`,
  };
}

function terminated({ dialect }: AnyPluginDefinition, statements: readonly string[]): readonly string[] {
  return statements.map((statement) => `${statement}${dialect?.separator ?? ''}`);
}
