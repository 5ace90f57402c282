import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { deriveEdit } from '../../changes/plan/derive-edit.ts';
import { renderScript } from '../../changes/script/render-script.ts';
import { guardsOf } from '../../changes/script/script-guards.ts';
import type { OperationContext } from '../context/operation-context.ts';

const PURPOSE = 'Undoes an edit: changes the resources of an integration back to the previous configuration.';

/**
 * The script that undoes an edit on the platform. Undefined for types without their own language.
 *
 * @param listed - what the edit wants; taken for what is there.
 * @param previous - what was there before it.
 */
export function inverseScript(
  { definition, config, target, mode }: OperationContext,
  listed: readonly ListedObject[],
  previous: readonly ListedObject[],
): string | undefined {
  if (!definition.dialect) return undefined;
  // After a manual set-up, the service reverts its own objects itself.
  const inScript = ({ facts }: ListedObject): boolean => mode === 'automatic' || facts.by !== 'service';
  const made = listed.filter(inScript).filter(({ facts }) => facts.sharing !== 'required');
  const edit = deriveEdit(
    definition,
    previous.filter(inScript),
    made.map(({ facts }) => facts),
    made,
  );
  return renderScript({
    definition,
    dialect: definition.dialect,
    kind: 'edit',
    purpose: PURPOSE,
    config,
    target: target?.display ?? definition.type,
    changes: [...edit.before, ...edit.after],
    guards: guardsOf(
      definition,
      [...listed, ...previous].map(({ declared }) => declared),
    ),
  }).script;
}
