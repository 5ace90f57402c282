import { s3 } from '@portcullis/plugin-s3';
import { defineRealPlatformConformance } from '@portcullis/testing/vitest';
import { startEmulator } from '../../../src/platforms/s3/emulator/emulator.ts';
import { openS3Platform, S3_DRIFTS } from '../../../src/platforms/s3/emulator-platform.ts';
import { sampleAccount } from '../../../src/platforms/s3/sample-account.ts';
import { body } from '../../../src/platforms/s3/test-environment.ts';

const emulator = await startEmulator(sampleAccount());

defineRealPlatformConformance({
  sweep: process.env.PORTCULLIS_TESTS === 'sampled' ? 'sampled' : 'whole',
  plugin: s3({ endpoints: emulator.endpoints }),
  createPlatform: () => openS3Platform(emulator),
  samples: () => [{ name: 'an access key', mode: 'manual', config: body().config }],
  drifts: S3_DRIFTS,
});
