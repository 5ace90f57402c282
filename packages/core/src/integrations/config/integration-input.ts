import type { AnyPluginDefinition, SetupMode } from '@portcullis/plugin-api';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { Config } from '../../kernel/input/config-paths.ts';
import { invalidInput, parseInput } from '../../kernel/input/parse-input.ts';
import { isPlainObject } from '../../kernel/input/plain-object.ts';
import type { PluginRegistry } from '../plugins/plugin-registry.ts';

/** The body of POST, PUT and the script endpoints with a checked envelope; the config is unchecked. */
export interface IntegrationInput {
  readonly definition: AnyPluginDefinition;
  readonly mode: SetupMode;
  readonly config: Config;
}

/**
 * Checks the envelope: an object with known members, a known type, and an autoBootstrap that the type supports.
 *
 * @throws ServiceError `BODY_INVALID`, `TYPE_UNKNOWN`, `AUTO_BOOTSTRAP_INVALID`
 */
export function readEnvelope(registry: PluginRegistry, body: unknown): IntegrationInput {
  if (!isPlainObject(body))
    throw invalidInput([{ path: '', message: 'The body must be an object with type, autoBootstrap and config.' }]);
  if (typeof body.type !== 'string')
    throw invalidInput([
      { path: 'type', message: body.type === undefined ? 'This field is required.' : 'This must be a string.' },
    ]);
  const definition = registry.get(body.type);
  const allowed = definition.bootstrap === 'none' ? ['type'] : ['type', 'autoBootstrap', 'config'];
  const unknown = Object.keys(body).filter((key) => !allowed.includes(key));
  if (unknown.length > 0) {
    const message =
      definition.bootstrap === 'none'
        ? `The body of ${definition.type} holds only "type".`
        : 'This field is not known.';
    throw invalidInput(unknown.map((path) => ({ path, message })));
  }
  if (definition.bootstrap === 'none') return { definition, mode: 'manual', config: {} };
  const mode = modeOf(definition, body.autoBootstrap);
  if (!isPlainObject(body.config)) {
    throw invalidInput([
      { path: 'config', message: body.config === undefined ? 'This field is required.' : 'This must be an object.' },
    ]);
  }
  return { definition, mode, config: body.config };
}

/** Validates the config of an input against its type's schema, which may allow a character that databases do not store as text. */
export function parseConfig(definition: AnyPluginDefinition, config: unknown): Config {
  const parsed = parseInput(definition.config, config, 'config') as Config;
  const path = pathOfNul(parsed, 'config');
  if (path === undefined) return parsed;
  throw invalidInput([{ path, message: 'This contains the character NUL (U+0000): leave it out.' }]);
}

/** Returns the path of the first text with the character U+0000. */
function pathOfNul(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, each] of Object.entries(value)) {
    const found = pathOfNul(each, `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function modeOf(definition: AnyPluginDefinition, autoBootstrap: unknown): SetupMode {
  if (typeof autoBootstrap !== 'boolean') {
    throw invalidInput([
      {
        path: 'autoBootstrap',
        message: autoBootstrap === undefined ? 'This field is required.' : 'This must be true or false.',
      },
    ]);
  }
  if (definition.bootstrap === 'manual' && autoBootstrap) {
    throw new ServiceError('AUTO_BOOTSTRAP_INVALID', `autoBootstrap must be false for ${definition.type}.`, {
      details: [{ path: 'autoBootstrap', message: 'This must be false.' }],
    });
  }
  return autoBootstrap ? 'automatic' : 'manual';
}
