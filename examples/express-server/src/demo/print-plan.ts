import type { Plan } from '@portcullis/core';
import { oneLine } from './one-line.ts';

/** Prints a plan: for each object, its statements and the privileges that they need. */
export function printPlan({ steps, warnings, hash }: Plan, print: (line: string) => void): void {
  print(`plan ${hash.slice(0, 12)}, ${steps.length} steps:`);
  let last = '';
  for (const { action, object, statement, privileges, actor } of steps) {
    if (object.key !== last) {
      const needs = privileges.length === 0 ? 'nothing more' : privileges.join('; ');
      print(`  ${action} ${object.kind} ${object.name} (as ${actor}; needs ${needs})`);
    }
    print(`    ${oneLine(statement)}`);
    last = object.key;
  }
  for (const warning of warnings) print(`warning: ${warning}`);
}
