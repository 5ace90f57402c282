/** A setup file of Vitest that enables the fault of the run. */
import { inject } from 'vitest';
import { tracker } from './tracker.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of the fault that is enabled from the start, or -1 for none. */
    readonly mutant: number;
    /** The folder in which the workers of a sweep record their work. */
    readonly sweepFolder: string;
  }
}

tracker.active = inject('mutant');
