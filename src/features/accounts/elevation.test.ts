import { describe, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine } from '#platform/server/testing/harness.ts'
import { accountsFeature, createAccount, createGroup } from './server/index.ts'

const PASSWORD = 'a long enough one'
const use = [{ targetType: 'application', operationKey: 'use' }]

/** Calls that change users, groups or site-wide permissions, or give the means to, with their status on success. */
const CHANGES: readonly (readonly [method: string, path: string, status: number, body?: unknown])[] = [
  [
    'POST',
    '/rest/api/admin/user',
    201,
    { userName: 'NEW', fullName: 'New User', email: 'new@example.org', password: PASSWORD },
  ],
  ['PUT', '/rest/api/admin/user/USER', 204, { fullName: 'Another Name' }],
  ['PUT', '/rest/api/admin/user/USER/disable', 204],
  ['PUT', '/rest/api/admin/user/USER/enable', 204],
  ['POST', '/rest/api/admin/user/USER/password', 204, { password: `${PASSWORD} 2` }],
  ['POST', '/rest/oxbow/1.0/users/KEY/reset-link', 201],
  ['POST', '/rest/api/admin/group', 201, { type: 'group', name: 'NEW' }],
  ['PUT', '/rest/api/user/USER/group/GROUP', 204],
  ['DELETE', '/rest/api/user/USER/group/GROUP', 204],
  ['PUT', '/rest/api/permissions/user/USER/grant', 204, use],
  ['PUT', '/rest/api/permissions/user/USER/revoke', 204, use],
  ['PUT', '/rest/api/permissions/group/GROUP/grant', 204, use],
  ['PUT', '/rest/api/permissions/group/GROUP/revoke', 204, use],
  ['PUT', '/rest/api/permissions/unlicensed/revoke', 204, use],
  ['PUT', '/rest/api/permissions/anonymous/revoke', 204, use],
  ['POST', '/rest/pat/latest/tokens', 201, { name: 'NEW' }],
  ['DELETE', '/rest/api/admin/group/GROUP', 204],
  ['DELETE', '/rest/api/admin/user/USER', 202],
]
const SAME_SITE = { 'x-atlassian-token': 'no-check' }
let count = 0

onEachEngine(
  'changing users, groups and permissions',
  () => [accountsFeature],
  wiki => {
    const subjects = async () => {
      const name = `person${++count}`
      const account = await createAccount(
        wiki().app,
        { username: name, displayName: name, email: `${name}@example.org`, password: PASSWORD },
        null,
      )
      await createGroup(wiki().app, { name: `group${count}` }, null)
      return (text: string) =>
        text
          .replaceAll('USER', name)
          .replaceAll('KEY', account.user_key)
          .replaceAll('GROUP', `group${count}`)
          .replaceAll('NEW', `new${count}`)
    }

    describe.each(CHANGES.map(([method, path, status, body]) => ({ method, path, status, body })))(
      '$method $path',
      ({ method, path, status, body }) => {
        const run = async (
          send: (
            method: string,
            path: string,
            body?: unknown,
          ) => Promise<{ status: number; headers: Headers; text: string }>,
        ) => {
          const named = await subjects()
          return send(method, named(path), body === undefined ? undefined : JSON.parse(named(JSON.stringify(body))))
        }

        it('asks a browser session for the password once more, and is done then', async () => {
          const browser = new Browser(wiki().url)
          await browser.login(ADMIN.username, ADMIN.password)
          const send = (...[verb, address, value]: [string, string, unknown]) =>
            browser.send(verb, address, value, SAME_SITE)
          const refused = await run(send)
          expect([refused.status, refused.headers.get('x-oxbow-elevation')], refused.text).toEqual([403, 'required'])
          await browser.post('/doauthenticate.action', { password: ADMIN.password, destination: '/' }, SAME_SITE)
          const done = await run(send)
          expect(done.status, done.text).toBe(status)
        })

        it('asks programs for nothing more: they prove themselves with each call', async () => {
          const { status: basic, text } = await run((...all) => wiki().admin.send(...all))
          expect(basic, text).toBe(status)
          const { json } = await wiki().admin.post('/rest/pat/latest/tokens', { name: 'script' })
          const program = wiki().anonymous.with({ authorization: `Bearer ${json.rawToken}` })
          // With a token one makes no other; see tokens.test.ts.
          expect((await run((...all) => program.send(...all))).status).toBe(
            path === '/rest/pat/latest/tokens' ? 403 : status,
          )
        })
      },
    )
  },
)
