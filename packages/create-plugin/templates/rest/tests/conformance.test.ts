// @if oauth-client
import type { HttpRequest } from '@portcullis/plugin-network';
// @end
import { definePluginConformance } from '@portcullis/testing/vitest';
// @if oauth-client
import { loadSender } from '../src/connection/sender.ts';
// @end
import { lightHouse } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

const [sample = {}] = Object.values(SAMPLES);

// The conformance kit for every plugin: the README of @portcullis/testing describes each case.
definePluginConformance({
  plugin: lightHouse(),
  samples: [
    // One for each sign-in method.
    // @if token
    { name: 'token', mode: 'manual', config: SAMPLES.token },
    // @end
    // @if password
    { name: 'password', mode: 'manual', config: SAMPLES.password },
    // @end
    // @if oauth-client
    { name: 'client', mode: 'manual', config: SAMPLES.oAuthClient },
    // @end
  ],
  edits: [
    // Top-level members of a sample that are replaced.
    // @if token
    { name: 'a shorter retention', sample: 'token', changes: { retentionDays: 7 } },
    { name: 'other readers', sample: 'token', changes: { readers: 'everybody' } },
    // @end
    // @if password
    { name: 'a shorter retention', sample: 'password', changes: { retentionDays: 7 } },
    // @end
    // @if oauth-client
    { name: 'a shorter retention', sample: 'client', changes: { retentionDays: 7 } },
    // @end
  ],
  silent: (port) => ({
    plugin: lightHouse({
      // @if oauth-client
      identityProviders: ['login.example.com'],
      send: senderWithTokens,
      // @end
      endpoint: `http://127.0.0.1:${port}`,
    }),
    config: sample,
  }),
});
// @if oauth-client

/** Returns the plugin's sender with an identity provider that issues a token to every client. */
async function senderWithTokens(endpoint?: string) {
  const sender = await loadSender(endpoint);
  const send: typeof sender = Object.assign(
    async (request: HttpRequest) =>
      new URL(request.url).hostname === 'login.example.com'
        ? { status: 200, headers: {}, body: { access_token: 'a-token' } }
        : sender(request),
    { close: () => sender.close() },
  );
  return send;
}
// @end
