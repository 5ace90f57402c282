import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const onWindows = process.platform === 'win32';

/** Both signals of one Ctrl-C (the terminal's and one that a parent passes on) arrive well within this time. */
const sameKeyPress = 200;

/**
 * Runs a command in `folder`, in the foreground, and responds with its exit code.
 *
 * The child gets a separate process group: a Ctrl-C then reaches it once, through us, and not a second time from the
 * terminal, where it would read as "stop at once".
 */
export function runInForeground(folder, command, parameters) {
  return new Promise((resolve, reject) => {
    // Registered before the child starts: an early signal must not end this process alone.
    const release = passOnSignals((name) => (onWindows ? child.kill(name) : signalGroup(child.pid, name)));
    const child = onWindows
      ? spawn(command, parameters.map(quoteForCmd), { cwd: folder, stdio: 'inherit', shell: true })
      : spawnTethered(folder, command, parameters);
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('close', (code, name) => {
      release();
      resolve(code ?? 128 + constants.signals[name]);
    });
  });
}

/** A parameter as the shell of Windows takes it for one: `-t "two words"`. */
export function quoteForCmd(parameter) {
  if (!/[\s"&|<>^()%!,;=]/.test(parameter) && parameter !== '') return parameter;
  // Backslashes before a quotation mark, the closing one among them, count twice.
  return `"${parameter.replace(/(\\*)("|$)/g, (_all, slashes, mark) => slashes + slashes + (mark && '\\"'))}"`;
}

/** Hands every signal to `signal`, a repeated one once; stops doing so when the returned function is called. */
function passOnSignals(signal) {
  const lastSeen = {};
  const forward = (name) => {
    const now = performance.now();
    if (now - (lastSeen[name] ?? -sameKeyPress) >= sameKeyPress) signal(name);
    lastSeen[name] = now;
  };
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of names) process.on(name, forward);

  // npm hands a SIGTERM to its shell, which dies without a message: the only sign is a new parent.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (Object.keys(lastSeen).length === 0) forward('SIGTERM');
  }, 500);
  return () => {
    clearInterval(watch);
    for (const name of names) process.off(name, forward);
  };
}

function signalGroup(leader, name) {
  try {
    process.kill(-leader, name);
  } catch (error) {
    // The child ended between the key press and here: there is no process left to notify.
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Starts the command, which begins once its tether exists. If this process is killed earlier, the command never begins.
 */
function spawnTethered(folder, command, parameters) {
  const script = 'read -r _ <&3 && exec "$0" "$@" 3<&-';
  const child = spawn('sh', ['-c', script, command, ...parameters], {
    cwd: folder,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    detached: true,
  });
  const gate = child.stdio[3];
  // The child has ended before it began.
  gate.on('error', () => {});
  if (child.pid) tether(child.pid);
  gate.end('begin\n');
  return child;
}

/** Ends the group should we be killed outright: the shell's input ends with us, however we end. */
function tether(leader) {
  const script = 'read -r _; kill -s TERM -- "-$0"';
  spawn('sh', ['-c', script, String(leader)], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref();
}
