import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#platform/server/app.ts'

const MAX_FILES = 1000

/** Where backups that were asked for over the REST interface lie: on the machine that made them. */
export function backupFolder(app: Pick<App, 'config'>): string {
  return join(app.config.home, 'backups')
}

/** The backups in the folder, newest first; empty where none was ever made. Times are epoch milliseconds. */
export async function backupFiles(app: App): Promise<{ name: string; size: number; creationTime: number }[]> {
  const folder = backupFolder(app)
  const names = (await unlessMissing(readdir(folder))) ?? []
  const files = await Promise.all(
    names
      .filter(name => name.endsWith('.tar.gz'))
      .slice(0, MAX_FILES)
      .map(async name => {
        const { size, mtimeMs } = await stat(join(folder, name))
        return { name, size, creationTime: Math.round(mtimeMs) }
      }),
  )
  return files.filter(file => file.size > 0).toSorted((a, b) => b.creationTime - a.creationTime)
}

/** Size in bytes of a backup's file, or undefined when it is not on this machine. */
export async function backupSize(app: App, name: string): Promise<number | undefined> {
  return (await unlessMissing(stat(join(backupFolder(app), name))))?.size
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
