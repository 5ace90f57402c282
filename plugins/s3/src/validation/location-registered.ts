import { failed, passed } from '@portcullis/plugin-api';
import { findLocation } from '../objects/find-location.ts';
import { type S3Test, SERVICE, TEST_IDS } from './s3-test.ts';
import { withRemedy } from './with-remedy.ts';

/** The recurring test that the location still exists, with its role. */
export const locationRegistered: S3Test = {
  id: 'location-registered',
  name: 'The location is registered with the access grants location role',
  description: 'Checks that the location was not removed or mapped to another role.',
  operations: ['recurring'],
  modes: ['manual'],
  phase: 'recurring',
  mandatory: true,
  dependsOn: [TEST_IDS.instance],
  on: SERVICE,
  run: ({ config, session, signal }) =>
    withRemedy({ action: 's3:ListAccessGrantsLocations', on: 'instance' }, config, async () => {
      const { awsLocationPath, awsLocationRole } = config;
      const location = await findLocation(session.aws, awsLocationPath, signal);
      if (!location) {
        return failed(`The location ${awsLocationPath} is not registered any more.`, {
          failureClass: 'not-found',
          help: 'Delete the integration, then create it again.',
        });
      }
      if (location.role === awsLocationRole) return passed([{ location: location.id }]);
      return failed(`The location ${awsLocationPath} has the role ${location.role}, not ${awsLocationRole}.`, {
        failureClass: 'invalid-input',
        help: 'It was changed on the platform. Restore the role, or delete the integration and create it with the other role.',
      });
    }),
};
