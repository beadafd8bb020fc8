import { ConfluenceClient } from 'confluence.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ADMIN, ENGINES, startTestWiki, type TestWiki, storage } from '#platform/server/testing/harness.ts'
import { features } from '../src/server.ts'

/** A space's life cycle by confluence.js, unmodified, with its defaults: prefix `/wiki/rest/`, e-mail as user name. */
describe.each(ENGINES)('a space by confluence.js (%s)', engine => {
  let wiki: TestWiki
  let client: ConfluenceClient
  let id = ''
  beforeAll(async () => {
    wiki = await startTestWiki(engine, features)
    client = new ConfluenceClient({
      host: wiki.url,
      authentication: { basic: { email: 'admin@example.org', apiToken: ADMIN.password } },
    })
  })
  afterAll(() => wiki.close())

  it('is created, read and listed', async () => {
    const space = await client.space.createSpace({
      key: 'CJS',
      name: 'By client',
      description: { plain: { value: 'About', representation: 'plain' } },
    } as never)
    expect(space).toMatchObject({ key: 'CJS', name: 'By client', type: 'global' })
    expect(await client.space.getSpace({ spaceKey: 'CJS', expand: ['homepage', 'description.plain'] })).toMatchObject({
      description: { plain: { value: 'About' } },
      homepage: { title: 'By client Home' },
    })
    expect((await client.space.getSpaces({ spaceKey: 'CJS' } as never)).results).toMatchObject([{ key: 'CJS' }])
    expect(await client.users.getCurrentUser()).toMatchObject({ username: 'admin', type: 'known' })
  })

  it('holds a tree of pages, which move', async () => {
    const create = (title: string, parent?: string) =>
      client.content.createContent({
        type: 'page',
        title,
        space: { key: 'CJS' },
        body: storage('<p>text</p>'),
        ...(parent ? { ancestors: [{ id: parent }] } : {}),
      } as never)
    id = (await create('Top & first')).id
    const child = await create('Child', id)
    const other = await create('Other')
    expect(
      (await client.contentChildrenAndDescendants.getContentChildrenByType({ id, type: 'page' })).results,
    ).toMatchObject([{ id: child.id }])
    await client.contentChildrenAndDescendants.movePage({ pageId: other.id, position: 'append', targetId: child.id })
    const below = await client.contentChildrenAndDescendants.getDescendantsOfType({ id, type: 'page' })
    expect(below.results?.map(page => page.id)).toEqual([child.id, other.id])
    // Blanks come as `+` in this client's queries.
    const found = await client.content.getContent({
      spaceKey: 'CJS',
      title: 'Top & first',
      expand: ['version'],
    } as never)
    expect(found.results).toMatchObject([{ id, version: { number: 1 } }])
  })

  it('keeps versions, of which old ones are read and deleted', async () => {
    await client.content.updateContent({
      id,
      type: 'page',
      title: 'Top & first',
      version: { number: 2, message: 'second' },
      body: storage('<p>second</p>'),
    } as never)
    const versions = await client.contentVersions.getContentVersions({ id })
    expect(versions.results?.map(version => version.number)).toEqual([2, 1])
    expect(await client.contentVersions.getContentVersion({ id, versionNumber: 2 })).toMatchObject({
      message: 'second',
    })
    expect(await client.content.getHistoryForContent({ id })).toMatchObject({
      latest: true,
      lastUpdated: { number: 2 },
    })
    await client.contentVersions.deleteContentVersion({ id, versionNumber: 1 })
    expect((await client.contentVersions.getContentVersions({ id })).size).toBe(1)
    await expect(
      client.content.updateContent({ id, type: 'page', title: 'x', version: { number: 9 } } as never),
    ).rejects.toMatchObject({ statusCode: 409 })
  })

  it('bears labels and properties', async () => {
    await client.contentLabels.addLabelsToContent({
      id,
      body: [
        { prefix: 'global', name: 'one' },
        { prefix: 'global', name: 'two' },
      ],
    })
    await client.contentLabels.removeLabelFromContent({ id, label: 'two' })
    expect((await client.contentLabels.getLabelsForContent({ id })).results).toMatchObject([{ name: 'one' }])
    await client.contentProperties.createContentProperty({ id, key: 'k', value: { deep: [1, null] } } as never)
    await client.contentProperties.updateContentProperty({
      id,
      key: 'k',
      value: 'two',
      version: { number: 2 },
    } as never)
    expect(await client.contentProperties.getContentProperty({ id, key: 'k' })).toMatchObject({
      key: 'k',
      value: 'two',
      version: { number: 2 },
    })
    await client.contentProperties.deleteContentProperty({ id, key: 'k' })
    expect((await client.contentProperties.getContentProperties({ id })).size).toBe(0)
  })

  it('takes attachments, which are written again and moved to the trash', async () => {
    const file = (text: string) => ({
      file: Buffer.from(text),
      filename: 'notes äö.txt',
      minorEdit: true,
      contentType: 'text/plain',
      comment: 'c',
    })
    const created = await client.contentAttachments.createAttachments({ id, attachments: [file('first')] })
    expect(created).toMatchObject({
      size: 1,
      results: [{ title: 'notes äö.txt', extensions: { mediaType: 'text/plain', fileSize: 5, comment: 'c' } }],
    })
    const written = await client.contentAttachments.createOrUpdateAttachments({
      id,
      attachments: [file('second text')],
    })
    const [attachment] = written.results ?? []
    expect(attachment?.id).toBe(created.results?.[0]?.id)
    const listed = await client.contentAttachments.getAttachments({ id, filename: 'notes äö.txt', expand: ['version'] })
    expect(listed.results).toMatchObject([{ id: attachment?.id, version: { number: 2 } }])
    const [first] = listed.results ?? []
    const { download } = z.object({ download: z.string() }).loose().parse(first?._links)
    const bytes = await wiki.admin.get(download)
    expect([bytes.status, bytes.text]).toEqual([200, 'second text'])
    await client.content.deleteContent({ id: attachment?.id ?? '' })
    expect((await client.contentAttachments.getAttachments({ id })).size).toBe(0)
  })

  it('is commented on, watched and restricted', async () => {
    const comment = await client.content.createContent({
      type: 'comment',
      container: { id, type: 'page' },
      body: storage('<p>Well</p>'),
    } as never)
    expect(
      (await client.contentComments.getContentComments({ id, expand: ['body.storage'] } as never)).results,
    ).toMatchObject([{ id: comment.id, body: { storage: { value: '<p>Well</p>' } } }])
    await client.contentWatches.addContentWatcher({ contentId: id } as never)
    expect(await client.contentWatches.getContentWatchStatus({ contentId: id } as never)).toEqual({ watching: true })
    await client.contentWatches.removeContentWatcher({ contentId: id } as never)
    await client.contentRestrictions.updateRestrictions({
      id,
      body: [{ operation: 'update', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } }],
    } as never)
    expect(await client.contentRestrictions.getRestrictionsForOperation({ id, operationKey: 'update' })).toMatchObject({
      restrictions: { user: { results: [{ username: 'admin' }] } },
    })
  })

  it('is found by CQL, and converted', async () => {
    const found = await client.content.searchContentByCQL({ cql: 'space = CJS and title ~ "child"', limit: 5 })
    expect(found.results).toMatchObject([{ title: 'Child' }])
    const everything = await client.search.searchByCQL({ cql: 'type = space and space = CJS' })
    expect(everything.results).toMatchObject([{ entityType: 'space', space: { key: 'CJS' } }])
    await expect(client.search.searchByCQL({ cql: 'nonsense' })).rejects.toMatchObject({ statusCode: 400 })
    const view = await client.contentBody.convertContentBody({
      to: 'view',
      value: '<p>a</p>',
      representation: 'storage',
    } as never)
    expect(view).toMatchObject({ representation: 'view', value: '<p>a</p>' })
  })

  it('goes with all that it holds', async () => {
    await client.content.deleteContent({ id })
    await expect(client.content.getContentById({ id })).rejects.toMatchObject({ statusCode: 404 })
    await client.content.deleteContent({ id, status: 'trashed' } as never)
    const task = await client.space.deleteSpace({ spaceKey: 'CJS' })
    await wiki.app.jobs.idle()
    expect(await client.longRunningTask.getTask({ id: String(task.id) })).toMatchObject({
      finished: true,
      successful: true,
    })
    await expect(client.space.getSpace({ spaceKey: 'CJS' })).rejects.toMatchObject({ statusCode: 404 })
  })
})
