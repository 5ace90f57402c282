import { afterAll, beforeAll, describe, it } from 'vitest';
import { createPluginSubject } from '../plugin-kit/plugin-subject.ts';
import type { RealPlatform } from './real-platform.ts';
import { realPlatformConformance } from './real-platform-conformance.ts';
import type { RealPlatformConformance } from './real-platform-conformance-options.ts';
import type { RealSubject } from './real-run.ts';
import { runRealCase } from './run-real-case.ts';

/** Milliseconds for one case: some cases set the integration up once for each statement. */
const CASE_TIMEOUT_MS = 240_000;

/**
 * Declares the conformance kit for a plugin on a real platform as vitest tests. The kit on the simulated platform
 * relies on the declarations of the plugin. This kit finds declarations, statements and observations that contradict
 * the real platform.
 *
 * @example
 * ```ts
 * defineRealPlatformConformance({
 *   plugin: redis({ tls: 'off', localHosts: 'allowed' }),
 *   unavailable: program ? undefined : NO_REDIS,
 *   createPlatform: () => startServer(program),
 *   samples: ({ port }) => [{ name: 'password', mode: 'automatic', config: { host: '127.0.0.1', port, … } }],
 * });
 * ```
 */
export function defineRealPlatformConformance<Platform extends RealPlatform>(
  options: RealPlatformConformance<Platform>,
): void {
  const { plugin, unavailable, edits = [], drifts = [], sweep = 'whole', optOuts } = options;
  const title = unavailable ?? `On a real platform, ${plugin.type} is a plugin that`;
  describe.skipIf(unavailable !== undefined)(title, () => {
    let platform: Platform | undefined;
    let subject: RealSubject<Platform> | undefined;
    beforeAll(async () => {
      platform = await options.createPlatform();
      const samples = options.samples(platform);
      subject = { platform, drifts, subject: createPluginSubject({ plugin, samples, edits, sweep }) };
    }, CASE_TIMEOUT_MS);
    afterAll(() => platform?.close());

    for (const each of realPlatformConformance) {
      it(each.name, { timeout: CASE_TIMEOUT_MS }, async ({ skip }) => {
        const outcome = await runRealCase(each, subject as unknown as RealSubject, optOuts);
        if (outcome.status === 'skipped') skip(outcome.reason);
      });
    }
  });
}
