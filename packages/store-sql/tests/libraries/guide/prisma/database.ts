import { installPrisma } from '../../install-prisma.ts';
import { loadPrisma } from '../../prisma.ts';

const installed = await installPrisma();
if ('missing' in installed) throw new Error(installed.missing);

export const prisma = await loadPrisma(installed.folder, process.env.DATABASE_URL ?? '');
export const close = () => prisma.$disconnect();
