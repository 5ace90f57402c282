import { spawnSync } from 'node:child_process';
import { type ParseEntry, parse } from 'shell-quote';
import type { CodeBlock } from './read-pages.ts';
import { explainCommand } from './shell-commands.ts';

/** Words that only occur inside a compound command. */
const KEYWORDS = new Set(['while', 'until', 'do', 'done', 'if', 'then', 'else', 'fi', 'for', '!', '{', '}']);

/**
 * Returns the problems of a block of shell: wrong syntax, or a command, script, package, flag or route that does not
 * exist. A whole script (`#!` in its first line) only gets a syntax check, because a plugin generates it and the
 * plugin's tests run it.
 */
export function checkShell({ page, line, text }: CodeBlock): string[] {
  const { status, stderr } = spawnSync('sh', ['-n'], { input: text, encoding: 'utf8' });
  if (status !== 0) return [`${page}:${line}: ${stderr.trim()}`];
  if (text.startsWith('#!')) return [];
  const problems = commandsOf(text).flatMap((words) => explainCommand(words) ?? []);
  return problems.map((problem) => `${page}:${line}: ${problem}`);
}

/** The simple commands of a text, as words. Variables keep their names. */
function commandsOf(text: string): string[][] {
  const lines = text.replaceAll('\\\n', ' ').split('\n');
  return lines.flatMap((line) => split(parse(line, (name) => `$${name}`))).filter((words) => words.length > 0);
}

function split(entries: readonly ParseEntry[]): string[][] {
  const commands: string[][] = [[]];
  let isRedirected = false;
  for (const entry of entries) {
    if (typeof entry === 'object' && 'comment' in entry) break;
    if (typeof entry === 'object' && entry.op !== 'glob') {
      isRedirected = /[<>]/.test(entry.op);
      if (!isRedirected) commands.push([]);
    } else if (isRedirected) isRedirected = false;
    else commands.at(-1)?.push(typeof entry === 'object' ? entry.pattern : entry);
  }
  return commands.map(withoutPrefix);
}

/** Removes keywords and assignments. An assignment alone is no command. */
function withoutPrefix(words: readonly string[]): string[] {
  const start = words.findIndex((word) => !KEYWORDS.has(word) && !/^\w+=/.test(word));
  return start < 0 ? [] : words.slice(start);
}
