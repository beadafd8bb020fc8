import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect } from 'vitest'
import { parse, serialise } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import type { TestWiki } from '#platform/server/testing/harness.ts'
import { contextOfAccount, requireAccount } from '#features/accounts/server/index.ts'
import type { ImportKind } from '../contract.ts'
import { IMPORT_KINDS } from '../shared.ts'
import { importRun, insertRun, previewExport, type ImportOptions, type ImportResult } from '../server/index.ts'

const CORPUS = new URL('../../../../../shared/corpus/space-exports/', import.meta.url).pathname

/** Names of the exports of the corpus; none where it is absent. */
export const CORPUS_EXPORTS: readonly string[] = existsSync(CORPUS)
  ? [
      ...readdirSync(CORPUS).filter(name => name.endsWith('.zip')),
      ...readdirSync(join(CORPUS, 'cases'))
        .filter(name => !name.startsWith('zip-'))
        .map(name => `cases/${name}`),
      'docToolchain/testConfluenceSpace',
    ]
  : []

export const corpusPath = (name: string): string => join(CORPUS, name)

/** Keys for the spaces of one of several exports, many of which have a space of the same key. */
export function keysFor(index: number, sourceKeys: Iterable<string>): Map<string, string> {
  return new Map([...sourceKeys].map(key => [key, `C${index}${key}`.replaceAll(/[^A-Za-z0-9]/g, '')]))
}

type StoredText = [title: string, number: number, text: string]

/** Imports into the wiki of a suite, by its administrator, from a folder that lasts as long as the suite. */
export function importsInto(wiki: () => TestWiki) {
  let folder: string
  let ctx: Context
  let count = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oxbow-space-import-'))
    ctx = await contextOfAccount(wiki().app, await requireAccount(wiki().app, { username: 'admin' }))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  return {
    /** Path of a file of the folder. */
    fileNamed: (name: string) => join(folder, name),
    /** Writes an export. @param files by their paths */
    async zipped(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
      const path = join(folder, `${++count}.zip`)
      const bytes = Object.entries(files).map(([name, of]) => [name, typeof of === 'string' ? strToU8(of) : of])
      await writeFile(path, zipSync(Object.fromEntries(bytes)))
      return path
    },
    imported: async (path: string, options: Partial<ImportOptions> = {}): Promise<ImportResult> => {
      const result = await importFile(ctx, path, { temporary: folder, ...options })
      // Nothing is lost without a word.
      for (const [kind, { source, arrived, skipped }] of result.report.counts)
        expect([kind, arrived + skipped]).toEqual([kind, source])
      return result
    },
    previewed: (path: string, options: Partial<ImportOptions> = {}) =>
      previewExport(ctx, { path, temporary: folder, ...options }),
    get: async (path: string) => (await wiki().admin.get(path)).json,

    /** All stored texts of a space with the titles and versions that they are of, comments and templates too. */
    async textsIn(key: string): Promise<StoredText[]> {
      const { read } = wiki().app.database
      const versions = await read
        .selectFrom('content_version')
        .innerJoin('content', 'content.id', 'content_version.content_id')
        .innerJoin('space', 'space.id', 'content.space_id')
        .select(['content.title', 'content_version.number', 'content_version.storage'])
        .where('space.key', '=', key)
        .orderBy('content.title')
        .orderBy('content_version.number')
        .execute()
      const templates = await read
        .selectFrom('content_template')
        .innerJoin('space', 'space.id', 'content_template.space_id')
        .select(['content_template.name', 'content_template.storage'])
        .where('space.key', '=', key)
        .execute()
      return [
        ...versions.map(({ title, number, storage }): StoredText => [title, number, storage]),
        ...templates.map(({ name, storage }): StoredText => [name, 0, storage]),
      ]
    },
  }
}

/** Imports a file as the command does, in a new run. */
export async function importFile(
  ctx: Context,
  path: string,
  {
    keys,
    key,
    enableUsers,
    update,
    timeZone,
    baseUrl,
    ...hooks
  }: Partial<ImportOptions> & Pick<ImportOptions, 'temporary'>,
): Promise<ImportResult> {
  const spaces = keys && [...keys].map(([source, target]) => ({ key: source, target }))
  const run = await ctx.app.database.transaction(tx =>
    insertRun(tx, {
      origin: 'command',
      owner_id: ctx.viewer.userId,
      file_name: basename(path),
      file_size: 0,
      file_sha256: null,
      options: { key, enableUsers, update, timeZone, baseUrl, spaces },
      state: 'QUEUED',
    }),
  )
  return importRun(ctx, run, { path, ...hooks })
}

/** Kinds of which only an import finds out what arrives. */
const UNFORESEEN: readonly ImportKind[] = ['Properties', 'Categories']

/** Numbers of what arrived, or would arrive, and was left out, of kinds of which a preview knows it. */
export function foreseen({ counts }: Pick<ImportResult['report'], 'counts'>): Record<string, [number, number]> {
  const entries = IMPORT_KINDS.filter(kind => !UNFORESEEN.includes(kind)).flatMap(kind => {
    const { arrived = 0, skipped = 0 } = counts.get(kind) ?? {}
    return arrived + skipped > 0 ? [[kind, [arrived, skipped]] as const] : []
  })
  return Object.fromEntries(entries) as Record<string, [number, number]>
}

/** Numbers of what arrived, by kinds. */
export function arrivedIn({ counts }: Pick<ImportResult['report'], 'counts'>): Record<string, number> {
  return Object.fromEntries([...counts].map(([kind, { arrived }]) => [kind, arrived]))
}

/** The texts of an export that `sameText` makes, as they are stored. */
export function sameTexts(text: string): StoredText[] {
  const stored = serialise(parse(text))
  return [
    ['First', 1, stored],
    ['First', 2, stored],
    ['Later', 2, '<p>later</p>'],
    ['Post', 2, stored],
    ['Re: First', 2, stored],
    ['Re: Later', 2, '<p>remark</p>'],
    ['Form', 0, stored],
  ]
}
