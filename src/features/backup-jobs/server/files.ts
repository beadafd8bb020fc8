import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#platform/server/app.ts'
import type { JobScope } from '../contract.ts'

const MAX_FILES = 1000

/** Folder of backups that were requested over the REST interface: on the machine that made them. */
export function backupFolder(app: Pick<App, 'config'>): string {
  return join(app.config.home, 'backups')
}

/** Ends of the names of backups: those of the whole wiki are for the command, exports of spaces are zip files. */
export const SITE_FILE = '.tar.gz'
export const SPACE_FILE = '.zip'

/** A file in the folder of backups. */
interface BackupFile {
  readonly name: string
  readonly size: number
  /** Epoch milliseconds. */
  readonly creationTime: number
  readonly jobScope: JobScope
}

function scopeOf(name: string): JobScope | undefined {
  if (name.endsWith(SITE_FILE)) return 'SITE'
  return name.toLowerCase().endsWith(SPACE_FILE) ? 'SPACE' : undefined
}

/** The backups in the folder, newest first; empty where none was ever made. */
export async function backupFiles(app: App): Promise<BackupFile[]> {
  const folder = backupFolder(app)
  const names = (await unlessMissing(readdir(folder))) ?? []
  const files = await Promise.all(
    names
      .flatMap(name => {
        const jobScope = scopeOf(name)
        return jobScope === undefined ? [] : { name, jobScope }
      })
      .slice(0, MAX_FILES)
      .map(async ({ name, jobScope }) => {
        const { size, mtimeMs } = await stat(join(folder, name))
        return { name, size, creationTime: Math.round(mtimeMs), jobScope }
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
