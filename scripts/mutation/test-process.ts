/**
 * The process that runs tests of one package against mutants: the parent sends the switched texts of the sources, then a
 * {@link TestRequest} at a time, and gets a {@link Survey} or a {@link RunAnswer} back. The files on the disk stay as they are, and Vitest
 * stays warm between the requests.
 *
 * Run by `scripts/mutate.ts`, with the folder of the package.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { loadConfigFromFile, type Plugin } from 'vite';
import type { UserWorkspaceConfig, ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type CliOptions, createVitest, type TestCase, type TestSpecification } from 'vitest/node';
import type { RunAnswer, Survey, SwitchedTexts, TestRequest } from './messages.ts';

const root = join(import.meta.dirname, '../..');
const [folder = '', use = 'run'] = process.argv.slice(2);

process.send?.('ready');
const [texts] = (await once(process, 'message')) as [SwitchedTexts];

const loadSwitched: Plugin = {
  name: 'load-switched',
  enforce: 'pre',
  load: (id) => texts[id.split('?')[0] ?? ''],
};

/** Keeps the files in the order of the request. */
class AsRequested extends BaseSequencer {
  override sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(specifications);
  }
}

const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, join(root, 'vitest.config.ts'));
const { test = {}, resolve, ssr } = (loaded?.config ?? {}) as ViteUserConfig;
const { projects = [], ...shared } = test;
const project = (projects as UserWorkspaceConfig[]).find((each) => each.test?.name === folder);
if (!project) throw new Error(`There is no project ${folder}.`);
const { name: _, ...own } = project.test ?? {};

/** Tests that wait for minutes of real time. */
const SLOW = ['tests/receiver-faults/**'];

const options: CliOptions = {
  ...shared,
  ...own,
  exclude: [...(own.exclude ?? []), ...SLOW],
  setupFiles: [join(import.meta.dirname, 'note-reached.ts')],
  config: false,
  // The cache of modules on the disk knows nothing of faults.
  fsModuleCache: false,
  watch: false,
  sequence: { sequencer: AsRequested },
  reporters: [{ onTestCaseResult: () => void process.send?.('alive') }],
  // A survey asks what each file reaches as it is loaded; a run ends with the first failure.
  ...(use === 'survey' ? { isolate: true, maxWorkers: 3 } : { isolate: false, maxWorkers: 1, bail: 1 }),
};
const vitest = await createVitest(options, {
  root: join(root, folder),
  ...(resolve && { resolve }),
  ...(ssr && { ssr }),
  plugins: [loadSwitched],
});
vitest.provide('mutant', -1);
await vitest.standalone();

async function survey(): Promise<Survey> {
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications(), true);
  const cases = testModules.flatMap((module) => [...module.children.allTests()]);
  return {
    tests: cases.filter(isPassed).map((test) => ({
      module: test.module.moduleId,
      id: test.id,
      milliseconds: test.diagnostic()?.duration ?? 0,
      reached: test.meta().reached ?? [],
      atLoad: test.meta().atLoad ?? [],
    })),
    failing: [
      ...testModules.filter((module) => module.errors().length > 0).map((module) => module.relativeModuleId),
      ...cases.filter((test) => test.result().state === 'failed').map((test) => test.fullName),
    ],
  };
}

async function run({ mutant = -1, tests }: Extract<TestRequest, { kind: 'run' }>): Promise<RunAnswer> {
  // Vitest counts the failures of earlier runs as well.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  vitest.provide('mutant', mutant);
  const runner = vitest.getRootProject();
  const specifications = tests.map(({ module, ids }) => runner.createSpecification(module, { testIds: [...ids] }));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
  const cases = testModules.flatMap((module) => [...module.children.allTests()]);
  const passed = cases.filter(isPassed).length;
  const failed = cases.find((test) => test.result().state === 'failed');
  if (failed) {
    const isLate = failed.result().errors?.some(({ message }) => /timed out/i.test(message)) ?? false;
    const name = `${failed.module.relativeModuleId}: ${failed.fullName}`;
    return { passed, failed: { name, isLate, module: failed.module.moduleId, id: failed.id } };
  }
  const broken = testModules.find((module) => module.state() === 'failed');
  if (broken) {
    return {
      passed,
      failed: { name: `${broken.relativeModuleId}: is not loaded`, isLate: false, module: broken.moduleId },
    };
  }
  if (unhandledErrors.length > 0) {
    return { passed, failed: { name: 'an error outside any test', isLate: false, module: '' } };
  }
  return { passed };
}

function isPassed(test: TestCase): boolean {
  return test.result().state === 'passed';
}

process.on('message', (request: TestRequest) => {
  void (request.kind === 'survey' ? survey() : run(request)).then((answer) => process.send?.(answer));
});
process.send?.('ready');
