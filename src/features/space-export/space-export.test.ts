import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openPromise } from 'yauzl'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachEngine, storage, type HttpClient } from '#platform/server/testing/harness.ts'
import { contextOfAccount, requireAccount } from '#features/accounts/server/index.ts'
import { importFile } from '#features/space-import/testing/imports.ts'
import { importStars } from '#features/spaces/server/index.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const NO_CHECK = { 'x-atlassian-token': 'no-check' }
const READ_BY_ADMIN = [{ operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } }]

interface ShownComment {
  body: { storage: { value: string } }
  ancestors: unknown[]
  extensions: {
    location: string
    inlineProperties?: { originalSelection: string }
    resolution?: { status: string }
  }
}

onEachEngine(
  'exports of spaces',
  () => features,
  wiki => {
    let folder = ''
    let reader: HttpClient
    const ids: Record<string, string> = {}

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'export-'))
      const { admin } = wiki()
      reader = (await person(wiki(), 'reader')).client
      await admin.post('/rest/api/space', {
        key: 'OUT',
        name: 'Out & about',
        description: { plain: { value: 'A <b> space', representation: 'plain' } },
      })
      const made = async (title: string, value: string, more: object = {}) =>
        (ids[title] = await admin.createPage('OUT', title, value, more))
      const top = await made('Top', '<p>first ]]&gt; words</p>')
      const child = { ancestors: [{ id: top }] }
      await made('B', '<p>one <ac:inline-comment-marker ac:ref="mark-1">marked</ac:inline-comment-marker></p>', child)
      await made(
        'A',
        '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[x]]></ac:plain-text-body></ac:structured-macro>',
        child,
      )
      await made('Secret', '<p>nobody reads this</p>', child)
      await made('Below', '<p>nor that</p>', { ancestors: [{ id: ids['Secret'] }] })
      await made('Post', '<p>news</p>', { type: 'blogpost' })
      const changed = await admin.put(`/rest/api/content/${top}`, {
        type: 'page',
        title: 'Top',
        version: { number: 2, message: 'better' },
        body: storage('<p>second words</p>'),
      })
      if (changed.status !== 200) throw new Error(changed.text)
      await admin.put(`/rest/api/content/${ids['Secret']}/restriction`, READ_BY_ADMIN)
      await admin.post(`/rest/api/content/${top}/label`, [{ prefix: 'global', name: 'seen' }])
      await admin.post(`/rest/api/content/${top}/property`, { key: 'kept', value: { a: ']]>' } })
      const comment = async (value: string, more: object = {}) => {
        const reply = await admin.post('/rest/api/content', {
          type: 'comment',
          container: { id: top, type: 'page' },
          body: storage(value),
          ...more,
        })
        expect(reply.status, reply.text).toBe(200)
        return reply.json.id as string
      }
      const first = await comment('<p>asked</p>')
      const answer = await comment('<p>answered</p>', { ancestors: [{ id: first }] })
      await wiki().app.database.transaction(({ db }) =>
        db
          .updateTable('comment')
          .set({ location: 'inline', marker_ref: 'mark-1', original_selection: 'marked', resolution: 'resolved' })
          .where('content_id', 'in', [Number(first), Number(answer)])
          .execute(),
      )
      for (const bytes of ['old bytes', 'new bytes']) await attached(top, 'notes.txt', bytes)
      await attached(ids['Secret'] ?? '', 'hidden.txt', 'hidden bytes')
      await admin.post('/rest/api/template', {
        name: 'Minutes',
        templateType: 'page',
        space: { key: 'OUT' },
        body: storage('<p>who was there</p>'),
        labels: [{ prefix: 'global', name: 'minutes' }],
      })
      const grouped = await admin.post('/rest/api/space/OUT/category/team-one', {})
      if (grouped.status !== 204) throw new Error(grouped.text)
      await wiki().app.database.transaction(async tx => {
        const { id } = await requireAccount(wiki().app, { username: 'reader' })
        const { id: spaceId } = await tx.db
          .selectFrom('space')
          .select('id')
          .where('key', '=', 'OUT')
          .executeTakeFirstOrThrow()
        await importStars(tx, spaceId, [{ accountId: id, at: 1_600_000_000_000 }])
      })
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    const attached = async (page: string, name: string, bytes: string) => {
      const form = new FormData()
      form.append('file', new Blob([bytes], { type: 'text/plain' }), name)
      const sent = await wiki().admin.with(NO_CHECK).send('PUT', `/rest/api/content/${page}/child/attachment`, form)
      expect(sent.status, sent.text).toBe(200)
    }
    const meta = (page: string, name: string) => new RegExp(`name="${name}" content="([^"]*)"`).exec(page)?.[1] ?? ''
    /** Asks for an export as programs do: by the form, and then by the address that its answer names. */
    const exported = async (client: HttpClient, more: Record<string, string> = {}) => {
      const form = await client.get('/spaces/exportspacexml.action?key=OUT')
      const token = /name="atl_token" value="([^"]*)"/.exec(form.text)?.[1]
      expect([form.status, token]).toEqual([200, expect.any(String)])
      const begun = await client.with(NO_CHECK).send(
        'POST',
        '/spaces/doexportspace.action?key=OUT',
        new URLSearchParams({
          atl_token: token ?? '',
          exportType: 'TYPE_XML',
          contentOption: 'all',
          includeComments: 'true',
          confirm: 'Export',
          ...more,
        }),
      )
      expect(begun.status, begun.text).toBe(200)
      const poll = meta(begun.text, 'ajs-pollURI')
      await wiki().app.jobs.idle()
      const { json } = await client.get(poll)
      expect(json).toMatchObject({ complete: true, successful: true, percentageComplete: 100, lostFiles: 0 })
      expect(json.message).toContain(`<a class="space-export-download-path" href="${json.result}">`)
      const file = await fetch(`${wiki().url}${json.result}`, { headers: client.headers })
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; .*OUT-[\d-]{10}\.zip/)
      return { path: await stored(await file.bytes()), address: json.result as string, poll }
    }
    let files = 0
    const stored = async (bytes: Uint8Array) => {
      const path = join(folder, `${wiki().engine}-${++files}.zip`)
      await writeFile(path, bytes)
      return path
    }
    /** Texts of a zip file by their names. */
    const unpacked = async (path: string) => {
      const found = new Map<string, string>()
      const zip = await openPromise(path, { lazyEntries: true })
      for await (const entry of zip.eachEntry())
        found.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
      return found
    }
    const get = async (path: string) => {
      const reply = await wiki().admin.get(path)
      expect(reply.status, reply.text).toBe(200)
      return reply.json
    }
    /** Content of a space as REST shows it, without ids, times of now, and its key. */
    const shown = async (key: string) => {
      const expand =
        'body.storage,version,history,ancestors,metadata.labels,metadata.properties.kept,restrictions.read.restrictions.user,children.attachment.version'
      const { page, blogpost } = await get(`/rest/api/space/${key}/content?expand=${expand}&limit=100`)
      const contents = []
      for (const content of [...page.results, ...blogpost.results]) {
        const comments = await get(
          `/rest/api/content/${content.id}/child/comment?depth=all&expand=body.storage,ancestors,extensions.inlineProperties,extensions.resolution,version`,
        )
        const history = await get(`/rest/oxbow/1.0/content/${content.id}/versions`)
        contents.push({
          title: content.title,
          type: content.type,
          body: content.body.storage.value,
          version: [content.version.number, content.version.when, content.version.message, content.version.by.username],
          createdAt: content.history.createdDate,
          above: content.ancestors.map((above: { title: string }) => above.title),
          labels: content.metadata.labels.results.map((label: { name: string }) => label.name),
          property: content.metadata.properties.kept?.value,
          readers: content.restrictions.read.restrictions.user.results.map(
            (user: { username: string }) => user.username,
          ),
          files: content.children.attachment.results.map((file: { title: string; version: { number: number } }) => [
            file.title,
            file.version.number,
          ]),
          comments: comments.results.map((one: ShownComment) => [
            one.body.storage.value,
            one.ancestors.length,
            one.extensions.location,
            one.extensions.inlineProperties?.originalSelection,
            one.extensions.resolution?.status,
          ]),
          history: history.results.map((version: { number: number; message: string }) => [
            version.number,
            version.message,
          ]),
        })
      }
      const space = await get(`/rest/api/space/${key}?expand=description.plain,homepage`)
      const templates = await get(`/rest/api/template/page?spaceKey=${key}&expand=body`)
      return {
        contents,
        description: space.description.plain.value,
        home: space.homepage?.title,
        templates: templates.results.map(
          (one: { name: string; body: { storage: { value: string } }; labels: { name: string }[] }) => [
            one.name,
            one.body.storage.value,
            one.labels.map(label => label.name),
          ],
        ),
        ...(await marksOf(key)),
      }
    }

    const marksOf = async (key: string) => {
      const { read } = wiki().app.database
      const categories = await read
        .selectFrom('space_label')
        .innerJoin('space', 'space.id', 'space_label.space_id')
        .innerJoin('label', 'label.id', 'space_label.label_id')
        .select(['label.name', 'space_label.created_at'])
        .where('space.key', '=', key)
        .execute()
      const stars = await read
        .selectFrom('space_favourite')
        .innerJoin('space', 'space.id', 'space_favourite.space_id')
        .innerJoin('account', 'account.id', 'space_favourite.account_id')
        .select(['account.username', 'space_favourite.at'])
        .where('space.key', '=', key)
        .execute()
      expect([categories.length, stars.length]).toEqual([1, 1])
      return { categories, stars }
    }

    it('are imported again as they were', async () => {
      const { path } = await exported(wiki().admin)
      const entries = await unpacked(path)
      expect(entries.get('exportDescriptor.properties')).toContain('exportType=space\nspaceKey=OUT\n')
      const { app, admin } = wiki()
      const ctx = await contextOfAccount(app, await requireAccount(app, { username: 'admin' }))
      const { report } = await importFile(ctx, path, { temporary: folder, key: 'BACK' })
      // The contents that were exported are there still, and have their ids.
      expect(report.remarks.filter(({ key }) => !key.startsWith('Ids of '))).toEqual([])
      expect(await shown('BACK')).toEqual(await shown('OUT'))
      const pages = await get('/rest/api/content?spaceKey=BACK&title=Top')
      const id = pages.results[0].id as string
      const former = await get(`/rest/api/content/${id}?status=historical&version=1&expand=body.storage`)
      expect(former.body.storage.value).toBe('<p>first ]]&gt; words</p>')
      for (const [version, bytes] of ['old bytes', 'new bytes'].entries())
        expect((await admin.get(`/download/attachments/${id}/notes.txt?version=${version + 1}`)).text).toBe(bytes)
      const grants = async (key: string) => {
        const rows = await app.database.read
          .selectFrom('space_permission')
          .innerJoin('space', 'space.id', 'space_permission.space_id')
          .select(['account_id', 'group_id', 'permission'])
          .where('space.key', '=', key)
          .execute()
        return rows.map(row => JSON.stringify(row)).toSorted()
      }
      expect(await grants('BACK')).toEqual(await grants('OUT'))
    })

    it('refer to nothing that is not in them', async () => {
      const { path } = await exported(wiki().admin)
      const xml = (await unpacked(path)).get('entities.xml') ?? ''
      const named = (tag: string) =>
        new Set(
          [
            ...xml.matchAll(
              new RegExp(`<${tag} [^>]*class="(\\w+)"[^>]*>\\s*<id name="\\w+">(?:<!\\[CDATA\\[)?(\\w+)`, 'g'),
            ),
          ].map(([, name, id]) => `${name} ${id}`),
        )
      const objects = named('object')
      expect(objects.size).toBeGreaterThan(50)
      expect([...named('property'), ...named('element')].filter(name => !objects.has(name))).toEqual([])
    })

    it('hold what the one who exports may see, in no byte more', async () => {
      const { path } = await exported(reader)
      const entries = await unpacked(path)
      const all = [...entries].flat().join('\n')
      expect(all).toContain('second words')
      expect(all).toContain('new bytes')
      for (const hidden of ['Secret', 'nobody reads this', 'Below', 'hidden', 'SpacePermission', 'admin@example.org'])
        expect(all, hidden).not.toContain(hidden)
      const contents = await unpacked(
        (await exported(wiki().admin, { contentOption: 'visibleOnly', includeComments: 'false' })).path,
      )
      expect(contents.get('entities.xml')).toContain('nobody reads this')
      expect(contents.get('entities.xml')).not.toMatch(/"(?:SpacePermission|ContentPermission|Comment|Notification)"/)
    })

    it('are for whoever may export the space, and their files for whoever asked for them', async () => {
      const { admin, anonymous } = wiki()
      const outsider = (await person(wiki(), 'outsider')).client
      const { address, poll } = await exported(reader)
      for (const path of [address, poll, `/spaces/exportspaceprogress.action?export=${poll.split('/').at(-1)}`]) {
        expect((await reader.get(path)).status, path).toBe(200)
        expect((await outsider.get(path)).status, path).toBe(404)
        expect((await anonymous.get(path)).status, path).not.toBe(200)
      }
      await admin.post('/rest/api/space/_private', { key: 'PRIV', name: 'Private' })
      const begin = (client: HttpClient, query: string) =>
        client.with(NO_CHECK).send('POST', `/spaces/doexportspace.action?${query}`, new URLSearchParams())
      expect([
        (await begin(reader, 'key=PRIV')).status,
        (await begin(anonymous, 'key=OUT')).status,
        (await begin(reader, 'key=OUT&exportType=TYPE_HTML')).status,
        (await reader.get('/spaces/exportspacexml.action?key=PRIV')).status,
        (await reader.get('/spaces/exportspacexml.action')).status,
      ]).toEqual([404, 401, 400, 404, 404])
      for (const format of ['html', 'csv']) {
        const form = await reader.get(`/spaces/exportspace${format}.action?key=OUT`)
        expect([form.status, form.headers.get('location')]).toEqual([302, '/spaces/exportspacexml.action?key=OUT'])
      }
      // Scripts send all of it in the address, and no body.
      const scripted = await admin
        .with({ ...NO_CHECK, 'content-type': 'application/json' })
        .send('POST', '/spaces/doexportspace.action?key=OUT&confirm=Export&exportType=TYPE_XML&synchronous=false')
      expect([scripted.status, meta(scripted.text, 'ajs-pollURI')]).toEqual([
        200,
        expect.stringContaining('/space-exports/'),
      ])
      await wiki().app.jobs.idle()
    })
  },
)
