import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ConfluenceClient } from 'confluence.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { equivalent, parse, toText } from '#language/index.ts'
import { ADMIN, ENGINES, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

const folder = path.resolve(import.meta.dirname, '../../../../shared/corpus/storage')
const isThere = existsSync(folder)
const malformed = path.join(folder, 'malformed')

/** Documents that PostgreSQL publishes: SQLite takes them all, and what differs between the two is not the text. */
const SAMPLE = 100

function documents(where: string): string[] {
  return isThere
    ? readdirSync(where)
        .filter(name => name.endsWith('.xml'))
        .toSorted()
    : []
}

function documentsFor(engine: (typeof ENGINES)[number]): string[] {
  const all = documents(folder)
  const step = engine === 'sqlite' ? 1 : Math.ceil(all.length / SAMPLE)
  return all.filter((_name, index) => index % step === 0)
}

/** Titles are at most 255 characters, and unique in a space. */
const titleOf = (name: string) => name.replace(/\.xml$/, '').slice(-200)

describe.skipIf(!isThere).each(ENGINES)(
  'the corpus of real pages by confluence.js, unmodified, on %s (skipped where ../shared/corpus is absent)',
  engine => {
    let wiki: TestWiki
    let client: ConfluenceClient
    beforeAll(async () => {
      wiki = await startTestWiki(engine, features)
      await wiki.admin.post('/rest/api/space', { key: 'CORPUS', name: 'Corpus' })
      client = new ConfluenceClient({
        host: wiki.url,
        // The client wants an e-mail address where others send a user name.
        authentication: { basic: { email: 'admin@example.org', apiToken: ADMIN.password } },
      })
    })
    afterAll(() => wiki.close())

    it('has documents to publish', () => {
      expect(documentsFor(engine).length).toBeGreaterThanOrEqual(engine === 'sqlite' ? 600 : 90)
      expect(documents(malformed).length).toBeGreaterThan(20)
    })

    it.each(documentsFor(engine))(
      '%s is published, comes back the same, renders, and survives being published again',
      async name => {
        const source = readFileSync(path.join(folder, name), 'utf8')
        const warnings = vi.spyOn(wiki.app.log, 'warn')
        const created = await client.content.createContent({
          type: 'page',
          title: titleOf(name),
          space: { key: 'CORPUS' },
          body: { storage: { value: source, representation: 'storage' } },
        } as never)
        const expand = ['body.storage', 'body.view', 'version', 'space', 'ancestors', 'history', 'metadata.labels']
        const fetched = await client.content.getContentById({ id: created.id, expand })
        const stored = fetched.body?.storage?.value ?? ''
        expect(equivalent(source, stored)).toBe(true)
        const view = fetched.body?.view?.value ?? ''
        // Some documents are a lone parameter or reference, which shows as nothing; what has words shows.
        if (toText(parse(source)) !== '') expect(view).not.toBe('')
        expect(warnings.mock.calls.filter(([, message]) => message === 'a macro failed')).toEqual([])
        await client.content.updateContent({ ...fetched, version: { ...fetched.version, number: 2 } } as never)
        const again = await client.content.getContentById({ id: created.id, expand })
        expect(again.version?.number).toBe(2)
        // Parts that the server added the first time stay: macros keep their ids.
        expect(again.body?.storage?.value).toBe(stored)
      },
    )

    it.each(documents(malformed))('%s is refused with a line and a column', async name => {
      const source = readFileSync(path.join(malformed, name), 'utf8')
      const refused = client.content.createContent({
        type: 'page',
        title: `Malformed ${titleOf(name)}`,
        space: { key: 'CORPUS' },
        body: { storage: { value: source, representation: 'storage' } },
      } as never)
      await expect(refused).rejects.toMatchObject({
        statusCode: 400,
        message: expect.stringMatching(/Error parsing xhtml: .+ at line [1-9]\d*, column [1-9]\d*/s) as string,
      })
      const search = await client.content.getContent({
        spaceKey: 'CORPUS',
        title: `Malformed ${titleOf(name)}`,
      } as never)
      expect(search.size).toBe(0)
    })
  },
)
