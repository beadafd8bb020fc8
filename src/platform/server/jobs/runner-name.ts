import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** Runners of this process, so that several servers in one process (tests) do not take each other for dead. */
const own = new Set<string>()

/** A name for one runner: `<host>/<process id>/<uuid>`. */
export function registerRunner(): string {
  const name = `${hostname()}/${process.pid}/${randomUUID()}`
  own.add(name)
  return name
}

/** The runner ended in good order: its jobs are free at once. */
export function unregisterRunner(name: string): void {
  own.delete(name)
}

/**
 * Whether the runner is known to have ended: it ran on this host and its process is gone. Of other hosts nothing is
 * known; their jobs are free when the lease ends.
 */
export function hasEnded(name: string): boolean {
  const [host, pid] = name.split('/')
  if (host !== hostname() || pid === undefined) return false
  if (Number(pid) === process.pid) return !own.has(name)
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    // EPERM: it is there, and belongs to another user.
    return (error as { code?: unknown }).code === 'ESRCH'
  }
}
