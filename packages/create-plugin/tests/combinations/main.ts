/**
 * Generates a plugin for every combination of platform kind and sign-in methods, and runs its scripts: compiler, lint
 * rules, conformance kit and tests. The last line of the output is "N passed, N failed".
 */
import { type AuthKind, PLATFORM_KINDS, type PlatformKind } from '../../src/index.ts';
import { scaffoldedPlugin } from '../support/scaffolded-plugin.ts';

/** Returns every non-empty selection, as the bits of a number. */
function choicesOf<Value>(values: readonly Value[]): readonly (readonly Value[])[] {
  const numbers = Array.from({ length: 2 ** values.length - 1 }, (_, index) => index + 1);
  return numbers.map((number) => values.filter((_, bit) => Math.floor(number / 2 ** bit) % 2 === 1));
}

let passed = 0;
let failed = 0;
for (const kind of Object.keys(PLATFORM_KINDS) as PlatformKind[]) {
  for (const auth of choicesOf<AuthKind>(PLATFORM_KINDS[kind].auth)) {
    const environment = scaffoldedPlugin({ name: 'Light House', kind, auth });
    try {
      for (const check of ['typecheck', 'lint', 'test'] as const) {
        const verdict = await environment[check]();
        console.log(`${verdict.passed ? 'ok    ' : 'FAILED'} ${kind} with ${auth.join(', ')}: ${check}`);
        if (verdict.passed) passed += 1;
        else {
          failed += 1;
          console.log(verdict.output);
        }
      }
    } finally {
      environment.remove();
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
