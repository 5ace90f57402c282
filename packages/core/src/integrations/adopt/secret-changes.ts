import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import type { Change } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { privilegeText } from '../../changes/plan/render-grants.ts';
import { renderStep } from '../../changes/steps/rendered-step.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { rotationPrivileges } from '../rotate/rotation-privileges.ts';

/**
 * Returns the changes that replace generated secrets, which were lost with the store and cannot be adopted.
 *
 * @throws ServiceError `ADOPTION_REFUSED` if the plugin does not declare how a secret is replaced.
 */
export function secretChanges(definition: AnyPluginDefinition, listed: readonly ListedObject[]): readonly Change[] {
  const generated = Object.keys(definition.generatedSecrets ?? {});
  return listed.flatMap(({ declared, object }): readonly Change[] => {
    const place = { stage: declared.stage, actor: 'setup' as const, role: declared.role };
    const slots = declared.create.flatMap((step) => renderStep(definition, step, place).secretSlots);
    if (!slots.some((slot) => generated.includes(slot))) return [];
    const { rotate } = declared;
    if (!rotate) {
      throw new ServiceError(
        'ADOPTION_REFUSED',
        `The secret of the ${object.kind} ${object.name} was lost, and the plugin cannot replace it. Set a secret by hand, then adopt with autoBootstrap false.`,
      );
    }
    return [
      {
        action: 'alter',
        object,
        steps: rotate.set(rotate.credentialNames[0]).map((step) => renderStep(definition, step, place)),
        inverse: [],
        irreversible: 'The secret that it has now cannot be read, and so it cannot be restored.',
        reason: 'Its secret is unknown to this instance: it gets a new one. Nothing else is changed.',
        privileges: rotationPrivileges(declared, rotate, place.actor).map(privilegeText),
        destructive: false,
        // An interrupted adoption must not remove objects that it has not adopted yet.
        isUnrecorded: true,
      },
    ];
  });
}
