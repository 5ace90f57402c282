import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { signatureHeaderNames } from '../packages/core/src/delivery/attempt/sign/header-names.ts';
import { signatureHeaders } from '../packages/core/src/delivery/attempt/sign/signature-headers.ts';
import { createSigningKey } from '../packages/core/src/delivery/attempt/sign/signing-secret.ts';

const guide = readFileSync(join(import.meta.dirname, '../docs/guide/notify.md'), 'utf8');
const [, body = ''] = /```text\n(.*)\n```/.exec(guide) ?? [];
const [, id = ''] = /`webhook-id` is `(.+?)`/.exec(guide) ?? [];
const [, timestamp] = /`webhook-timestamp` (\d+)/.exec(guide) ?? [];
const rows = [...guide.matchAll(/^\| `(.+?)` +\| `(v1,.+?)` +\| `(sha256=.+?)` +\|$/gm)].map(
  ([, secret = '', standard, hub]) => ({ secret, standard, hub }),
);

it('the guide for receivers has examples of both kinds of secrets', () => {
  expect(rows.map(({ secret }) => secret.startsWith('whsec_'))).toEqual([false, true]);
});

it.each(rows)(
  'the signatures in the guide for receivers are those of a delivery: $secret',
  ({ secret, standard, hub }) => {
    const keys = [createSigningKey(secret)];
    const content = { id, at: Number(timestamp) * 1000, body: Buffer.from(body), keys };
    expect(signatureHeaders(content, signatureHeaderNames())).toMatchObject({
      'webhook-signature': standard,
      'x-hub-signature-256': hub,
    });
  },
);
