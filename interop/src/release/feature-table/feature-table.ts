import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyPluginDefinition, definitionOf } from '@portcullis/plugin-api';
import { markdownTable } from 'markdown-table';
import { PLUGINS } from '../readmes/plugins.ts';
import { EVIDENCE, type Evidence, type Place, SEEN_ON_THE_SERVICE } from './evidence.ts';

const root = join(import.meta.dirname, '../../../..');

/** The order of plugins on the page. */
const ORDER = ['snowflake', 'databricks', 'redshift', 'synapse', 'bigquery', 's3', 'trino'];

/** A feature of a plugin, as the plugin declares it. */
export interface DeclaredFeature {
  readonly plugin: string;
  readonly type: string;
  readonly id: string;
  readonly title: string;
  /** Undefined if the table has no row for it. */
  readonly evidence: Evidence | undefined;
}

/** Every feature that a plugin declares. A plugin without features has one: the integration itself. */
export function declaredFeatures(): readonly DeclaredFeature[] {
  return ORDER.flatMap((plugin) => {
    const { type, features = [] } = definitionOf(PLUGINS[plugin]?.() as never) as AnyPluginDefinition;
    const listed = features.length > 0 ? features : [{ id: 'base', title: 'The integration' }];
    return listed.map(({ id, title }) => ({ plugin, type, id, title, evidence: EVIDENCE[plugin]?.[id] }));
  });
}

/** The table of plugin, feature and evidence, as Markdown. */
export function featureTable(): string {
  const rows = declaredFeatures().map(({ plugin, type, title, evidence }) => [
    type,
    title,
    ...(['unit', 'conformance', 'parser', 'engine'] as const).map((column) => cell(evidence?.[column])),
    onTheService(plugin),
  ]);
  return markdownTable([['plugin', 'feature', 'unit', 'conformance', 'parser', 'engine', 'real service'], ...rows]);
}

function cell(found: readonly Place[] | string | undefined): string {
  if (found === undefined) return 'nothing';
  if (typeof found === 'string') return found;
  return found.map(({ file, as }) => `[${as}](../${file})`).join(', ');
}

/** A suite that never ran proves nothing. */
function onTheService(plugin: string): string {
  const seen = SEEN_ON_THE_SERVICE[plugin];
  if (seen !== undefined) return seen;
  const suite = existsSync(join(root, `interop/src/platforms/${plugin}/real/suite.ts`));
  return suite ? `not yet: \`${plugin}:real\`` : 'not yet';
}
