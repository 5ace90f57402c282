import { describe, expect, it } from 'vitest';
import { releaseEnvironment, releaseProblem } from './release.ts';

describe('a release', () => {
  it('has provenance if a build service attests it', () => {
    expect(releaseProblem({ ACTIONS_ID_TOKEN_REQUEST_URL: 'https://signer.example' }, true)).toBeUndefined();
    expect(releaseProblem({ SIGSTORE_ID_TOKEN: 'token' }, true)).toBeUndefined();
  });

  it('names the switch if no build service attests it', () => {
    expect(releaseProblem({}, true)).toContain('pnpm run release --no-provenance');
    expect(releaseProblem({}, false)).toBeUndefined();
  });

  it.each([true, false])('passes its provenance setting to both clients: %s', (provenance) => {
    const value = String(provenance);
    expect(releaseEnvironment({ PATH: '/bin', NPM_CONFIG_PROVENANCE: 'other' }, provenance)).toEqual({
      PATH: '/bin',
      PNPM_CONFIG_PROVENANCE: value,
      NPM_CONFIG_PROVENANCE: value,
    });
  });
});
