import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Inputs of the build, beside Node itself. Tests are left out of `src`. */
const inputs = [
  'src',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
  'scripts/build.ts',
  'scripts/lib/server-bundle.ts',
]
const notBuilt = /\.(test|e2e)\.tsx?$|^testing$/

/** @typedef {{ quick: string, content: string }} Signature */

/**
 * Whether `dist` was built from the files as they are. Looks at sizes and times first, which takes milliseconds, and
 * at contents only where those changed.
 * @param {string} root folder of the checkout
 */
export function isFresh(root) {
  const stamp = stampPath(root)
  if (!existsSync(stamp) || !existsSync(join(root, 'dist/cli.js'))) return false
  /** @type {Signature} */
  const built = JSON.parse(readFileSync(stamp, 'utf8'))
  const files = listInputs(root)
  const quick = quickSignature(root, files)
  if (quick === built.quick) return true
  if (contentSignature(root, files) !== built.content) return false
  writeFileSync(stamp, JSON.stringify({ quick, content: built.content }))
  return true
}

/**
 * Marks `dist` as unfinished. The returned function marks it as built from the files as they were at this call, so that
 * what is edited during the build counts as a change.
 * @param {string} root
 */
export function beginBuild(root) {
  const files = listInputs(root)
  const signature = { quick: quickSignature(root, files), content: contentSignature(root, files) }
  rmSync(stampPath(root), { force: true })
  return () => writeFileSync(stampPath(root), JSON.stringify(signature))
}

/** @param {string} root */
function stampPath(root) {
  return join(root, 'dist', '.built.json')
}

/**
 * @param {string} root
 * @returns {string[]} paths from the root, sorted
 */
function listInputs(root) {
  /** @type {(path: string) => string[]} */
  const walk = path =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter(entry => !notBuilt.test(entry.name))
      .flatMap(entry => (entry.isDirectory() ? walk(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
  return inputs
    .filter(path => existsSync(join(root, path)))
    .flatMap(path => (statSync(join(root, path)).isDirectory() ? walk(path) : [path]))
    .sort()
}

/** @type {(root: string, files: readonly string[]) => string} */
function quickSignature(root, files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** @type {(root: string, files: readonly string[]) => string} */
function contentSignature(root, files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}
