import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type IntegrationTypeView,
  type Portcullis,
  type ScriptResponse,
  ServiceError,
  type SetupPrivilegesView,
} from '@portcullis/core';
import { type AnyPluginDefinition, definitionOf, type Plugin } from '@portcullis/plugin-api';
import { ADMIN } from '../../shared/admin.ts';

const KINDS = ['initial-create', 'create', 'cleanup', 'post-cleanup'] as const;

/** The facts that an instance with one plugin reports about it. */
export interface PluginFacts {
  readonly definition: AnyPluginDefinition;
  readonly type: IntegrationTypeView;
  /** The response of POST /integrations/privileges for the first sample. */
  readonly privileges: SetupPrivilegesView;
  /** The scripts for the first sample, in execution order. */
  readonly scripts: readonly { readonly kind: string; readonly response: ScriptResponse }[];
}

/** Queries an instance as a host would. The same plugin gives the same responses, without random values or dates. */
export async function readPluginFacts(plugin: Plugin): Promise<PluginFacts> {
  const definition = definitionOf(plugin);
  await using portcullis = await createPortcullis({
    plugins: [plugin],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': new Uint8Array(32) } }),
    random: { bytes: (length) => new Uint8Array(length), fraction: () => 0 },
  });
  const [type] = await portcullis.integrations.types(ADMIN);
  const [config] = definition.samples;
  const autoBootstrap = definition.bootstrap === 'automatic-or-manual';
  const body = definition.bootstrap === 'none' ? {} : { autoBootstrap, config };
  return {
    definition,
    type: type as IntegrationTypeView,
    privileges: await portcullis.integrations.privileges(ADMIN, { type: plugin.type, ...body }),
    scripts: definition.dialect
      ? await readScripts(portcullis, { type: plugin.type, autoBootstrap: false, config })
      : [],
  };
}

async function readScripts(portcullis: Portcullis, body: object): Promise<PluginFacts['scripts']> {
  const found: { kind: string; response: ScriptResponse }[] = [];
  for (const kind of KINDS) {
    try {
      found.push({ kind, response: await portcullis.integrations.script(ADMIN, kind, body) });
    } catch (error) {
      if (!ServiceError.isInstance(error) || error.code !== 'SCRIPT_NOT_AVAILABLE') throw error;
    }
  }
  return found;
}
