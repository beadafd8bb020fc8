/**
 * `npm run bench -- import-beside`: how long page views of users wait while a server on SQLite imports an uploaded
 * export, over how long they wait before, and the memory of the processes that import.
 *
 * `--imported N` is the number of imported pages, `--versions N` of the versions of each; `--pages N` and the other sizes
 * are those of the wiki that is viewed; `--seconds N` is the quiet time.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { ZipFile } from 'yazl'
import { writeExport } from './export.ts'
import { benchWiki, SIZE_OPTIONS, sizeOf } from './generate.ts'
import { saveResults } from './results.ts'
import { startWiki, type ServerProcess } from './server.ts'
import { pagesForAll, pause, said, viewing, type Waits } from './viewing.ts'

const { values } = parseArgs({
  options: {
    imported: { type: 'string', default: '3000' },
    versions: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '15' },
    ...SIZE_OPTIONS,
    pages: { type: 'string', default: '2000' },
  },
})
const size = { pages: Number(values.imported), versions: Number(values.versions) }
const quietMs = Number(values.seconds) * 1000
const VIEWED = 100
/** A page view may wait this much longer, p99. */
const TARGET = 5
const POLL_MS = 250
const IMPORTS = '/rest/oxbow/1.0/space-imports'

const wiki = await benchWiki(sizeOf(values))
// The first token is the administrator's.
const [admin = '', ...viewers] = wiki.tokens.map(token => `Bearer ${token}`)
const folder = await mkdtemp(join(tmpdir(), 'oxbow-bench-import-beside-'))
try {
  const file = join(folder, 'export.zip')
  await writeZip(file)
  await cp(wiki.home, join(folder, 'home'), { recursive: true })
  const server = await startWiki(join(folder, 'home'))
  try {
    await measure(server, file)
  } finally {
    await server.stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure(server: ServerProcess, file: string): Promise<void> {
  const views = (await pagesForAll(wiki, server, viewers, VIEWED)).map(path => server.url + path)
  const during = async (work: () => Promise<unknown>): Promise<Waits> => {
    const shown = viewing(views, viewers)
    let waits: Waits
    try {
      await work()
    } finally {
      // Before the server ends, so that an error of the work is the one that is shown.
      waits = await shown.stop()
    }
    return waits
  }
  await during(() => pause(quietMs))
  await server.settled()
  const quiet = await during(() => pause(quietMs))
  const before = await server.processorMs()
  let memoryMb = { server: 0, helpers: 0 }
  let took = 0
  const beside = await during(async () => {
    const began = performance.now()
    memoryMb = await imported(server, file)
    took = performance.now() - began
  })
  const processorMs = (await server.processorMs()) - before
  // Work that follows from the import, such as indexing, may take longer.
  const after = await during(() => pause(quietMs))
  const ratio = beside.p99 / quiet.p99
  console.log(`${size.pages} pages of ${size.versions} versions in ${(took / 1000).toFixed(1)} s`)
  console.log(`page views when quiet        ${said(quiet)}`)
  console.log(
    `page views beside the import ${said(beside)}  p99 ${ratio.toFixed(1)} times${ratio <= TARGET ? '' : '  MISSED'}`,
  )
  console.log(`page views after it          ${said(after)}`)
  console.log(`serving process: ${(processorMs / 1000).toFixed(1)} s of processor time meanwhile`)
  console.log(
    `memory at most: ${memoryMb.server} MB of the serving process, ${memoryMb.helpers} MB of helper processes`,
  )
  await saveResults('import-beside', { ...size, took, quiet, beside, after, ratio, processorMs, memoryMb })
}

/** Uploads an export, and waits until it is imported. @returns the memory that processes took at most, in MB */
async function imported(server: ServerProcess, file: string): Promise<{ server: number; helpers: number }> {
  const most = { server: 0, helpers: 0 }
  const { id } = await answerOf(
    await fetch(`${server.url}${IMPORTS}?filename=export.zip`, {
      method: 'POST',
      headers: {
        authorization: admin,
        'content-type': 'application/octet-stream',
        'x-atlassian-token': 'no-check',
        'content-length': String((await stat(file)).size),
      },
      body: Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
      duplex: 'half',
    } as RequestInit),
  )
  for (;;) {
    await pause(POLL_MS)
    most.server = Math.max(most.server, Math.round(await server.residentMb()))
    most.helpers = Math.max(most.helpers, Math.round(await server.helpersMb()))
    const { results } = await answerOf(await fetch(server.url + IMPORTS, { headers: { authorization: admin } }))
    const { state, errorMessage } = results.find((one: { id: string }) => one.id === id)
    if (state === 'FINISHED') return most
    if (state === 'FAILED') throw new Error(`The import failed: ${errorMessage}`)
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers of calls: a wrong field fails where it is read
async function answerOf(response: Response): Promise<any> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/** Writes the export as a zip file. */
async function writeZip(file: string): Promise<void> {
  const source = join(folder, 'export')
  await writeExport(source, size)
  const zip = new ZipFile()
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    zip.addFile(path, path.slice(source.length + 1))
  }
  zip.end()
  await pipeline(zip.outputStream as unknown as NodeJS.ReadableStream, createWriteStream(file))
  await rm(source, { recursive: true })
}
