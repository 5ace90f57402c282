import { expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { INTEGRATION_STATUS_CHANGED } from './integration-status-kind.ts';
import { renderText } from './render-text.ts';

it('fills the fields in', () => {
  const text = renderText('{actionByName} created {modelName}.', { actionByName: 'Ada', modelName: 'Orders' });
  expect(text).toBe('Ada created Orders.');
});

it('replaces an absent field with a related one, then with a general word', () => {
  const template = '{actionByName} created {modelName}.';
  expect(renderText(template, { projectName: 'Sales' })).toBe('Someone created Sales.');
  expect(renderText(template, {})).toBe('Someone created a data source or project.');
});

it('does not expand a placeholder inside a value', () => {
  expect(renderText('{actionByName} left.', { actionByName: '{targetUserName} $& $1' })).toBe(
    '{targetUserName} $& $1 left.',
  );
});

it.each([
  ['The data source {modelName} has expired.', {}, 'The data source has expired.'],
  ['The data source {modelName} has expired.', { projectName: 'Sales' }, 'The data source has expired.'],
  [
    '{modelName} was added to the project {projectName}.',
    { projectName: 'Sales' },
    'A data source was added to the project Sales.',
  ],
  [
    '{targetUserName} was added to the group {groupName}.',
    { groupName: 'Stewards' },
    'A user was added to the group Stewards.',
  ],
  ['{targetUserName} was added to the group {groupName}.', { targetUserName: 'Ada' }, 'Ada was added to the group.'],
  ['The group {groupName} was updated.', { targetUserName: 'Ada' }, 'The group was updated.'],
  [
    'The validation of the {integrationType} integration {integrationId} failed: {reason}.',
    {},
    'The validation of the integration failed: no reason was given.',
  ],
  [INTEGRATION_STATUS_CHANGED.text, {}, 'The integration went from an unknown status to another status.'],
  [
    INTEGRATION_STATUS_CHANGED.text,
    { integrationType: 'Redshift', modelId: 3, fromStatus: 'creating', toStatus: 'enabled' },
    'The Redshift integration 3 went from creating to enabled.',
  ],
])('renders %j with %j as a sentence', (template, metadata, text) => {
  expect(renderText(template, metadata)).toBe(text);
});

it.each(['The host is not known.', 'Is it there?', 'Gone!', 'and so on…'])('adds no full stop after %j', (reason) => {
  expect(renderText('It failed: {reason}.', { reason })).toBe(`It failed: ${reason}`);
});

const KINDS = Object.entries({ ...CATALOGUE, integrationStatusChanged: INTEGRATION_STATUS_CHANGED });

it.each(KINDS)('renders %s as a sentence when its metadata contains no name', (_kind, { text }) => {
  const rendered = renderText(text, {});
  expect(rendered).toMatch(/^[A-Z][^.]*\.$/);
  expect(rendered).not.toMatch(/ {2}| \.|[Oo]f unknown name|[{}]/);
  expect(rendered).not.toMatch(/(?:data source|project) a data source|the an? /);
});

it.each(KINDS)('renders %s as a sentence when every value ends in a full stop', (_kind, { text }) => {
  const fields = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'Acme Inc.']);
  expect(renderText(text, Object.fromEntries(fields))).not.toContain('..');
});
