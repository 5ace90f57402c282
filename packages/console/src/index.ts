/**
 * The page for operators of Portcullis. Hand it to the HTTP package: see {@link createConsole}.
 *
 * @packageDocumentation
 */
export { createConsole } from './create-console.ts';
