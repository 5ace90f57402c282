import { failed, passed } from '@portcullis/plugin-api';
import { UNIQUE_FIELD } from '../config/target.ts';
import type { S3Test } from './s3-test.ts';

const COMMON = { operations: ['create'], modes: ['manual'], phase: 'prerequisite', mandatory: true } as const;

/** The test that no other integration has the path. */
export const noExistingIntegration: S3Test = {
  ...COMMON,
  id: 'no-existing-integration',
  name: 'There is no existing integration matching this configuration',
  description: 'No other integration has the same location path in the same account and region.',
  async run({ config, others }) {
    const other = await others.onTarget();
    if (other === undefined) return passed();
    const place = `${config.awsLocationPath} in account ${config.awsAccountId}, ${config.awsRegion}`;
    return failed(`Integration ${other} already uses ${place}.`, {
      failureClass: 'already-exists',
      help: 'Use that one, or delete it first.',
    });
  },
};

/** The test that no other integration has the name. */
export const uniqueName: S3Test = {
  ...COMMON,
  id: 'unique-name',
  name: 'The provided integration name is unique',
  description: 'No other S3 integration has the same name, in any account and region.',
  async run({ config, others }) {
    const other = await others.withSame(UNIQUE_FIELD);
    if (other === undefined) return passed();
    return failed(`Integration ${other} already has the name "${config.name}".`, {
      failureClass: 'already-exists',
      help: 'Choose another name.',
    });
  },
};
