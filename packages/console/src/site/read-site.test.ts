import { expect, it } from 'vitest';
import { readSite } from './read-site.ts';

it('names the remedy if the files are not next to the module, as in a bundle and in the sources', async () => {
  await expect(readSite()).rejects.toThrow(/not next to its module.*declare @portcullis\/console as external/);
});
