import { execFile } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../lib/packages.mjs'
import { changedTables, cycleIn, declaredTables, doorOf, judgeImport, judgeQuery, judgeWrite, layers } from './house.js'
import { judgeComment } from './plain-comments.js'
import { rooms } from './rooms.js'

const LIKES = { likes: 'content(contract server shared web) content-core(read shared)' }

describe('where a module may import from', () => {
  it.each([
    ['src/language/render/html.ts', '../tree.ts'],
    ['src/language/tree.ts', 'saxes'],
    ['src/diagrams/render/scene.ts', '../shapes/library.ts'],
    ['src/diagrams/import/csv/org-chart.ts', '../../layout/arrange.ts'],
    ['src/features/diagrams/web/editor/canvas/Canvas.tsx', '../tools/tools.ts'],
    ['src/features/diagrams/web/editor/tools/tools.ts', '../editor-context.ts'],
    ['src/features/content-core/server/store/lists.ts', '../store.ts'],
    ['src/features/content-core/server/store.ts', './store/visibility.ts'],
    ['src/features/content-core/server/write.ts', './service/update.ts'],
    ['src/features/content-core/server/store/lists.test.ts', '../service/update.ts'],
    ['src/features/content/server/routes/content.ts', '../wire/wire.ts'],
    ['src/features/diagrams/web/Viewer.tsx', '#diagrams/render/render.ts'],
    ['src/features/diagrams/server/save.ts', '#diagrams/model/validate.ts'],
    ['src/platform/server/app.ts', './log.ts'],
    ['src/platform/server/http/http.ts', '../../contract.ts'],
    ['src/platform/web/api.ts', '#platform/contract.ts'],
    ['src/platform/server/http/http.ts', '#language/parse.ts'],
    ['src/features/likes/server/routes.ts', '../contract.ts'],
    ['src/features/likes/server/routes.ts', '#platform/server/app.ts'],
    ['src/features/likes/server/routes.ts', '#features/content/server/index.ts'],
    ['src/features/likes/server/routes.ts', '#features/content/contract.ts'],
    ['src/features/likes/web/index.tsx', '#features/content/web/index.ts'],
    ['src/features/likes/web/Button.tsx', '#features/content/web/index.tsx'],
    ['src/features/likes/web/Button.tsx', '#features/content/view-contract.ts'],
    ['src/features/likes/web/Button.tsx', '#features/content/shared.ts'],
    ['src/features/likes/web/Button.tsx', '#features/content-core/address-shared.ts'],
    ['src/features/likes/server/routes.ts', '#features/content-core/server/read.ts'],
    ['src/features/likes/likes.test.ts', '#features/content/testing/pages.ts'],
    ['src/features/likes/web/Button.tsx', './Button.module.css'],
    ['src/features/likes/likes.test.ts', './server/store.ts'],
    ['src/features/likes/likes.test.ts', '#platform/server/testing/harness.ts'],
    ['src/features/likes/likes.e2e.ts', '../../../test/browser.ts'],
    ['src/features/likes/likes.test.ts', '../../server.ts'],
    ['src/server.ts', '#features/likes/server/index.ts'],
    ['src/web.tsx', '#features/likes/web/index.ts'],
    ['src/cli.ts', './server.ts'],
    ['scripts/build.ts', './lib/packages.mjs'],
  ])('lets %s import %s', (file, specifier) => {
    expect(judgeImport(file, specifier, LIKES)).toBeUndefined()
  })

  it.each([
    ['src/language/tree.ts', '#platform/wire.ts', 'nothing else of ours'],
    ['src/language/tree.ts', '../platform/wire.ts', 'nothing else of ours'],
    ['src/diagrams/model/validate.ts', '#platform/message-of.ts', 'src/diagrams imports nothing else of ours'],
    ['src/diagrams/render/render.ts', '#language/text.ts', 'src/diagrams imports nothing else of ours'],
    [
      'src/diagrams/model/order.ts',
      '../render/scene.ts',
      'model ← live ← shapes ← render ← operations ← layout ← import',
    ],
    ['src/diagrams/shapes/library.test.ts', '../render/scene.ts', 'model ← live ← shapes ← render'],
    ['src/diagrams/layout/arrange.ts', '../import/csv/org-chart.ts', 'layout ← import'],
    ['src/features/diagrams/web/editor/tools/tools.ts', '../canvas/Canvas.tsx', 'scene ← tools ← canvas'],
    ['src/features/content-core/server/model/tree.ts', '../service/update.ts', 'tables ← titles'],
    ['src/features/content-core/server/writer.ts', './model/tree.ts', 'store ← writer ← migrations ← model'],
    ['src/features/content/server/wire/wire.ts', '../routes/content.ts', 'wire ← view ← versions ← routes'],
    ['src/diagrams/layout/arrange.ts', '#diagrams/model/order.ts', 'by a relative path'],
    [
      'src/features/diagrams/server/save.ts',
      '../../../diagrams/model/validate.ts',
      'by its subpath: #diagrams/model/validate.ts',
    ],
    ['src/platform/server/app.ts', '#features/likes/server/index.ts', 'does not import features'],
    ['src/features/likes/server/routes.ts', '../../../server.ts', 'does not import an entry file'],
    ['src/features/likes/server/routes.ts', '#features/content/server/store.ts', 'Enter features/content only by'],
    ['src/features/likes/web/Button.tsx', '#features/content/web/contract.ts', 'Enter features/content only by'],
    [
      'src/features/likes/server/routes.ts',
      '#features/content-core/server/store.ts',
      'Enter features/content-core only by its server/read.ts, server/write.ts',
    ],
    ['src/features/likes/server/routes.ts', '#features/content/testing/pages.ts', 'for tests only'],
    [
      'src/features/likes/server/routes.ts',
      '../../content/contract.ts',
      'by its subpath: #features/content/contract.ts',
    ],
    ['src/features/likes/server/routes.ts', '../../../platform/wire.ts', 'by its subpath: #platform/wire.ts'],
    ['src/features/likes/server/routes.ts', '#features/likes/contract.ts', 'by a relative path'],
    ['src/platform/server/app.ts', '#platform/server/log.ts', 'by a relative path'],
    ['src/features/likes/server/routes.ts', '../web/index.ts', 'server code does not import web code'],
    ['src/features/likes/web/Button.tsx', '../server/index.ts', 'web code does not import server code'],
    ['src/features/likes/web/Button.tsx', '#platform/server/app.ts', 'web code does not import server code'],
    ['src/features/likes/contract.ts', './server/index.ts', 'Both halves share this file'],
    ['src/web.tsx', '#features/likes/server/index.ts', 'web code does not import server code'],
    ['src/server.ts', '#features/likes/web/index.ts', 'server code does not import web code'],
    ['src/features/likes/server/routes.ts', '#platform/wire', 'Write the file extension'],
    ['src/features/likes/server/routes.ts', '#platform/server/testing/harness.ts', 'for tests only'],
    ['src/features/likes/server/routes.ts', '../../../../test/browser.ts', 'lies outside src'],
  ])('keeps %s from importing %s', (file, specifier, message) => {
    expect(judgeImport(file, specifier, LIKES)).toContain(message)
  })
})

it.each(['diagrams', 'features/content-core/server', 'features/content/server'])(
  'every part of src/%s has its place in the order',
  folder => {
    const files = readdirSync(join(root, 'src', folder)).filter(name => !name.endsWith('.test.ts'))
    const parts = new Set(files.map(name => name.replace(/\.ts$/, '')))
    expect([...parts].toSorted()).toEqual([...(layers.get(folder) ?? [])].toSorted())
  },
)

describe('which features a feature may import', () => {
  it('reports a feature or a door that is not declared', () => {
    const judge = (specifier: string, file = 'src/features/likes/server/routes.ts') =>
      judgeImport(file, specifier, { ...LIKES, spaces: 'accounts(server)' })
    expect(judge('#features/content/server/index.ts')).toBeUndefined()
    expect(judge('#features/content/view/index.ts')).toContain('add content(view) to its line in scripts/lint/rooms.js')
    expect(judge('#features/content-core/server/write.ts')).toContain('add content-core(write) to its line')
    expect(judge('#features/spaces/path-shared.ts')).toContain('add spaces(shared) to its line')
    expect(judge('#features/content/contract.ts', 'src/features/loves/contract.ts')).toContain('add content(contract)')
    expect(judge('#features/spaces/server/index.ts', 'src/features/likes/likes.test.ts')).toBeUndefined()
  })

  it('asks for an extension point where the other feature is built on this one', () => {
    const table = { ...LIKES, content: 'spaces(server)', spaces: '' }
    expect(judgeImport('src/features/spaces/web/Star.tsx', '#features/likes/web/index.ts', table)).toContain(
      'likes is built on spaces (likes → content → spaces): declare an extension point in spaces',
    )
  })

  it('finds an added cycle', () => {
    expect(cycleIn(rooms)).toBeUndefined()
    expect(cycleIn({ ...rooms, accounts: 'notifications(shared)' })).toEqual(
      expect.arrayContaining(['accounts', 'notifications']),
    )
    expect(cycleIn({ likes: 'likes(web)' })).toEqual(['likes', 'likes'])
    expect(cycleIn({ likes: 'content(web)', content: 'spaces(web)', spaces: 'likes(contract)' })).toEqual([
      'likes',
      'content',
      'spaces',
      'likes',
    ])
  })

  it('declares the imports of the source and no others, in order', () => {
    const folder = join(root, 'src/features')
    expect(Object.keys(rooms)).toEqual(readdirSync(folder).toSorted())
    expect(rooms).toEqual(Object.fromEntries(Object.keys(rooms).map(room => [room, importedBy(join(folder, room))])))
  })
})

/** The imports of a feature, as its line in rooms.js has them. */
function importedBy(folder: string): string {
  const imports = globSync('**/*.{ts,tsx}', { cwd: folder })
    .filter(file => !/\.(?:test|e2e)\.tsx?$|(?:^|\/)testing\//.test(file))
    .flatMap(file => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/\b(?:from|import)[\s(]*'#features\/([^/']+)\/([^'?]+)/g),
    ])
  const byRoom = Map.groupBy(imports, ([, room = '']) => room)
  const doors = (found: readonly string[][]) =>
    [...new Set(found.map(([, room = '', inside = '']) => doorOf(`features/${room}`, inside)))].toSorted()
  return [...byRoom]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([room, found]) => `${room}(${doors(found).join(' ')})`)
    .join(' ')
}

describe('which tables a feature may change', () => {
  const likes = { tables: new Set(['likes']) }
  const content = { tables: new Set(['content']), writer: 'server/writer.ts' }

  it('lets a feature change its own, and tests and the platform any', () => {
    expect(judgeWrite('src/features/likes/server/store.ts', 'likes', likes)).toBeUndefined()
    expect(judgeWrite('src/features/likes/likes.test.ts', 'content', likes)).toBeUndefined()
    expect(judgeWrite('src/features/likes/testing/wiki.ts', 'content', likes)).toBeUndefined()
    expect(judgeWrite('src/platform/server/settings.ts', 'setting', likes)).toBeUndefined()
    expect(judgeWrite('src/features/content-core/server/writer.ts', 'content', content)).toBeUndefined()
    expect(judgeWrite('src/features/content-core/server/writer/imported.ts', 'content', content)).toBeUndefined()
    expect(judgeWrite('src/features/content-core/server/migrations.ts', 'content', content)).toBeUndefined()
  })

  it('keeps a feature from those of others, and other files from those of a feature with one writer', () => {
    expect(judgeWrite('src/features/likes/server/store.ts', 'content', likes)).toContain(
      'only the tables that its server/tables.ts declares',
    )
    expect(judgeWrite('src/features/content-core/server/service/update.ts', 'content', content)).toContain(
      'Only server/writer.ts changes',
    )
  })

  it('reads what tables.ts declares', () => {
    const source = `declare module '#platform/server/database/tables.ts' {
  interface Tables {
    likes: LikeTable
    /** Counted. */
    like_count: { content_id: number; likes: number }
  }
}

interface LikeTable {
    other: number
}
`
    expect([...declaredTables(source)]).toEqual(['likes', 'like_count'])
  })

  it.each([
    ['insert or ignore into likes (id) select 1', ['likes']],
    ['with old as (select 1) update "likes" set n = 1', ['likes']],
    ['delete from likes; merge into other using likes', ['likes', 'other']],
    ['insert into likes values (1) on conflict (id) do update set n = 1', ['likes']],
    ['select 1 from likes for update skip locked', []],
    ['create table likes (id integer references content (id) on delete cascade on update cascade)', []],
  ])('finds the tables that %s changes', (text, tables) => {
    expect(changedTables(text)).toEqual(tables)
  })
})

describe('where a feature may write SQL', () => {
  it.each([
    'store.ts',
    'sign-in/sessions-store.ts',
    'store/lists.ts',
    'store/engine/sqlite.ts',
    'migrations.ts',
    'writer.ts',
    'writer/imported.ts',
    'doctor.ts',
    'routes.test.ts',
  ])('lets server/%s hold queries', file => {
    expect(judgeQuery(`src/features/likes/server/${file}`)).toBeUndefined()
  })

  it.each([
    'routes.ts',
    'service.ts',
    'service/update.ts',
    'view/tree.ts',
    'wire.ts',
    'restore.ts',
    'stored.ts',
    'store-ahead.ts',
    'feature.ts',
    'index.ts',
  ])('keeps them out of server/%s', file => {
    expect(judgeQuery(`src/features/likes/server/${file}`)).toContain('one of features/likes')
  })

  it('leaves the platform to itself', () => {
    expect(judgeQuery('src/platform/server/settings.ts')).toBeUndefined()
  })
})

describe('the language of comments', () => {
  it.each([
    ['What the proxy takes at most.', '"What"', 'begin with the thing itself'],
    ['Whatever the name contains.', '"Whatever"', 'begin with the thing itself'],
    ['That which a page shows.', '"That which"', 'begin with the thing itself'],
    [
      '* What a page shows,\n * as its reader sees it.\n * @param id of the page',
      '"What"',
      'begin with the thing itself',
    ],
    ['Adds a row. What is there stays.', '"What"', 'begin with the thing itself'],
    ['@returns What was stored', '"What"', 'begin with the thing itself'],
    ['Results:\n - What was found', '"What"', 'begin with the thing itself'],
    ['Who may edit the page.', '"Who"', 'name the person'],
    ['Whom a grant is for.', '"Whom"', 'name the person'],
    ['Whose watch it is.', '"Whose"', 'name the person'],
    ['Whoever comes first waits.', '"Whoever"', 'name the person'],
    ['Where the proxy is.', '"Where"', 'name the place'],
    ['Where a proxy answers, its limit applies.', '"Where"', 'begin a condition with "If"'],
    ['Reads a file. Where it is damaged is logged.', '"Where"', 'name the place'],
    ['A link that works for whoever has it.', '"whoever"', 'users who'],
    ['A page that nobody reads.', '"nobody"', 'no user'],
    ["Asks with somebody's password.", '"somebody"', 'a user'],
    ['@throws HttpError 400 for a place that is none', '"that is none"', 'invalid'],
    ['Names, which are none here.', '"which are none"', 'invalid'],
    ['Runs in a process of its own.', '"of its own"', 'separate'],
    ['Users have drafts of their own on the server.', '"of their own"', 'separate'],
    ['A user of a like name.', '"of a like name"', 'with a similar name'],
  ])('reports "%s"', (text, words, advice) => {
    expect(judgeComment(text)).toEqual([expect.stringContaining(`${words} in `)])
    expect(judgeComment(text)[0]).toContain(advice)
  })

  it.each([
    'A fragment represents the child nodes of a node.',
    'Returns what was stored before.',
    'Says who wrote the page, and where.',
    'What happens if two users save at once?',
    'Whether the page is shown.',
    'Wherefore art thou',
    'Reads a file. Where it is damaged, the rest is read.',
    'The title "What others say", and `nobody`, the user of the system.',
    "The texts 'What is new' and “Nobody likes this”.",
    'Counts pixels of its own colour.',
    'Reminders of their own due tasks.',
    'Says that is nonetheless true.',
    'Takes a version, e.g. What it holds.',
  ])('accepts "%s"', text => {
    expect(judgeComment(text)).toEqual([])
  })

  it('reports each sentence once', () => {
    expect(judgeComment('What nobody reads. Whoever comes first.')).toHaveLength(2)
  })
})

describe('the linter with our settings', () => {
  const files = {
    'src/features/likes/server/tables.ts': 'export interface Tables {\n    likes: { id: number }\n  }\n',
    'src/features/likes/server/store.ts':
      "import type { Db } from './db.ts'\n\nexport const add = (db: Db) => db.insertInto('likes')\n",
    'src/features/likes/server/builder-store.ts':
      "import type { Db } from './db.ts'\n\nexport const add = (db: Db) => db.insertInto('content')\n",
    'src/features/likes/server/marks-store.ts':
      "import { accountMarks } from './db.ts'\n\nexport const marks = accountMarks('content')\n",
    'src/features/likes/server/store/text.ts':
      "import { sql } from '../db.ts'\n\nexport const add = () => sql`delete from content where id = ${1}`\n",
    'src/features/likes/server/service.ts':
      "import type { Db } from './db.ts'\n\nexport const add = (db: Db) => db.insertInto('likes')\n",
    'src/features/likes/server/routes.ts':
      "import { sql } from './db.ts'\n\nexport const one = () => sql`select 1 where 1 = ${1}`\n",
    'src/features/likes/server/index.ts':
      "// For other features.\nexport * from './store.ts'\nexport { sql, type Db } from './db.ts'\n",
    'src/features/loves/server/index.ts': "import { add } from './own.ts'\n\nexport { add }\n",
    'src/features/loves/server/own.ts': 'export const add = 1\n',
    'src/features/hates/server/index.ts': 'export const hates = 1\n',
    'src/features/likes/server/db.ts':
      'export interface Db { insertInto(table: string): void }\n' +
      'export const sql = (parts: TemplateStringsArray, ...values: number[]) => [...parts, ...values]\n' +
      'export const accountMarks = (table: string) => table\n',
    'package.json':
      '{ "type": "module", "imports": { "#features/*": "./src/features/*", "#platform/*": "./src/platform/*" } }',
    'src/language/layer.ts': "export { one } from '#platform/one.ts'\n",
    'src/language/lazy.ts': "export const lazy = () => import('#platform/one.ts')\n",
    'src/language/types.ts': "export type One = import('#platform/one.ts').One\n",
    'src/platform/one.ts':
      "import { two } from './two.ts'\n\nexport const one = () => two\nexport type One = typeof one\n",
    'src/platform/two.ts': "import { one } from './one.ts'\n\nexport const two = () => one\n",
    'src/platform/any.ts': 'export const loose = (value: any): unknown => value\n',
    'src/platform/floating.ts': 'export const work = async () => 1\nwork()\n',
    'src/platform/misused.ts': 'const work = async () => false\nexport const done = work() ? 1 : 0\n',
    'src/platform/console.ts': "console.log('left from debugging')\n",
    'src/platform/type-import.ts': "import { One } from './one.ts'\n\nexport const take = (one: One) => one()\n",
    'src/features/likes/contract.ts':
      "export * from './contract/like.ts'\nexport const like = call()\nexport type Like = 1\nfunction call() { return 1 }\n",
    'src/features/likes/contract/like.ts': "export const LIMITS = ['one'] as const\n",
    'src/features/likes/path-contract.ts': 'export function path() { return 1 }\n',
    'src/features/likes/star-contract.ts': "export * from './shared.ts'\n",
    'src/features/likes/shared.ts': 'export const MOST = 1\n',
    'src/features/likes/admin-contract.ts': "export type { Admin } from '#features/admin/contract.ts'\n",
    'src/features/admin/contract.ts': 'export interface Admin { id: number }\n',
    'scripts/lint/rooms.js': "export const rooms = { likes: 'loves(server)', loves: 'likes(web)' }\n",
    'src/platform/clean.ts': '/** The user `nobody`. */\nexport const clean = "// What is shown"\n',
    'src/platform/clause.ts': '/** What is shown. */\nexport const shown = 1\n',
    'src/platform/lines.ts': '// A page that is shown to\n// nobody else.\nexport const lines = 1\n',
    'src/platform/long.ts': Array.from({ length: 501 }, (_, line) => `export const line${line} = ${line}\n`).join(''),
  }
  let folder: string
  let found: Map<string, string[]>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oxbow-lint-'))
    // The linter's part that knows types is found from where it runs.
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await cp(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    found = await lint(folder)
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each([
    ['src/language/layer.ts', 'house(imports)'],
    ['src/language/lazy.ts', 'house(imports)'],
    ['src/language/types.ts', 'house(imports)'],
    ['src/features/likes/contract/like.ts', 'house(contracts)'],
    ['src/features/likes/path-contract.ts', 'house(contracts)'],
    ['src/features/likes/star-contract.ts', 'house(contracts)'],
    ['src/features/loves/server/index.ts', 'house(doors)'],
    ['src/features/hates/server/index.ts', 'house(doors)'],
    ['src/features/likes/admin-contract.ts', 'house(imports)'],
    ['scripts/lint/rooms.js', 'house(rooms)'],
    ['src/platform/two.ts', 'import(no-cycle)'],
    ['src/features/likes/server/builder-store.ts', 'house(queries)'],
    ['src/features/likes/server/marks-store.ts', 'house(queries)'],
    ['src/features/likes/server/store/text.ts', 'house(queries)'],
    ['src/features/likes/server/service.ts', 'house(queries)'],
    ['src/features/likes/server/routes.ts', 'house(queries)'],
    ['src/platform/any.ts', 'typescript(no-explicit-any)'],
    ['src/platform/floating.ts', 'typescript(no-floating-promises)'],
    ['src/platform/misused.ts', 'typescript(no-misused-promises)'],
    ['src/platform/console.ts', 'eslint(no-console)'],
    ['src/platform/type-import.ts', 'typescript(consistent-type-imports)'],
    ['src/platform/long.ts', 'eslint(max-lines)'],
    ['src/platform/clause.ts', 'house(plain-comments)'],
    ['src/platform/lines.ts', 'house(plain-comments)'],
  ])('finds in %s an offence against %s', (path, rule) => {
    expect(found.get(path)).toContain(rule)
  })

  it('finds nothing where nothing is wrong', () => {
    expect(found.get('src/platform/clean.ts')).toBeUndefined()
    expect(found.get('src/features/likes/contract.ts')).toBeUndefined()
    expect(found.get('src/features/likes/server/store.ts')).toBeUndefined()
    expect(found.get('src/features/likes/server/index.ts')).toBeUndefined()
  })
})

/** Lints a folder with the project's settings. @returns rules broken, by file */
async function lint(folder: string): Promise<Map<string, string[]>> {
  const output = await new Promise<string>((resolve, reject) => {
    const args = [
      join(root, 'node_modules/oxlint/bin/oxlint'),
      '-c',
      join(root, '.oxlintrc.json'),
      '-f',
      'json',
      'src',
      'scripts',
    ]
    // It ends with 1 where it finds something; then what it printed is the answer.
    execFile(process.execPath, args, { cwd: folder }, (error, stdout) => (stdout ? resolve(stdout) : reject(error)))
  })
  const { diagnostics } = JSON.parse(output) as { diagnostics: Array<{ filename: string; code: string }> }
  const byFile = new Map<string, string[]>()
  for (const { filename, code } of diagnostics) byFile.set(filename, [...(byFile.get(filename) ?? []), code])
  return byFile
}
