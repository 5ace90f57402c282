import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { withValueAt } from '../../kernel/input/config-paths.ts';

/** An object that a setting of the config omits. */
export interface DisabledObject {
  readonly listed: ListedObject;
  /** The setting, in one sentence. */
  readonly reason: string;
}

/** Input of {@link disabledObjects}. */
export interface DisabledObjectsRequest {
  readonly definition: AnyPluginDefinition;
  readonly config: object;
  readonly knownFacts: Readonly<Record<string, unknown>>;
  /** The objects of the current config. */
  readonly listed: readonly ListedObject[];
  listObjectsOf(
    config: Readonly<Record<string, unknown>>,
    facts: Readonly<Record<string, unknown>>,
  ): readonly ListedObject[];
}

/**
 * Returns the objects that the config would have if a feature were switched on. Their tests are listed as skipped, with the
 * setting.
 */
export function disabledObjects(request: DisabledObjectsRequest): readonly DisabledObject[] {
  const { definition, config, listed } = request;
  const known = new Set(listed.map(({ object }) => object.key));
  return (definition.features ?? []).flatMap(({ id, setting, when }): readonly DisabledObject[] => {
    if (setting === undefined || (when?.(config) ?? true) === true) return [];
    const left = listWith(request, setting).filter(
      ({ declared, object }) => declared.feature === id && !known.has(object.key),
    );
    return left.map((each) => ({ listed: each, reason: `${setting} is false.` }));
  });
}

/** A plugin that cannot list the objects of the other config has no tests for it. */
function listWith(
  { config, knownFacts, listObjectsOf }: DisabledObjectsRequest,
  setting: string,
): readonly ListedObject[] {
  try {
    return listObjectsOf(withValueAt(config as Readonly<Record<string, unknown>>, setting, true), knownFacts);
  } catch {
    return [];
  }
}
