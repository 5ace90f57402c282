import { PortcullisError } from '@portcullis/plugin-api';
import { accountDomain, NAME_RULES } from '../names.ts';
import { NEEDED_PERMISSIONS } from '../permissions.ts';

/** The input of {@link bigquerySetup}: names as in the config, and the project that does not have a key yet. */
export interface BigQuerySetupInput {
  /** The id of the project. */
  readonly project: string;
  /** The id of the new custom role, as in the config. */
  readonly role: string;
  /** The dataset of the config, which the service creates itself. The removal checks that it no longer exists. */
  readonly dataset: string;
  /** The id of the new service account: the part before the `@`. @default portcullis */
  readonly serviceAccountId?: string;
}

/** The values for scripts. */
export interface SetupValues {
  readonly project: string;
  readonly role: string;
  readonly dataset: string;
  readonly account: string;
  readonly email: string;
  /** The title of role and account: a second run recognises its own by it. */
  readonly title: string;
  readonly description: string;
  readonly permissions: readonly string[];
  readonly services: readonly string[];
}

const DEFAULT_ACCOUNT = 'portcullis';

/** The APIs that the plugin calls. */
const SERVICES = ['bigquery.googleapis.com', 'cloudresourcemanager.googleapis.com', 'iam.googleapis.com'];

/**
 * Checks the names and fills in defaults.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for a name that the platform would reject.
 */
export function setupValues(input: BigQuerySetupInput): SetupValues {
  const { project, role, dataset, serviceAccountId: account = DEFAULT_ACCOUNT } = input;
  checkName('project', project, 'project');
  checkName('role', role, 'role');
  checkName('dataset', dataset, 'dataset');
  checkName('serviceAccountId', account, 'accountId');
  return {
    project,
    role,
    dataset,
    account,
    email: `${account}@${accountDomain(project)}`,
    title: 'Portcullis',
    description: 'Made by the set-up script of Portcullis.',
    permissions: NEEDED_PERMISSIONS.map(({ name }) => name),
    services: SERVICES,
  };
}

function checkName(field: string, value: string, rule: keyof typeof NAME_RULES): void {
  const { pattern, message } = NAME_RULES[rule];
  // A pattern that ends in $ must not accept a final line break, which a shell would interpret.
  if (typeof value === 'string' && pattern.exec(value)?.[0] === value) return;
  throw new PortcullisError({
    code: 'OPTIONS_INVALID',
    message: `bigquerySetup() got no valid ${field}.`,
    help: message,
  });
}
