import { setFlagsFromString } from 'node:v8'
import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { settle } from '#platform/server/testing/statements.ts'
import { attach, makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import { converterOf } from './server/service.ts'
import { blackPng, bomb, docx, laughs, OFFICE_TYPES, pdf, xlsx } from './testing/files.ts'

/** A file and what becomes of it. None of them has a thumbnail. */
interface Hostile {
  name: string
  type: string
  bytes: Buffer
  /** Why it has no preview; absent where a part of it is shown. */
  refused?: string
  /** Words of it that the search finds, and those that it does not. */
  found?: { word: string; beyond: string }
}

const TOO_LARGE = 'This file is too large to be shown once it is unpacked'
const DEFINITION = 'This file holds a definition that is not allowed in it'
const DAMAGED = 'This file is damaged or protected by a password'
const NONE = 'There is no preview of this kind of file'

function hostileFiles(): Hostile[] {
  const { docx: word, xlsx: sheet } = OFFICE_TYPES
  const page = (number: number) => `quokka${String(number).padStart(5, '0')}`
  return [
    { name: 'bomb.docx', type: word, bytes: docx(['x'], bomb('word/media/a.png', 80)), refused: TOO_LARGE },
    { name: 'bomb.xlsx', type: sheet, bytes: xlsx([['x']], bomb('xl/worksheets/sheet2.xml', 80)), refused: TOO_LARGE },
    {
      name: 'entities.docx',
      type: word,
      bytes: docx([], { 'word/document.xml': laughs('w:document') }),
      refused: DEFINITION,
    },
    {
      name: 'entities.xlsx',
      type: sheet,
      bytes: xlsx([], { 'xl/worksheets/sheet1.xml': laughs('worksheet') }),
      refused: DEFINITION,
    },
    // A megabyte that each of 20,000 cells shows.
    { name: 'copies.xlsx', type: sheet, bytes: copies(20_000) },
    { name: 'broken.docx', type: word, bytes: Buffer.from('PK\u0003\u0004 no archive'), refused: DAMAGED },
    {
      name: 'long.pdf',
      type: 'application/pdf',
      bytes: pdf(Array.from({ length: 10_000 }, (_, index) => page(index))),
      refused: NONE,
      found: { word: page(999), beyond: page(1000) },
    },
    { name: 'broken.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7 nothing follows'), refused: NONE },
    { name: 'wide.png', type: 'image/png', bytes: blackPng(30_000), refused: NONE },
    { name: 'page.mp4', type: 'video/mp4', bytes: Buffer.from('<script>alert(1)</script>'), refused: NONE },
    { name: 'movie.png', type: 'image/png', bytes: Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0'), refused: NONE },
  ]
}

const MB = 1024 * 1024
/** Rounds after the first, in which libraries are loaded and caches fill. */
const ROUNDS = 2

describe('hostile files', () => {
  let wiki: TestWiki
  let page = ''
  const files = hostileFiles()

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await makeSpace(wiki)
    page = await makePage(wiki, 'Files')
  })
  afterAll(() => wiki.close())

  const thumbnail = (id: string) => `/rest/documentConversion/latest/conversion/thumbnail/${id}/1`

  /** Attaches a file under a new name and with unique bytes, so that nothing is known of it already. */
  async function takes({ name, type, bytes, refused, found }: Hostile, round: number): Promise<void> {
    const title = `${round} ${name}`
    const attached = await attach(wiki.admin, page, title, Buffer.concat([bytes, Buffer.from(`\n${round}`)]), type)
    const id = attached.id.replace(/^att/, '')
    const shown = await wiki.admin.get(`/rest/oxbow/1.0/previews/${id}/1`)
    expect(shown.status, title).toBe(refused === undefined ? 200 : 415)
    if (refused !== undefined) expect(shown.json.message, title).toBe(refused)
    expect(shown.text.length, title).toBeLessThan(20 * MB)
    await expect.poll(async () => (await wiki.admin.get(thumbnail(id))).status, { message: title }).toBe(415)
    const sent = await fetch(wiki.url + attached._links['download'], { headers: wiki.admin.headers })
    expect(sent.headers.get('content-type'), title).toBe(type)
    expect(sent.headers.get('x-content-type-options'), title).toBe('nosniff')
    await sent.body?.cancel()
    await settle(wiki.app)
    if (!found) return
    const finds = async (word: string) =>
      (await wiki.admin.get(`/rest/api/search?cql=${encodeURIComponent(`text ~ "${word}" and title ~ "${round}"`)}`))
        .json.results.length
    expect(await finds(found.word), title).toBe(1)
    expect(await finds(found.beyond), title).toBe(0)
  }

  it('are shown safely or refused clearly, and leave no memory behind', async () => {
    const round = async (number: number) => {
      for (const file of files) await takes(file, number)
    }
    await round(0)
    const before = await memory(wiki)
    for (let number = 1; number <= ROUNDS; number++) await round(number)
    const after = await memory(wiki)
    expect(after.heap - before.heap).toBeLessThan(25)
    expect(after.process - before.process).toBeLessThan(150)
    expect(after.converters).toBeLessThan(500)
  })

  it('hold nobody up while they are converted', async () => {
    // A converter that does not go on works for as long as this test wants.
    const { processes } = converterOf(wiki.app)
    expect(processes.length).toBeGreaterThan(0)
    const held = await attach(wiki.admin, page, 'held.docx', docx(['Held']), OFFICE_TYPES.docx)
    await settle(wiki.app)
    for (const id of processes) process.kill(id, 'SIGSTOP')
    let isConverted = false
    const preview = wiki.admin
      .get(`/rest/oxbow/1.0/previews/${held.id.replace(/^att/, '')}/1`)
      .finally(() => (isConverted = true))
    const viewed = await wiki.admin.get(`/pages/viewpage.action?pageId=${page}`)
    expect(viewed.status).toBe(200)
    expect(isConverted).toBe(false)
    for (const id of processes) process.kill(id, 'SIGCONT')
    expect((await preview).json).toEqual({ kind: 'document', html: '<p>Held</p>' })
  })

  it('hold up no jobs of other classes while their words are read', async () => {
    const { processes } = converterOf(wiki.app)
    for (const id of processes) process.kill(id, 'SIGSTOP')
    try {
      for (let number = 0; number < 6; number++)
        await attach(wiki.admin, page, `slow ${number}.docx`, docx([`Slow ${number}`]), OFFICE_TYPES.docx)
      await wiki.app.events.settled('previews')
      await expect.poll(async () => (await jobsOf('previews.read-words')).includes('running')).toBe(true)
      // Work of the other classes is done meanwhile: a space is deleted, and a notification written.
      const wanda = await wiki.addUser('wanda')
      const mention = '<p><ac:link><ri:user ri:username="wanda" /></ac:link></p>'
      await wiki.admin.post('/rest/api/space', { key: 'GONE', name: 'Gone' })
      await wiki.admin.createPage('FILES', 'For Wanda', mention)
      const deleting = (await wiki.admin.delete('/rest/api/space/GONE')).json
      const isDeleted = async () => (await wiki.admin.get(deleting.links.status)).json.finished
      await expect.poll(isDeleted).toBe(true)
      const unread = async () => (await wanda.get('/rest/mywork/latest/status/notification/count')).json.count
      await expect.poll(unread).toBe(1)
      expect(await jobsOf('previews.read-words')).toContain('running')
    } finally {
      for (const id of processes) process.kill(id, 'SIGCONT')
    }
    await settle(wiki.app)
    expect(new Set(await jobsOf('previews.read-words'))).toEqual(new Set(['done']))
  })

  /** States of the jobs of a kind. */
  async function jobsOf(kind: string): Promise<string[]> {
    const rows = await wiki.app.database.read.selectFrom('job').select('state').where('kind', '=', kind).execute()
    return rows.map(({ state }) => state)
  }
})

/** MB, after collection: of the wiki, its process, and the most that a converter has taken. */
async function memory({ app }: TestWiki) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
  const peaks = await Promise.all(
    converterOf(app).processes.map(async id => {
      const status = await readFile(`/proc/${id}/status`, 'utf8')
      return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) / 1024
    }),
  )
  return { heap: (heapUsed + arrayBuffers) / MB, process: rss / MB, converters: Math.max(...peaks) }
}

/** A workbook whose one long text is in so many cells. */
function copies(cells: number): Buffer {
  const rows = Array.from({ length: cells / 100 }, () => `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`)
  return xlsx([], {
    'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(MB)}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  })
}
