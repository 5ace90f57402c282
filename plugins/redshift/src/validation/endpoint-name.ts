import { passed, warned } from '@portcullis/plugin-api';
import { amazonEndpoint } from '../config/amazon-host.ts';
import type { Engine } from '../engine.ts';
import type { RedshiftTest } from './redshift-test.ts';

/**
 * The test that warns if the host does not have the form of Amazon's endpoints: a custom domain is possible, but a
 * typing error is more likely.
 */
export function endpointName(engine: Engine): RedshiftTest {
  return {
    id: 'endpoint-name',
    name: 'Initial Validation: Host Is an Amazon Redshift Endpoint',
    description: 'Compares the host name with the forms of cluster and workgroup endpoints.',
    operations: ['create', 'edit'],
    modes: ['automatic', 'manual'],
    phase: 'capability',
    mandatory: false,
    when: () => engine === 'redshift' || { reason: 'On PostgreSQL, the host can have any name.' },
    run: ({ config }) =>
      amazonEndpoint(config.host)
        ? passed()
        : warned(
            `${config.host} does not have the form of an Amazon Redshift endpoint. Its certificate is verified nevertheless.`,
            { help: 'Make sure that the host is yours.' },
          ),
  };
}
