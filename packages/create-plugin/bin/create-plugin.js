#!/usr/bin/env node
// Versions of Node that are too old have to understand this file: it is here to tell their users so.
const needed = [22, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `This is Node ${process.versions.node}. Portcullis and its plugins need Node ${needed.join('.')} or newer.`,
  );
  console.error('Install it from https://nodejs.org, or with nvm, fnm or volta, and run the command again.');
  process.exitCode = 1;
} else {
  import('@portcullis/create-plugin').then(({ run }) => run(process.argv.slice(2)));
}
