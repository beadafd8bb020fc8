/**
 * Oxbow's own lint rules: where a module may import from (features: rooms.js), what a contract and a server/index.ts
 * export, which tables a module may change, where SQL may be written, and the language of comments.
 * docs/developers/house-rules.md says it in words. Plain JavaScript, as oxlint loads it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plainComments } from './plain-comments.js'
import { rooms } from './rooms.js'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const ranks = { language: 0, diagrams: 0, platform: 1, features: 2, entry: 3 }
/**
 * Parts of folders below `src`, each of which imports from those before it. A part is a folder with the file of the
 * same name, or one of the two. Parts that are not listed are free.
 * @type {ReadonlyMap<string, readonly string[]>}
 */
export const layers = new Map([
  ['diagrams', ['model', 'live', 'shapes', 'render', 'operations', 'layout', 'import']],
  ['features/diagrams/web/editor', ['store', 'services', 'scene', 'tools', 'canvas', 'panels', 'frame']],
  [
    'features/content-core/server',
    [
      'tables',
      'titles',
      'statistics',
      'store',
      'writer',
      'migrations',
      'model',
      'doctor',
      'extension-points',
      'policies',
      'render',
      'service',
      'worker-tasks',
      'feature',
      'index',
      'read',
      'write',
    ],
  ],
  ['features/content/server', ['extension-points', 'store', 'wire', 'view', 'versions', 'routes', 'feature', 'index']],
])
const doors = ['contract.ts', 'shared.ts', 'server/index.ts', 'web/index.ts', 'view/index.ts']
/** A large feature has several contracts and shared files, and its door may hold components. */
const isDoor = /^(?:(?:[a-z]+-)*(?:contract|shared)\.ts|(?:server|view)\/index\.ts|web\/index\.tsx?)$/
/**
 * Features whose server half has several doors, each a file of it; their `server/index.ts` is for the entry files.
 * @type {ReadonlyMap<string, readonly string[]>}
 */
const serverDoors = new Map([['features/content-core', ['read', 'write', 'render', 'policies']]])

/**
 * @typedef {object} Place
 * @property {string} path from `src`, with `/`
 * @property {keyof typeof ranks} layer
 * @property {string} unit the folder inside which imports are relative: a feature, or a whole layer
 * @property {string} inside path within the unit
 * @property {'server' | 'web' | 'shared'} side
 * @property {boolean} test tests and what only tests use: they may reach across sides
 */

/**
 * @param {string} path of a file below `src`, from there
 * @returns {Place}
 */
function place(path) {
  const parts = path.split('/')
  const test = /\.(test|e2e)\.tsx?$/.test(path) || parts.includes('testing')
  const [first = ''] = parts
  if (
    first === 'language' ||
    first === 'diagrams' ||
    first === 'platform' ||
    (first === 'features' && parts.length > 2)
  ) {
    const depth = first === 'features' ? 2 : 1
    const side = ranks[first] > 0 && (parts[depth] === 'server' || parts[depth] === 'web') ? parts[depth] : 'shared'
    return {
      path,
      layer: first,
      unit: parts.slice(0, depth).join('/'),
      inside: parts.slice(depth).join('/'),
      side,
      test,
    }
  }
  return { path, layer: 'entry', unit: '', inside: path, side: first.startsWith('web') ? 'web' : 'server', test }
}

/**
 * The error of an import, or undefined.
 * @param {string} file path of the importing file, from the root of the checkout, with `/`
 * @param {string} specifier as written
 * @param {Rooms} table
 * @returns {string | undefined}
 */
export function judgeImport(file, specifier, table = rooms) {
  if (!file.startsWith('src/') || !/^(\.|#)/.test(specifier)) return undefined
  const from = place(file.slice('src/'.length))
  const subpath = specifier.startsWith('#')
  const bare = specifier.replace(/\?.*$/, '')
  const target = subpath
    ? `src/${bare.slice(1)}`
    : normalize(join(dirname(file), bare))
        .split(sep)
        .join('/')
  if (!target.startsWith('src/')) {
    return from.test ? undefined : `${specifier} lies outside src: only tests may use it`
  }
  const to = place(target.slice('src/'.length))
  if (!/\.[a-z0-9]+$/.test(target)) return `Write the file extension: ${specifier}`
  if (to.test && !from.test) return `${specifier} is for tests only`
  const layer = judgeLayer(from, to) ?? judgeOrder(from, to)
  if (layer) return layer
  if (subpath && from.unit === to.unit && (from.layer !== 'platform' || from.side === to.side)) {
    return `Import within ${to.unit} by a relative path`
  }
  if (!subpath && to.layer !== 'entry' && from.unit !== to.unit)
    return `Import from another folder by its subpath: #${to.path}`
  const isOtherRoom = to.layer === 'features' && from.layer === 'features' && from.unit !== to.unit && !to.test
  if (isOtherRoom && doorOf(to.unit, to.inside) === '') {
    const named = [...(serverDoors.get(to.unit)?.map(door => `server/${door}.ts`) ?? []), ...doors]
    return `Enter ${to.unit} only by its ${named.join(', ')}`
  }
  return judgeSide(from, to) ?? (isOtherRoom && !from.test ? judgeRoom(from, to, table) : undefined)
}

/** @typedef {Readonly<Record<string, string>>} Rooms table of rooms.js */

/**
 * The kind of a door, as rooms.js names it; empty if the file is none.
 * @param {string} unit folder of the feature, as `features/likes`
 * @param {string} inside path within the feature
 */
export function doorOf(unit, inside) {
  const several = serverDoors.get(unit)?.find(door => inside === `server/${door}.ts`)
  if (several) return several
  if (!isDoor.test(inside)) return ''
  const [, part, half] = /^(?:[a-z]+-)*(contract|shared)\.ts$|^(server|view|web)\//.exec(inside) ?? []
  return part ?? half ?? ''
}

/** Rooms that a room may import, with their doors. @param {Rooms} table @param {string} room */
function importsOf(table, room) {
  const found = (table[room] ?? '').matchAll(/([a-z-]+)\(([a-z ]+)\)/g)
  return new Map([...found].map(([, to = '', kinds = '']) => /** @type {const} */ ([to, kinds.split(' ')])))
}

/**
 * Rooms by which one room imports another, both included; undefined if it does not.
 * @param {Rooms} table
 * @param {string} from
 * @param {string} to
 * @returns {string[] | undefined}
 */
function chain(table, from, to, seen = new Set([from])) {
  if (from === to) return [from]
  for (const next of importsOf(table, from).keys()) {
    if (seen.has(next)) continue
    seen.add(next)
    const rest = chain(table, next, to, seen)
    if (rest) return [from, ...rest]
  }
  return undefined
}

/** Rooms that import each other in a cycle, the first of them twice; undefined without one. @param {Rooms} table */
export function cycleIn(table) {
  for (const room of Object.keys(table)) {
    for (const next of importsOf(table, room).keys()) {
      const back = chain(table, next, room)
      if (back) return [room, ...back]
    }
  }
  return undefined
}

/** @param {Place} from @param {Place} to in another feature @param {Rooms} table */
function judgeRoom(from, to, table) {
  const room = from.unit.slice('features/'.length)
  const entered = to.unit.slice('features/'.length)
  const door = doorOf(to.unit, to.inside)
  if (importsOf(table, room).get(entered)?.includes(door)) return undefined
  const back = chain(table, entered, room)
  return back
    ? `${entered} is built on ${room} (${back.join(' → ')}): declare an extension point in ${room}, and let ${entered} add to it`
    : `${room} does not declare this import: add ${entered}(${door}) to its line in scripts/lint/rooms.js, or let ${room} offer an extension point`
}

/** @param {Place} from @param {Place} to */
function judgeLayer(from, to) {
  if (ranks[from.layer] === 0 && to.layer !== from.layer) return `src/${from.layer} imports nothing else of ours`
  // A feature is tested in the whole wiki, as the entry files put it together.
  if (ranks[to.layer] <= ranks[from.layer] || (from.test && to.layer === 'entry')) return undefined
  return (
    `${from.layer} does not import ${to.layer === 'entry' ? 'an entry file' : to.layer}: ` +
    'language, diagrams ← platform ← features ← entry files'
  )
}

/** @param {Place} from @param {Place} to */
function judgeOrder(from, to) {
  // Tests of a feature may use all of it.
  if (from.test && from.layer === 'features') return undefined
  for (const [folder, parts] of layers) {
    const [at = -1, other = -1] = [from, to].map(({ path }) => parts.indexOf(partOf(folder, path)))
    if (at >= 0 && other > at) return `In src/${folder}: ${parts.join(' ← ')}`
  }
  return undefined
}

/** The part of a folder that a path belongs to; empty outside the folder. @param {string} folder @param {string} path */
function partOf(folder, path) {
  return path.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split('/')[0] ?? '').replace(/\.tsx?$/, '') : ''
}

/** @param {Place} from @param {Place} to */
function judgeSide(from, to) {
  if (from.test || to.side === 'shared' || from.side === to.side) return undefined
  // The language and the diagrams are shared and pure; the layer rule has judged them.
  return from.side === 'shared'
    ? `Both halves share this file, so it cannot import ${to.side} code`
    : `${from.side} code does not import ${to.side} code; share it through a contract.ts`
}

/**
 * @typedef {{ filename: string, cwd: string, report(problem: { node: unknown, message: string }): void }} RuleContext
 */
/** @typedef {{ value?: unknown } | null | undefined} Source */

/** The path of the file that is linted, from the root of the checkout, with `/`. @param {RuleContext} context */
function pathOf(context) {
  const inCheckout = relative(checkout, context.filename).split(sep).join('/')
  return inCheckout.startsWith('..') ? relative(context.cwd, context.filename).split(sep).join('/') : inCheckout
}

const imports = {
  meta: { type: 'problem', docs: { description: 'Layers, doors of features and the two sides' } },
  /** @param {RuleContext} context */
  create(context) {
    const file = pathOf(context)
    /** @param {{ source?: Source }} node */
    const check = node => {
      if (typeof node.source?.value !== 'string') return
      const message = judgeImport(file, node.source.value)
      if (message) context.report({ node: node.source, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

const acyclicRooms = {
  meta: { type: 'problem', docs: { description: 'The features of rooms.js do not import each other in a cycle' } },
  /** @param {RuleContext} context */
  create(context) {
    if (pathOf(context) !== 'scripts/lint/rooms.js') return {}
    return {
      /** @param {any} node */
      ObjectExpression(node) {
        /** @type {Map<string, any>} */
        const lines = new Map(node.properties.map((/** @type {any} */ line) => [line.key.name ?? line.key.value, line]))
        const cycle = cycleIn(Object.fromEntries([...lines].map(([room, line]) => [room, line.value.value])))
        if (cycle)
          context.report({
            node: lines.get(cycle[0] ?? ''),
            message: `Features import each other in a cycle: ${cycle.join(' → ')}`,
          })
      },
    }
  },
}

/**
 * The error of a change of a table, or undefined.
 * @param {string} file path of the file that changes it, from the root of the checkout, with `/`
 * @param {string} table
 * @param {{ tables: ReadonlySet<string>, writer?: string | undefined }} feature the tables that its `tables.ts`
 *   declares; the path within the feature of the one file that may change them, if there is one
 * @returns {string | undefined}
 */
export function judgeWrite(file, table, { tables, writer }) {
  const from = file.startsWith('src/') ? place(file.slice('src/'.length)) : undefined
  // A migration was released as it is, and may have to bring along what others own.
  if (from?.layer !== 'features' || from.test || from.inside === 'server/migrations.ts') return undefined
  if (!tables.has(table)) {
    return `${from.unit} changes only the tables that its server/tables.ts declares: call what the feature of "${table}" exports for this change`
  }
  // A writer that grows has a folder of its name beside it.
  if (writer && from.inside !== writer && !from.inside.startsWith(writer.replace('.ts', '/')))
    return `Only ${writer} changes the tables of ${from.unit}`
  return undefined
}

/**
 * The tables that a feature's `tables.ts` adds to those of the wiki.
 * @param {string} source
 */
export function declaredTables(source) {
  const [, body = ''] = /interface Tables \{\n(.*?)\n {2}\}/s.exec(source) ?? []
  return new Set([...body.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name))
}

/**
 * The tables that statements in SQL text change.
 * @param {string} text
 */
export function changedTables(text) {
  const changes =
    /\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|(?<!\b(?:do|for|on)\s+)update|delete\s+from|merge\s+into)\s+"?(\w+)/gi
  return [...text.matchAll(changes)].map(([, table = '']) => table)
}

/** @type {Map<string, { tables: ReadonlySet<string>, writer?: string | undefined }>} */
const features = new Map()

/** @param {string} folder of a feature */
function featureIn(folder) {
  let found = features.get(folder)
  if (!found) {
    const declares = join(folder, 'server/tables.ts')
    found = {
      tables: declaredTables(existsSync(declares) ? readFileSync(declares, 'utf8') : ''),
      writer: existsSync(join(folder, 'server/writer.ts')) ? 'server/writer.ts' : undefined,
    }
    features.set(folder, found)
  }
  return found
}

const CHANGES = new Set([
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
  'preparedInsert',
  'accountMarks',
])
const QUERIES = new Set([...CHANGES, 'selectFrom', 'selectNoFrom', 'withRecursive'])

/** Files for a feature's SQL: its stores, the one writer of its tables, migrations and checks (a query each). */
const holdsQueries =
  /^server\/(?:(?:.+\/)?(?:(?:[a-z-]+-)?store|doctor)\.ts|(?:.+\/)?store\/.+\.ts|writer\/.+\.ts|(?:migrations|writer)\.ts)$/

/**
 * The error of SQL in a file, or undefined.
 * @param {string} file path from the root of the checkout, with `/`
 * @returns {string | undefined}
 */
export function judgeQuery(file) {
  const from = file.startsWith('src/') ? place(file.slice('src/'.length)) : undefined
  if (from?.layer !== 'features' || from.test || holdsQueries.test(from.inside)) return undefined
  return `SQL is in stores alone (store.ts, …-store.ts, store/): make this a function in one of ${from.unit}, or call what another feature exports`
}

const queries = {
  meta: {
    type: 'problem',
    docs: {
      description:
        'A feature has its SQL in stores, and changes its own tables alone, by its writer.ts where it has one',
    },
  },
  /** @param {RuleContext} context */
  create(context) {
    const file = pathOf(context)
    const [, rest] = /^src\/features\/[^/]+\/(.+)$/.exec(file) ?? []
    if (rest === undefined) return {}
    const feature = featureIn(context.filename.slice(0, -rest.length))
    /** @param {unknown} node @param {readonly string[]} changed tables that the statement changes */
    const check = (node, changed) => {
      for (const message of [judgeQuery(file), ...changed.map(table => judgeWrite(file, table, feature))])
        if (message) context.report({ node, message })
    }
    return {
      /** @param {any} node */
      CallExpression(node) {
        const { callee } = node
        const [table] = node.arguments
        const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name
        if (!QUERIES.has(name) && callee.object?.name !== 'sql') return
        const isChange = CHANGES.has(name) && typeof table?.value === 'string'
        check(node, isChange ? [table.value.split(' ')[0]] : [])
      },
      /** @param {any} node */
      TaggedTemplateExpression(node) {
        if (node.tag.name !== 'sql') return
        const text = node.quasi.quasis.map((/** @type {any} */ part) => part.value.raw).join(' ? ')
        check(node, changedTables(text))
      },
    }
  },
}

/** A contract of a feature, or a part of one. */
const isContract = /^src\/features\/[^/]+\/(?:(?:[a-z]+-)*contract\.ts|contract\/.+\.ts)$/

const contracts = {
  meta: { type: 'problem', docs: { description: 'Contracts export endpoints, schemas and types only' } },
  /** @param {RuleContext} context */
  create(context) {
    const file = pathOf(context)
    if (!isContract.test(file)) return {}
    /** @param {unknown} node */
    const refuse = node =>
      context.report({ node, message: 'A contract exports endpoints, schemas and types only: put it into shared.ts' })
    /** @param {any} node */
    const checkSource = node => {
      if (node.exportKind === 'type') return
      const source =
        node.source &&
        normalize(join(dirname(file), node.source.value))
          .split(sep)
          .join('/')
      if (!source || !isContract.test(source)) refuse(node)
    }
    return {
      /** @param {any} node */
      ExportNamedDeclaration(node) {
        const { declaration } = node
        if (!declaration) return checkSource(node)
        if (/^(?:Function|Class)Declaration$/.test(declaration.type)) refuse(declaration)
        // Endpoints and schemas are made by calls; what is written down itself is a constant.
        for (const { init } of declaration.declarations ?? [])
          if (init?.type !== 'CallExpression') refuse(init ?? declaration)
      },
      ExportAllDeclaration: checkSource,
    }
  },
}

const isServerDoor = /^src\/features\/(?:[^/]+\/server\/index|content-core\/server\/(?:read|write|render))\.ts$/

const doorsOnly = {
  meta: {
    type: 'problem',
    docs: { description: 'What other features import of a server half stands in files of its own' },
  },
  /** @param {RuleContext} context */
  create(context) {
    if (!isServerDoor.test(pathOf(context))) return {}
    return {
      /** @param {any} node */
      Program(node) {
        for (const statement of node.body)
          if (!/^Export(?:Named|All)Declaration$/.test(statement.type) || !statement.source)
            context.report({
              node: statement,
              message:
                'The door of a server half only exports from other files: the feature is in feature.ts, its calls in routes.ts',
            })
      },
    }
  },
}

export default {
  meta: { name: 'house' },
  rules: { contracts, doors: doorsOnly, imports, 'plain-comments': plainComments, queries, rooms: acyclicRooms },
}
