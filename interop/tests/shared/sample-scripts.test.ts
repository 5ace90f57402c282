import { expect, it } from 'vitest';
import { sampleScripts } from '../../src/shared/sqlfluff/sample-scripts.ts';

const STATEMENTS = [
  { name: 'one: create database', text: 'CREATE DATABASE "a"' },
  { name: 'one: create script of objects', text: 'short' },
  { name: 'two: create script of objects', text: 'the longest' },
  { name: 'three: create script of objects', text: 'medium' },
  { name: 'four: create script of objects', text: 'small' },
  { name: 'one: drop script of objects', text: 'alone' },
];
const texts = (seed: number) => sampleScripts(STATEMENTS, seed).map(({ text }) => text);

it('keeps all statements that are no scripts', () => {
  expect(texts(1)).toContain('CREATE DATABASE "a"');
});

it('keeps the longest script of each kind, and one more', () => {
  expect(texts(1)).toContain('the longest');
  expect(texts(1)).toContain('alone');
  expect(texts(1)).toHaveLength(4);
});

it('chooses by the seed', () => {
  expect(texts(7)).toEqual(texts(7));
  expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].flatMap(texts)).size).toBe(STATEMENTS.length);
});
