import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { listExcerpts, listMacroForms, previewMacros } from './macros-contract.ts'
import { MOST_PREVIEW_LENGTH, MOST_PREVIEWS } from './macros-shared.ts'

onEachEngine(
  'forms of macros',
  () => features,
  wiki => {
    const macro = (name: string) => `<ac:structured-macro ac:name="${name}" />`
    const preview = (contentId: string | number, ...sources: string[]) =>
      wiki().admin.post(previewMacros.path, { contentId, sources })

    it('have the parameters of the declaration, in the language of the reader', async () => {
      const { json } = await wiki().admin.get(listMacroForms.path)
      expect(json.categories[0]).toEqual({ name: 'formatting', title: 'Formatting' })
      const toc = json.macros.find(({ name }: { name: string }) => name === 'toc')
      expect(toc).toMatchObject({ title: 'Table of contents', category: 'navigation', body: 'none', isInline: false })
      expect(toc.parameters).toContainEqual({
        name: 'minLevel',
        aliases: [],
        type: 'number',
        label: 'First level of headings',
        help: '',
        isRequired: false,
        isList: false,
        default: '1',
        values: [],
        min: 1,
        max: 7,
      })
      const german = await wiki().admin.send('GET', listMacroForms.path, undefined, { 'accept-language': 'de' })
      expect(german.json.categories[0].title).toBe('Formatierung')
    })

    it('show what a page would show, one by one', async () => {
      await wiki().admin.post('/rest/api/space', { key: 'PRE', name: 'Previews' })
      const id = await wiki().admin.createPage('PRE', 'Parent')
      await wiki().admin.createPage('PRE', 'Child', '', { ancestors: [{ id }] })
      const { json } = await preview(id, macro('children'), '<p>unclosed', macro('info'))
      expect(json.previews).toHaveLength(3)
      expect(json.previews[0]).toContain('>Child</a>')
      expect(json.previews[1]).toBe('')
      expect(json.previews[2]).toContain('confluence-information-macro')
    })

    it('are shown to those who may edit the page, and show them nothing that they may not see', async () => {
      const ann = await wiki().addUser('ann')
      const onlyAdmin = (id: string, operation: string) =>
        wiki().admin.put(`/rest/api/content/${id}/restriction`, [
          { operation, restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
        ])
      await onlyAdmin(await wiki().admin.createPage('PRE', 'Secret', '<p>hidden words</p>'), 'read')
      const contentId = await wiki().admin.createPage('PRE', 'Edited')
      const page = '<ac:link><ri:page ri:content-title="Secret" /></ac:link>'
      const include = `<ac:structured-macro ac:name="include"><ac:parameter ac:name="">${page}</ac:parameter></ac:structured-macro>`
      expect((await preview(contentId, include)).text).toContain('hidden words')
      const seen = await ann.post(previewMacros.path, { contentId, sources: [include] })
      expect(seen.status, seen.text).toBe(200)
      expect(seen.text).not.toContain('hidden words')
      await onlyAdmin(contentId, 'update')
      expect((await ann.post(previewMacros.path, { contentId, sources: [include] })).status).toBe(403)
    })

    it('offer the named excerpts of the page that they include', async () => {
      const named = (name: string, parameters: Readonly<Record<string, string>>, body: string) =>
        `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
          .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
          .join('')}<ac:rich-text-body>${body}</ac:rich-text-body></ac:structured-macro>`
      const inner = named('excerpt', { name: ' Inner ' }, '<p>inner</p>')
      await wiki().admin.post('/rest/api/space', { key: 'EXC', name: 'Excerpts' })
      const other = await wiki().admin.createPage(
        'EXC',
        'Parts: all',
        named('excerpt', {}, '<p>no name</p>') +
          named('excerpt', { name: 'Terms &amp; words' }, `<p>one</p><p>two</p>${inner}`) +
          named('excerpt', { name: 'Inner' }, '<p>second of the name</p>') +
          named('multiexcerpt', { MultiExcerptName: 'Multi' }, `<p>${'x'.repeat(300)}</p>`) +
          named('shared-block', { 'shared-block-key': 'block' }, '<p>shared</p>'),
      )
      const contentId = await wiki().admin.createPage('PRE', 'Includes')
      const ann = await wiki().addUser('excerpt-ann')
      const offered = async (client: typeof ann, query: Readonly<Record<string, string>>) => {
        const reply = await client.get(`${listExcerpts.path}?${new URLSearchParams({ contentId, ...query })}`)
        expect(reply.status, reply.text).toBe(200)
        return (reply.json.excerpts as { name: string; text: string }[]).map(({ name, text }) => `${name}: ${text}`)
      }
      const page = { page: 'Parts: all', spaceKey: 'EXC' }
      const excerpts = ['Terms & words: one two inner', 'Inner: inner']
      expect(await offered(ann, { ...page, of: 'excerpt' })).toEqual(excerpts)
      expect(await offered(ann, { page: 'EXC:Parts: all', of: 'excerpt' })).toEqual(excerpts)
      expect(await offered(ann, { ...page, of: 'multiexcerpt' })).toEqual([`Multi: ${'x'.repeat(200)}`])
      expect(await offered(ann, { ...page, of: 'shared-block' })).toEqual(['block: shared'])
      expect(await offered(ann, { page: 'Parts: all', of: 'excerpt' })).toEqual([])
      // Nothing is told of a page that the user may not see, nor to users who may not edit the page with the macro.
      const onlyAdmin = (id: string, operation: string) =>
        wiki().admin.put(`/rest/api/content/${id}/restriction`, [
          { operation, restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
        ])
      await onlyAdmin(other, 'read')
      expect(await offered(ann, { ...page, of: 'excerpt' })).toEqual([])
      expect(await offered(wiki().admin, { ...page, of: 'excerpt' })).toEqual(excerpts)
      await onlyAdmin(contentId, 'update')
      const refused = await ann.get(`${listExcerpts.path}?contentId=${contentId}&page=x&of=excerpt`)
      expect(refused.status).toBe(403)
      const invalid = await wiki().admin.get(`${listExcerpts.path}?contentId=${contentId}&page=x&of=other`)
      expect(invalid.status).toBe(400)
    })

    it('have limits', async () => {
      const id = await wiki().admin.createPage('PRE', 'Limits', '')
      expect((await preview(id, ...Array.from({ length: MOST_PREVIEWS + 1 }, () => macro('info')))).status).toBe(400)
      expect((await preview(id, 'x'.repeat(MOST_PREVIEW_LENGTH + 1))).status).toBe(400)
      expect((await preview(99_999_999, macro('info'))).status).toBe(404)
    })
  },
)
