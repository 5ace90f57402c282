import type { SetupMode } from '@portcullis/plugin-api';
import { snowflake } from '@portcullis/plugin-snowflake';
import type { StatementSource } from '../../../shared/sqlfluff/collect-statements.ts';

const FEATURES = ['audit', 'lineage', 'workspaces', 'impersonation'] as const;
const MODES: readonly SetupMode[] = ['automatic', 'manual'];
const NAMES = [{}, { database: '"a ""quoted"" \\ name"', warehouse: '"my-warehouse"' }];
const SWITCHES = Array.from({ length: 2 ** FEATURES.length }, (_, bits) =>
  Object.fromEntries(FEATURES.map((feature, at) => [feature, { enabled: ((bits >> at) & 1) === 1 }])),
);

/** Every combination of features in both modes, and each kind of sign-in and name with all features on. */
export const STATEMENTS: StatementSource = {
  plugin: snowflake(),
  combinations(samples) {
    const [everything = {}, plain = {}] = samples;
    const all = SWITCHES.at(-1) ?? {};
    const configs = [
      ...SWITCHES.map((features) => ({ config: { ...plain, ...features }, options: {} })),
      ...samples.flatMap((sample) => NAMES.map((names) => ({ ...sample, ...names, ...all }))).map(withRolePrefix),
      withRolePrefix(everything),
    ];
    return [
      ...MODES.flatMap((mode) =>
        configs.map(({ config, options }, index) => ({ name: `${mode}, config ${index + 1}`, config, mode, options })),
      ),
      { name: 'automatic, everything', config: everything, mode: 'automatic', recordsQueries: true },
    ];
  },
  earlier: {
    name: 'earlier "name"',
    defaultRole: 'EARLIER',
    defaultWarehouse: 'EARLIER',
    publicKey: 'x',
    type: 'x',
  },
  // The other part of a guard is an expression inside a block.
  guards: ['exists'],
  fill: (text) => text.replaceAll(/\{\{service(?:Key|Password)\}\}/g, "'Filled4Slot'"),
  quoted: (text) => [...text.matchAll(/\$\$\n([\s\S]*?)\n\$\$/g)].map(([, block = '']) => block),
};

function withRolePrefix(config: object) {
  return { config, options: { tableGrantsRolePrefix: 'GRANTS_' } };
}
