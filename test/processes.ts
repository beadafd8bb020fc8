import { readFile } from 'node:fs/promises'

/** Ids of the processes that a process has started and that still run; on Linux. */
export async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children
    .split(' ')
    .map(Number)
    .filter(id => id > 0)
}

/** Whether a process has ended, even if its parent has not asked for that yet; on Linux. */
export async function hasEnded(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) === ''
}
