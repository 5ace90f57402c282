import assert from 'node:assert/strict';
import { createPortcullis, type RequestContext } from '@portcullis/core';
import { definitionOf } from '@portcullis/plugin-api';
import { ADMIN, instanceOptions, withKitRun } from '../kit-run/create-kit-run.ts';
import { bodyOf, prepareSetUp } from '../kit-run/set-up.ts';
import { pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';
import { startSilentServer } from '../silent-server.ts';

/** The caller aborts while the platform does not respond: the plugin stops immediately and leaves no connection open. */
export const ABORT_CASE = pluginCase(
  'honours-abort',
  async (subject) => {
    for (const sample of subject.samples) await abortSimulation(subject, sample);
    assert.ok(
      subject.silent,
      'Set `silent`: the options with which the plugin connects to a server on this machine that never responds.',
    );
    await abortSilentServer(subject, subject.silent);
  },
  ({ definition }) => (definition.connect ? true : 'The plugin does not connect.'),
);

function createAbortableRequest(): { readonly context: RequestContext; abort(): void } {
  const controller = new AbortController();
  return {
    context: { ...ADMIN, signal: controller.signal },
    abort: () => controller.abort(new Error('The caller has aborted.')),
  };
}

async function abortSimulation(subject: PluginSubject, sample: ResolvedSample): Promise<void> {
  await withKitRun(subject, async (kitRun) => {
    await prepareSetUp(kitRun, sample);
    const before = kitRun.platform.snapshot();
    kitRun.platform.refuseConnections({ with: 'hang' });
    const { context, abort } = createAbortableRequest();
    const response = kitRun.integrations.create(context, bodyOf(subject, sample));
    setImmediate(abort);
    await within(
      assert.rejects(response),
      `Setting up "${sample.name}" continues after the caller has aborted.`,
      subject.timeoutMs,
    );
    assert.deepEqual(
      await kitRun.integrations.list(ADMIN),
      [],
      `"${sample.name}" is stored although the caller had aborted.`,
    );
    assert.deepEqual(kitRun.platform.snapshot(), before, `"${sample.name}" is set up although the caller had aborted.`);
  });
}

async function abortSilentServer(subject: PluginSubject, silent: NonNullable<PluginSubject['silent']>): Promise<void> {
  const server = await startSilentServer();
  try {
    const { plugin = subject.plugin, config } = silent(server.port);
    const portcullis = await createPortcullis({ plugins: [plugin], ...instanceOptions() });
    const { context, abort } = createAbortableRequest();
    const automatic = definitionOf(plugin).bootstrap === 'automatic-or-manual';
    const body = { type: plugin.type, autoBootstrap: automatic, config };
    const response = portcullis.integrations.create(context, body, { dryRun: true });
    const early = response.then(
      (given) =>
        assert.fail(`The plugin did not connect to the silent server: ${JSON.stringify(given).slice(0, 2000)}`),
      (error: Error) => assert.fail(`The plugin did not connect to the silent server: ${error.message}`),
    );
    await within(
      Promise.race([server.connected, early]),
      'The plugin does not connect to the silent server.',
      subject.timeoutMs,
    );
    early.catch(() => {});
    abort();
    await within(
      response.then(
        () => {},
        () => {},
      ),
      'The plugin continues after the caller has aborted.',
      subject.timeoutMs,
    );
    await within(server.allClosed(), 'A connection stays open after the caller has aborted.', subject.timeoutMs);
    await portcullis.close();
  } finally {
    await server.stop();
  }
}

async function within(work: Promise<unknown>, complaint: string, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new assert.AssertionError({ message: complaint })), milliseconds);
  });
  await Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
