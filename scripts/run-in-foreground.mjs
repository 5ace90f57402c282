import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const onWindows = process.platform === 'win32';

/** Both signals of one Ctrl-C, from the terminal and from the parent, arrive within this time. */
const sameKeyPress = 200;

/**
 * Runs a command in `folder`, in the foreground, and resolves with its exit code.
 *
 * The child gets a separate process group. Ctrl-C then reaches it once, through this process, and not a second time
 * from the terminal, which would mean "stop immediately".
 */
export function runInForeground(folder, command, parameters) {
  return new Promise((resolve, reject) => {
    // Registered before the child starts, because an early signal must not end this process alone.
    const release = forwardSignals((name) => (onWindows ? child.kill(name) : signalGroup(child.pid, name)));
    const child = onWindows
      ? spawn(command, parameters.map(quoteForCmd), { cwd: folder, stdio: 'inherit', shell: true })
      : spawnWithWatchdog(folder, command, parameters);
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

/** Returns an argument in the quotes of the Windows shell: `-t "two words"`. */
export function quoteForCmd(parameter) {
  if (!/[\s"&|<>^()%!,;=]/.test(parameter) && parameter !== '') return parameter;
  // Backslashes before a quotation mark, including the closing one, are doubled.
  return `"${parameter.replace(/(\\*)("|$)/g, (_all, slashes, mark) => slashes + slashes + (mark && '\\"'))}"`;
}

/** Passes every signal to `signal`, a repeated one once. The returned function stops this. */
function forwardSignals(signal) {
  const lastSeen = {};
  const forward = (name) => {
    const now = performance.now();
    if (now - (lastSeen[name] ?? -sameKeyPress) >= sameKeyPress) signal(name);
    lastSeen[name] = now;
  };
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of names) process.on(name, forward);

  // npm passes SIGTERM to its shell, which dies without a message. The only sign is a new parent.
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
    // The child ended between the key press and this call, so there is no process to signal.
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Starts the command once its watchdog runs. If this process is killed earlier, the command never starts. */
function spawnWithWatchdog(folder, command, parameters) {
  const script = 'read -r _ <&3 && exec "$0" "$@" 3<&-';
  const child = spawn('sh', ['-c', script, command, ...parameters], {
    cwd: folder,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    detached: true,
  });
  const gate = child.stdio[3];
  // The child has ended before it began.
  gate.on('error', () => {});
  if (child.pid) startWatchdog(child.pid);
  gate.end('begin\n');
  return child;
}

/** Ends the group if this process is killed: the shell's input ends with this process in any case. */
function startWatchdog(leader) {
  const script = 'read -r _; kill -s TERM -- "-$0"';
  spawn('sh', ['-c', script, String(leader)], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref();
}
