import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../lib/packages.mjs'
import type { Fault } from './fault.ts'

const execute = promisify(execFile)

/**
 * A temporary copy of the checkout, as it is now, without ignored files. It shares `node_modules`, and the corpus beside
 * the checkout where there is one.
 */
export class CopiedTree {
  readonly #folder: string
  /** The root of the copy, absolute. */
  readonly path: string

  private constructor(folder: string) {
    this.#folder = folder
    this.path = join(folder, 'tree')
  }

  static async make(): Promise<CopiedTree> {
    const tree = new CopiedTree(await mkdtemp(join(tmpdir(), 'oxbow-faults-')))
    const { stdout } = await execute('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      maxBuffer: 64 * 1024 ** 2,
    })
    const files = stdout.split('\0').filter(file => file !== '' && existsSync(join(root, file)))
    for (const folder of new Set(files.map(file => dirname(join(tree.path, file)))))
      await mkdir(folder, { recursive: true })
    await Promise.all(files.map(file => cp(join(root, file), join(tree.path, file))))
    await symlink(join(root, 'node_modules'), join(tree.path, 'node_modules'))
    const shared = join(root, '../shared')
    if (existsSync(shared)) await symlink(shared, join(tree.#folder, 'shared'))
    await tree.restoreBuild()
    return tree
  }

  /** Replaces the text of a fault. The returned function puts the file back. */
  async apply({ file, text, replacement }: Fault): Promise<() => Promise<void>> {
    const path = join(this.path, file)
    const original = await readFile(path, 'utf8')
    await writeFile(
      path,
      original.replace(text, () => replacement),
    )
    return () => writeFile(path, original)
  }

  /** Copies `dist` from the checkout again. */
  async restoreBuild(): Promise<void> {
    const dist = join(this.path, 'dist')
    await rm(dist, { recursive: true, force: true })
    if (existsSync(join(root, 'dist'))) await cp(join(root, 'dist'), dist, { recursive: true })
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Faults of the table, a line each: ids that occur twice, texts that do not occur exactly once. */
export async function problemsOf(faults: readonly Fault[]): Promise<string[]> {
  const problems: string[] = []
  for (const [index, { id, file, text, replacement }] of faults.entries()) {
    if (faults.findIndex(other => other.id === id) < index) problems.push(`${id}: the id occurs twice`)
    const source = await readFile(join(root, file), 'utf8').catch(() => undefined)
    if (source === undefined) problems.push(`${id}: there is no ${file}`)
    else if (source.split(text).length !== 2)
      problems.push(`${id}: ${file} has the text ${source.split(text).length - 1} times`)
    if (text === replacement) problems.push(`${id}: nothing is replaced`)
  }
  return problems
}
