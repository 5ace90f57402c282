/** A setup file of Vitest: switches one fault on, and notes which places of faults each test reaches. */
import { afterEach, beforeEach, inject } from 'vitest';
import { SWITCH } from './switch-faults.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of the fault that is on; -1 for none. */
    readonly mutant: number;
  }
  interface TaskMeta {
    reached?: readonly number[];
    atLoad?: readonly number[];
  }
}

const active = inject('mutant');
const atLoad = new Set<number>();
let reached = atLoad;

Object.assign(globalThis, {
  [SWITCH](id: number): boolean {
    reached.add(id);
    return id === active;
  },
});

beforeEach(() => {
  reached = new Set();
});

afterEach(({ task }) => {
  task.meta.reached = [...reached];
  task.meta.atLoad = [...atLoad];
  reached = atLoad;
});
