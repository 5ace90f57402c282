import { definePluginConformance } from '@portcullis/testing/vitest';
import { lightHouse } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

const [sample = {}] = Object.values(SAMPLES);

// The conformance kit for every plugin: the README of @portcullis/testing describes each case.
definePluginConformance({
  plugin: lightHouse(),
  samples: [
    // @if password
    { name: 'password', mode: 'automatic', config: SAMPLES.password },
    { name: 'password, by script', mode: 'manual', config: { ...SAMPLES.password, username: 'governance_account' } },
    // @end
    // @if key-pair
    { name: 'key pair', mode: 'automatic', config: SAMPLES.keyPair },
    { name: 'key pair, by script', mode: 'manual', config: { ...SAMPLES.keyPair, username: 'governance_account' } },
    // @end
    // @if oauth-client
    { name: 'client', mode: 'automatic', config: SAMPLES.oAuthClient },
    { name: 'client, by script', mode: 'manual', config: { ...SAMPLES.oAuthClient, username: 'governance_account' } },
    // @end
  ],
  edits: [
    // @if password
    { name: 'more connections', sample: 'password', changes: { connectionLimit: 30 } },
    { name: 'fewer connections', sample: 'password, by script', changes: { connectionLimit: 5 } },
    // @end
    // @if key-pair
    { name: 'more connections', sample: 'key pair', changes: { connectionLimit: 30 } },
    { name: 'fewer connections', sample: 'key pair, by script', changes: { connectionLimit: 5 } },
    // @end
    // @if oauth-client
    { name: 'more connections', sample: 'client', changes: { connectionLimit: 30 } },
    { name: 'fewer connections', sample: 'client, by script', changes: { connectionLimit: 5 } },
    // @end
  ],
  facts: { serverVersion: '18.0' },
  silent: (port) => ({
    plugin: lightHouse({
      // @if oauth-client
      identityProviders: ['login.example.com'],
      send: tokenSender,
      // @end
      localHosts: 'allowed',
    }),
    config: { ...sample, host: '127.0.0.1', port },
  }),
});
// @if oauth-client

/** Returns an identity provider that issues a token to every client. */
async function tokenSender() {
  const send = async () => ({ status: 200, headers: {}, body: { access_token: 'a token' } });
  return Object.assign(send, { close: async () => {} });
}
// @end
