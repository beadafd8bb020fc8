import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { NO_DISK, SmallDisk } from '#platform/server/testing/small-disk.ts'
import { createAccount, createAccountsFeature, setActive, setPassword } from './server/index.ts'

const PASSWORD = 'a long enough one'
const HALF_A_MINUTE = 30_000

describe('sessions that cannot be stored', () => {
  let wiki: TestWiki
  let clock = Date.now()
  let count = 0
  let disk: SmallDisk | undefined
  beforeAll(async () => {
    disk = await SmallDisk.mount()
    if (!disk) return
    wiki = await startTestWiki('sqlite', [createAccountsFeature({ now: () => clock })], { OXBOW_HOME: disk.folder })
    await wiki.app.database.transaction(({ db }) =>
      db.insertInto('setting').values({ name: 'full-disk.count', value: '0' }).execute(),
    )
  })
  beforeEach(({ skip }) => skip(!disk, NO_DISK))
  afterAll(async () => {
    await wiki?.close()
    await disk?.unmount()
  })

  const full = () =>
    disk!.full(async () =>
      wiki.app.database
        .transaction(({ db }) =>
          db
            .updateTable('setting')
            .set({ value: String(++count) })
            .where('name', '=', 'full-disk.count')
            .execute(),
        )
        .then(
          () => undefined,
          (error: unknown) => {
            expect(error).toMatchObject({ code: 'SQLITE_FULL' })
            return error
          },
        ),
    )
  const newAccount = () =>
    createAccount(
      wiki.app,
      { username: `user${++count}`, displayName: 'U', email: `user${count}@example.org`, password: PASSWORD },
      null,
    )
  const login = async (username: string) => {
    const browser = new Browser(wiki.url)
    expect((await browser.login(username, PASSWORD, { os_cookie: 'true' })).headers.get('x-seraph-loginreason')).toBe(
      'OK',
    )
    return browser
  }
  const status = async (browser: Browser) => (await browser.send('GET', '/rest/api/user/current')).status
  const stored = async (id: number) =>
    (await wiki.app.database.read.selectFrom('session').select('id').where('account_id', '=', id).execute()).length

  it('hold in memory, are stored when there is room again, and last then', async () => {
    const account = await newAccount()
    await full()
    const browser = await login(account.username)
    expect(await status(browser)).toBe(200)
    expect(await stored(account.id)).toBe(0)
    expect((await wiki.anonymous.get('/health/ready')).json).toEqual({
      status: 'degraded',
      reasons: [
        'the disk is full: nothing can be saved',
        'sessions are kept in memory, since they could not be stored: 1',
      ],
    })
    await disk?.empty()
    clock += HALF_A_MINUTE + 1
    expect(await status(browser)).toBe(200)
    expect(await stored(account.id)).toBe(1)
    expect(await status(browser)).toBe(200)
    expect((await wiki.anonymous.get('/health/ready')).json).toEqual({ status: 'ready' })
  })

  it('end with another password, with the account, and by signing out, before they could be stored', async () => {
    const [changed, disabled, leaving] = [await newAccount(), await newAccount(), await newAccount()]
    await full()
    const browsers = [await login(changed.username), await login(disabled.username), await login(leaving.username)]
    const cookie = browsers[2]?.cookies.get('JSESSIONID') ?? ''
    await browsers[2]?.get('/logout.action')
    browsers[2]?.cookies.set('JSESSIONID', cookie)
    await disk?.empty()
    await setPassword(wiki.app, changed, 'another long one', null)
    await setActive(wiki.app, disabled, false, null)
    for (const browser of browsers) expect(await status(browser)).toBe(401)
    clock += HALF_A_MINUTE + 1
    for (const browser of browsers) expect(await status(browser)).toBe(401)
    expect((await stored(changed.id)) + (await stored(leaving.id))).toBe(0)
  })

  it('of before go on being good, and end by signing out even so', async () => {
    const account = await newAccount()
    const [staying, leaving] = [await login(account.username), await login(account.username)]
    // Time to note that they were seen, which cannot be written.
    clock += 6 * 60_000
    await full()
    const cookie = leaving.cookies.get('JSESSIONID') ?? ''
    expect(await status(staying)).toBe(200)
    expect((await leaving.get('/logout.action')).status).toBe(200)
    leaving.cookies.set('JSESSIONID', cookie)
    expect(await status(leaving)).toBe(401)
    expect(await stored(account.id)).toBe(2)
    await disk?.empty()
    clock += HALF_A_MINUTE + 1
    expect(await status(leaving)).toBe(401)
    expect(await stored(account.id)).toBe(1)
    expect(await status(staying)).toBe(200)
  })
})
