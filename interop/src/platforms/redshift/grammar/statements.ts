import type { SetupMode } from '@portcullis/plugin-api';
import { redshift } from '@portcullis/plugin-redshift';
import type { StatementSource } from '../../../shared/sqlfluff/collect-statements.ts';

/** The features of a config, in every combination. */
const FEATURES = [{ enabled: false }, { enabled: true }, { enabled: true, role: 'a "quoted" \\ role' }];
const MODES: readonly SetupMode[] = ['automatic', 'manual'];

/** Every combination of features and modes, and each way to sign in. */
export const STATEMENTS: StatementSource = {
  plugin: redshift(),
  combinations([withPassword, , cluster, workgroup]) {
    const features = FEATURES.flatMap((impersonation) =>
      MODES.map((mode) => ({ config: { ...withPassword, impersonation }, mode })),
    );
    // Sign-in through Okta changes the statements of the account, which only a script contains.
    const federated = [cluster, workgroup].map((sample) => ({
      config: { ...sample, impersonation: { enabled: true } },
      mode: 'manual' as const,
    }));
    return [...features, ...federated].map(({ config, mode }, index) => ({
      name: `${mode}, combination ${index + 1}`,
      config,
      mode,
      recordsQueries: true,
    }));
  },
  earlier: { name: 'earlier "name"' },
  fill: (text) => text.replaceAll('{{servicePassword}}', "'Filled4Slot'"),
};
