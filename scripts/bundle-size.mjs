/**
 * Prints what the browser loads: `node scripts/bundle-size.mjs [screen's source path or chunk's name …]` (default: the
 * features'). For the entry alone, and for the entry with each named screen: the scripts and styles of the first load,
 * in KB (1,024 bytes) as Brotli sends them. Then the diagram editor, which has a separate document: its first load, and
 * with all that it loads later but the engine of automatic layout. Fails when the scripts of a named screen's first
 * load, or of the editor's, pass the budget; the default also lists dialogs, which are loaded when they are opened.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const BUDGET_KB = 180
const EDITOR_BUDGET_KB = 350
const root = new URL('../dist/web/', import.meta.url).pathname
const entry = 'src/web.tsx'
const editorEntry = 'src/features/diagrams/web/editor/frame/main.tsx'

/**
 * @type {Record<string, { file: string, name?: string, css?: string[], imports?: string[], dynamicImports?: string[],
 * isDynamicEntry?: boolean }>}
 */
const manifest = JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8'))

/** @typedef {{ scripts: Set<string>, styles: Set<string> }} Files */

/**
 * Files of a chunk and of all that it imports at once.
 * @param {string} name its source path, or its name for one that several sources share
 * @param {Files} files
 */
function filesOf(name, files = { scripts: new Set(), styles: new Set() }) {
  const chunk = manifest[name] ?? Object.values(manifest).find(shared => shared.name === name)
  if (!chunk)
    throw new Error(`The build has no chunk for ${name}. Build first, and give the path from the project's root.`)
  if (files.scripts.has(chunk.file)) return files
  files.scripts.add(chunk.file)
  for (const style of chunk.css ?? []) files.styles.add(style)
  for (const imported of chunk.imports ?? []) filesOf(imported, files)
  return files
}

/**
 * Chunks that a chunk loads, at once or later.
 * @param {string} name
 * @param {Set<string>} seen
 */
function reachable(name, seen = new Set()) {
  if (seen.has(name)) return seen
  seen.add(name)
  const { imports = [], dynamicImports = [] } = manifest[name] ?? {}
  for (const next of [...imports, ...dynamicImports]) reachable(next, seen)
  return seen
}

/** @type {Map<string, number>} */
const sizes = new Map()

/** @param {string} file */
function brotliKb(file) {
  let size = sizes.get(file)
  if (size === undefined) {
    const bytes = readFileSync(join(root, file))
    size = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1024
    sizes.set(file, size)
  }
  return size
}

/** @param {Set<string>} files */
const total = files => [...files].reduce((sum, file) => sum + brotliKb(file), 0)
/** @type {(name: string, scripts: number, styles: number) => void} */
const row = (name, scripts, styles) =>
  console.log(`${name.padEnd(64)} ${scripts.toFixed(1).padStart(9)} ${styles.toFixed(1).padStart(9)}`)

const screens = process.argv.slice(2)
const ofEditor = reachable(editorEntry)
const ofShell = reachable(entry)
const named =
  screens.length > 0
    ? screens
    : [...ofShell].filter(name => manifest[name]?.isDynamicEntry && /^src\/features\/.*\.tsx$/.test(name)).toSorted()
console.log(`${'first load, KB after Brotli'.padEnd(64)} ${'scripts'.padStart(9)} ${'styles'.padStart(9)}`)
const shell = filesOf(entry)
row('the shell alone', total(shell.scripts), total(shell.styles))
let over = false
for (const screen of named) {
  const files = filesOf(screen)
  const scripts = total(new Set([...shell.scripts, ...files.scripts]))
  const styles = total(new Set([...shell.styles, ...files.styles]))
  row(`+ ${screen}`, scripts, styles)
  over ||= screens.length > 0 && scripts > BUDGET_KB
}
const first = filesOf(editorEntry)
row('the diagram editor', total(first.scripts), total(first.styles))
const all = { scripts: new Set(), styles: new Set() }
for (const name of ofEditor) if (!/\belk/i.test(name) && !/\belk/i.test(manifest[name]?.file ?? '')) filesOf(name, all)
row('the diagram editor with all of its dialogs and importers', total(all.scripts), total(all.styles))
if (total(first.scripts) > EDITOR_BUDGET_KB) {
  console.log(`\nMore than ${EDITOR_BUDGET_KB} KB of scripts in the first load of the diagram editor.`)
  process.exitCode = 1
}
if (over) {
  console.log(`\nMore than ${BUDGET_KB} KB of scripts in a first load: load dialogs and menus when they are opened.`)
  process.exitCode = 1
}
