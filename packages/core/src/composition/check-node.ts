import { ServiceError } from '../kernel/errors/service-error.ts';

/** The oldest supported version of Node: major and minor, as `engines` of the package has them. */
const OLDEST = [22, 19] as const;

/**
 * Refuses a version of Node that is too old. npm only warns of it at the installation, and a missing function of Node would fail later with
 * an error that does not name the reason. Other runtimes are not checked: their versions of Node are only approximate.
 *
 * @throws ServiceError `NODE_UNSUPPORTED`
 */
export function checkNode(versions: Readonly<Record<string, string | undefined>> = process.versions): void {
  const { node, bun, deno } = versions;
  if (node === undefined || bun !== undefined || deno !== undefined) return;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  const message = `Portcullis needs Node ${OLDEST.join('.')} or later. This process runs on ${node}.`;
  throw new ServiceError('NODE_UNSUPPORTED', message);
}
