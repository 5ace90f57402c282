/**
 * The process that runs tests of one package against mutants: the parent sends the switched texts of the sources, then
 * a {@link TestRequest} at a time, and gets a {@link Sweep} or a {@link RunResponse} back. The files on the disk do not
 * change, and Vitest stays loaded between the requests.
 *
 * Run by `scripts/mutate.ts`, with the folder of the package, `sweep` or `run`, and a folder for the notes of a sweep's
 * workers.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadConfigFromFile, type Plugin } from 'vite';
import type { UserWorkspaceConfig, ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type CliOptions, createVitest, type TestCase, type TestSpecification } from 'vitest/node';
import type { RunResponse, Sweep, SweptTest, SwitchedTexts, TestRequest } from './messages.ts';
import { NO_FAULT } from './tracker.ts';
import { watchWorkers } from './watch-workers.ts';

const root = join(import.meta.dirname, '../..');
const [folder = '', use = 'run', sweepFolder = ''] = process.argv.slice(2);

process.send?.('ready');
const [texts] = (await once(process, 'message')) as [SwitchedTexts];

const loadSwitched: Plugin = {
  name: 'load-switched',
  enforce: 'pre',
  load: (id) => texts[id.split('?')[0] ?? ''],
};

/** Keeps the files in the order of the request. */
class RequestOrderSequencer extends BaseSequencer {
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

const isSweep = use === 'sweep';
const options: CliOptions = {
  ...shared,
  ...own,
  exclude: [...(own.exclude ?? []), ...SLOW],
  setupFiles: [join(import.meta.dirname, 'switch-on.ts')],
  config: false,
  // The module cache on the disk does not include faults.
  fsModuleCache: false,
  watch: false,
  sequence: { sequencer: RequestOrderSequencer },
  reporters: [{ onTestCaseResult: () => void process.send?.('alive') }],
  testTimeout: 15_000,
  // A sweep records what each file reaches while it loads. A run ends with the first failure.
  ...(isSweep
    ? { isolate: true, maxWorkers: 3, runner: join(import.meta.dirname, 'sweep-runner.ts') }
    : { isolate: false, maxWorkers: 1, bail: 1 }),
};
for (const name of ['killed', 'avoided']) writeFileSync(join(sweepFolder, name), '');

const vitest = await createVitest(options, {
  root: join(root, folder),
  ...(resolve && { resolve }),
  ...(ssr && { ssr }),
  plugins: [loadSwitched],
});
vitest.provide('mutant', NO_FAULT);
vitest.provide('sweepFolder', sweepFolder);
await vitest.standalone();

/**
 * Rounds of a sweep. A file whose tests a fault has broken, or whose worker it has stopped, runs again without that
 * fault.
 */
const MAX_ROUNDS = 4;

async function sweep(): Promise<Sweep> {
  const watch = watchWorkers(sweepFolder);
  const tests: SweptTest[] = [];
  const failing = new Set<string>();
  try {
    const all = await vitest.globTestSpecifications();
    let specifications: readonly TestSpecification[] = all.toSorted((left, right) => rankOf(left) - rankOf(right));
    for (let round = 0; specifications.length > 0 && round < MAX_ROUNDS; round += 1) {
      const { testModules } = await vitest.runTestSpecifications([...specifications], false);
      for (const module of testModules) {
        if (module.errors().length > 0) failing.add(module.relativeModuleId);
        for (const test of module.children.allTests()) {
          const swept = test.meta().sweep;
          if (swept && !swept.isSound) failing.add(test.fullName);
          else if (swept) tests.push({ ...swept, module: module.moduleId, id: test.id, name: nameOf(test) });
        }
      }
      specifications = testModules.flatMap((module) => {
        const ids = [...module.children.allTests()].filter((test) => isUntried(test)).map(({ id }) => id);
        return ids.length === 0 ? [] : [module.project.createSpecification(module.moduleId, { testIds: ids })];
      });
      vitest.state.filesMap.clear();
      vitest.state.idMap.clear();
    }
  } finally {
    watch.stop();
  }
  return { tests, failing: [...failing], hung: watch.hung };
}

/** The files of the areas come first, so that the others need not run against the mutants that these kill. */
function rankOf({ moduleId }: TestSpecification): number {
  const places = [...new Set(Object.keys(texts).map((path) => dirname(path)))];
  return places.some((place) => moduleId.startsWith(`${place}/`)) ? 0 : 1;
}

function isUntried(test: TestCase): boolean {
  return test.options.mode === 'run' && test.meta().sweep === undefined;
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId}: ${test.fullName}`;
}

async function run({ mutant = NO_FAULT, tests }: Extract<TestRequest, { kind: 'run' }>): Promise<RunResponse> {
  // Vitest counts the failures of earlier runs as well.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  vitest.provide('mutant', mutant);
  const runner = vitest.getRootProject();
  const specifications = tests.map(({ module, ids }) =>
    runner.createSpecification(module, ids.length === 0 ? undefined : { testIds: [...ids] }),
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
  const cases = testModules.flatMap((module) => [...module.children.allTests()]);
  const passed = cases.filter(isPassed).length;
  const failed = cases.find((test) => test.result().state === 'failed');
  if (failed) {
    const isLate = failed.result().errors?.some(({ message }) => /timed out/i.test(message)) ?? false;
    const name = nameOf(failed);
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
  void (request.kind === 'sweep' ? sweep() : run(request)).then((response) => process.send?.(response));
});
process.send?.('ready');
