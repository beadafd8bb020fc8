import { expect, it } from 'vitest'
import { longTasksFeature } from '#features/longtasks/server/index.ts'
import { ADMIN, onEachEngine } from '#platform/server/testing/harness.ts'
import { accountCommands, accountsFeature, createAccount, createGroup, findAccount } from './server/index.ts'

const PASSWORD = 'a long enough one'
let count = 0

onEachEngine(
  'users and groups',
  () => [accountsFeature, longTasksFeature],
  wiki => {
    const newUser = (displayName = 'Rita Reader') => {
      const username = `user${++count}`
      return createAccount(
        wiki().app,
        { username, displayName, email: `${username}@example.org`, password: PASSWORD },
        null,
      )
    }
    const as = (account: { username: string }) => wiki().as(account.username, PASSWORD)

    it('shows users in the shape that clients know', async () => {
      const user = await newUser("Zoë O'Neill")
      const { status, json } = await wiki().admin.get(`/rest/api/user?username=${user.username.toUpperCase()}`)
      expect(status).toBe(200)
      expect(json).toEqual({
        type: 'known',
        username: user.username,
        userKey: user.user_key,
        displayName: "Zoë O'Neill",
        profilePicture: { path: '/images/icons/profilepics/default.svg', width: 48, height: 48, isDefault: true },
        _links: { self: `${wiki().app.baseUrl}/rest/api/user?key=${user.user_key}` },
        _expandable: { status: '' },
      })
      expect((await wiki().admin.get(`/rest/api/user?key=${user.user_key}`)).json).toEqual(json)
      expect((await as(user).get('/rest/api/user/current')).json).toEqual(json)
      expect((await wiki().admin.get('/rest/api/user/anonymous')).json).toMatchObject({
        type: 'anonymous',
        displayName: 'Anonymous',
      })
    })

    it('answers 404 for unknown users, 400 for no user named, 401 without sign-in', async () => {
      expect((await wiki().admin.get('/rest/api/user?username=nobody')).status).toBe(404)
      expect((await wiki().admin.get('/rest/api/user?key=nobody')).status).toBe(404)
      expect((await wiki().admin.get('/rest/api/user')).status).toBe(400)
      for (const path of [
        '/rest/api/user?username=nobody',
        `/rest/api/user?username=${ADMIN.username}`,
        '/rest/api/user/current',
        '/rest/api/user/list',
        '/rest/api/group',
        '/rest/api/group/confluence-users/member',
        '/rest/oxbow/1.0/users?query=a',
        '/rest/api/user/anonymous',
      ]) {
        expect((await wiki().anonymous.get(path)).status, path).toBe(401)
      }
    })

    it('shows other users to those alone who may view users, and tells the rest nothing of who exists', async () => {
      const user = await newUser()
      await wiki().admin.delete(`/rest/api/user/${user.username}/group/confluence-users`)
      await wiki().admin.put(`/rest/api/permissions/user/${user.username}/grant`, [
        { targetType: 'application', operationKey: 'use' },
      ])
      const answers = await Promise.all(
        ['nobody', ADMIN.username].map(name => as(user).get(`/rest/api/user?username=${name}`)),
      )
      expect(answers.map(reply => [reply.status, reply.text])).toEqual([
        [403, answers[0]?.text],
        [403, answers[0]?.text],
      ])
      expect((await as(user).get(`/rest/api/user?username=${user.username}`)).status).toBe(200)
      expect((await as(user).get('/rest/api/group')).status).toBe(403)
    })

    it('pages the lists', async () => {
      for (let i = 0; i < 3; i++) await newUser()
      const all = (await wiki().admin.get('/rest/api/user/list')).json
      const names = all.results.map((one: { username: string }) => one.username)
      expect(names).toEqual(names.toSorted())
      const first = (await wiki().admin.get('/rest/api/admin/users/list/active?limit=2')).json
      expect(first).toMatchObject({ start: 0, limit: 2, size: 2 })
      expect(first._links.next).toBe('/rest/api/admin/users/list/active?limit=2&start=2')
      const second = (await wiki().admin.get(first._links.next)).json
      expect([...first.results, ...second.results].map((one: { username: string }) => one.username)).toEqual(
        names.slice(0, 4),
      )
      const group = await createGroup(wiki().app, { name: `paged${count}` }, null)
      for (const name of names) await wiki().admin.put(`/rest/api/user/${name}/group/${group.name}`)
      const members = (await wiki().admin.get(`/rest/api/group/${group.name}/member?limit=2&start=1&expand=None`)).json
      expect(members.results.map((one: { username: string }) => one.username)).toEqual(names.slice(1, 3))
      expect(members._links.next).toBe(`/rest/api/group/${group.name}/member?limit=2&start=3&expand=None`)
      expect((await wiki().admin.get('/rest/api/user/list?limit=99999&start=-3')).json).toMatchObject({
        start: 0,
        limit: 1000,
      })
    })

    it('lets administrators create, change, disable and enable users', async () => {
      const { admin } = wiki()
      const body = {
        userName: 'performance_1',
        fullName: 'Perf One',
        email: 'p1@example.org',
        password: PASSWORD,
        notifyViaEmail: 'false',
      }
      const created = await admin.post('/rest/api/admin/user', body)
      expect(created.status).toBe(201)
      expect(created.json).toEqual({
        userKey: (await findAccount(wiki().app, { username: 'performance_1' }))?.user_key,
      })
      expect((await admin.post('/rest/api/admin/user', { ...body, userName: 'PERFORMANCE_1' })).status).toBe(409)
      const groups = (await admin.get('/rest/api/user/memberof?username=performance_1')).json
      expect(groups.results.map((one: { name: string }) => one.name)).toEqual(['confluence-users'])
      expect((await admin.put('/rest/api/admin/user/performance_1', { fullName: 'Perf Uno' })).status).toBe(204)
      expect((await admin.get('/rest/api/user?username=performance_1')).json.displayName).toBe('Perf Uno')
      const user = wiki().as('performance_1', PASSWORD)
      expect((await user.get('/rest/api/user/current')).status).toBe(200)
      expect((await admin.put('/rest/api/admin/user/performance_1/disable')).status).toBe(204)
      expect((await user.get('/rest/api/user/current')).status).toBe(401)
      expect((await admin.put('/rest/api/admin/user/performance_1/enable')).status).toBe(204)
      expect((await user.get('/rest/api/user/current')).status).toBe(200)
      expect(
        (await admin.post('/rest/api/admin/user/performance_1/password', { password: 'quite another one' })).status,
      ).toBe(204)
      expect((await user.get('/rest/api/user/current')).status).toBe(401)
      expect((await admin.put('/rest/api/admin/user/nobody/disable')).status).toBe(404)
    })

    it.each([
      { userName: 'has space' },
      { userName: '' },
      { userName: 'a<b' },
      { userName: 'a:b' },
      { userName: 'x'.repeat(129) },
      { userName: 'a\u0000b' },
      { fullName: ' ' },
      { fullName: 'x'.repeat(256) },
      { email: 'no address' },
      { password: 'short' },
      { password: ' '.repeat(9) },
      { password: 'x'.repeat(257) },
      { password: undefined },
      { userName: 5 },
      { userName: ['a'] },
    ])('refuses a user with %j', async wrong => {
      const before = await wiki().app.database.read.selectFrom('account').select('id').execute()
      const body = { userName: 'fine', fullName: 'Fine', email: 'fine@example.org', password: PASSWORD, ...wrong }
      const reply = await wiki().admin.post('/rest/api/admin/user', body)
      expect(reply.status).toBe(400)
      expect(reply.json).toMatchObject({ statusCode: 400, data: { valid: false } })
      expect(await wiki().app.database.read.selectFrom('account').select('id').execute()).toHaveLength(before.length)
    })

    it('keeps administration to administrators', async () => {
      const [user, victim] = [await newUser(), await newUser()]
      const calls: [string, string, unknown?][] = [
        ['POST', '/rest/api/admin/user', { userName: 'x', fullName: 'X', email: 'x@example.org', password: PASSWORD }],
        ['PUT', `/rest/api/admin/user/${victim.username}`, { fullName: 'X' }],
        ['PUT', `/rest/api/admin/user/${victim.username}/disable`],
        ['PUT', `/rest/api/admin/user/${victim.username}/enable`],
        ['DELETE', `/rest/api/admin/user/${victim.username}`],
        ['POST', `/rest/api/admin/user/${victim.username}/password`, { password: PASSWORD }],
        ['POST', '/rest/api/admin/group', { name: 'g' }],
        ['DELETE', '/rest/api/admin/group/confluence-users'],
        ['PUT', `/rest/api/user/${user.username}/group/confluence-administrators`],
        ['DELETE', `/rest/api/user/${victim.username}/group/confluence-users`],
        ['GET', '/rest/api/permissions'],
        [
          'PUT',
          `/rest/api/permissions/user/${user.username}/grant`,
          [{ targetType: 'application', operationKey: 'administer' }],
        ],
        ['PUT', '/rest/api/permissions/anonymous/grant', []],
        ['PUT', '/rest/api/permissions', []],
        ['POST', `/rest/oxbow/1.0/users/${victim.user_key}/reset-link`],
      ]
      for (const [method, path, body] of calls) {
        expect((await as(user).send(method, path, body)).status, `${method} ${path}`).toBe(403)
        expect((await wiki().anonymous.send(method, path, body)).status, `${method} ${path}`).toBe(401)
      }
      expect(await findAccount(wiki().app, { id: victim.id })).toEqual({ ...victim, last_login_at: null })
    })

    it('deletes a user in the background: what they had goes at once, their name is free again', async () => {
      const { app, admin } = wiki()
      const user = await newUser('Gone Soon')
      const token = (await as(user).post('/rest/pat/latest/tokens', { name: 't' })).json.rawToken as string
      const reply = await admin.delete(`/rest/api/admin/user/${user.username}`)
      expect(reply.status).toBe(202)
      expect(reply.json.links.status).toBe(`/rest/api/longtask/${reply.json.id}`)
      expect((await as(user).get('/rest/api/user/current')).status).toBe(401)
      expect(
        (
          await wiki()
            .anonymous.with({ authorization: `Bearer ${token}` })
            .get('/rest/api/user/current')
        ).status,
      ).toBe(401)
      await app.jobs.idle()
      expect((await admin.get(reply.json.links.status)).json).toMatchObject({ finished: true, successful: true })
      expect(await findAccount(app, { id: user.id })).toMatchObject({
        active: 0,
        email: '',
        password_hash: null,
        display_name: `Former user (${user.username})`,
      })
      expect((await admin.get(`/rest/api/user?username=${user.username}`)).status).toBe(404)
      expect(
        await app.database.read.selectFrom('membership').selectAll().where('account_id', '=', user.id).execute(),
      ).toEqual([])
      expect(
        (
          await admin.post('/rest/api/admin/user', {
            userName: user.username,
            fullName: 'New',
            email: 'n@example.org',
            password: PASSWORD,
          })
        ).status,
      ).toBe(201)
      expect(
        (
          await admin.put(`/rest/api/permissions/user/${user.user_key}/grant`, [
            { targetType: 'application', operationKey: 'use' },
          ])
        ).status,
      ).toBe(404)
    })

    it('makes and removes groups', async () => {
      const { admin } = wiki()
      const user = await newUser()
      const created = await admin.post('/rest/api/admin/group', { type: 'group', name: 'Team Ä' })
      expect(created.status).toBe(201)
      expect(created.json).toMatchObject({ type: 'group', name: 'Team Ä' })
      expect((await admin.post('/rest/api/admin/group', { name: 'team ä' })).status).toBe(409)
      for (const name of ['', 'a/b', undefined, 'x'.repeat(256)])
        expect((await admin.post('/rest/api/admin/group', { name })).status).toBe(400)
      const path = `/rest/api/user/${user.username}/group/${encodeURIComponent('TEAM Ä')}`
      expect((await admin.put(path)).status).toBe(204)
      expect((await admin.put(path)).status).toBe(204)
      const members = (await admin.get(`/rest/api/group/${encodeURIComponent('Team Ä')}/member`)).json
      expect(members.results.map((one: { userKey: string }) => one.userKey)).toEqual([user.user_key])
      // Groups hold users alone.
      for (const list of ['groupmember', 'groupparent', 'groupancestor']) {
        const groups = await admin.get(`/rest/api/group/${encodeURIComponent('Team Ä')}/${list}?limit=5`)
        expect([groups.status, groups.json.results, groups.json.limit], list).toEqual([200, [], 5])
        expect((await admin.get(`/rest/api/group/nothing/${list}`)).status).toBe(404)
        expect((await wiki().anonymous.get(`/rest/api/group/nothing/${list}`)).status).toBe(401)
      }
      expect((await admin.delete(path)).status).toBe(204)
      expect((await admin.get(`/rest/api/user/memberof?username=${user.username}`)).json.results).toHaveLength(1)
      expect((await admin.delete(`/rest/api/admin/group/${encodeURIComponent('Team Ä')}`)).status).toBe(204)
      expect((await admin.get(`/rest/api/group/${encodeURIComponent('Team Ä')}`)).status).toBe(404)
      expect((await admin.get('/rest/api/group/nothing/member')).status).toBe(404)
      expect((await admin.put(`/rest/api/user/nobody/group/confluence-users`)).status).toBe(404)
    })

    it('reaches users and groups of odd names at their addresses, and makes none that could not be reached', async () => {
      const { admin } = wiki()
      const user = (userName: string, email: string) =>
        admin.post('/rest/api/admin/user', { userName, fullName: 'Odd', email, password: 'some long pass 1' })
      for (const [index, name] of ['a+b', 'o%20x', 'x#y?z', 'مرحبا', '...'].entries()) {
        expect((await user(name, `odd${index}@example.org`)).status, name).toBeLessThan(300)
        expect((await admin.post('/rest/api/admin/group', { name: `g ${name}` })).status, name).toBe(201)
        const path = `/rest/api/user/${encodeURIComponent(name)}/group/${encodeURIComponent(`g ${name}`)}`
        expect((await admin.put(path)).status, path).toBe(204)
        const groups = await admin.get(`/rest/api/user/memberof?${new URLSearchParams({ username: name })}`)
        expect(groups.json.results, name).toContainEqual(expect.objectContaining({ name: `g ${name}` }))
        expect((await admin.delete(`/rest/api/admin/group/${encodeURIComponent(`g ${name}`)}`)).status, name).toBe(204)
      }
      for (const name of ['.', '..', ' .. ']) {
        const refused = [await user(name, 'dots@example.org'), await admin.post('/rest/api/admin/group', { name })]
        expect(refused.map(reply => [reply.status, reply.json.message])).toEqual([
          [400, 'body.userName: must not be . or ..'],
          [400, 'body.name: must not be . or ..'],
        ])
      }
    })

    it('never loses the last administrator', async () => {
      const { admin, app } = wiki()
      const removals: [string, string, unknown?][] = [
        ['DELETE', `/rest/api/user/${ADMIN.username}/group/confluence-administrators`],
        ['DELETE', '/rest/api/admin/group/confluence-administrators'],
        [
          'PUT',
          '/rest/api/permissions/group/confluence-administrators/revoke',
          [{ targetType: 'application', operationKey: 'administer' }],
        ],
        ['PUT', '/rest/api/permissions', [{ groupName: 'confluence-administrators', operations: [] }]],
        ['PUT', `/rest/api/admin/user/${ADMIN.username}/disable`],
        ['DELETE', `/rest/api/admin/user/${ADMIN.username}`],
      ]
      for (const [method, path, body] of removals) expect((await admin.send(method, path, body)).status, path).toBe(400)
      await expect(accountCommands.setUserActive(app, ADMIN.username, false)).rejects.toMatchObject({ status: 400 })
      await expect(accountCommands.setAdministrator(app, ADMIN.username, false)).rejects.toMatchObject({ status: 400 })
      expect((await admin.get('/rest/api/permissions')).status).toBe(200)
      // Of two, each may be taken away, but not both at the same moment.
      const second = await newUser()
      await accountCommands.setAdministrator(app, second.username, true)
      const results = await Promise.allSettled(
        [ADMIN.username, second.username].map(name => accountCommands.setAdministrator(app, name, false)),
      )
      expect(results.map(result => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
      await accountCommands.setAdministrator(app, ADMIN.username, true)
      expect((await admin.get('/rest/api/permissions')).status).toBe(200)
    })

    it('finds users as one types, e-mail addresses for administrators alone', async () => {
      const user = await newUser('Ärnest von Quince-Smith')
      await newUser('Quentin Qualm')
      const found = async (client: ReturnType<typeof as>, query: string) =>
        (await client.get(`/rest/oxbow/1.0/users?query=${encodeURIComponent(query)}`)).json.results.map(
          (one: { username: string }) => one.username,
        )
      for (const query of ['quince', 'ÄRN', 'von ärnest', 'q v', user.username.toUpperCase()]) {
        expect(await found(as(user), query), query).toContain(user.username)
      }
      expect(await found(as(user), 'quince xyz')).toEqual([])
      expect(await found(as(user), `${user.username}@example`)).toEqual([])
      expect(await found(wiki().admin, `${user.username}@example`)).toEqual([user.username])
      expect(await found(as(user), '%')).toEqual([])
      const entry = (await as(user).get('/rest/oxbow/1.0/users?query=quince')).json.results[0]
      expect(Object.keys(entry).toSorted()).toEqual(['avatarUrl', 'displayName', 'userKey', 'username'])
      await accountCommands.setUserActive(wiki().app, user.username, false)
      expect(await found(wiki().admin, 'quince')).toEqual([])
      const inactive = (await wiki().admin.get('/rest/oxbow/1.0/users?query=quince&includeInactive=true')).json
      expect(inactive.results).toMatchObject([{ username: user.username, active: false, email: user.email }])
      const pages = await Promise.all(
        [0, 1].map(start => wiki().admin.get(`/rest/oxbow/1.0/users?query=u&limit=1&start=${start}`)),
      )
      expect(new Set(pages.map(page => page.json.results[0].username)).size).toBe(2)
    })

    it('finds members of a group', async () => {
      const { admin } = wiki()
      const [one, other] = [await newUser('Rowan Sedge'), await newUser('Rowan Thistle')]
      await admin.post('/rest/api/admin/group', { name: 'gardeners' })
      for (const { username } of [one, other]) await admin.put(`/rest/api/user/${username}/group/gardeners`)
      const found = async (query: string) =>
        (await admin.get(`/rest/oxbow/1.0/users?group=Gardeners&${query}`)).json.results.map(
          (entry: { username: string }) => entry.username,
        )
      await newUser('Rowan Outside')
      expect(await found('query=rowan')).toEqual([one.username, other.username])
      expect(await found('query=row+thi')).toEqual([other.username])
      expect(await found('limit=1&start=1')).toEqual([other.username])
      await accountCommands.setUserActive(wiki().app, one.username, false)
      expect([await found(''), await found('includeInactive=true')]).toEqual([
        [other.username],
        [one.username, other.username],
      ])
      expect((await admin.get('/rest/oxbow/1.0/users?group=none')).status).toBe(404)
    })

    it('does on the command line what the screens do', async () => {
      const { app } = wiki()
      const { resetUrl } = await accountCommands.addUser(app, {
        username: 'cli',
        displayName: 'Command Line',
        email: '',
        admin: true,
      })
      expect(resetUrl).toContain('/resetuserpassword.action?token=')
      expect(await accountCommands.resetUserPassword(app, 'cli', PASSWORD)).toBeUndefined()
      expect((await wiki().as('cli', PASSWORD).get('/rest/api/permissions')).status).toBe(200)
      const names: string[] = []
      for await (const account of accountCommands.listUsers(app)) names.push(account.username)
      expect(names).toContain('cli')
      const raw = await accountCommands.addToken(app, 'cli', 'script', 7)
      expect(
        (
          await wiki()
            .anonymous.with({ authorization: `Bearer ${raw}` })
            .get('/rest/api/user/current')
        ).json.username,
      ).toBe('cli')
      const [token] = await accountCommands.tokensOf(app, 'cli')
      await accountCommands.endToken(app, 'cli', token?.id ?? 0)
      await expect(accountCommands.endToken(app, 'cli', token?.id ?? 0)).rejects.toMatchObject({ status: 404 })
      expect(
        (
          await wiki()
            .anonymous.with({ authorization: `Bearer ${raw}` })
            .get('/rest/api/user/current')
        ).status,
      ).toBe(401)
      await expect(accountCommands.resetUserPassword(app, 'cli', 'x')).rejects.toMatchObject({ status: 400 })
      await accountCommands.setAdministrator(app, 'cli', false)
      expect((await wiki().as('cli', PASSWORD).get('/rest/api/permissions')).status).toBe(403)
    })

    it('grants through a group take effect at once', async () => {
      const user = await newUser()
      const group = await createGroup(wiki().app, { name: `makers${count}` }, null)
      await wiki().admin.put(`/rest/api/permissions/group/${group.name}/grant`, [
        { targetType: 'application', operationKey: 'administer' },
      ])
      expect((await as(user).get('/rest/api/permissions')).status).toBe(403)
      await wiki().admin.put(`/rest/api/user/${user.username}/group/${group.name}`)
      expect((await as(user).get('/rest/api/permissions')).status).toBe(200)
      await wiki().admin.delete(`/rest/api/admin/group/${group.name}`)
      expect((await as(user).get('/rest/api/permissions')).status).toBe(403)
    })
  },
)
