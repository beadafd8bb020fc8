import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

const HOST = hostname().replaceAll(/[^\w-]/g, '_')
/** In a container every start has the same process id. */
const STARTED = Math.round(performance.timeOrigin)

/**
 * A name for a temporary file or folder of this process, by which others know at once that it is left over when the
 * process has ended: several servers may share a folder.
 */
export function temporaryName(): string {
  return `${HOST}.${process.pid}.${STARTED}.${randomUUID()}`
}

/** Whether a {@link temporaryName} is of a process of this host that has ended. Of other hosts nothing is known. */
export function isOfDeadProcess(name: string): boolean {
  const [host, id, started] = name.split('.')
  if (host !== HOST || !/^\d+$/.test(id ?? '')) return false
  if (Number(id) === process.pid) return started !== String(STARTED)
  try {
    process.kill(Number(id), 0)
    return false
  } catch (error) {
    return (error as { code?: unknown }).code === 'ESRCH'
  }
}
