import { expect, it } from 'vitest';
import { renderText } from './render-text.ts';

it('fills the fields in', () => {
  const text = renderText('{actionByName} created {modelName}.', { actionByName: 'Ada', modelName: 'Orders' });
  expect(text).toBe('Ada created Orders.');
});

it('takes a related field, then a general word, for what is absent', () => {
  const template = '{actionByName} created {modelName}.';
  expect(renderText(template, { projectName: 'Sales' })).toBe('Someone created Sales.');
  expect(renderText(template, {})).toBe('Someone created a data source or project.');
});

it('does not fill in what a value looks like', () => {
  expect(renderText('{actionByName} left.', { actionByName: '{targetUserName} $& $1' })).toBe(
    '{targetUserName} $& $1 left.',
  );
});
