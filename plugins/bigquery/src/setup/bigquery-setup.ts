import { createScript } from './create-script.ts';
import { removeScript } from './remove-script.ts';
import { type BigQuerySetupInput, setupValues } from './setup-input.ts';
import { terraform } from './terraform.ts';

/** The scripts that an administrator runs to prepare a project, in two languages. */
export interface BigQuerySetup {
  /** The e-mail address of the service account that is made. */
  readonly serviceAccount: string;
  /** The permissions of the custom role. */
  readonly permissions: readonly string[];
  /** POSIX shell with `gcloud`: makes everything. Safe to run twice. */
  readonly script: string;
  /** POSIX shell with `gcloud` and `bq`: removes what the script made. Safe to run twice. */
  readonly removalScript: string;
  /** The same as Terraform configuration (provider `hashicorp/google`), removed by `terraform destroy`. */
  readonly terraform: string;
}

/**
 * Writes what an administrator runs before an integration is created: the least role, a service account, its binding and its key.
 * Pure: nothing is contacted, and nothing in it is a secret.
 *
 * @example
 * ```ts
 * const { script } = bigquerySetup({ project: 'acme-analytics', role: 'portcullis', dataset: 'portcullis' });
 * ```
 * @throws PortcullisError `OPTIONS_INVALID` for a name that the platform would not take.
 */
export function bigquerySetup(input: BigQuerySetupInput): BigQuerySetup {
  const values = setupValues(input);
  return {
    serviceAccount: values.email,
    permissions: values.permissions,
    script: createScript(values),
    removalScript: removeScript(values),
    terraform: terraform(values),
  };
}
