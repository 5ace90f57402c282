import type { AnyPluginDefinition, SetupMode } from '@portcullis/plugin-api';
import { synapse } from '@portcullis/plugin-synapse';
import type { StatementSource } from '../../../shared/sqlfluff/collect-statements.ts';
import type { NamedStatement } from '../../../shared/sqlfluff/sqlfluff.ts';

const MODES: readonly SetupMode[] = ['automatic', 'manual'];
/** The changes of a config: all features off, all features on, and names that need quotes. */
const CHANGES: readonly object[] = [
  { impersonation: { enabled: false } },
  { impersonation: { enabled: true } },
  {
    schema: "a ]'quoted' \\ name",
    username: "o'brien]",
    impersonation: { enabled: true, role: "a ]'quoted' role" },
  },
];

/** Each feature, kind of name and mode. */
export const STATEMENTS: StatementSource = {
  plugin: synapse(),
  combinations: ([sample]) =>
    CHANGES.flatMap((changes, index) =>
      MODES.map((mode) => ({
        name: `${mode}, combination ${index + 1}`,
        config: { ...sample, ...changes },
        mode,
        recordsQueries: true,
      })),
    ),
  // Configured and observed values.
  earlier: { name: "earlier 'name'", defaultSchema: 'earlier', owner: true },
  fill: (text) => text.replaceAll(/\{\{\w+Password\}\}/g, "'Filled4Slot'"),
  quoted(text) {
    const [, batch] = /^EXEC \(N'([\s\S]*)'\)$/.exec(text) ?? [];
    return batch === undefined ? [] : [batch.replaceAll("''", "'")];
  },
  more: (definition) => CHANGES.flatMap((changes) => MODES.map((mode) => setupScript(definition, changes, mode))),
};

function setupScript(definition: AnyPluginDefinition, changes: object, mode: SetupMode): NamedStatement {
  const config = definition.config.parse({ ...definition.samples[0], ...changes });
  const role = definition.setupRole?.(config, { mode });
  return { name: `${mode}: set-up login`, text: role && 'script' in role ? role.script.text : '' };
}
