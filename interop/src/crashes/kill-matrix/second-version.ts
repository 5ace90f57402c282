import { type AnyPluginDefinition, type ManagedObject, type Step, sql } from '@portcullis/plugin-api';

/**
 * A later version of a plugin, which wraps its definition: each alterable object of the service account has a new
 * revision. On platforms that accept any statement there is one additional object.
 *
 * @param additions - true if the platform accepts statements that only this fixture knows.
 */
export function secondVersion(definition: AnyPluginDefinition, additions: boolean): AnyPluginDefinition {
  const [major = '0'] = definition.version.split('.');
  const version = `${Number(major) + 1}.0.0`;
  return {
    ...definition,
    version,
    migrations: [...(definition.migrations ?? []), { to: version, config: (stored) => ({ ...stored }) }],
    objects(config, context) {
      const objects = definition.objects(config, context);
      const revised = objects.map((object) =>
        isOwn(object, definition) && object.alter
          ? { ...object, revision: `${object.revision ?? ''}, revised` }
          : object,
      );
      const model = objects.find((object) => isOwn(object, definition));
      return additions && model ? [...revised, addition(definition, model, context.mark)] : revised;
    },
  };
}

function isOwn({ by }: ManagedObject, { ownCredential }: AnyPluginDefinition): boolean {
  return by === 'service' || (ownCredential === true && by === 'setup');
}

/** An object that only the second version has, in addition to an object of the service account. */
function addition(
  { dialect }: AnyPluginDefinition,
  { by, stage, within, scope, role }: ManagedObject,
  mark: (key: string) => string,
): ManagedObject {
  const steps = (text: Step, call: string): readonly Step[] =>
    dialect ? [text] : [{ call, input: { mark: mark('second-version') } }];
  return {
    key: 'second-version',
    kind: 'fixture',
    name: 'portcullis_second_version',
    scope,
    by,
    stage,
    ...(within === undefined ? {} : { within }),
    ...(role === undefined ? {} : { role }),
    create: steps({ text: sql`CREATE FIXTURE portcullis_second_version` }, 'fixtures.insert'),
    drop: steps({ text: sql`DROP FIXTURE portcullis_second_version` }, 'fixtures.delete'),
    needs: [],
    why: 'Came with the second version.',
  };
}
