import { expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

const SERVICE = '/rpc/json-rpc/confluenceservice-v2'

onEachEngine(
  'JSON-RPC',
  () => features,
  wiki => {
    let id = ''
    const light = (client: HttpClient, method: string, params: unknown[]) => client.post(`${SERVICE}/${method}`, params)
    const call = (client: HttpClient, method: string, params: unknown[]) =>
      client.post(SERVICE, { jsonrpc: '2.0', method, id: 7, params })
    const editor = () => wiki().as('editor', 'editor password')

    it('gives a page by its id [D7-13]', async () => {
      await wiki().addUser('editor')
      await wiki().admin.post('/rest/api/space', {
        key: 'RPC',
        name: 'Remote',
        description: { plain: { value: 'About', representation: 'plain' } },
      })
      const parent = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: 'Parent',
        space: { key: 'RPC' },
      })
      const page = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: 'Old page',
        space: { key: 'RPC' },
        ancestors: [{ id: parent.json.id }],
        body: { storage: { value: '<p>text</p>', representation: 'storage' } },
      })
      id = page.json.id
      const expected = {
        id,
        space: 'RPC',
        parentId: parent.json.id,
        title: 'Old page',
        url: `${wiki().app.baseUrl}/display/RPC/Old+page`,
        version: 1,
        content: '<p>text</p>',
        created: page.json.history.createdDate,
        creator: 'admin',
        modified: page.json.version.when,
        modifier: 'admin',
        homePage: false,
        contentStatus: 'current',
        current: true,
        permissions: 0,
      }
      const reply = await light(wiki().admin, 'getPage', [id])
      expect([reply.status, reply.json], reply.text).toEqual([200, expected])
      expect((await light(wiki().admin, 'getPage', [Number(id)])).json).toEqual(expected)
      expect((await light(wiki().admin, 'getPage', ['RPC', 'old PAGE'])).json).toEqual(expected)
      expect((await call(wiki().admin, 'getPage', [id])).json).toEqual({ jsonrpc: '2.0', id: 7, result: expected })
    })

    it('updates the page that was read, with a comment on the version [D7-14]', async () => {
      const page = (await light(editor(), 'getPage', [id])).json
      const updated = await light(editor(), 'updatePage', [
        { ...page, content: '<p>changed</p>' },
        { versionComment: 'Unpinned macro version', minorEdit: false },
      ])
      expect([updated.status, updated.json], updated.text).toMatchObject([
        200,
        { id, version: 2, content: '<p>changed</p>', modifier: 'editor', parentId: page.parentId },
      ])
      const version = (await wiki().admin.get(`/rest/experimental/content/${id}/version/2`)).json
      expect(version).toMatchObject({ number: 2, message: 'Unpinned macro version', minorEdit: false })
      const stale = await light(editor(), 'updatePage', [{ ...page, content: '<p>stale</p>' }, { minorEdit: true }])
      expect(stale.status).toBe(409)
      expect(stale.json.error.message).toContain('Version must be incremented on update. Current version is: 2')
      const toTheTop = await light(editor(), 'updatePage', [{ id, title: 'Old page', version: 2, parentId: 0 }])
      expect(toTheTop.json).toMatchObject({ version: 3, parentId: '0', content: '<p>changed</p>' })
    })

    it('lists the pages of a space that the caller may see', async () => {
      const pages = await light(editor(), 'getPages', ['RPC'])
      expect(pages.json.map((page: { title: string }) => page.title)).toEqual(['Remote Home', 'Parent', 'Old page'])
      expect(pages.json[2]).toEqual({
        id,
        space: 'RPC',
        parentId: '0',
        title: 'Old page',
        url: `${wiki().app.baseUrl}/display/RPC/Old+page`,
        permissions: 0,
      })
      const space = await light(editor(), 'getSpace', ['RPC'])
      expect(space.json).toEqual({
        key: 'RPC',
        name: 'Remote',
        type: 'global',
        url: `${wiki().app.baseUrl}/display/RPC`,
        homePage: pages.json[0].id,
        description: 'About',
      })
    })

    it('sets and tells who may see and edit a page, answering a literal true', async () => {
      expect((await light(editor(), 'getContentPermissionSets', [id])).json).toEqual([])
      const set = await light(wiki().admin, 'setContentPermissions', [
        id,
        'Edit',
        [
          { type: 'Edit', userName: 'admin' },
          { type: 'Edit', groupName: 'confluence-administrators' },
        ],
      ])
      expect([set.status, set.text]).toEqual([200, 'true'])
      expect((await light(editor(), 'getContentPermissionSets', [id])).json).toEqual([
        {
          type: 'Edit',
          contentPermissions: [
            { type: 'Edit', userName: 'admin', groupName: null },
            { type: 'Edit', userName: null, groupName: 'confluence-administrators' },
          ],
        },
      ])
      const closed = await light(editor(), 'updatePage', [{ id, content: '<p>no</p>' }])
      expect(closed.status).toBe(403)
      expect((await light(wiki().admin, 'setContentPermissions', [id, 'View', [{ userName: 'admin' }]])).text).toBe(
        'true',
      )
      expect((await light(editor(), 'getPage', [id])).status).toBe(404)
      expect((await light(editor(), 'getPages', ['RPC'])).text).not.toContain('Old page')
      for (const type of ['View', 'Edit'])
        expect((await light(wiki().admin, 'setContentPermissions', [id, type, []])).text).toBe('true')
      expect((await light(editor(), 'getPage', [id])).status).toBe(200)
    })

    it('grants and revokes in a space, for those who administer it', async () => {
      expect((await light(wiki().admin, 'addPermissionToSpace', ['EXPORTSPACE', 'editor', 'RPC'])).text).toBe('true')
      expect(
        (
          await call(wiki().admin, 'addPermissionsToSpace', [
            ['VIEWSPACE', 'COMMENT', 'REMOVEMAIL'],
            'confluence-administrators',
            'RPC',
          ])
        ).json.result,
      ).toBe(true)
      const sets = async () =>
        (await light(wiki().admin, 'getSpacePermissionSets', ['RPC'])).json as {
          type: string
          spacePermissions: unknown[]
        }[]
      const named = async (type: string) => (await sets()).find(set => set.type === type)?.spacePermissions ?? []
      expect(await named('EXPORTSPACE')).toContainEqual({ type: 'EXPORTSPACE', userName: 'editor', groupName: null })
      expect(await named('COMMENT')).toContainEqual({
        type: 'COMMENT',
        userName: null,
        groupName: 'confluence-administrators',
      })
      expect((await light(wiki().admin, 'removePermissionFromSpace', ['EXPORTSPACE', 'editor', 'RPC'])).text).toBe(
        'true',
      )
      expect(await named('EXPORTSPACE')).not.toContainEqual({
        type: 'EXPORTSPACE',
        userName: 'editor',
        groupName: null,
      })
      for (const [method, params] of [
        ['addPermissionToSpace', ['EXPORTSPACE', 'editor', 'RPC']],
        ['removePermissionFromSpace', ['COMMENT', 'nobody', 'RPC']],
        ['getSpacePermissionSets', ['RPC']],
      ] as const)
        expect((await light(editor(), method, [...params])).status, method).toBe(403)
      expect((await light(wiki().admin, 'addPermissionToSpace', ['EXPORTSPACE', 'nobody', 'RPC'])).status).toBe(404)
      expect(
        (await light(wiki().admin, 'addPermissionToSpace', ['NOSUCH', 'editor', 'RPC'])).json.error.message,
      ).toContain('There is no permission NOSUCH')
    })

    it('adds users and changes passwords by the rules of the REST interface', async () => {
      const given = { name: 'added', fullname: 'Added User', email: 'added@example.org' }
      expect((await call(wiki().admin, 'addUser', [given, 'first password'])).json.result).toBe(true)
      expect((await call(wiki().admin, 'addUser', [given, 'first password'])).json.error.code).toBe(409)
      expect((await call(editor(), 'addUser', [{ ...given, name: 'other' }, 'first password'])).json.error.code).toBe(
        403,
      )
      expect((await call(wiki().admin, 'addUser', [{ ...given, name: 'short' }, 'x'])).json.error).toMatchObject({
        code: 400,
        data: null,
      })
      expect((await light(wiki().admin, 'changeUserPassword', ['added', 'second password'])).text).toBe('true')
      expect((await light(editor(), 'changeUserPassword', ['added', 'stolen password'])).status).toBe(403)
      const added = wiki().as('added', 'second password')
      expect((await light(added, 'changeMyPassword', ['wrong password', 'third password'])).status).toBe(403)
      expect((await light(added, 'changeMyPassword', ['second password', 'third password'])).text).toBe('true')
      expect((await wiki().as('added', 'third password').get('/rest/api/user/current')).json.username).toBe('added')
    })

    it('tells of errors in the shape of JSON-RPC', async () => {
      const missing = await call(wiki().admin, 'getPage', ['999999999'])
      expect([missing.status, missing.json]).toEqual([
        200,
        {
          jsonrpc: '2.0',
          id: 7,
          error: { code: 404, message: 'No content found with id: ContentId{id=999999999}', data: null },
        },
      ])
      expect((await light(wiki().admin, 'getPage', ['999999999'])).status).toBe(404)
      expect((await call(wiki().admin, 'toString', [])).json.error.code).toBe(-32601)
      expect((await light(wiki().admin, 'noSuchMethod', [])).status).toBe(404)
      expect((await wiki().admin.post(SERVICE, [1])).json).toMatchObject({ id: null, error: { code: -32600 } })
      expect((await light(wiki().admin, 'getPage', [{ id }])).json.error).toMatchObject({
        code: 400,
        message: expect.stringContaining('Wrong parameters') as string,
      })
      expect((await wiki().admin.post(`${SERVICE}/getPage`, { id })).status).toBe(400)
      expect((await light(wiki().anonymous, 'getPage', [id])).status).toBe(404)
      expect((await light(wiki().as('editor', 'wrong'), 'getPage', [id])).status).toBe(401)
    })

    it('says that XML-RPC is not offered', async () => {
      const notice = await wiki().anonymous.get('/rpc/xmlrpc')
      expect([notice.status, notice.headers.get('content-type')]).toEqual([200, 'text/plain;charset=UTF-8'])
      const fault = await wiki().anonymous.send('POST', '/rpc/xmlrpc', '<methodCall/>', { 'content-type': 'text/xml' })
      expect(fault.status).toBe(200)
      expect(fault.text).toContain('<name>faultString</name>')
    })
  },
)
