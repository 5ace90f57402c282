import { readEnvelope } from '../config/integration-input.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { createOperationContext, type OperationContextDependencies } from '../context/operation-context.ts';
import { finishingObjects } from './finishing-objects.ts';
import { neededPrivileges, ungrantablePrivileges } from './needed-privileges.ts';
import { parseWithoutSecrets } from './placeholder-secrets.ts';
import type { SetupPrivilegesView } from './setup-privileges-view.ts';
import { renderSetupScript } from './setup-script.ts';

/**
 * POST /integrations/privileges: the least role that can set up a config. Contacts nothing and stores nothing; secrets may be
 * omitted.
 */
export async function setupPrivileges(
  dependencies: OperationContextDependencies & Pick<IntegrationDependencies, 'registry'>,
  body: unknown,
): Promise<SetupPrivilegesView> {
  const { definition, mode, config: sent } = readEnvelope(dependencies.registry, body);
  const config = parseWithoutSecrets(definition, sent);
  const operationContext = await createOperationContext(dependencies, {
    definition,
    mode,
    config,
    facts: {},
    generated: {},
    markInstance: null,
  });
  const listed = operationContext.listObjects({});
  const finishing = finishingObjects(
    operationContext,
    listed.map(({ object }) => object),
  );
  const objects = [...listed.map(({ declared }) => declared), ...finishing];
  const role = definition.setupRole?.(config, { mode }) ?? undefined;
  const grantee = role?.name ?? definition.account?.(config, { actor: 'setup', mode });
  const privileges = neededPrivileges(definition, objects, { grantee, mode });
  const reasons = ungrantablePrivileges(privileges);
  const target = operationContext.target?.display ?? definition.type;
  const response = renderSetupScript({ definition, config, target, role, privileges, reasons });
  return {
    type: definition.type,
    ...(definition.bootstrap === 'none' ? {} : { autoBootstrap: mode === 'automatic' }),
    target,
    ...(role ? { role: { name: role.name, runAs: role.runAs } } : {}),
    minimal: { possible: reasons.length === 0, reasons },
    privileges,
    ...response,
  };
}
