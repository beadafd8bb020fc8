import { z } from 'zod'

export const MANIFEST = 'manifest.json'
/** Lost files that a manifest names; the doctor names all. */
export const MOST_NAMED = 1000

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Description of a backup: the last file of the archive, so that a cut-off backup has none. */
export const manifestSchema = z.object({
  format: z.literal('oxbow-backup'),
  formatVersion: z.literal(1),
  /** Version of the program that wrote it. */
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  createdAt: z.string(),
  /** The schema that the rows belong to. */
  migrations: z.array(z.string()),
  /** Rows of each table, and the last number that its ids have reached. */
  tables: z.record(z.string(), z.object({ rows: z.number().int(), sequence: z.number().int().optional() })),
  /** The files of rows in order: `tables/<table>/<number>.ndjson`. */
  files: z.array(z.object({ name: z.string(), sha256 })),
  blobs: z.object({
    count: z.number().int(),
    bytes: z.number().int(),
    /**
     * Addresses that rows name and that were not there when the backup was made; at most {@link MOST_NAMED} of them.
     */
    missing: z.array(z.string()),
    /** The same of those that were there but damaged, and so are not in the backup. */
    damaged: z.array(z.string()).default([]),
    /** How many were missing or damaged in total. Backups of older versions do not say. */
    lost: z.number().int().default(0),
  }),
})

export type Manifest = z.output<typeof manifestSchema>
