import { type AnyPluginDefinition, REDACTION_MARKER } from '@portcullis/plugin-api';
import type { z } from 'zod';
import { type Config, valueAt, withoutPath, withValueAt } from '../../kernel/input/config-paths.ts';
import { parseConfig } from '../config/integration-input.ts';
import { pathsWith } from '../config/redaction.ts';

/** Shorter parts of an identity may be in any secret by chance. */
const MIN_IDENTIFYING_LENGTH = 4;

/**
 * Validates a config that may have no secrets: those of the plugin's sample replace them, since this config is never used to sign
 * in. A secret that identifies the target (a key that names its project) is required.
 *
 * @throws ServiceError `BODY_INVALID`
 */
export function parseWithoutSecrets(definition: AnyPluginDefinition, sent: Config): Config {
  const paths = pathsWith(definition, ['secret']);
  const bare = paths.reduce<Config>(
    (config, path) => (valueAt(config, path) === REDACTION_MARKER ? withoutPath(config, path) : config),
    sent,
  );
  for (const sample of definition.samples) {
    const absent = paths.filter(
      (path) => valueAt(bare, path) === undefined && typeof valueAt(sample, path) === 'string',
    );
    const filled = absent.reduce<Config>((config, path) => withValueAt(config, path, valueAt(sample, path)), bare);
    const { success, data } = (definition.config as z.ZodType<Config>).safeParse(filled);
    if (success && !absent.some((path) => namesTarget(definition, data, String(valueAt(sample, path))))) return data;
  }
  return parseConfig(definition, bare);
}

function namesTarget(definition: AnyPluginDefinition, config: Config, secret: string): boolean {
  const identity = definition.target(config)?.identity ?? [];
  return identity.some((part: string) => part.length >= MIN_IDENTIFYING_LENGTH && secret.includes(part));
}
