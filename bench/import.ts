/*
 * `npm run bench -- import`: imports a generated export of a space, of pages with former versions, comments and files,
 * into a new wiki on SQLite. Prints the processor time of a page in each tenth of the import (the time of the last tenth
 * over that of the first tells whether an import slows down with its size), the time until the objects were read, and
 * the memory at most in use.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { features } from '../src/server.ts'
import { contextOfAccount, requireAccount } from '../src/features/accounts/server/index.ts'
import { importFile } from '../src/features/space-import/testing/imports.ts'
import { startTestWiki } from '../src/platform/server/testing/harness.ts'
import { COMMENTS, PAGES_OF_A_FILE, writeExport } from './export.ts'
import { saveResults } from './results.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '5000' },
    versions: { type: 'string', default: '5' },
  },
})
const pages = Number(values.pages)
const versions = Number(values.versions)
/** Parts of the import that are told apart. */
const TENTHS = 10
const MB = 1024 * 1024

interface Tenth {
  processorMs: number
  rssMb: number
}

const folder = await mkdtemp(join(tmpdir(), 'oxbow-bench-import-'))
const source = join(folder, 'export')
try {
  await writeExport(source, { pages, versions })
  const { read, tenths } = await measure(source)
  const perPage = tenths.map(({ processorMs }) => processorMs / (pages / TENTHS))
  console.log(`${pages} pages of ${versions} versions, ${COMMENTS} comments each, a file for ${PAGES_OF_A_FILE} pages`)
  console.log(`reading the objects: ${Math.round(read)} ms of processor time`)
  for (const [index, { rssMb }] of tenths.entries())
    console.log(`tenth ${index + 1}: ${perPage[index]!.toFixed(2)} ms of processor time for a page, ${rssMb} MB`)
  const slowdown = perPage.at(-1)! / perPage[0]!
  const processorMs = tenths.reduce((sum, tenth) => sum + tenth.processorMs, read)
  const memoryMb = Math.round(process.resourceUsage().maxRSS / 1024)
  console.log(`the last tenth takes ${slowdown.toFixed(2)} times the first`)
  console.log(
    `${((1000 * pages) / processorMs).toFixed(0)} pages for a second of processor time, ${memoryMb} MB at most`,
  )
  await saveResults('import', { pages, versions, read, perPage, slowdown, memoryMb })
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Imports the export. @returns processor time in milliseconds of reading its objects, and of each tenth of the pages */
async function measure(path: string): Promise<{ read: number; tenths: Tenth[] }> {
  const wiki = await startTestWiki('sqlite', features)
  try {
    const ctx = await contextOfAccount(wiki.app, await requireAccount(wiki.app, { username: 'admin' }))
    const tenths: Tenth[] = []
    let read: number | undefined
    let since = process.cpuUsage()
    const lap = (): number => {
      const { user, system } = process.cpuUsage(since)
      since = process.cpuUsage()
      return (user + system) / 1000
    }
    await importFile(ctx, path, {
      temporary: folder,
      progress: async done => {
        // The first page is part of the first tenth; it is small beside the objects that were read before it.
        read ??= lap()
        if (done % (pages / TENTHS) !== 0) return
        tenths.push({ processorMs: lap(), rssMb: Math.round(process.memoryUsage.rss() / MB) })
      },
    })
    return { read: read ?? 0, tenths }
  } finally {
    await wiki.close()
  }
}
