import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { type Issues, issue } from './issues.ts';
import { secretsOf } from './step-secrets.ts';

/** Checks that the steps that complete a stage contain no secrets, because they belong to no object that has one. */
export function checkFinish({ stages }: AnyPluginDefinition, config: object, where: string): Issues {
  return stages.flatMap(({ id, finish }) =>
    secretsOf(finish?.(config).steps ?? []).flatMap((slot) =>
      issue(
        `${where} stage "${id}".finish`,
        `has the secret slot "${slot}".`,
        'Put the secret into a step of the object that has it.',
      ),
    ),
  );
}
