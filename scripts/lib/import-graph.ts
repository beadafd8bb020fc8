import { readFile, readdir } from 'node:fs/promises'
import { dirname, posix, relative, resolve } from 'node:path'
import { root } from './packages.mjs'

/** A test file that a change can affect. */
export interface AffectedTest {
  /** Path from the root. */
  readonly file: string
  /**
   * How near the test is to the change, the nearest first:
   * - 0: it is changed itself, or imports a changed file directly.
   * - 1: it is in the same feature or folder as a changed file.
   * - 2: it imports a changed file through other modules, without the whole program.
   * - 3: its feature imports a changed file; the test itself does so only through the whole program.
   * - 4: it depends on a changed file only because it starts the whole program.
   */
  readonly rank: 0 | 1 | 2 | 3 | 4
  /** Number of imports between the test (its feature for rank 3) and the change, the whole program left out. */
  readonly distance: number
}

const FOLDERS = ['src', 'scripts', 'test', 'bench', 'bin']
const SOURCE = /\.(?:[cm]?[jt]s|tsx)$/
const TEST = /\.(?:test|e2e)\.tsx?$/
/** Each test depends on the configuration and on the set-up files that it names. */
const CONFIGURATION = 'vitest.config.ts'
/** Files outside the folders above that are read for their imports. */
const AT_ROOT = [CONFIGURATION, 'vite.config.ts']
/** A change of these can affect every test. */
const GLOBAL = ['package.json', 'package-lock.json', 'tsconfig.json']
/** Modules that import every feature. A test that depends on a module only through them is a distant one. */
const WHOLE_PROGRAM =
  /^(?:src\/(?:server|web|cli|worker)\.tsx?|src\/features\/diagrams\/web\/editor\/frame\/main\.tsx|src\/cli\/.*|vitest\.config\.ts)$/
/** Entries of what browser tests load from `dist`: the app, and the editor of diagrams in its frame. */
export const BROWSER_ENTRIES: readonly string[] = ['src/web.tsx', 'src/features/diagrams/web/editor/frame/main.tsx']
const UNREACHED = Number.POSITIVE_INFINITY

/** `import … from '…'` and `export … from '…'`, with whether it imports types alone. */
const STATEMENT = /^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w$*\s,]|\{[^}]*\})*?\bfrom\s*['"]([^'"]+)['"]/gm
const SIDE_EFFECT = /^[ \t]*import\s*['"]([^'"]+)['"]/gm
const DYNAMIC = /(?<!typeof )\bimport\(\s*['"]([^'"]+)['"]/g
const URL_OF_FILE = /new URL\(\s*['"]([^'"]+)['"],\s*import\.meta\.url/g
/** Paths from the root that tests and scripts name, such as those of programs that they start. */
const QUOTED_PATH = /['"`](?:\.\/)?((?:src|scripts|test|bench|bin|docs)\/[^'"`\s$]+\.\w+)['"`]/g

/** Which file of the tree uses which others. Paths are relative to the root, with `/`. */
export class ImportGraph {
  readonly #imports: ReadonlyMap<string, ReadonlySet<string>>
  readonly #importers = new Map<string, Set<string>>()
  /** The test files. */
  readonly tests: readonly string[]

  constructor(imports: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#imports = imports
    this.tests = [...imports.keys()].filter(file => TEST.test(file)).toSorted()
    for (const [file, targets] of imports)
      for (const target of targets) {
        const importers = this.#importers.get(target) ?? new Set()
        this.#importers.set(target, importers.add(file))
      }
  }

  /**
   * Reads the sources below a folder. Finds static and dynamic imports of values, `new URL('…', import.meta.url)` and,
   * in tests and scripts, quoted paths from the root. Does not see files that a test finds by listing a folder.
   * @param folder the checkout, absolute
   */
  static async read(folder: string): Promise<ImportGraph> {
    const listed = await Promise.all(
      FOLDERS.map(name => readdir(resolve(folder, name), { recursive: true, withFileTypes: true }).catch(() => [])),
    )
    const found = listed
      .flat()
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, resolve(parentPath, name)))
    const atRoot = (await readdir(folder)).filter(name => AT_ROOT.includes(name) || GLOBAL.includes(name))
    const sources = [...found, ...atRoot].filter(file => SOURCE.test(file))
    const texts = await Promise.all(
      sources.map(async file => [file, await readFile(resolve(folder, file), 'utf8')] as const),
    )
    return ImportGraph.of(new Map(texts), [...found, ...atRoot])
  }

  /**
   * Makes the graph of some sources.
   * @param texts the text of each source, by its path
   * @param files all files that can be imported; the sources alone by default
   */
  static of(texts: ReadonlyMap<string, string>, files: Iterable<string> = texts.keys()): ImportGraph {
    const known = new Set(files)
    const graph = new Map<string, Set<string>>()
    for (const [file, text] of texts) {
      const targets = new Set(specifiersOf(text).map(specifier => pathOf(file, specifier)))
      if (TEST.test(file) || !file.startsWith('src/'))
        for (const [, path = ''] of text.matchAll(QUOTED_PATH)) targets.add(path)
      if (TEST.test(file)) targets.add(CONFIGURATION)
      if (file.endsWith('.e2e.ts')) for (const entry of BROWSER_ENTRIES) targets.add(entry)
      if (file === CONFIGURATION) for (const path of GLOBAL) targets.add(path)
      // Test files are named by lists of tests; nothing runs them but Vitest.
      graph.set(file, new Set([...targets].filter(target => known.has(target) && !TEST.test(target))))
    }
    return new ImportGraph(graph)
  }

  /** Whether a file is, or imports through any number of modules, another. */
  reaches(from: string, target: string): boolean {
    return distances([from], file => this.#imports.get(file)).has(target)
  }

  /** The tests that a change of these files can affect, the nearest first. */
  affected(changed: readonly string[]): AffectedTest[] {
    const importersOf = (file: string) => this.#importers.get(file)
    const all = distances(changed, importersOf)
    const near = distances(changed, file => (WHOLE_PROGRAM.test(file) ? undefined : importersOf(file)))
    /** The distance of the nearest module of each room, tests left out. */
    const rooms = new Map<string, number>()
    for (const [file, distance] of near)
      if (!TEST.test(file) && !WHOLE_PROGRAM.test(file))
        rooms.set(roomOf(file), Math.min(rooms.get(roomOf(file)) ?? UNREACHED, distance))
    const changedRooms = new Set(changed.map(roomOf))
    const rankOf = (file: string): AffectedTest => {
      const distance = near.get(file) ?? UNREACHED
      if (distance <= 1) return { file, rank: 0, distance }
      if (changedRooms.has(roomOf(file))) return { file, rank: 1, distance }
      if (distance < UNREACHED) return { file, rank: 2, distance }
      const ofRoom = rooms.get(roomOf(file)) ?? UNREACHED
      return { file, rank: ofRoom < UNREACHED ? 3 : 4, distance: ofRoom }
    }
    return this.tests
      .filter(file => all.has(file))
      .map(rankOf)
      .toSorted(
        (a, b) =>
          a.rank - b.rank ||
          likeness(b.file, changed) - likeness(a.file, changed) ||
          (a.distance === b.distance ? 0 : a.distance - b.distance) ||
          (a.file < b.file ? -1 : 1),
      )
  }
}

/**
 * The test files of both projects that a change of these files can affect, the nearest first: tests that import a
 * changed file, tests of the same feature or folder, tests of the features that import it, and last the tests that
 * depend on it only because they start the whole wiki. See {@link AffectedTest} for the order, and
 * {@link ImportGraph.read} for the dependencies that are found.
 * @param changedFiles paths from the root, or absolute ones; files that were removed are allowed
 */
export async function affectedTests(changedFiles: readonly string[]): Promise<string[]> {
  const graph = await ImportGraph.read(root)
  return graph.affected(changedFiles.map(file => relative(root, resolve(root, file)))).map(({ file }) => file)
}

/** Modules that a module imports when it runs, as written there. */
function specifiersOf(text: string): string[] {
  return [
    ...[...text.matchAll(STATEMENT)].flatMap(([, type, specifier = '']) => (type ? [] : [specifier])),
    ...[SIDE_EFFECT, DYNAMIC, URL_OF_FILE].flatMap(pattern =>
      [...text.matchAll(pattern)].map(([, specifier = '']) => specifier),
    ),
  ]
}

/** The path that a specifier names, which is that of no file for packages. */
function pathOf(importer: string, specifier: string): string {
  const path = specifier.replace(/\?.*$/, '')
  const [, room, rest = ''] = /^#(language|diagrams|platform|features)\/(.*)$/.exec(path) ?? []
  return room ? `src/${room}/${rest}` : posix.join(dirname(importer), path)
}

/** The number of steps to each file that is reached from some, these included. */
function distances(
  from: readonly string[],
  next: (file: string) => ReadonlySet<string> | undefined,
): Map<string, number> {
  const found = new Map(from.map(file => [file, 0]))
  // A map's iterator also yields the entries added on the way, in their order: a breadth-first search.
  for (const [file, distance] of found)
    for (const other of next(file) ?? []) if (!found.has(other)) found.set(other, distance + 1)
  return found
}

/** The feature, or the part of the core, that a file belongs to. */
function roomOf(file: string): string {
  const depth = file.startsWith('src/platform/') ? 4 : 3
  return dirname(file).split('/').slice(0, depth).join('/')
}

/** How many words of a test's path are also in that of a changed file. A word that the test repeats counts twice. */
function likeness(test: string, changed: readonly string[]): number {
  const words = wordsOf(test)
  return Math.max(
    0,
    ...changed.map(file => {
      const there = new Set(wordsOf(file))
      return words.filter(word => there.has(word)).length
    }),
  )
}

/** The words of a path, without those of its kind and without a plural's s. */
function wordsOf(file: string): string[] {
  return file
    .replace(/^src\//, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map(word => word.replace(/s$/, ''))
    .filter(word => !['', 't', 'tsx', 'test', 'e', 'index', 'server', 'web', 'feature', 'platform'].includes(word))
}
