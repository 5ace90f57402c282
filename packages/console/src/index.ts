/**
 * The page for operators of Portcullis. Pass it to the HTTP package: see {@link createConsole}.
 *
 * @packageDocumentation
 */
export { createConsole } from './create-console.ts';
