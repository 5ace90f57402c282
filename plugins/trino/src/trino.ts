import { definePlugin, invalidOption, type Plugin, refuseUnknownOptions } from '@portcullis/plugin-api';
import { z } from 'zod';
import { clientFiles } from './client-setup/client-files.ts';
import { DEFAULT_DECISION_PATH, decisionPathOf } from './client-setup/decision-path.ts';
import { TRINO_VERSIONS } from './client-setup/trino-versions.ts';
import { FEATURES } from './features.ts';
import { VERSION } from './version.ts';

/** Options of {@link trino}. */
export interface TrinoOptions {
  /**
   * Path of the host's decision endpoint below its base URL. The cluster appends the integration key and the kind of decision
   * to it.
   * @remarks Change it if the path collides with a route of your host.
   * @default /trino/access-control
   */
  readonly decisionPath?: string;
  /**
   * Hours during which the previous key is still accepted after `regenerate`.
   * @remarks Raise it if the files of all coordinators cannot be replaced within a day.
   * @default 24
   */
  readonly keyOverlapHours?: number;
}

const HOUR_MS = 3_600_000;

/**
 * Creates the plugin for Trino. An integration has no config: the service creates a key, and an administrator puts the
 * files of `client-setup` on the cluster.
 *
 * Source: Trino documentation, "Open Policy Agent access control"; the plugin is part of Trino since release 438.
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist or is not valid.
 */
export function trino(options: TrinoOptions = {}): Plugin {
  refuseUnknownOptions('trino()', options, { decisionPath: null, keyOverlapHours: null });
  const { decisionPath = DEFAULT_DECISION_PATH, keyOverlapHours = 24 } = options;
  if (!(keyOverlapHours >= 0)) {
    throw invalidOption('trino() got a value for "keyOverlapHours" that is not a duration.', 'Use hours from 0 up.');
  }
  const path = decisionPathOf(decisionPath);
  return definePlugin({
    apiVersion: 1,
    type: 'Trino',
    id: 'trino',
    version: VERSION,
    description: 'Trino clusters that ask the host for access decisions through Open Policy Agent access control.',
    bootstrap: 'none',
    editable: false,
    config: z.strictObject({}),
    immutable: [],
    target: () => undefined,
    stages: [],
    objects: () => [],
    features: FEATURES,
    tests: [],
    classifyError: () => undefined,
    clientSetup: {
      keyPrefix: 'ptr',
      overlapMs: keyOverlapHours * HOUR_MS,
      versions: TRINO_VERSIONS.map(({ id, title }) => ({ id, title })),
      render: (request) => clientFiles(request, path),
    },
    samples: [{}],
  });
}
