import { execFile } from 'node:child_process'
import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A real disk that can be filled, so that the file system itself refuses what is written. */
export class SmallDisk {
  readonly folder: string
  readonly #filler: string

  private constructor(folder: string) {
    this.folder = folder
    this.#filler = join(folder, 'filler')
  }

  /** Mounts a disk of 24 MB in memory; undefined where this user or system cannot. */
  static async mount(): Promise<SmallDisk | undefined> {
    const folder = await mkdtemp(join(tmpdir(), 'oxbow-disk-'))
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder])
      return new SmallDisk(folder)
    } catch {
      await rmdir(folder)
      return undefined
    }
  }

  /** Takes all space that is left. SQLite may still write within its files: {@link full} is what to wait for. */
  async fill(): Promise<void> {
    for (const piece of [1024 * 1024, 4096]) {
      try {
        for (;;) await writeFile(this.#filler, Buffer.alloc(piece), { flag: 'a', flush: true })
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ENOSPC') throw error
      }
    }
  }

  /** Fills the disk, and writes by `write` until that is refused as well. @returns what refused it */
  async full<T>(write: () => Promise<T | undefined>): Promise<T> {
    await this.fill()
    for (;;) {
      const refusal = await write()
      if (refusal !== undefined) return refusal
    }
  }

  /** Gives the space back. */
  async empty(): Promise<void> {
    await rm(this.#filler, { force: true })
  }

  async unmount(): Promise<void> {
    await run('umount', ['--lazy', this.folder])
    await rmdir(this.folder)
  }
}

export const NO_DISK = 'no disk could be mounted: this test needs Linux and root'
