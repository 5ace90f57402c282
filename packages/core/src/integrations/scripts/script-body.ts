import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { type IntegrationInput, readEnvelope } from '../config/integration-input.ts';
import { type PluginRegistry, scriptKindsOf } from '../plugins/plugin-registry.ts';
import type { RequestedScript } from '../views/change-options.ts';

/**
 * Checks the body of a script endpoint: a type that has such a script, and autoBootstrap false, since an administrator runs it.
 *
 * @throws ServiceError `SCRIPT_NOT_AVAILABLE`, `AUTO_BOOTSTRAP_INVALID`, and the errors of {@link readEnvelope}.
 */
export function readScriptBody(registry: PluginRegistry, kind: RequestedScript, body: unknown): IntegrationInput {
  const input = readEnvelope(registry, body);
  const types = registry
    .all()
    .filter((definition) => scriptKindsOf(definition).includes(kind))
    .map((definition) => definition.type);
  if (!types.includes(input.definition.type)) {
    const which = types.length > 0 ? `Types that have it: ${types.join(', ')}.` : 'No installed type has it.';
    const message = `${input.definition.type} has no ${kind} script. ${which}${insteadOfScript(input.definition)}`;
    throw new ServiceError('SCRIPT_NOT_AVAILABLE', message, { details: { types } });
  }
  if (input.mode === 'automatic') {
    throw new ServiceError(
      'AUTO_BOOTSTRAP_INVALID',
      'autoBootstrap must be false here, because the caller runs the script.',
      {
        details: [{ path: 'autoBootstrap', message: 'This must be false.' }],
      },
    );
  }
  return input;
}

/** Returns the alternative to a script: if an administrator sets up without one, the required privileges can be requested. */
function insteadOfScript({ bootstrap, stages }: AnyPluginDefinition): string {
  return bootstrap === 'manual' && stages.length > 0
    ? ' It is set up without a script: POST /integrations/privileges says what to grant for a config.'
    : '';
}
