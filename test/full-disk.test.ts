import { expect, it, onTestFinished, vi } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { HttpClient } from '#platform/server/testing/harness.ts'
import { NO_DISK, SmallDisk } from '#platform/server/testing/small-disk.ts'
import { Oxbow } from './oxbow.ts'

vi.setConfig({ testTimeout: 120_000 })

const ADMIN = { username: 'admin', password: 'correct horse battery' }

it('lets people sign in, read and sign out while the disk is full, and stores their sessions once it is not', async ({
  skip,
}) => {
  const disk = await SmallDisk.mount()
  if (!disk) return skip(NO_DISK)
  onTestFinished(() => disk.unmount())
  const oxbow = await Oxbow.fromSources()
  const server = await oxbow.start({
    OXBOW_HOME: disk.folder,
    OXBOW_LOG_LEVEL: 'silent',
    OXBOW_ADMIN_USER: ADMIN.username,
    OXBOW_ADMIN_PASSWORD: ADMIN.password,
  })
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const basic = HttpClient.basic(server.url, ADMIN.username, ADMIN.password)
  await basic.post('/rest/api/space', { key: 'FULL', name: 'Full' })
  const page = await basic.post('/rest/api/content', {
    type: 'page',
    title: 'Read me',
    space: { key: 'FULL' },
    body: { storage: { value: '<p>what to do when it burns</p>', representation: 'storage' } },
  })
  const ready = async () =>
    (await new HttpClient(server.url).get('/health/ready')).json as { status: string; reasons?: string[] }
  const reads = async (browser: Browser) => {
    for (const path of [
      `/pages/viewpage.action?pageId=${page.json.id}`,
      '/display/FULL/Read+me',
      `/rest/api/content/${page.json.id}?expand=body.view`,
      '/',
    ]) {
      const { status, text } = await browser.get(path)
      expect([path, status]).toEqual([path, 200])
      if (path !== '/') expect(text).toContain('what to do when it burns')
    }
  }
  const login = async () => {
    const browser = new Browser(server.url)
    const reply = await browser.login(ADMIN.username, ADMIN.password)
    expect([reply.status, reply.headers.get('x-seraph-loginreason')]).toEqual([302, 'OK'])
    return browser
  }
  let count = 0
  const before = await login()
  expect(await ready()).toEqual({ status: 'ready' })

  // The database's log has separate space, which goes by writing.
  const refused = await disk.full(async () => {
    const reply = await basic.put('/rest/api/space/FULL', { name: `Full ${++count}` })
    return reply.status === 200 ? undefined : reply
  })
  expect(refused.status, refused.text).toBe(507)
  const during = await login()
  await reads(before)
  await reads(during)
  expect(await ready()).toMatchObject({
    status: 'degraded',
    reasons: expect.arrayContaining([
      expect.stringMatching(/disk is full/),
      expect.stringMatching(/sessions are kept in memory/),
    ]),
  })
  // An administrator can confirm the password, and so see what to clear away.
  const confirmed = await during.post(
    '/doauthenticate.action',
    { password: ADMIN.password, destination: '/' },
    { 'x-atlassian-token': 'no-check' },
  )
  expect(confirmed.status).toBe(302)
  // Sessions of before, and of now, end by signing out.
  const leaving = await login()
  for (const browser of [before, leaving]) {
    const cookie = browser.cookies.get('JSESSIONID') ?? ''
    expect((await browser.get('/logout.action')).status).toBe(200)
    browser.cookies.set('JSESSIONID', cookie)
    expect((await browser.send('GET', '/rest/api/user/current')).status).toBe(401)
  }

  await disk.empty()
  expect(await ready()).toMatchObject({
    status: 'degraded',
    reasons: [expect.stringMatching(/sessions are kept in memory/)],
  })
  const sessions = await during.send('GET', '/rest/oxbow/1.0/sessions')
  expect(sessions.json.results).toHaveLength(1)
  expect(sessions.json.results[0]).toMatchObject({ current: true })
  expect(await ready()).toEqual({ status: 'ready' })
  await reads(during)
})
