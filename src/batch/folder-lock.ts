import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { BindingError } from '../core/errors.js';

/** Who writes a log. */
interface Holder {
  readonly pid: number;
  readonly host: string;
}

/**
 * Keeps a second batch from writing the same log. A lock that a killed batch has left behind is taken over.
 *
 * @param logName name of the log in the folder
 * @returns what releases it
 * @throws BindingError `batch_running` while another process holds it; what the file system says
 * @limits whether a batch on another machine is still alive cannot be seen: its lock has to be removed by hand
 */
export async function lockShard(directory: string, logName: string): Promise<() => Promise<void>> {
  const file = join(directory, `.${logName}.lock`);
  const own: Holder = { pid: process.pid, host: hostname() };
  for (let attempt = 0; ; attempt++) {
    try {
      await writeFile(file, JSON.stringify(own), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = await holderOf(file);
    if (attempt > 0 || (holder !== null && isAlive(holder))) throw running(file, holder);
    await rm(file, { force: true });
  }
}

/** Who holds a lock; null where that cannot be read: a kill came between making and writing it. */
async function holderOf(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function running(file: string, holder: Holder | null): BindingError {
  const who = holder === null ? 'another process' : `process ${holder.pid} on ${holder.host}`;
  const message = `a batch writes here already (${who})`;
  const fix = 'Wait for it, choose another folder with --out, or remove this file if that process is gone.';
  return new BindingError([{ code: 'batch_running', path: [], file, message, fix }]);
}
