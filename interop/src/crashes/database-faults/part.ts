/** A part of a run, and of the page. */
export type Part = 'boundaries' | 'terminations' | 'restarts' | 'suspensions';
