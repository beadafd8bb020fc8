import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const BLUEPRINT = 'com.atlassian.confluence.plugins.confluence-business-blueprints:meeting-notes-blueprint'
const TEXT =
  '<at:declarations><at:string at:name="owner" /><at:textarea at:name="why" at:rows="3" />' +
  '<at:list at:name="size"><at:option at:value="S" /><at:option at:value="L" /></at:list></at:declarations>' +
  '<h1><at:var at:name="owner" /></h1><p><at:var at:name="why" /> (<at:var at:name="size" />)<at:var at:name="more" /></p>'
const body = (value: string) => ({ storage: { value, representation: 'storage' } })
const names = (json: { results: { name: string }[] }) => json.results.map(({ name }) => name)

onEachEngine(
  'templates over REST',
  () => features,
  wiki => {
    let lead: HttpClient
    let reader: HttpClient
    let outsider: HttpClient
    beforeAll(async () => {
      const { admin } = wiki()
      lead = (await person(wiki(), 'lead')).client
      reader = (await person(wiki(), 'reader')).client
      outsider = (await person(wiki(), 'outsider')).client
      await lead.post('/rest/api/space/personal', {})
      await admin.post('/rest/api/space', { key: 'TPL', name: 'Templates' })
      await admin.post('/rest/api/space/_private', { key: 'HID', name: 'Hidden' })
    })

    for (const root of ['/rest/api/template', '/rest/experimental/template'])
      it(`are created, listed, read, changed and deleted at ${root}`, async () => {
        const { admin } = wiki()
        const made = await admin.post(root, {
          name: ' Decision ',
          description: 'What was decided',
          templateType: 'page',
          labels: [{ prefix: 'global', name: 'Decision' }],
          body: body(TEXT),
          space: { key: 'TPL' },
        })
        expect(made.status, made.text).toBe(200)
        const id = made.json.templateId as string
        expect(made.json).toEqual({
          templateId: expect.stringMatching(/^\d+$/),
          name: 'Decision',
          description: 'What was decided',
          labels: [{ prefix: 'global', name: 'decision', label: 'decision' }],
          templateType: 'page',
          body: body(TEXT),
          _links: { self: expect.stringContaining(`/rest/api/template/${id}`) },
          _expandable: { space: '/rest/api/space/TPL' },
        })
        const listed = await reader.get(`${root}/page?spaceKey=TPL`)
        expect(listed.json).toMatchObject({ size: 1, results: [{ templateId: id, _expandable: { body: '' } }] })
        expect(listed.json.results[0].body).toBeUndefined()
        expect((await reader.get(`${root}/page?spaceKey=TPL&expand=body`)).json.results[0].body).toEqual(body(TEXT))
        expect(names((await reader.get(`${root}/page`)).json)).toEqual([])
        const changed = await admin.put(root, { templateId: id, name: 'Decided', body: body('<p>new</p>') })
        expect(changed.json).toMatchObject({ templateId: id, name: 'Decided', labels: [], body: body('<p>new</p>') })
        expect((await reader.get(`${root}/${id}`)).json).toEqual(changed.json)
        expect((await admin.delete(`${root}/${id}`)).status).toBe(204)
        expect((await reader.get(`${root}/${id}`)).status).toBe(404)
      })

    it('of the site are those of administrators, of a space those of who administers it', async () => {
      const { admin, anonymous } = wiki()
      const site = { name: 'Site', body: body('<p>s</p>') }
      const own = { name: 'Own', body: body('<p>o</p>'), space: { key: '~lead' } }
      expect((await lead.post('/rest/api/template', site)).status).toBe(403)
      const made = await admin.post('/rest/api/template', site)
      const mine = await lead.post('/rest/api/template', own)
      expect([made.status, mine.status], made.text + mine.text).toEqual([200, 200])
      expect((await reader.post('/rest/api/template', { ...own, name: 'Another' })).status).toBe(403)
      for (const [client, id, status] of [
        [lead, made.json.templateId, 403],
        [reader, mine.json.templateId, 403],
        [anonymous, mine.json.templateId, 401],
      ] as const) {
        expect((await client.put('/rest/api/template', { ...site, templateId: id })).status).toBe(status)
        expect((await client.delete(`/rest/api/template/${id}`)).status).toBe(status)
      }
      expect(names((await reader.get('/rest/api/template/page')).json)).toEqual(['Site'])
      expect((await lead.put('/rest/api/template', { ...own, templateId: mine.json.templateId })).status).toBe(200)
    })

    it('begin with the text of a page, for administrators of its space', async () => {
      const { admin } = wiki()
      const marker = '<ac:inline-comment-marker ac:ref="r1">words</ac:inline-comment-marker>'
      const picture = (page: string) =>
        `<ac:image><ri:attachment ri:filename="a.png">${page}</ri:attachment></ac:image>`
      const link = '<ac:link><ri:page ri:content-title="Other" /></ac:link>'
      const id = await admin.createPage('TPL', 'Model', `<p>Some ${marker}, ${picture('')} and ${link}.</p>`, {
        metadata: {
          labels: [
            { prefix: 'global', name: 'model' },
            { prefix: 'my', name: 'mine' },
          ],
        },
      })
      const path = (of: string) => `/rest/oxbow/1.0/templates/from-page/${of}`
      const { json } = await admin.get(path(id))
      expect(json).toEqual({
        spaceKey: 'TPL',
        name: 'Model',
        labels: ['model'],
        storage: `<p>Some words, ${picture(`<ri:content-entity ri:content-id="${id}" />`)} and ${link}.</p>`,
      })
      const made = await admin.post('/rest/api/template', {
        name: json.name,
        labels: [{ name: 'model' }],
        body: body(json.storage as string),
        space: { key: json.spaceKey },
      })
      expect(made.status, made.text).toBe(200)
      expect(made.json.body).toEqual(body(json.storage as string))
      const hidden = await admin.createPage('HID', 'Hidden model')
      const statuses = [
        reader.get(path(id)),
        wiki().anonymous.get(path(id)),
        reader.get(path(hidden)),
        admin.get(path('9999999')),
      ]
      expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([403, 404, 404, 404])
      expect((await admin.delete(`/rest/api/template/${made.json.templateId}`)).status).toBe(204)
    })

    it('of a space that a user may not see do not exist for them', async () => {
      const { admin } = wiki()
      const hidden = await admin.post('/rest/api/template', {
        name: 'Secret',
        body: body('<p>x</p>'),
        space: { key: 'HID' },
      })
      const id = hidden.json.templateId as string
      expect((await outsider.get(`/rest/api/template/${id}`)).status).toBe(404)
      expect((await outsider.get('/rest/api/template/page?spaceKey=HID')).status).toBe(404)
      expect((await outsider.get(`/rest/oxbow/1.0/templates/${id}/form`)).status).toBe(404)
      const drafted = await outsider.post('/rest/create-dialog/1.0/content-blueprint/create-draft', {
        spaceKey: 'TPL',
        contentTemplateId: id,
      })
      expect(drafted.status).toBe(404)
    })

    it('refuse a name that is taken in their place, a bad text and unknown ids', async () => {
      const { admin } = wiki()
      const input = { name: 'Taken', body: body('<p>x</p>'), space: { key: 'TPL' } }
      const first = await admin.post('/rest/api/template', input)
      expect((await admin.post('/rest/api/template', { ...input, name: 'TAKEN' })).json.message).toContain(
        'already exists',
      )
      expect((await admin.post('/rest/api/template', { ...input, space: undefined })).status).toBe(200)
      expect((await admin.put('/rest/api/template', { ...input, templateId: first.json.templateId })).status).toBe(200)
      const bad = await admin.post('/rest/api/template', { ...input, name: 'Bad', body: body('<p>') })
      expect([bad.status, bad.json.message]).toEqual([400, expect.stringContaining('Error parsing xhtml')])
      expect(
        (await admin.post('/rest/api/template', { ...input, name: 'Post', templateType: 'blogpost' })).status,
      ).toBe(400)
      expect((await admin.get('/rest/api/template/nonsense')).status).toBe(404)
      expect((await admin.delete('/rest/api/template/999999')).status).toBe(404)
    })

    it('list the blueprints in the language of the reader', async () => {
      const { json } = await reader.get('/rest/api/template/blueprint?spaceKey=TPL')
      expect(json.results[0]).toMatchObject({
        name: 'Meeting notes',
        originalTemplate: {
          pluginKey: 'com.atlassian.confluence.plugins.confluence-business-blueprints',
          moduleKey: 'meeting-notes-blueprint',
        },
      })
      expect(names(json)).toEqual([
        'Meeting notes',
        'Decision',
        'How-to article',
        'Retrospective',
        'Product requirements',
        'Project plan',
        'Incident review',
      ])
      const german = await reader.with({ 'accept-language': 'de' }).get('/rest/experimental/template/blueprint')
      expect(names(german.json)).toContain('Besprechungsnotizen')
      const one = await reader.get(`/rest/api/template/${json.results[0].templateId}`)
      expect(one.json.body.storage.value).toContain('<h2>Attendees</h2>')
    })

    it('begin pages: a draft with what was entered and the labels of the template', async () => {
      const { admin } = wiki()
      const made = await admin.post('/rest/api/template', {
        name: 'Filled',
        labels: [{ name: 'plan' }],
        body: body(TEXT),
        space: { key: 'TPL' },
      })
      const id = made.json.templateId as string
      expect((await reader.get(`/rest/oxbow/1.0/templates/${id}/form`)).json).toEqual({
        templateId: id,
        name: 'Filled',
        blueprint: null,
        variables: [
          { name: 'owner', type: 'string' },
          { name: 'why', type: 'textarea', rows: 3 },
          { name: 'size', type: 'list', options: ['S', 'L'] },
          { name: 'more', type: 'string' },
        ],
      })
      const parent = await admin.createPage('TPL', 'Parent')
      const wanted = {
        spaceKey: 'TPL',
        contentTemplateId: id,
        title: 'A plan',
        parentPageId: parent,
        context: { owner: 'Ada & <Bob>', why: 'one\ntwo', size: 'L' },
      }
      const { status, text, json } = await admin.post('/rest/create-dialog/1.0/content-blueprint/create-draft', wanted)
      expect(status, text).toBe(200)
      expect(json).toEqual({
        draftId: expect.any(Number),
        title: 'A plan',
        spaceKey: 'TPL',
        index: null,
        url: `/pages/resumedraft.action?draftId=${json.draftId}`,
      })
      const draft = await admin.get(
        `/rest/api/content/${json.draftId}?status=draft&expand=body.storage,metadata.labels,ancestors`,
      )
      expect(draft.json).toMatchObject({
        title: 'A plan',
        status: 'draft',
        ancestors: [{ id: parent }],
        body: { storage: { value: '<h1>Ada &amp; &lt;Bob&gt;</h1><p>one<br />two (L)</p>' } },
        metadata: { labels: { results: [{ name: 'plan' }] } },
      })
      expect((await admin.get(json.url)).text).toContain('A plan')
      expect(
        (await wiki().anonymous.post('/rest/create-dialog/1.0/content-blueprint/create-draft', wanted)).status,
      ).toBe(401)
      expect(
        (await admin.post('/rest/create-dialog/1.0/content-blueprint/create-draft', { spaceKey: 'TPL' })).status,
      ).toBe(400)
    })

    it('begin meeting notes, which mention the author and those who are named [P3-19]', async () => {
      const { admin } = wiki()
      const { status, text, json } = await admin.post('/rest/create-dialog/1.0/content-blueprint/create-draft', {
        spaceKey: 'TPL',
        contentBlueprintId: BLUEPRINT,
        context: { attendees: '@lead, Zoe & Co, nobody, lead, Nobody' },
      })
      expect(status, text).toBe(200)
      expect(json.title).toMatch(/^\d{4}-\d\d-\d\d Meeting notes$/)
      const draft = await admin.get(
        `/rest/api/content/${json.draftId}?status=draft&expand=body.storage,metadata.labels`,
      )
      const { value } = draft.json.body.storage as { value: string }
      const key = async (username: string) => (await admin.get(`/rest/api/user?username=${username}`)).json.userKey
      expect([...value.matchAll(/<ri:user ri:userkey="(\w+)" \/>/g)].map(([, found]) => found)).toEqual([
        await key('admin'),
        await key('lead'),
      ])
      // Nothing that the author has typed is lost: names of no user stay as text.
      expect(value).toContain('</ac:link></li><li>Zoe &amp; Co</li><li>nobody</li><li><ac:placeholder')
      expect(value).toContain(
        '<li><ac:placeholder ac:type="mention">@mention a person to add them as an attendee and they will be notified.</ac:placeholder></li>',
      )
      expect(draft.json.metadata.labels.results).toMatchObject([{ name: 'meeting-notes' }])
    })

    it('have a page that lists those from a blueprint: one in a space, with a shortcut', async () => {
      const { admin } = wiki()
      await admin.post('/rest/api/space', { key: 'IDX', name: 'Index' })
      const begin = async (client: HttpClient) => {
        const { status, text, json } = await client.post('/rest/create-dialog/1.0/content-blueprint/create-draft', {
          spaceKey: 'IDX',
          contentBlueprintId: BLUEPRINT,
        })
        expect(status, text).toBe(200)
        return json
      }
      const first = await begin(reader)
      const second = await begin(lead)
      expect([first.index, second.index]).toEqual(
        Array(2).fill({ title: 'Meeting notes', url: '/display/IDX/Meeting+notes' }),
      )
      const found = await admin.get('/rest/api/content?spaceKey=IDX&title=Meeting%20notes&expand=body.storage')
      expect(found.json.size).toBe(1)
      const [index] = found.json.results
      expect(index.body.storage.value).toContain('ac:name="content-report-table"')
      for (const [client, { draftId }] of [
        [reader, first],
        [lead, second],
      ] as const) {
        const { json } = await client.get(`/rest/api/content/${draftId}?status=draft&expand=ancestors`)
        expect(json.ancestors.at(-1)).toMatchObject({ id: index.id })
      }
      const links = await admin.get('/rest/ia/1.0/link/quick?spaceKey=IDX')
      expect((links.json as { title: string }[]).filter(({ title }) => title === 'Meeting notes')).toHaveLength(1)
    })

    it('begin a page of each kind, which is found on the page that lists them', async () => {
      const { admin } = wiki()
      await admin.post('/rest/api/space', { key: 'KINDS', name: 'Kinds' })
      const { results } = (await admin.get('/rest/api/template/blueprint')).json as {
        results: { templateId: string; labels: { name: string }[] }[]
      }
      expect(results).toHaveLength(7)
      for (const { templateId, labels } of results) {
        const begun = await admin.post('/rest/create-dialog/1.0/content-blueprint/create-draft', {
          spaceKey: 'KINDS',
          contentTemplateId: templateId,
        })
        expect(begun.status, begun.text).toBe(200)
        const { draftId, title, index } = begun.json
        const draft = await admin.get(
          `/rest/api/content/${draftId}?status=draft&expand=body.storage,body.view,metadata.labels,ancestors`,
        )
        expect(draft.json.metadata.labels.results).toMatchObject(labels)
        expect(draft.json.ancestors.at(-1).title).toBe(index.title)
        // All that the text has is of this wiki's language.
        expect(draft.json.body.view.value).not.toContain('unknown-macro')
        const published = await admin.put(`/rest/api/content/${draftId}?status=draft`, {
          type: 'page',
          status: 'current',
          title,
          version: { number: 1 },
          body: draft.json.body,
        })
        expect(published.status, published.text).toBe(200)
        const found = await admin.get(
          `/rest/api/content?spaceKey=KINDS&title=${encodeURIComponent(index.title)}&expand=body.view`,
        )
        expect(found.json.results[0].body.view.value).not.toContain('unknown-macro')
        await expect
          .poll(async () => {
            const { json } = await admin.get(`/rest/api/content/${found.json.results[0].id}?expand=body.view`)
            return json.body.view.value as string
          })
          .toContain(title)
      }
    })

    it('are begun by a button, which leads on for who may create pages', async () => {
      const { admin } = wiki()
      const made = await admin.post('/rest/api/template', {
        name: 'By name',
        body: body('<p>x</p>'),
        space: { key: 'TPL' },
      })
      const macro = (parameters: Record<string, string>) =>
        `<ac:structured-macro ac:name="create-from-template">${Object.entries(parameters)
          .map(([name, value]) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`)
          .join('')}</ac:structured-macro>`
      const page = await admin.createPage(
        'TPL',
        'With buttons',
        `<p>${macro({ templateName: 'by NAME', createButtonLabel: 'One' })} ${macro({ blueprintModuleCompleteKey: BLUEPRINT, contentBlueprintId: 'unknown' })} ${macro({ templateId: '999999' })}</p>`,
      )
      const view = async (client: HttpClient, as = 'view') =>
        (await client.get(`/rest/api/content/${page}?expand=body.${as}`)).json.body[as].value as string
      const html = await view(reader)
      expect(html).toMatch(
        new RegExp(
          `<a [^>]*href="/pages/createpage-entervariables.action\\?templateId=${made.json.templateId}&amp;spaceKey=TPL"[^>]*>One</a>`,
        ),
      )
      expect(html).toContain('>Create meeting notes</a>')
      expect(html).toContain('The template of this button does not exist.')
      expect(await view(reader, 'export_view')).not.toContain('createpage-entervariables')
      await admin.put('/rest/api/space/TPL/permissions/group/confluence-users/revoke', [
        { targetType: 'page', operationKey: 'create' },
      ])
      const refused = await view(reader)
      expect(refused).not.toContain('href="/pages/createpage-entervariables')
      expect(refused.match(/data-has-create-permission="false"/g)).toHaveLength(2)
      const path = `/pages/createpage-entervariables.action?templateId=${made.json.templateId}&spaceKey=`
      expect((await reader.get(`${path}TPL`)).status).toBe(200)
      expect((await reader.get(`${path}HID`)).status).toBe(404)
      expect((await wiki().anonymous.get(`${path}TPL`)).headers.get('location')).toContain('/login.action')
      const drafted = await reader.post('/rest/create-dialog/1.0/content-blueprint/create-draft', {
        spaceKey: 'TPL',
        contentBlueprintId: BLUEPRINT,
      })
      expect(drafted.status).toBe(403)
    })
  },
)
