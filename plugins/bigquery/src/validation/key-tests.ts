import { failed, passed, skipped } from '@portcullis/plugin-api';
import { belongsToItsProject, readKey, TOKEN_ADDRESS } from '../config/service-account-key.ts';
import { signAssertion } from '../connection/sign-assertion.ts';
import type { BigQueryTest } from './bigquery-test.ts';

/** The test that the key can sign. */
export const keyIsWellFormed: BigQueryTest = {
  id: 'key-well-formed',
  name: 'The service account key is well-formed',
  description: 'Reads the key file and signs with its private key. Nothing is sent.',
  operations: ['create', 'edit', 'delete', 'recurring'],
  modes: ['manual'],
  phase: 'gate',
  mandatory: true,
  async run({ config }) {
    try {
      await signAssertion(readKey(config.credential), TOKEN_ADDRESS);
      return passed();
    } catch {
      return failed('The private key of the credential cannot sign.', {
        failureClass: 'invalid-input',
        help: 'Create a new key for the service account.',
      });
    }
  },
};

/** The test that the account belongs to the project. */
export const keyMatchesProject: BigQueryTest = {
  id: 'key-project',
  name: 'The service account key matches the project',
  description: 'The service account belongs to the project that its key names.',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  run({ config }) {
    const key = readKey(config.credential);
    if (belongsToItsProject(key)) return passed([{ project: key.project, account: key.email }]);
    return failed(
      `The service account ${key.email} does not belong to the project ${key.project} that its key names.`,
      {
        failureClass: 'invalid-input',
        help: 'Download the key again, or create a new one: the file was changed after its creation.',
      },
    );
  },
};

/** The test that the account is not the credential of a data source. */
export const notDataSourceCredential: BigQueryTest = {
  id: 'not-data-source-credential',
  name: 'The service account is not used as the credential of a data source',
  description: 'Asks the host application. An account that data sources use could read data without the policies.',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  async run({ config, host }) {
    const { email } = readKey(config.credential);
    const isUsed = await host.isDataSourceCredential(email);
    if (isUsed === undefined) return skipped('The host application does not know the accounts of its data sources.');
    if (!isUsed) return passed();
    return failed(`The service account ${email} is the credential of a data source.`, {
      failureClass: 'invalid-input',
      help: 'Use a separate account here.',
    });
  },
};
