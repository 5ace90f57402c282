import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { deriveEdit } from '../../changes/plan/derive-edit.ts';
import { renderScript } from '../../changes/script/render-script.ts';
import { guardsOf } from '../../changes/script/script-guards.ts';
import type { OperationContext } from '../context/operation-context.ts';

const PURPOSE = 'Undoes an edit: changes the resources of an integration back to the previous configuration.';

/**
 * Returns the script that reverts an edit on the platform; undefined for types without a script language.
 *
 * @param listed - the objects after the edit.
 * @param previous - the objects before the edit.
 */
export function inverseScript(
  { definition, config, target, mode }: Pick<OperationContext, 'definition' | 'config' | 'target' | 'mode'>,
  listed: readonly ListedObject[],
  previous: readonly ListedObject[],
): string | undefined {
  if (!definition.dialect) return undefined;
  // In manual mode, the service reverts its own objects itself.
  const inScript = ({ object }: ListedObject): boolean => mode === 'automatic' || object.by !== 'service';
  const existing = listed.filter(inScript).filter(({ object }) => object.sharing !== 'required');
  const edit = deriveEdit(
    definition,
    previous.filter(inScript),
    existing.map(({ object }) => object),
    existing,
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
      previous.map(({ declared }) => declared),
    ),
    formerGuards: guardsOf(
      definition,
      listed.map(({ declared }) => declared),
    ),
  }).script;
}
