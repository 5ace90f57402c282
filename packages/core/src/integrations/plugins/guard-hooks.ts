import { type AnyPluginDefinition, configFields, PortcullisError } from '@portcullis/plugin-api';
import { errorText } from '../../kernel/errors/error-message.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { valueAt } from '../../kernel/input/config-paths.ts';
import { createRedactor } from '../../security/redaction/redactor.ts';

/** A pure function of a plugin. */
type Hook = (...input: readonly unknown[]) => unknown;

/**
 * Returns a definition whose pure functions name themselves when they throw. Such an error is a defect of the plugin. Errors
 * of Portcullis are thrown on purpose and stay unchanged.
 *
 * The functions throw a ServiceError `PLUGIN_FAILED`.
 */
export function guardHooks(definition: AnyPluginDefinition): AnyPluginDefinition {
  const guarded = <Owner extends object>(owner: Owner, names: readonly (keyof Owner)[], path = ''): Owner => {
    const guards = names.flatMap((name) => {
      const hook = owner[name] as Hook | undefined;
      return hook ? [[name, guardOf(definition, owner, hook, `${path}${String(name)}`)] as const] : [];
    });
    return { ...owner, ...Object.fromEntries(guards) };
  };
  const { stages, tests, features, migrations } = definition;
  return Object.freeze({
    ...guarded(definition, ['target', 'objects', 'expiries', 'account', 'setupRole']),
    stages: stages.map((stage) => guarded(stage, ['title', 'database', 'finish'], `stages.${stage.id}.`)),
    tests: tests.map((test) => guarded(test, ['when'], `tests.${test.id}.`)),
    ...(features && { features: features.map((feature) => guarded(feature, ['when'], `features.${feature.id}.`)) }),
    ...(migrations && {
      migrations: migrations.map((migration) =>
        guarded(migration, ['config', 'desired'], `migrations.${migration.to}.`),
      ),
    }),
  });
}

function guardOf(definition: AnyPluginDefinition, owner: object, hook: Hook, name: string): Hook {
  return (...input) => {
    try {
      return Reflect.apply(hook, owner, input);
    } catch (error) {
      if (PortcullisError.isInstance(error)) throw error;
      throw hookFailure(definition, name, input[0], error);
    }
  };
}

/**
 * Returns the error of a hook, with the place in the plugin, and without values of the config that are not public. A log would print
 * them if the error had its cause.
 */
function hookFailure(
  { type, version, config: schema }: AnyPluginDefinition,
  hook: string,
  config: unknown,
  cause: unknown,
): ServiceError {
  const concealed = configFields(schema).filter(({ exposure }) => exposure !== 'public');
  const redact = createRedactor(concealed.map(({ path }) => valueAt(config, path)));
  const message = `The plugin ${type} ${version} failed in its function ${hook}. ${redact(errorText(cause))}`;
  const failure = new ServiceError('PLUGIN_FAILED', message, { details: { type, installed: version, hook } });
  const frames = cause instanceof Error ? (cause.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? []) : [];
  if (frames.length > 0) failure.stack = redact([`${failure.name}: ${message}`, ...frames].join('\n'));
  return failure;
}
