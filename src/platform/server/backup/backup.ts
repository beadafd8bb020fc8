import { hash } from 'node:crypto'
import type { ServerFeature } from '../app.ts'
import type { BlobStore } from '../blobs.ts'
import { createBlobStore } from '../blobs/index.ts'
import type { Config } from '../config.ts'
import { version } from '../package.ts'
import { writeArchive, type Entry } from './archive.ts'
import { MANIFEST, MOST_NAMED, type Manifest } from './manifest.ts'
import { openSnapshot, type Row, type Snapshot } from './snapshot.ts'

/** Rows of one file stay in memory at once, here and when they are restored. */
const FILE_BYTES = 4 * 1024 * 1024

/**
 * Writes everything into one `.tar.gz` while the wiki runs: the rows of one moment as NDJSON that either database
 * can read, and every attachment that they name. Holds secrets (password hashes, sessions): readable by its owner
 * alone. Attachments that are missing or damaged are left out, so that the rest is saved all the same.
 * @returns what was written. `blobs.lost` is for the administrator to see.
 * @param onEntry is awaited before each file of the archive; what it throws ends the backup and removes it
 * @throws when `file` exists, or the disk is full
 */
export async function backup(
  config: Pick<Config, 'databaseUrl' | 'home'>,
  file: string,
  features: readonly Pick<ServerFeature, 'derived'>[] = [],
  onEntry: (name: string) => Promise<void> | void = () => {},
): Promise<Manifest> {
  const blobs = await createBlobStore(config)
  const snapshot = await openSnapshot(config)
  try {
    const manifest: Manifest = {
      format: 'oxbow-backup',
      formatVersion: 1,
      version,
      engine: snapshot.engine,
      createdAt: new Date().toISOString(),
      migrations: [...snapshot.migrations],
      tables: {},
      files: [],
      blobs: { count: 0, bytes: 0, missing: [], damaged: [], lost: 0 },
    }
    await writeArchive(file, reported(entries(snapshot, blobs, manifest, features), onEntry))
    return manifest
  } finally {
    await snapshot.close()
  }
}

async function* reported(
  all: AsyncIterable<Entry>,
  onEntry: (name: string) => Promise<void> | void,
): AsyncIterable<Entry> {
  for await (const entry of all) {
    await onEntry(entry.name)
    yield entry
  }
}

async function* entries(
  snapshot: Snapshot,
  blobs: BlobStore,
  manifest: Manifest,
  features: readonly Pick<ServerFeature, 'derived'>[],
): AsyncIterable<Entry> {
  yield* blobEntries(snapshot, blobs, manifest)
  const derived = new Set(features.flatMap(feature => feature.derived?.tables ?? []))
  const subscribers = new Set(features.flatMap(feature => feature.derived?.subscribers ?? []))
  const sequences = await snapshot.sequences()
  for (const table of snapshot.tables) {
    if (derived.has(table.name)) continue
    const sequence = sequences[table.name]
    const counts = { rows: 0, ...(sequence === undefined ? {} : { sequence }) }
    manifest.tables[table.name] = counts
    const keep = table.name === 'event_cursor' ? (row: Row) => !subscribers.has(String(row['subscriber'])) : undefined
    let number = 0
    for await (const lines of filesOfRows(snapshot.rows(table), keep)) {
      const name = `tables/${table.name}/${String(++number).padStart(6, '0')}.ndjson`
      const bytes = Buffer.from(lines.join(''))
      manifest.files.push({ name, sha256: hash('sha256', bytes) })
      counts.rows += lines.length
      yield entryOf(name, bytes)
    }
  }
  yield entryOf(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)))
}

async function* blobEntries(snapshot: Snapshot, blobs: BlobStore, manifest: Manifest): AsyncIterable<Entry> {
  for await (const batch of snapshot.blobs()) {
    for (const sha256 of batch) {
      // Read twice, for an entry of the archive cannot be taken back. Compressing takes far longer than that.
      const state = await blobs.verify(sha256)
      const size = await blobs.size(sha256)
      if (state !== 'ok' || size === undefined) {
        const names = manifest.blobs[state === 'damaged' ? 'damaged' : 'missing']
        if (names.length < MOST_NAMED) names.push(sha256)
        manifest.blobs.lost++
        continue
      }
      manifest.blobs.count++
      manifest.blobs.bytes += size
      yield { name: `blobs/${sha256}`, size, body: (await blobs.open(sha256)) as AsyncIterable<Buffer> }
    }
  }
}

async function* filesOfRows(batches: AsyncIterable<Row[]>, keep?: (row: Row) => boolean): AsyncIterable<string[]> {
  let lines: string[] = []
  let size = 0
  for await (const rows of batches) {
    for (const row of rows) {
      if (keep && !keep(row)) continue
      const line = `${JSON.stringify(row, encodeValue)}\n`
      lines.push(line)
      size += line.length
    }
    if (size < FILE_BYTES) continue
    yield lines
    lines = []
    size = 0
  }
  if (lines.length > 0) yield lines
}

/** Bytes have no place in JSON: `{"$bytes": "<base64>"}`. */
function encodeValue(this: Row, key: string, value: unknown): unknown {
  // Buffers turn themselves into lists of numbers before this function sees them: look at the original.
  const original = this[key]
  return Buffer.isBuffer(original) ? { $bytes: original.toString('base64') } : value
}

function entryOf(name: string, bytes: Buffer): Entry {
  return { name, size: bytes.length, body: once(bytes) }
}

async function* once(bytes: Buffer): AsyncIterable<Buffer> {
  if (bytes.length > 0) yield bytes
}
