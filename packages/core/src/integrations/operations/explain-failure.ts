import type { Privilege, Remediation } from '@portcullis/plugin-api';
import type { RunFailure } from '../../changes/apply/run-change-set.ts';
import { privilegesFor } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { ADMINISTRATOR, privilegeText, renderGrants } from '../../changes/plan/render-grants.ts';
import { causeOf } from '../../changes/sessions/failure-cause.ts';
import { withAdvice } from '../../changes/sessions/with-advice.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { OperationFailure } from '../views/operation-failure.ts';

/**
 * Explains why a statement of an operation failed. If the platform reports a missing privilege, the object has the privileges of
 * the statement, and the plugin the statements that grant them.
 *
 * @param listed - the plugin's objects of the operation's configs.
 * @param needs - the privileges of the statement. @default those of the change or of its object
 */
export function explainFailure(
  operationContext: Pick<OperationContext, 'definition' | 'config' | 'mode'>,
  listed: readonly ListedObject[],
  { change, failure, statement }: RunFailure,
  needs?: readonly Privilege[],
): OperationFailure {
  const { key, kind, name } = change.object;
  const { help, class: failureClass } = failure;
  const explained: OperationFailure = {
    class: failureClass,
    message: withAdvice(failure.message, { help, failureClass }),
    cause: causeOf(failureClass, failure.code),
    object: { key, kind, name },
    action: change.action,
    ...(statement === undefined ? {} : { statement }),
  };
  if (failureClass !== 'missing-grant') return explained;
  const declared = listed.find((each) => each.object.key === key)?.declared;
  const required = needs ?? change.needs ?? (declared ? privilegesFor(declared, change.action) : []);
  if (required.length === 0) return explained;
  const texts = required.map(privilegeText);
  const remediation = remedyOf(
    operationContext,
    change.steps.find((step) => step.text === statement)?.actor ?? 'setup',
    required,
  );
  return {
    ...explained,
    message: withAdvice(`${failure.message.replace(/\.?$/, '.')} It requires ${texts.join(' and ')}.`, {
      help,
      remediation,
      failureClass,
    }),
    missing: required.map((need) => ({ privilege: need.name, on: need.on })),
    ...(remediation === undefined ? {} : { remediation }),
  };
}

function remedyOf(
  { definition, config, mode }: Pick<OperationContext, 'definition' | 'config' | 'mode'>,
  actor: 'setup' | 'service',
  needs: readonly Privilege[],
): (Remediation & { readonly statements: readonly string[] }) | undefined {
  const account = definition.account?.(config, { actor, mode });
  const separator = definition.dialect?.separator ?? '';
  const statements = needs.flatMap((need) => renderGrants(definition, need, account));
  if (statements.length === 0) return undefined;
  const grantedBy = needs.find((need) => need.grant && need.grantedBy)?.grantedBy ?? ADMINISTRATOR;
  return { statements: [...new Set(statements)].map((each) => `${each}${separator}`), runAs: grantedBy };
}
