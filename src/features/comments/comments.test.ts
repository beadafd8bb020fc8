import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

onEachEngine('comments over REST', () => features, wiki => {
  let page: { id: string }
  const comment = (text: string, more: object = {}) => wiki().admin.post('/rest/api/content', {
    type: 'comment', container: { id: page.id, type: 'page' }, body: { storage: { value: `<p>${text}</p>`, representation: 'storage' } }, ...more,
  })

  it('adds comments, answers and inline comments', async () => {
    await wiki().admin.post('/rest/api/space', { key: 'COM', name: 'Comments' })
    const created = await wiki().admin.post('/rest/api/content', { type: 'page', title: 'Discussed', space: { key: 'COM' } })
    expect(created.status, created.text).toBe(200)
    page = created.json
    const first = await comment('first')
    expect(first.status, first.text).toBe(200)
    expect(first.json).toMatchObject({
      type: 'comment', title: 'Re: Discussed', container: { id: page.id }, extensions: { location: 'footer', resolution: { status: 'open' } },
      body: { storage: { value: '<p>first</p>' } },
    })
    const answer = await comment('answer', { ancestors: [{ id: first.json.id }] })
    expect(answer.json.ancestors.map((row: { id: string }) => row.id)).toEqual([first.json.id])
    const inline = await comment('inline', { extensions: { location: 'inline', inlineProperties: { markerRef: 'abc', originalSelection: 'word' } } })
    expect(inline.json.extensions).toMatchObject({ location: 'inline', inlineProperties: { markerRef: 'abc', originalSelection: 'word' } })

    const list = (query: string) => wiki().admin.get(`/rest/api/content/${page.id}/child/comment${query}`)
    const ids = async (query: string) => (await list(query)).json.results.map((row: { id: string }) => row.id)
    expect(await ids('')).toEqual([first.json.id, inline.json.id])
    expect(await ids('?depth=all')).toEqual([first.json.id, answer.json.id, inline.json.id])
    expect(await ids('?location=inline')).toEqual([inline.json.id])
    expect(await ids('?location=footer&depth=all')).toEqual([first.json.id, answer.json.id])
    expect(await ids('?location=resolved')).toEqual([])
    const expandedList = await list('?depth=all&expand=body.view,ancestors,version')
    expect(expandedList.json.results[1]).toMatchObject({ body: { view: { value: '<p>answer</p>' } }, ancestors: [{ id: first.json.id }], version: { number: 1 } })
  })

  it('changes and deletes comments [V7-24] [I7.3-09]', async () => {
    const { json } = await comment('to change')
    const changed = await wiki().admin.put(`/rest/api/content/${json.id}`, {
      type: 'comment', version: { number: 2 }, body: { storage: { value: '<p>changed</p>', representation: 'storage' } },
    })
    expect(changed.json, changed.text).toMatchObject({ version: { number: 2 }, body: { storage: { value: '<p>changed</p>' } } })
    const stale = await wiki().admin.put(`/rest/api/content/${json.id}`, {
      type: 'comment', version: { number: 2 }, body: { storage: { value: '<p>late</p>', representation: 'storage' } },
    })
    expect(stale.status).toBe(409)
    const edited = await wiki().admin.get(`/rest/api/content/${json.id}?expand=body.editor`)
    expect(edited.json.body.editor).toMatchObject({ value: '<p>changed</p>', representation: 'editor' })
    expect((await wiki().admin.delete(`/rest/api/content/${json.id}`)).status).toBe(204)
    const left = await wiki().admin.get(`/rest/api/content/${page.id}/child/comment?depth=all`)
    expect(left.json.results.map((row: { id: string }) => row.id)).not.toContain(json.id)
    expect((await wiki().admin.get(`/rest/api/content/${json.id}`)).status).toBe(404)
  })

  it('refuses what is wrong', async () => {
    expect((await comment('', { body: { storage: { value: '', representation: 'storage' } } })).status).toBe(400)
    expect((await comment('x', { container: { id: '999999' } })).status).toBe(404)
    expect((await comment('x', { ancestors: [{ id: page.id }] })).status).toBe(400)
  })
})
