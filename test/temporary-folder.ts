import { readFileSync, statfsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** A run needs about half of this at a time. */
const ROOM = 4 * 1024 ** 3
/** Followed by the process id of the run. */
const PREFIX = 'oxbow-run-'

/**
 * Folder for temporary files of tests: Linux's file system in memory where there is room, since each commit of a
 * database waits for a disk, else the system's folder. `TMPDIR` overrides it.
 */
export function temporaryRoot(): string {
  return process.env['TMPDIR'] ?? (isUsable() ? MEMORY : tmpdir())
}

function isUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const options = / \/dev\/shm tmpfs (\S+)/.exec(readFileSync('/proc/mounts', 'utf8'))?.[1]?.split(',')
    // Tests run programs from there, which some containers forbid.
    const mayRun = options !== undefined && !options.includes('noexec')
    return mayRun && bavail * bsize >= ROOM && process.availableMemory() >= 2 * ROOM
  } catch {
    return false
  }
}

/** Global set-up: gives the run a temporary folder, and removes it at the end with all files that tests left there. */
export default async function setup(): Promise<() => Promise<void>> {
  const root = tmpdir()
  for (const name of await readdir(root)) {
    const owner = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    if (owner && !isRunning(owner)) await rm(join(root, name), { recursive: true, force: true })
  }
  const folder = await mkdtemp(join(root, `${PREFIX}${process.pid}-`))
  // Programs that tests start as another user have to get there.
  await chmod(folder, 0o755)
  process.env['TMPDIR'] = folder
  // Processes that wikis start from the sources, a hundred times in a run, take a quarter of a second to compile those.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled')
  return async () => {
    process.env['TMPDIR'] = root
    delete process.env['NODE_COMPILE_CACHE']
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Whether there is a process with this id. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
