import type { FailureClassification, Remediation, RemedyContext } from '@portcullis/plugin-api';
import type { BigQueryConfig } from '../config/config-schema.ts';
import { readKey } from '../config/service-account-key.ts';
import { KEY_REFUSED } from '../failures/failure-rows.ts';
import { shellQuote } from '../setup/shell-quote.ts';

type RemedyConfig = Pick<BigQueryConfig, 'credential' | 'role'>;

/** Returns the commands that add permissions to the role of the config and grant the role to the account. */
export function permissionRemedy(missing: readonly string[], { credential, role }: RemedyConfig): Remediation {
  const { project, email } = readKey(credential);
  const [inProject, member] = [`--project=${shellQuote(project)}`, shellQuote(`serviceAccount:${email}`)];
  return {
    statements: [
      `gcloud iam roles update ${shellQuote(role)} ${inProject} --add-permissions=${shellQuote(missing.join(','))}`,
      `gcloud projects add-iam-policy-binding ${shellQuote(project)} --member=${member} --role=${shellQuote(`projects/${project}/roles/${role}`)} --condition=None`,
    ],
    runAs: 'a role administrator and project IAM administrator of the project',
  };
}

/** Returns the command that enables an API. */
export function apiRemedy(service: string, { credential }: RemedyConfig): Remediation {
  return {
    statements: [`gcloud services enable ${service} --project=${shellQuote(readKey(credential).project)}`],
    runAs: 'a service usage administrator of the project',
  };
}

/** The service that a test calls, and the permission that it needs. */
export interface TestRequirement {
  readonly service: string;
  readonly permission: string;
}

/** Returns the remedy for a refusal of Google to a test. */
export function remedyOf({ service, permission }: TestRequirement) {
  return (
    { class: failureClass, code = '', message }: FailureClassification,
    { config }: RemedyContext<BigQueryConfig>,
  ): Remediation | undefined => {
    if (failureClass === 'missing-grant') return permissionRemedy([permission], config);
    if (API_DISABLED_CODES.includes(code)) return apiRemedy(service, config);
    if (ACCOUNT_DISABLED_CODES.includes(code)) return accountRemedy('enable ', config);
    // The code is also that of a wrong clock and of an account that does not exist.
    return code === 'invalid_grant' && message === KEY_REFUSED
      ? accountRemedy('keys create portcullis-key.json --iam-account=', config)
      : undefined;
  };
}

/** The codes of a refusal because an API is not enabled in the project. */
export const API_DISABLED_CODES: readonly string[] = ['accessNotConfigured', 'SERVICE_DISABLED'];
const ACCOUNT_DISABLED_CODES: readonly string[] = ['disabled_client', 'unauthorized_client'];

/** Returns a remedy for the account. The command precedes the address of the account. */
function accountRemedy(command: string, { credential }: RemedyConfig): Remediation {
  const { project, email } = readKey(credential);
  return {
    statements: [`gcloud iam service-accounts ${command}${shellQuote(email)} --project=${shellQuote(project)}`],
    runAs: 'an administrator of service accounts and their keys',
  };
}
