import { ConfluenceClient } from 'confluence.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ADMIN, ENGINES, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../src/server.ts'

const TITLES = [
  'Ünïcödé ñ',
  'e\u0301 combining',
  'C++ / 100% ?',
  'Issue #1: why?',
  'He said "hi"',
  "It's a \\ b",
  '50%25 off',
  '%2F',
  'a/b',
  '<b>a & b</b>; c=d',
  '[x|y] {z}',
  '~tilde',
  '..dots',
  '-minus',
  'AND',
  '😀 party 👩‍👩‍👧',
  'مرحبا بالعالم',
  'שלום (עולם)',
  '新しいページ',
  'x'.repeat(255),
  'é'.repeat(255),
  '😀'.repeat(127),
  // White space is normalised to one blank, in searches too.
  '  leading and trailing  ',
  'a  b\tc',
  'd\u00a0e',
]
const FILES = [
  'Ünïcödé.txt',
  'e\u0301.txt',
  'C++ 100% ?.txt',
  'Issue #1.txt',
  'He said "hi".txt',
  '50%25.txt',
  'a;b=c&d.txt',
  '[x|y].txt',
  '..dots',
  '😀.txt',
  'مرحبا.txt',
  '  blanks  .txt ',
  'a  b.txt',
  `${'é'.repeat(251)}.txt`,
  `${'新'.repeat(251)}.txt`,
]
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, sign => `\\${sign}`)}"`
const kept = (title: string) => title.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** Content is found under its name, whatever that contains, by every way that a client or a reader has. */
describe.each(ENGINES)('odd names by confluence.js (%s)', engine => {
  let wiki: TestWiki
  let client: ConfluenceClient
  beforeAll(async () => {
    wiki = await startTestWiki(engine, features)
    client = new ConfluenceClient({
      host: wiki.url,
      authentication: { basic: { email: 'admin@example.org', apiToken: ADMIN.password } },
    })
    await client.space.createSpace({ key: 'ODD', name: 'Odd' } as never)
  })
  afterAll(() => wiki.close())
  const create = (title: string, storage: string) =>
    client.content.createContent({
      type: 'page',
      title,
      space: { key: 'ODD' },
      body: { storage: { value: storage, representation: 'storage' } },
    } as never)
  /** The id of the page that an address shows, wherever it leads. */
  const shown = async (path: string) => {
    let reply = await wiki.admin.get(path)
    const to = reply.headers.get('location')
    if (to) reply = await wiki.admin.get(to.replace(wiki.app.baseUrl, ''))
    return /<meta name="ajs-page-id" content="(\d+)">/.exec(reply.text)?.[1]
  }
  const body = async (id: string, form: 'storage' | 'view') => {
    const { json } = await wiki.admin.get(`/rest/api/content/${id}?expand=body.${form}`)
    return z.object({ body: z.record(z.string(), z.union([z.object({ value: z.string() }), z.unknown()])) }).parse(json)
      .body[form] as { value: string }
  }
  const target = async (id: string) =>
    /href="([^"]*)"/.exec((await body(id, 'view')).value)?.[1]?.replaceAll('&amp;', '&') ?? ''

  it.each(TITLES)('the page %j', async title => {
    const { id, ...page } = await create(title, '<p>text</p>')
    expect(page.title?.normalize('NFC')).toBe(kept(title))
    await expect(create(title, '')).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('title already exists') as string,
    })
    const found = async (by: string) =>
      (await client.content.getContent({ spaceKey: 'ODD', title: by } as never)).results?.map(one => one.id)
    expect(await found(title)).toEqual([id])
    const webui = z.object({ webui: z.string() }).loose().parse(page._links).webui
    const addresses = [
      webui,
      `/display/ODD/${encodeURIComponent(title)}`,
      `/display/ODD/${encodeURIComponent(title).replaceAll('%20', '+')}`,
      `/pages/viewpage.action?${new URLSearchParams({ spaceKey: 'ODD', title })}`,
    ]
    for (const address of addresses) expect(await shown(address), address).toBe(id)

    const linker = await create(
      `Leads to ${id}`,
      `<p><ac:link><ri:page ri:content-title="${escaped(title)}" /></ac:link></p>`,
    )
    expect(await shown(await target(linker.id))).toBe(id)
    const rename = (to: string, number: number) =>
      client.content.updateContent({ id, type: 'page', title: to, version: { number } } as never)
    await rename(`New ${id}`, 2)
    await wiki.app.jobs.idle()
    expect((await body(linker.id, 'storage')).value).toContain(`ri:content-title="New ${id}"`)
    expect(await found(title)).toEqual([])
    await rename(title, 3)
    await wiki.app.jobs.idle()
    expect(await shown(await target(linker.id))).toBe(id)

    await wiki.app.events.settled()
    const exact = await client.content.searchContentByCQL({ cql: `space = ODD and title = ${quoted(title)}` })
    expect(exact.results?.map(one => one.id)).toEqual([id])
  })

  it('takes 255 characters of a title and no more, and no empty one', async () => {
    for (const title of ['x'.repeat(256), '😀'.repeat(128), '', ' \t']) {
      await expect(create(title, '')).rejects.toMatchObject({
        statusCode: 400,
        message: expect.stringContaining('title') as string,
      })
    }
  })

  it('gives a space of the longest name a home page that can be written back, and copies of long titles too', async () => {
    const name = `${'x'.repeat(246)}😀 and it`
    await client.space.createSpace({ key: 'LONG', name } as never)
    const { json } = await wiki.admin.get('/rest/api/space/LONG?expand=homepage')
    const { id, title } = z.object({ homepage: z.object({ id: z.string(), title: z.string() }) }).parse(json).homepage
    expect(title).toBe(name)
    const copy = await wiki.admin.post(`/rest/oxbow/1.0/content/${id}/copy`, {})
    // The last character would have been cut in two.
    expect([copy.status, copy.json.title], copy.text).toEqual([200, `Copy of ${'x'.repeat(246)}`])
    const again = await client.content.updateContent({ id, type: 'page', title, version: { number: 2 } } as never)
    expect(again.title).toBe(title)
  })

  it.each(FILES)('the file %j', async name => {
    const { id } = await create(`Holds ${name}`.slice(0, 255), '')
    const upload = () =>
      client.contentAttachments.createAttachments({
        id,
        attachments: [{ file: Buffer.from('bytes'), filename: name, minorEdit: true, contentType: 'text/plain' }],
      })
    const [made] = (await upload()).results ?? []
    expect(made?.title).toBe(name.normalize('NFC').trim())
    await expect(upload()).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('same file name') as string,
    })
    const listed = await client.contentAttachments.getAttachments({ id, filename: name })
    expect(listed.results?.map(one => one.id)).toEqual([made?.id])
    const { download } = z.object({ download: z.string() }).loose().parse(made?._links)
    for (const address of [download, `/download/attachments/${id}/${encodeURIComponent(name)}`]) {
      const bytes = await wiki.admin.get(address)
      expect([bytes.status, bytes.text], address).toEqual([200, 'bytes'])
    }
    await client.content.updateContent({
      id,
      type: 'page',
      title: `Holds ${name}`.slice(0, 255),
      version: { number: 2 },
      body: {
        storage: {
          value: `<p><ac:link><ri:attachment ri:filename="${escaped(name)}" /></ac:link></p>`,
          representation: 'storage',
        },
      },
    } as never)
    expect((await wiki.admin.get(await target(id))).text).toBe('bytes')
    await wiki.app.events.settled()
    const exact = await client.content.searchContentByCQL({
      cql: `type = attachment and container = ${id} and title = ${quoted(name.trim())}`,
    })
    expect(exact.results?.map(one => one.id)).toEqual([made?.id])
  })
})
