import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readPage } from '#language/markdown/index.ts'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine, storage, type HttpClient } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { MOST_CALLS } from './shared.ts'

const CORPUS = path.resolve(import.meta.dirname, '../../../../shared/corpus/storage')
const IS_FULL = process.env['OXBOW_TEST_LANE'] === 'full'
const MACRO =
  '<ac:structured-macro ac:name="toc" ac:schema-version="1" ac:macro-id="7c0e0a4e-1111-4444-8888-000000000003" />'

onEachEngine(
  'agents',
  () => features,
  wiki => {
    const clients: Client[] = []
    let ada: HttpClient
    let count = 0

    const tokenOf = async (client: HttpClient, scope: 'read' | 'write') =>
      (await client.post('/rest/pat/latest/tokens', { name: 'agent', scope })).json.rawToken as string
    /** The published client of the protocol, with an access token. */
    const connect = async (token: string) => {
      const client = new Client({ name: 'test', version: '1' })
      const requestInit = { headers: { authorization: `Bearer ${token}` } }
      await client.connect(new StreamableHTTPClientTransport(new URL(`${wiki().url}/mcp`), { requestInit }))
      clients.push(client)
      return client
    }
    const agentOf = async (user: HttpClient, scope: 'read' | 'write' = 'write') => connect(await tokenOf(user, scope))
    const call = async (client: Client, name: string, values: object) => {
      const { content, isError } = await client.callTool({ name, arguments: values as Record<string, unknown> })
      const [first] = content as { type: string; text: string }[]
      return { text: first?.text ?? '', isError: isError === true }
    }
    const done = async (client: Client, name: string, values: object) => {
      const { text, isError } = await call(client, name, values)
      expect(isError, text).toBe(false)
      return text
    }
    const refused = async (client: Client, name: string, values: object) => {
      const { text, isError } = await call(client, name, values)
      expect(isError, text).toBe(true)
      return text
    }
    const newPage = async (text: string, parent?: string) => {
      const body = {
        type: 'page',
        title: `Page ${++count}`,
        space: { key: 'AG' },
        body: storage(text),
        ...(parent ? { ancestors: [{ id: parent }] } : {}),
      }
      const made = await ada.post('/rest/api/content', body)
      expect(made.status, made.text).toBe(200)
      return made.json.id as string
    }
    const stored = async (id: string) => {
      const { body, version } = (await wiki().admin.get(`/rest/api/content/${id}?expand=body.storage,version`)).json
      return { text: body.storage.value as string, version: version.number as number }
    }

    beforeAll(async () => {
      await wiki().admin.post('/rest/api/space', { key: 'AG', name: 'Agents' })
      ada = await wiki().addUser('ada')
      const set = await wiki().admin.put('/rest/oxbow/1.0/admin/settings', { mcp: true })
      if (set.status >= 300) throw new Error(set.text)
    })
    afterEach(async () => {
      for (const client of clients.splice(0)) await client.close()
    })

    it('list all tools, with what each changes', async () => {
      const { tools } = await (await agentOf(ada)).listTools()
      expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
        ['search', true],
        ['list_spaces', true],
        ['list_children', true],
        ['read_page', true],
        ['create_page', false],
        ['edit_page', false],
        ['add_comment', false],
        ['attach_file', false],
      ])
      for (const { description, inputSchema } of tools) {
        expect(description).toMatch(/\.$/)
        expect(inputSchema.type).toBe('object')
      }
    })

    it('find spaces and pages, and read them as Markdown with numbered blocks', async () => {
      const agent = await agentOf(ada, 'read')
      const id = await newPage(`<h1>Quokka</h1>${MACRO}<p>One <strong>two</strong></p>`)
      const below = await newPage('<p>x</p>', id)
      expect(JSON.parse(await done(agent, 'list_spaces', {})).spaces).toContainEqual({
        key: 'AG',
        name: 'Agents',
        type: 'global',
        status: 'current',
      })
      expect(JSON.parse(await done(agent, 'list_children', { page: id }))).toEqual({
        pages: [{ id: below, title: `Page ${count}` }],
        hasMore: false,
      })
      expect(JSON.parse(await done(agent, 'list_children', { space: 'AG', limit: 1 })).hasMore).toBe(true)
      await wiki().app.jobs.idle()
      await expect
        .poll(async () =>
          JSON.parse(await done(agent, 'search', { query: 'Quokka', space: 'AG' })).results.map(
            (hit: { id: string }) => hit.id,
          ),
        )
        .toContain(id)
      const page = await done(agent, 'read_page', { page: id })
      expect(page).toContain(`page: "${id}"\nspace: AG\nversion: 1\n`)
      expect(page).toContain(
        `\n[block 0]\n# Quokka\n\n[block 1]\n\`\`\`storage\n${MACRO}\n\`\`\`\n\n[block 2]\nOne **two**`,
      )
      expect(await done(agent, 'read_page', { space: 'AG', title: `Page ${count - 1}` })).toBe(page)
    })

    it('read long pages in parts', async () => {
      const agent = await agentOf(ada)
      const id = await newPage(Array.from({ length: 300 }, (_, n) => `<p>${n} ${'word '.repeat(200)}</p>`).join(''))
      const first = await done(agent, 'read_page', { page: id })
      const next = Number(/read it with firstBlock (\d+)/.exec(first)?.[1])
      expect(next).toBeGreaterThan(50)
      expect(await done(agent, 'read_page', { page: id, firstBlock: next })).toContain(`[block ${next}]\n${next} word`)
    })

    it('create pages, comment on them and attach files, in the name of their user', async () => {
      const agent = await agentOf(ada)
      const parent = await newPage('<p>x</p>')
      const made = JSON.parse(
        await done(agent, 'create_page', { space: 'AG', title: 'By an agent', markdown: '# Plan\n\n- a', parent }),
      )
      const { json } = await ada.get(`/rest/api/content/${made.page}?expand=body.storage,ancestors,history`)
      expect(json.body.storage.value).toBe('<h1>Plan</h1><ul><li>a</li></ul>')
      expect([json.ancestors.at(-1).id, json.history.createdBy.username]).toEqual([parent, 'ada'])
      const { comment } = JSON.parse(await done(agent, 'add_comment', { page: made.page, markdown: '**Good**' }))
      await done(agent, 'add_comment', { page: made.page, markdown: 'Yes', answers: comment })
      const comments = (await ada.get(`/rest/api/content/${made.page}/child/comment?expand=body.storage&depth=all`))
        .json.results
      expect(comments.map((one: { body: { storage: { value: string } } }) => one.body.storage.value)).toContain(
        '<p><strong>Good</strong></p>',
      )
      const base64 = Buffer.from('Hello').toString('base64')
      await done(agent, 'attach_file', { page: made.page, name: 'a.txt', base64 })
      expect(JSON.parse(await done(agent, 'attach_file', { page: made.page, name: 'a.txt', base64 })).version).toBe(2)
      expect((await ada.get(`/download/attachments/${made.page}/a.txt`)).text).toBe('Hello')
    })

    it('edit blocks, and nothing else', async () => {
      const agent = await agentOf(ada)
      const id = await newPage(`<h1>T</h1>${MACRO}<p style="color: red;">One</p><p>Two</p>`)
      const edits = [
        { action: 'replace', block: 2, markdown: 'Uno' },
        { action: 'delete', block: 3 },
        { action: 'insert', after: 0, markdown: 'New' },
        { action: 'insert', after: -1, markdown: 'First' },
      ]
      const answer = JSON.parse(await done(agent, 'edit_page', { page: id, version: 1, edits, message: 'By an agent' }))
      expect(answer).toMatchObject({ page: id, version: 2 })
      expect(await stored(id)).toEqual({
        text: `<p>First</p><h1>T</h1><p>New</p>${MACRO}<p style="color: red;">Uno</p>`,
        version: 2,
      })
    })

    it('write nothing if the page has changed since they read it', async () => {
      const agent = await agentOf(ada)
      const id = await newPage('<p>One</p>')
      await done(agent, 'edit_page', {
        page: id,
        version: 1,
        edits: [{ action: 'replace', block: 0, markdown: 'Two' }],
      })
      const stale = { page: id, version: 1, edits: [{ action: 'replace', block: 0, markdown: 'Three' }] }
      expect(await refused(agent, 'edit_page', stale)).toBe(
        'The page is at version 2, and you have read version 1. Nothing was changed: read the page again, and edit what is there now',
      )
      const race = { ...stale, version: 2 }
      const all = await Promise.all([call(agent, 'edit_page', race), call(agent, 'edit_page', race)])
      expect(all.filter(({ isError }) => isError)).toHaveLength(1)
      expect(await stored(id)).toEqual({ text: '<p>Three</p>', version: 3 })
    })

    it('change nothing with a token that may only read', async () => {
      const agent = await agentOf(ada, 'read')
      const id = await newPage('<p>One</p>')
      const base64 = 'SGVsbG8='
      const attempts = [
        ['create_page', { space: 'AG', title: 'Not made', markdown: 'x' }],
        ['edit_page', { page: id, version: 1, edits: [{ action: 'delete', block: 0 }] }],
        ['add_comment', { page: id, markdown: 'x' }],
        ['attach_file', { page: id, name: 'a.txt', base64 }],
      ] as const
      // All tools that do not say that they only read.
      const { tools } = await agent.listTools()
      const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)
      expect(changing.map(({ name }) => name)).toEqual(attempts.map(([name]) => name))
      for (const [name, values] of attempts) expect(await refused(agent, name, values)).toContain('may only read')
      expect(await stored(id)).toEqual({ text: '<p>One</p>', version: 1 })
      expect((await ada.get('/rest/api/content?spaceKey=AG&title=Not+made')).json.size).toBe(0)
      expect((await ada.get(`/rest/api/content/${id}/child/comment`)).json.size).toBe(0)
    })

    it('see and change what their user may, and no more', async () => {
      const id = await newPage('<p>Secret numbat</p>')
      const restriction = (operation: string) => ({
        operation,
        restrictions: { user: [{ type: 'known', username: 'ada' }] },
      })
      const closed = await wiki().admin.put(`/rest/api/content/${id}/restriction`, [restriction('read')])
      expect(closed.status, closed.text).toBe(200)
      const other = await agentOf(await wiki().addUser('bob'))
      const none = `No content found with id: ContentId{id=${id}}`
      const edit = { page: id, version: 1, edits: [{ action: 'delete', block: 0 }] }
      expect(await refused(other, 'read_page', { page: id })).toBe(none)
      expect(await refused(other, 'edit_page', edit)).toBe(none)
      expect(await refused(other, 'list_children', { page: id })).toBe(none)
      expect(await refused(other, 'add_comment', { page: id, markdown: 'x' })).toBe(none)
      expect(await refused(other, 'attach_file', { page: id, name: 'a.txt', base64: 'AA==' })).toBe(none)
      expect(await refused(other, 'create_page', { space: 'AG', title: 'Below', markdown: 'x', parent: id })).toBe(none)
      expect(await refused(other, 'read_page', { space: 'AG', title: `Page ${count}` })).not.toContain('numbat')
      await wiki().app.jobs.idle()
      expect(await done(other, 'search', { query: 'numbat' })).not.toContain(id)
      const open = await newPage('<p>x</p>')
      await wiki().admin.put(`/rest/api/content/${open}/restriction`, [restriction('update')])
      expect(await refused(other, 'edit_page', { ...edit, page: open })).toContain('permission to edit')
    })

    it('get clear errors for bad input, and nothing is stored', async () => {
      const agent = await agentOf(ada)
      const id = await newPage('<p>One</p>')
      const edit = (edits: object[]) => refused(agent, 'edit_page', { page: id, version: 1, edits })
      expect(await edit([{ action: 'delete', block: 7 }])).toContain('no block 7')
      expect(await edit([{ action: 'replace', block: 0, markdown: '```storage\n<p>\n```' }])).toContain(
        'not well-formed',
      )
      expect(await refused(agent, 'edit_page', { page: id, version: 1, edits: [] })).not.toBe('')
      expect(await refused(agent, 'read_page', {})).toContain('space and title')
      expect(await refused(agent, 'read_page', { page: '../1' })).toContain('id of a page')
      expect(await refused(agent, 'attach_file', { page: id, name: '../a.txt', base64: 'AA==' })).toContain('no name')
      expect(await refused(agent, 'attach_file', { page: id, name: 'a.txt', base64: '!' })).toContain('Base64')
      const large = Buffer.alloc(10 * 2 ** 20 + 3).toString('base64')
      expect(await refused(agent, 'attach_file', { page: id, name: 'a.bin', base64: large })).toContain('10 MB')
      expect(await stored(id)).toEqual({ text: '<p>One</p>', version: 1 })
      expect((await ada.get(`/rest/api/content/${id}/child/attachment`)).json.size).toBe(0)
    })

    it('need a token: neither cookies nor passwords do, and pages of other sites never', async () => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
      const headers = { accept: 'application/json, text/event-stream' }
      const status = async (client: HttpClient) => (await client.send('POST', '/mcp', message, headers)).status
      expect(await status(wiki().admin)).toBe(401)
      expect(await status(wiki().anonymous)).toBe(401)
      const browser = new Browser(wiki().url)
      await browser.login('admin', ADMIN.password)
      expect(
        (await browser.send('POST', '/mcp', message, { ...headers, 'x-atlassian-token': 'no-check' })).status,
      ).toBe(401)
      const bearer = { authorization: `Bearer ${await tokenOf(ada, 'read')}` }
      expect(await status(wiki().anonymous.with(bearer))).toBe(200)
      expect(await status(wiki().anonymous.with({ authorization: 'Bearer oxb_wrong' }))).toBe(401)
      expect(await status(wiki().anonymous.with({ ...bearer, origin: 'https://evil.example' }))).toBe(403)
      expect(await status(wiki().anonymous.with({ ...bearer, origin: wiki().url }))).toBe(200)
      const listen = { ...message, method: 'subscriptions/listen' }
      expect((await wiki().anonymous.with(bearer).send('POST', '/mcp', listen, headers)).status).toBe(400)
      expect((await wiki().anonymous.with(bearer).get('/mcp')).status).toBe(405)
    })

    it('write nothing while the wiki is read-only', async () => {
      const agent = await agentOf(ada)
      const id = await newPage('<p>One</p>')
      const mode = (name: string) => wiki().admin.put('/rest/oxbow/1.0/admin/access-mode', { mode: name })
      const set = await mode('READ_ONLY')
      expect(set.status, set.text).toBeLessThan(300)
      try {
        expect(
          await refused(agent, 'edit_page', { page: id, version: 1, edits: [{ action: 'delete', block: 0 }] }),
        ).toContain('read-only')
        expect(await done(agent, 'read_page', { page: id })).toContain('One')
      } finally {
        await mode('READ_WRITE')
      }
    })

    it('are limited in a minute, each user for themselves', async () => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
      const headers = { accept: 'application/json, text/event-stream' }
      const fast = await tokenOf(await wiki().addUser('fast'), 'write')
      const post = (token: string) =>
        wiki()
          .anonymous.with({ authorization: `Bearer ${token}` })
          .send('POST', '/mcp', message, headers)
      const statuses = new Map<number, number>()
      for (let sent = 0; sent < MOST_CALLS; sent += 20)
        for (const { status } of await Promise.all(Array.from({ length: 20 }, () => post(fast))))
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
      expect(statuses).toEqual(new Map([[200, MOST_CALLS]]))
      const refusal = await post(fast)
      expect(refusal.status).toBe(429)
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await post(await tokenOf(ada, 'read'))).status).toBe(200)
    })

    describe.skipIf(!existsSync(CORPUS))(
      'in the corpus of real pages (skipped where ../shared/corpus is absent)',
      () => {
        const all = existsSync(CORPUS) ? readdirSync(CORPUS).filter(name => name.endsWith('.xml')) : []
        const names = IS_FULL ? all : all.filter((_, index) => index % 40 === 0)

        it('replace one paragraph, and only that changes', async () => {
          const agent = await agentOf(wiki().admin)
          let edited = 0
          for (const name of names) {
            const id = await newPage(readFileSync(path.join(CORPUS, name), 'utf8'))
            const { text } = await stored(id)
            const { blocks } = readPage(text)
            const index = blocks.findIndex(({ kind }) => kind === 'text')
            const block = blocks[index]
            if (!block) continue
            edited++
            await done(agent, 'edit_page', {
              page: id,
              version: 1,
              edits: [{ action: 'replace', block: index, markdown: 'Replaced text 123' }],
            })
            const after = (await stored(id)).text
            const [before, rest] = [text.slice(0, block.start), text.slice(block.end)]
            expect(after.startsWith(before) && after.endsWith(rest), name).toBe(true)
            expect(after.slice(before.length, after.length - rest.length), name).toMatch(
              /^(?:<p(?: [^>]*)?>)?Replaced text 123(?:<\/p>)?$/,
            )
          }
          expect(edited).toBeGreaterThan(names.length / 2)
        }, 300_000)
      },
    )

    // Last: it switches the agents off.
    it('are refused while the setting is off, as it is at first', async () => {
      const token = await tokenOf(ada, 'write')
      await wiki().admin.put('/rest/oxbow/1.0/admin/settings', { mcp: false })
      await expect(connect(token)).rejects.toThrow('Agents cannot connect to this wiki')
    })
  },
)
