import { definePluginConformance } from '@portcullis/testing/vitest';
import { s3 } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

const [withKey = {}, withRole = {}] = SAMPLES;

definePluginConformance({
  sweep: process.env.PORTCULLIS_TESTS === 'sampled' ? 'sampled' : 'whole',
  plugin: s3(),
  samples: [
    { name: 'an access key', mode: 'manual', config: withKey },
    { name: 'the host’s credentials', mode: 'manual', config: withRole },
  ],
  silent: (port) => {
    const silent = `http://127.0.0.1:${port}`;
    return {
      plugin: s3({ endpoints: { sts: silent, iam: silent, s3: silent, s3Control: silent }, hostCredentials }),
      config: withRole,
    };
  },
});

/** The host's credentials, which no server checks. */
async function hostCredentials() {
  return { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
}
