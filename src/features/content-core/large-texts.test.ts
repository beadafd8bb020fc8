import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#platform/server/app.ts'
import { ENGINES, onEachEngine, startTestWiki, storage, type HttpClient } from '#platform/server/testing/harness.ts'
import { WorkerPool } from '#platform/server/workers/index.ts'
import type { WorkerPoolOptions } from '#platform/server/workers/pool.ts'
import { openToAnonymous } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { readBody } from './server/model/body.ts'
import { factsOf } from './server/model/documents.ts'
import { renderStorage } from './server/render/render.ts'

/** Has a running wiki do its work by another pool. @returns puts back its own */
function withPool(app: App, options: WorkerPoolOptions): () => Promise<void> {
  const own = app.workers
  const pool = new WorkerPool(options)
  Object.assign(app, { workers: pool })
  return async () => {
    Object.assign(app, { workers: own })
    await pool.close()
  }
}

const IN_THREADS: WorkerPoolOptions = { large: 0 }
const HERE: WorkerPoolOptions = { large: Infinity }

const macro = (name: string, parameters: Record<string, string> = {}, body = '') =>
  `<ac:structured-macro ac:name="${name}" ac:schema-version="1" ac:macro-id="id-of-${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}${body}</ac:structured-macro>`
const rich = (body: string) => `<ac:rich-text-body>${body}</ac:rich-text-body>`
const link = (title: string) => `<p><ac:link><ri:page ri:content-title="${title}" /></ac:link></p>`

/** Everything that asks something of the wiki, and what does not. */
const SAMPLES: Readonly<Record<string, string>> = {
  'plain words': '<h1>One</h1><p>Words &amp; <em>more</em>&nbsp;words</p><pre>  two\n lines</pre>',
  links: `${link('There')}${link('Nowhere')}<p><a href="/x">x</a> <ac:image><ri:attachment ri:filename="none.png" /></ac:image></p>`,
  'a mention':
    '<p><ac:link><ri:user ri:username="admin" /></ac:link> <ac:link><ri:user ri:username="nobody" /></ac:link></p>',
  'headings with their table': `${macro('toc')}<h1>One</h1><h2>Two</h2><h1>One</h1>`,
  'boxes within each other': macro('panel', { title: 'A' }, rich(macro('info', {}, rich('<p>inner</p>')))),
  code: macro('code', { language: 'js' }, '<ac:plain-text-body><![CDATA[const a = "<b>"]]></ac:plain-text-body>'),
  'an included page': macro('include', { '': 'There' }),
  'a page that includes itself': macro('include', { '': 'Here' }),
  'an excerpt': macro('excerpt-include', { '': 'There' }),
  children: macro('children', { all: 'true', excerpt: 'true' }),
  'children of home': macro('children', { page: '@home' }),
  'macros of features': `${macro('contributors')}${macro('attachments')}${macro('tasks-report-macro', { status: 'incomplete' })}${macro('recently-updated')}`,
  'macros within text': `<p>before ${macro('view-file', { name: 'none.pdf' })} after ${macro('gliffy', { name: 'None' })}</p>`,
  'an unknown macro': macro('nobody-has-this', { a: 'b' }, rich('<p>its body</p>')),
  'tasks without ids':
    '<ac:task-list><ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body>First</ac:task-body></ac:task>' +
    '<ac:task><ac:task-status>complete</ac:task-status><ac:task-body>Second <time datetime="2026-11-25" /></ac:task-body></ac:task></ac:task-list>',
  'a date': '<p><time datetime="2026-11-25" /></p>',
  'markup in the wrong place': '<table><tr><table><tr><td>x</td></tr></table></tr></table><li>item</li><p><p>a</p></p>',
}

onEachEngine(
  'texts that threads work on',
  () => features,
  wiki => {
    let pageId = 0
    let putBack: (() => Promise<void>) | undefined
    const use = async (options: WorkerPoolOptions) => {
      await putBack?.()
      putBack = withPool(wiki().app, options)
    }
    const create = (title: string, value: string) =>
      wiki().admin.post('/rest/api/content', { type: 'page', title, space: { key: 'LARGE' }, body: storage(value) })

    beforeAll(async () => {
      await wiki().admin.post('/rest/api/space', { key: 'LARGE', name: 'Large' })
      await create('There', `<p>words of another page</p>${macro('excerpt', {}, rich('<p>the excerpt</p>'))}`)
      pageId = Number((await create('Here', macro('include', { '': 'Here' }))).json.id)
      await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: 'Below',
        space: { key: 'LARGE' },
        ancestors: [{ id: String(pageId) }],
        body: storage('<p>words below</p>'),
      })
      await wiki().app.events.settled()
    })
    afterEach(async () => {
      await putBack?.()
      putBack = undefined
    })

    it.each(Object.keys(SAMPLES))('are read and rendered as small ones: %s', async name => {
      const text = SAMPLES[name] ?? ''
      const { app } = wiki()
      const spaceId = (
        await app.database.read.selectFrom('space').select('id').where('key', '=', 'LARGE').executeTakeFirstOrThrow()
      ).id
      const page = { id: String(pageId), title: 'Here', spaceKey: 'LARGE', version: 1, contentType: 'page' }
      const results = []
      for (const options of [HERE, IN_THREADS]) {
        await use(options)
        const { storage: read, facts } = await readBody(app, { value: text, representation: 'storage' })
        const rendered = []
        for (const locale of ['en', 'de'] as const)
          for (const mode of ['view', 'export_view'] as const)
            rendered.push(await renderStorage({ ...app.systemContext(), locale }, read, page, mode, spaceId))
        results.push({ read, facts: { ...facts }, again: { ...(await factsOf(app, read)) }, rendered })
      }
      expect(results[1]).toEqual(results[0])
      expect(results[0]?.rendered[0]?.html).not.toBe('')
    })

    it('are saved while visitors and users have others converted', async () => {
      await use({ waiting: 1 })
      await openToAnonymous(wiki())
      const table = (length: number) => '|a|b|c|d|\n'.repeat(length / 10)
      const convert = (client: HttpClient, length: number) =>
        client.post('/rest/api/contentbody/convert/view', { value: table(length), representation: 'wiki' })
      const conversions = [
        ...Array.from({ length: 8 }, () => convert(wiki().anonymous, 10_000)),
        ...Array.from({ length: 6 }, () => convert(wiki().admin, 66_000)),
      ]
      const saves = [1, 2].map(n => create(`Saved meanwhile ${n}`, `<p>${'word '.repeat(14_000)}</p>`))
      for (const reply of await Promise.all(saves)) expect(reply.status, reply.text.slice(0, 200)).toBe(200)
      const statuses = (await Promise.all(conversions)).map(reply => reply.status)
      expect(statuses.slice(0, 8)).toContain(200)
      expect(statuses.slice(8)).toContain(200)
      expect(new Set(statuses)).toEqual(new Set([200, 503]))
      const tooLong = await convert(wiki().anonymous, 40_000)
      expect(tooLong.status, tooLong.text.slice(0, 200)).toBe(413)
      expect(tooLong.json.message).toContain('at most 32768 characters')
    })

    it('are compared as small ones', async () => {
      const id = (await create('Compared', '<p>one two three</p>')).json.id as string
      await wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: 'Compared',
        version: { number: 2 },
        body: storage('<p>one 2 three</p><p>four</p>'),
      })
      const answers = []
      for (const options of [HERE, IN_THREADS]) {
        await use(options)
        const { workers } = wiki().app
        const tasks: string[] = []
        const run = workers.run.bind(workers) as (...of: unknown[]) => Promise<unknown>
        workers.run = ((...of: unknown[]) => {
          const [{ name }, , length] = of as [{ name: string }, unknown, number]
          if (workers.isLarge(length)) tasks.push(name)
          return run(...of)
        }) as typeof workers.run
        const { json } = await wiki().admin.get(`/rest/oxbow/1.0/content/${id}/compare?from=1&to=2`)
        answers.push(json)
        expect(tasks.includes('content.compare')).toBe(options === IN_THREADS)
      }
      expect(answers[1]).toEqual(answers[0])
      expect(answers[1]).toMatchObject({ complete: true, before: '<p>one <del>two</del> three</p>' })
    })

    it('are read from wiki markup', async () => {
      await use(IN_THREADS)
      const markup = { value: 'h1. Title\n\n* one\n* two', representation: 'wiki' }
      expect((await readBody(wiki().app, markup)).storage).toBe('<h1>Title</h1><ul><li>one</li><li>two</li></ul>')
    })

    it('are refused with a line and a column where they are not well-formed, and nothing is stored', async () => {
      await use(IN_THREADS)
      const refused = await create('Refused', '<p>one</p>\n<p>two</b>')
      expect(refused.status).toBe(400)
      expect(refused.json.message).toMatch(/^Error parsing xhtml: .+ at line 2, column 7$/s)
      expect((await wiki().admin.get('/rest/api/content?spaceKey=LARGE&title=Refused')).json.size).toBe(0)
    })

    it('are found, with their links and tasks, after they were published', async () => {
      await use(IN_THREADS)
      const text = `${SAMPLES['tasks without ids']}${link('There')}<p>archaeopteryx</p>`
      const { json } = await create('Published', text)
      const found = await wiki().admin.get(`/rest/api/search?cql=${encodeURIComponent('text ~ "archaeopteryx"')}`)
      expect(found.json.results.map((result: { content: { id: string } }) => result.content.id)).toEqual([json.id])
      const { read } = wiki().app.database
      const id = Number(json.id)
      const links = await read.selectFrom('content_link').select('target_key').where('from_id', '=', id).execute()
      expect(links).toEqual([{ target_key: 'there' }])
      const tasks = await read.selectFrom('inline_task').select('description').where('content_id', '=', id).execute()
      expect(tasks.map(task => task.description).toSorted()).toEqual(['First', 'Second 2026-11-25'])
    })

    it('that are too much are answered with 503, and what was there stays', async () => {
      const { json } = await create('Too much', '<p>as it was</p>')
      await use({ large: 50_000, memory: 16 })
      const path = `/rest/api/content/${json.id}`
      const much = '<p>word</p>'.repeat(200_000)
      const refused = await wiki().admin.put(path, {
        type: 'page',
        title: 'Too much',
        version: { number: 2 },
        body: storage(much),
      })
      expect(refused.status, refused.text).toBe(503)
      expect(refused.json.message).toBe('This takes too much memory')
      expect(refused.headers.get('retry-after')).toBe('10')
      const after = await wiki().admin.get(`${path}?expand=body.storage,version`)
      expect(after.json.version.number).toBe(1)
      expect(after.json.body.storage.value).toBe('<p>as it was</p>')
    })
  },
)

describe.each(ENGINES)('a wiki that is stopped while a thread works for a request, on %s', engine => {
  it('answers it first', async () => {
    // A busy machine takes longer over it than a stop usually waits.
    const wiki = await startTestWiki(engine, features, { OXBOW_SHUTDOWN_SECONDS: '120' })
    try {
      await wiki.admin.post('/rest/api/space', { key: 'STOP', name: 'Stop' })
      // Whether the request has arrived: a thread works for it.
      const began = Promise.withResolvers<void>()
      const { workers } = wiki.app
      const run = workers.run.bind(workers) as (...of: unknown[]) => Promise<unknown>
      workers.run = ((...of: unknown[]) => {
        const [, , length] = of as [unknown, unknown, number]
        // A text stored before is indexed meanwhile, without a thread.
        if (workers.isLarge(length)) began.resolve()
        return run(...of)
      }) as typeof workers.run
      const reply = wiki.admin.post('/rest/api/content', {
        type: 'page',
        title: 'Last',
        space: { key: 'STOP' },
        body: storage('<p>last words</p>'.repeat(20_000)),
      })
      await began.promise
      await wiki.stop()
      expect((await reply).status).toBe(200)
    } finally {
      await wiki.close()
    }
  })
})

const folder = path.resolve(import.meta.dirname, '../../../../shared/corpus/storage')
const isThere = existsSync(folder)
const documents = isThere ? readdirSync(folder).filter(name => name.endsWith('.xml')) : []

describe.skipIf(!isThere)('the corpus of real pages in threads (skipped where ../shared/corpus is absent)', () => {
  const pool = new WorkerPool(IN_THREADS)
  const here = new WorkerPool(HERE)
  afterAll(() => pool.close())

  it('reads and renders as on the event loop', async () => {
    const wiki = await startTestWiki('sqlite', features)
    try {
      const { app } = wiki
      const page = { id: '0', title: 'Corpus', spaceKey: 'DS', version: 1, contentType: 'page' }
      const differing: string[] = []
      for (const name of documents) {
        const value = readFileSync(path.join(folder, name), 'utf8')
        const { storage: read } = await readBody(app, { value, representation: 'storage' })
        const results = []
        for (const workers of [here, pool]) {
          Object.assign(app, { workers })
          const facts = { ...(await factsOf(app, read)) }
          results.push(JSON.stringify([facts, await renderStorage(app.systemContext(), read, page, 'view', 0)]))
        }
        if (results[0] !== results[1]) differing.push(name)
      }
      expect(documents.length).toBeGreaterThan(500)
      expect(differing).toEqual([])
    } finally {
      await wiki.close()
    }
  })
})
