import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ServerFeature } from '../app.ts'
import type { BlobStore } from '../blobs.ts'
import { createBlobStore } from '../blobs/index.ts'
import type { Config } from '../config.ts'
import { migrate, openDatabase, type Migration } from '../database/index.ts'
import { migrations as jobMigrations } from '../jobs/tables.ts'
import { readArchive, type Entry } from './archive.ts'
import { MANIFEST, manifestSchema, type Manifest } from './manifest.ts'
import type { Row } from './snapshot.ts'
import { openTarget, type Target } from './target.ts'

/** Far more than any file that a backup writes: what is larger is none of ours. */
const MAX_FILE = 512 * 1024 * 1024

/**
 * Puts a backup into an empty database (of either engine) and the attachment store, in constant memory. The whole
 * archive is checked before anything is touched; the rows appear in one transaction.
 * @param features of this version; their migrations make the tables as they were when the backup was made, and the next
 *   start brings them up to date
 * @throws when the database is not empty, or the backup is damaged, cut off, or of a newer version
 */
export async function restore(
  config: Pick<Config, 'databaseUrl' | 'home'>,
  file: string,
  features: readonly Pick<ServerFeature, 'migrations'>[],
): Promise<Manifest> {
  const manifest = await checkArchive(file)
  const migrations = [...jobMigrations, ...features.flatMap(feature => feature.migrations ?? [])]
  const target = await openTarget(config)
  try {
    if (!(await target.isEmpty())) {
      throw new Error('The database is not empty. Restore into a new one: give another OXBOW_HOME or DATABASE_URL.')
    }
    try {
      await createTables(config, manifest, migrations)
      await fill(target, await createBlobStore(config), manifest, file)
    } catch (error) {
      // It was empty, so all that is there is ours: leave it as it was found.
      await target.clear()
      throw error
    }
  } finally {
    await target.close()
  }
  return manifest
}

/** Reads the whole archive against its own checksums. @returns its manifest */
export async function checkArchive(file: string): Promise<Manifest> {
  const digests = new Map<string, string>()
  let blobs = 0
  let text: string | undefined
  for await (const entry of readArchive(file)) {
    if (entry.name === MANIFEST) {
      text = (await bytesOf(entry)).toString()
      continue
    }
    const digest = createHash('sha256')
    for await (const chunk of entry.body) digest.update(chunk)
    const sha256 = digest.digest('hex')
    if (!entry.name.startsWith('blobs/')) digests.set(entry.name, sha256)
    else if (entry.name === `blobs/${sha256}`) blobs++
    else throw new Error(`The backup is damaged: ${entry.name} does not hold what it should`)
  }
  if (text === undefined) throw new Error('The backup is not whole: its end is missing')
  const parsed = manifestSchema.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new Error(`This is not a backup that this version of Oxbow can read: ${parsed.error.message}`)
  const manifest = parsed.data
  for (const { name, sha256 } of manifest.files) {
    if (digests.get(name) !== sha256) throw new Error(`The backup is damaged: ${name} does not hold what it should`)
  }
  if (digests.size !== manifest.files.length || blobs !== manifest.blobs.count) {
    throw new Error('The backup is damaged: it does not hold the files that its manifest lists')
  }
  return manifest
}

async function createTables(
  config: Pick<Config, 'databaseUrl' | 'home'>,
  manifest: Manifest,
  migrations: readonly Migration[],
): Promise<void> {
  const wanted = new Set(manifest.migrations)
  const database = await openDatabase(config)
  try {
    const applied = new Set(
      await migrate(
        database,
        migrations.filter(migration => wanted.has(migration.name)),
      ),
    )
    const unknown = manifest.migrations.filter(name => !applied.has(name))
    if (unknown.length > 0) {
      throw new Error(
        `The backup was written by a newer version of Oxbow (${manifest.version}; it holds ${unknown.join(', ')}). Restore it with that version.`,
      )
    }
  } finally {
    await database.close()
  }
}

async function fill(target: Target, blobs: BlobStore, manifest: Manifest, file: string): Promise<void> {
  await target.begin(Object.keys(manifest.tables))
  const counts = new Map<string, number>()
  for await (const entry of readArchive(file)) {
    if (entry.name === MANIFEST) continue
    if (entry.name.startsWith('blobs/')) {
      await blobs.put(Readable.from(entry.body, { objectMode: false }), { maxSize: entry.size })
      continue
    }
    const table = entry.name.split('/')[1] ?? ''
    const rows = parseRows(await bytesOf(entry))
    await target.insert(table, rows)
    counts.set(table, (counts.get(table) ?? 0) + rows.length)
  }
  for (const [table, { rows }] of Object.entries(manifest.tables)) {
    if ((counts.get(table) ?? 0) !== rows)
      throw new Error(`The backup should hold ${rows} rows of ${table}, but holds ${counts.get(table) ?? 0}`)
  }
  await target.commit(
    Object.fromEntries(
      Object.entries(manifest.tables).flatMap(([table, { sequence }]) =>
        sequence === undefined ? [] : [[table, sequence]],
      ),
    ),
  )
}

function parseRows(bytes: Buffer): Row[] {
  return bytes
    .toString()
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line, decodeValue) as Row)
}

function decodeValue(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$bytes' in value)) return value
  return Buffer.from(String(value.$bytes), 'base64')
}

async function bytesOf(entry: Entry): Promise<Buffer> {
  if (entry.size > MAX_FILE) throw new Error(`The backup is damaged: ${entry.name} is too large`)
  const parts: Buffer[] = []
  for await (const chunk of entry.body) parts.push(chunk)
  return Buffer.concat(parts)
}
