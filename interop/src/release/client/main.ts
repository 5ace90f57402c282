/** Writes the generated part of `@portcullis/client` from the document that an instance with every plugin serves. */
import { GENERATED, generateClient } from './generate-client.ts';
import { wholeDocument } from './whole-document.ts';

await generateClient(await wholeDocument(), GENERATED);
console.log('packages/client/src/generated is written.');
