import { type AnyPluginDefinition, REDACTION_MARKER, type SetupMode } from '@portcullis/plugin-api';
import { type InputIssue, ServiceError } from '../../kernel/errors/service-error.ts';
import { type Config, valueAt, withValueAt } from '../../kernel/input/config-paths.ts';
import { issueText } from '../../kernel/input/issue-text.ts';
import { inputIssues } from '../../kernel/input/parse-input.ts';
import { markedPaths } from '../config/redacted-values.ts';
import { restoreConfig, type SplitConfig, splitConfig } from '../config/stored-config.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import type { StoredIntegration } from './stored-integration.ts';

/** A migrated config that is valid. */
export interface CheckedConfig {
  /** The config with its secrets, without privileged values, which are not stored. */
  readonly config: Config;
  /** The part of it to store. The markers of privileged values are unchanged. */
  readonly next: SplitConfig;
}

/**
 * Validates a migrated config with the schema of the installed plugin, and fills in defaults. In automatic mode, privileged
 * values are not stored, so issues that concern only them are ignored.
 *
 * @throws ServiceError `MIGRATION_NOT_AVAILABLE` with the paths that the schema refuses, or if the target would change.
 */
export function checkMigratedConfig(
  definition: AnyPluginDefinition,
  mode: SetupMode,
  { record, restored }: StoredIntegration,
): CheckedConfig {
  const absent = markedPaths(record.config).filter((path) => valueAt(restored, path) === undefined);
  const whole = absent.reduce<Config>((config, path) => withValueAt(config, path, REDACTION_MARKER), restored);
  const parsed = definition.config.safeParse(whole, { reportInput: false });
  if (!parsed.success) {
    const privileged = mode === 'automatic' ? (definition.privileged ?? []) : [];
    const issues = inputIssues(parsed.error, 'config').filter(
      ({ path }) => !privileged.includes(path.split('.')[1] ?? ''),
    );
    if (issues.length > 0) throw refused(definition, record, issues);
  }
  const config: Config = parsed.success ? restoreConfig(parsed.data as Config, {}) : restored;
  refuseOtherTarget(definition, record, config);
  const { stored, secrets } = splitConfig(definition, config, mode);
  const marked = absent.reduce<Config>((migrated, path) => withValueAt(migrated, path, REDACTION_MARKER), stored);
  return { config, next: { stored: marked, secrets } };
}

function refused(
  definition: AnyPluginDefinition,
  { id, pluginVersion }: IntegrationRecord,
  issues: readonly InputIssue[],
): ServiceError {
  return new ServiceError(
    'MIGRATION_NOT_AVAILABLE',
    `The config of integration ${id}, stored by ${pluginVersion}, does not fit ${definition.type} ${definition.version}. ${issueText(issues)} Send a whole config with PUT.`,
    { details: issues },
  );
}

/** Values that name the target are never changed implicitly, because claims and marks derive from them. */
function refuseOtherTarget(definition: AnyPluginDefinition, { id, target }: IntegrationRecord, config: Config): void {
  const identity = (definition.target(config) as { identity?: readonly string[] } | undefined)?.identity;
  if (JSON.stringify(identity) === JSON.stringify(target?.identity)) return;
  throw new ServiceError(
    'MIGRATION_NOT_AVAILABLE',
    `Version ${definition.version} of the ${definition.type} plugin reads a different target from the config of integration ${id} than the one it was set up on. Delete the integration with the version that made it, and create it again.`,
    { details: { storedTarget: target?.identity ?? null, readTarget: identity ?? null } },
  );
}
