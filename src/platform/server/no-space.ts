/** How the file system, SQLite and PostgreSQL say that a disk is full. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'])

/** Whether something failed because there is no space left to write to. */
export function isOutOfSpace(error: unknown): boolean {
  return CODES.has((error as { code?: unknown } | null)?.code)
}

/**
 * Does what is good to have and not needed to answer, such as keeping what can be made again: not while the disk is
 * full.
 */
export async function unlessOutOfSpace(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isOutOfSpace(error)) throw error
  }
}
