/**
 * The flag of a Java that runs for a minute or less: without the optimising compiler, which costs such a program more processor time
 * than its code saves.
 */
export const QUICK_COMPILER = '-XX:TieredStopAtLevel=1';
