import { definePlugin, type Plugin } from '@portcullis/plugin-api';
import { z } from 'zod';

/** Options of {@link clientConfiguredPlugin}. */
export interface ClientConfiguredOptions {
  /** Milliseconds that the previous key stays valid. @default 24 hours */
  readonly overlapMs?: number;
}

/** Creates a plugin for a platform that is configured on its own side: no config, a key and a text to paste. */
export function clientConfiguredPlugin({ overlapMs }: ClientConfiguredOptions = {}): Plugin {
  return definePlugin({
    apiVersion: 1,
    type: 'Remote',
    id: 'remote',
    version: '1.0.0',
    description: 'A platform that queries its policies.',
    bootstrap: 'none',
    editable: false,
    config: z.strictObject({}),
    immutable: [],
    target: () => undefined,
    stages: [],
    objects: () => [],
    tests: [],
    classifyError: () => undefined,
    samples: [{}],
    clientSetup: {
      keyPrefix: 'rem',
      ...(overlapMs === undefined ? {} : { overlapMs }),
      versions: [
        { id: 'new', title: 'From 400' },
        { id: 'old', title: 'Before 400' },
      ],
      render: ({ baseUrl, key, version = 'new' }) => [
        {
          path: 'etc/access-control.properties',
          language: 'properties',
          content: `address=${baseUrl}\nkey=${key}\nversion=${version}\n`,
          note: 'Copy it to the coordinator and restart it.',
        },
      ],
    },
  });
}
