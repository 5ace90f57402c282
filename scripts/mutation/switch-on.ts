/** A setup file of Vitest: switches the fault on that the run is about. */
import { inject } from 'vitest';
import { tracker } from './tracker.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of the fault that is on from the start; -1 for none. */
    readonly mutant: number;
    /** The folder in which the workers of a sweep record their work. */
    readonly sweepFolder: string;
  }
}

tracker.active = inject('mutant');
